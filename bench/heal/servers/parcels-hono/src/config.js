import { existsSync, readFileSync } from 'node:fs';

const env = process.env.NODE_ENV ?? 'development';
const envFile = new URL('../.env', import.meta.url);
if (existsSync(envFile)) process.loadEnvFile(envFile);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(base, over) {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over))
    merged[key] = isObject(value) && isObject(base[key]) ? merge(base[key], value) : value;
  return merged;
}

function load(name) {
  const file = new URL(`../config/${name}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function need(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

export const config = {
  ...merge(load('default'), load(env)),
  port: Number.parseInt(process.env.PORT ?? '3000', 10),
  databaseUrl: need('DATABASE_URL'),
  carrier: {
    url: need('CARRIER_URL'),
    token: need('CARRIER_TOKEN'),
    timeoutMs: Number(process.env.CARRIER_TIMEOUT_MS ?? 2000),
  },
};
