import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

function readEnvFile(file) {
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(
    lines
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

const env = { ...readEnvFile(path.join(root, '.env')), ...process.env };

function required(name) {
  if (!env[name]) throw new Error(`Missing environment variable ${name}`);
  return env[name];
}

function wholeNumber(name) {
  const value = Number(required(name));
  if (!Number.isInteger(value)) throw new Error(`${name} must be a whole number, not "${env[name]}"`);
  return value;
}

export const settings = {
  port: Number(env.PORT ?? 3000),
  adminToken: required('ADMIN_TOKEN'),
  loanDays: wholeNumber('LOAN_DAYS'),
  dbFile: path.resolve(root, required('DB_FILE')),
};
