import { HttpError } from '../http/errors.js';
import type { Settings } from '../settings.js';
import type { Address } from '../types.js';

export interface Rate {
  service: string;
  price: number;
}

export class CarrierClient {
  constructor(private readonly settings: Settings['carrier']) {}

  async rates(address: Address, grams: number): Promise<Rate[]> {
    const { url, token, timeoutMs } = this.settings;
    if (!token) throw new Error('CARRIER_TOKEN is not set');
    const query = new URLSearchParams({ postcode: address.postcode.replace(' ', ''), grams: String(grams) });
    let response: Response;
    try {
      response = await fetch(`${url}/v2/rates?${query}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      console.error('carrier unreachable', error);
      throw new HttpError(502, 'The carrier cannot be reached');
    }
    if (!response.ok) {
      console.error(`carrier answered ${response.status}: ${await response.text()}`);
      throw new HttpError(502, `The carrier answered ${response.status}`);
    }
    const { rates } = (await response.json()) as { rates: Rate[] };
    return rates.toSorted((a, b) => a.price - b.price);
  }
}
