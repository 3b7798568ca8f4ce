import { HttpError } from '../http/errors.js';

export function weatherService({ weather }) {
  let cached = null;
  return {
    async frost() {
      if (cached) return cached;
      const response = await fetch(`${weather.url}/frost`, { headers: { authorization: `Bearer ${weather.key}` } });
      if (!response.ok) throw new HttpError(502, `Weather service answered ${response.status}`);
      const { nights } = await response.json();
      cached = { nights: nights.length, warned: nights.some(({ low }) => low < 0) };
      return cached;
    },
  };
}
