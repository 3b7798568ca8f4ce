import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

export function readJson(name) {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}

const settings = readJson('config/settings.json');

export default {
  ...settings,
  listen: { ...settings.listen, port: Number(process.env.PORT ?? settings.listen.port) },
};
