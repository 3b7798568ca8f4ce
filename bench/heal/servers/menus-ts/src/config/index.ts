import { readFileSync } from 'node:fs';
import { settingsSchema } from './schema.js';
import { parseYaml } from './yaml.js';

const file = new URL('../../config/app.yaml', import.meta.url);

export const settings = settingsSchema.parse(parseYaml(readFileSync(file, 'utf8')));
export const port = Number(process.env.PORT ?? 3000);
export type { Settings } from './schema.js';
