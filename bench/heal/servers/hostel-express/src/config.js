import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'config');

function readJson(name) {
  const file = path.join(folder, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function merge(base, over) {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over))
    merged[key] = value !== null && typeof value === 'object' && !Array.isArray(value) ? merge(base[key] ?? {}, value) : value;
  return merged;
}

export function loadConfig(env = process.env) {
  const config = merge(readJson('default'), readJson(env.APP_ENV ?? 'development'));
  if (env.PORT) config.server.port = Number(env.PORT);
  if (env.HOSTEL_CURRENCY) config.pricing.currency = env.HOSTEL_CURRENCY;
  if (env.HOSTEL_TAX_PERCENT) config.pricing.taxPercent = Number(env.HOSTEL_TAX_PERCENT);
  return config;
}

export default loadConfig();
