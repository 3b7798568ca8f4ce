import { readFileSync } from 'node:fs';

const defaults = JSON.parse(readFileSync(new URL('./defaults.json', import.meta.url), 'utf8'));

function number(name, fallback) {
  const value = process.env[name];
  if (value === undefined || value === '') return fallback;
  const parsed = Number(value);
  if (Number.isNaN(parsed)) throw new Error(`${name} must be a number, got "${value}"`);
  return parsed;
}

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

export default {
  ...defaults,
  port: number('PORT', 3000),
  keeperKey: required('KEEPER_KEY'),
  api: { ...defaults.api, pageSize: number('PAGE_SIZE', defaults.api.pageSize) },
};
