import path from 'node:path';

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

const root = path.resolve(import.meta.dirname, '..');

export const config = {
  port: Number(process.env.PORT ?? 3000),
  host: process.env.HOST ?? '127.0.0.1',
  apiKey: required('API_KEY'),
  database: path.resolve(root, process.env.STOCK_DB ?? 'db/stock.sqlite'),
  sql: path.join(root, 'db'),
  reorderBelow: 10,
};
