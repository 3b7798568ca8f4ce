import { readFile } from 'node:fs/promises';

const file = new URL('../config/app.json', import.meta.url);

export const settings = JSON.parse(await readFile(file, 'utf8'));
