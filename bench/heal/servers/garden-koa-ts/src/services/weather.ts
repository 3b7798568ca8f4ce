import { HttpError } from '../http/errors.js';
import { settings } from '../settings.js';

export async function frostWarning() {
  if (!settings.weather.url) throw new HttpError(404, 'No weather service is set');
  const response = await fetch(`${settings.weather.url}/frost`, { signal: AbortSignal.timeout(settings.weather.waitMs) });
  if (!response.ok) throw new HttpError(502, `Weather service answered ${response.status}`);
  const { nights = [] } = (await response.json()) as { nights?: string[] };
  return { frost: nights.length > 0, nights };
}
