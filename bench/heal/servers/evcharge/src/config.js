import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const envFile = fileURLToPath(new URL('.env', root));
if (existsSync(envFile)) process.loadEnvFile(envFile);

const { env } = process;
const file = JSON.parse(readFileSync(new URL('config/app.json', root), 'utf8'));

function numberOf(name) {
  const value = Number(env[name]);
  if (!env[name] || Number.isNaN(value)) throw new Error(`${name} must be a number, not ${JSON.stringify(env[name])}`);
  return value;
}

export const config = {
  ...file,
  port: Number(env.PORT ?? 8080),
  redisUrl: env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  vatPercent: numberOf('VAT_PERCENT'),
  exportDir: fileURLToPath(new URL(`${env.EXPORT_DIR ?? 'exports'}/`, root)),
  hub: { ...file.hub, url: env.HUB_URL ?? null, token: env.HUB_TOKEN ?? null },
};
