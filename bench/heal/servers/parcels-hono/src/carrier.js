import { config } from '#config';

export class CarrierError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'CarrierError';
  }
}

async function call(path) {
  const { url, token, timeoutMs } = config.carrier;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new CarrierError(`Tracking is not available (${path})`);
  return response.json();
}

export async function livePosition(code) {
  const { position } = await call(`/v2/parcels/${code}`);
  return { lat: position.lat, lon: position.lon };
}
