import { existsSync, readFileSync } from 'node:fs';

const at = (name) => new URL(name, import.meta.url);

if (existsSync(at('./.env'))) process.loadEnvFile(at('./.env'));

const defaults = JSON.parse(readFileSync(at('./config/default.json'), 'utf8'));
const { env } = process;

function payDay() {
  const day = Number(env.ROTA_PAY_DAY ?? defaults.payDay);
  if (!Number.isInteger(day) || day < 1 || day > 28) {
    throw new Error(`ROTA_PAY_DAY must be a day from 1 to 28, not ${env.ROTA_PAY_DAY}`);
  }
  return day;
}

export const settings = {
  ...defaults,
  payDay: payDay(),
  port: Number(env.PORT ?? 3000),
  database: env.ROTA_DB ?? 'var/rota.db',
  holidaysUrl: env.HOLIDAYS_URL ?? 'http://holidays.internal',
  smsUrl: env.SMS_URL ?? 'http://sms.internal',
};
