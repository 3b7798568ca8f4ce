import { readFileSync } from 'node:fs';

const defaults = JSON.parse(readFileSync(new URL('./config.json', import.meta.url), 'utf8'));

export const config = Object.freeze({
  ...defaults,
  port: Number(process.env.PORT ?? 3000),
  today: process.env.FLEET_TODAY ?? new Date().toISOString().slice(0, 10),
});

export function depot(key) {
  const found = config.depots[key];
  return found ? { key, ...found } : null;
}
