import { readFileSync } from 'node:fs';

const file = new URL('../config/default.json', import.meta.url);
const { port, ...settings } = JSON.parse(readFileSync(file, 'utf8'));

export const config = {
  ...settings,
  port: Number(process.env.PORT ?? port),
  avalancheUrl: process.env.AVALANCHE_URL ?? null,
  avalancheToken: process.env.AVALANCHE_TOKEN ?? '',
};
