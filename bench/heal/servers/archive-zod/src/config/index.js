import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { merge } from '../lib/merge.js';
import { configSchema } from './schema.js';

export const root = path.resolve(import.meta.dirname, '..', '..');

async function layer(name) {
  const file = path.join(root, 'config', `${name}.yaml`);
  return existsSync(file) ? parse(await readFile(file, 'utf8')) : {};
}

export async function loadConfig(env = process.env) {
  const layers = [await layer('default'), await layer(env.NODE_ENV ?? 'development'), { server: { port: env.PORT ?? 3000 } }];
  const result = configSchema.safeParse(layers.reduce(merge));
  if (!result.success) {
    const issues = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`the configuration does not fit:\n${issues.join('\n')}`);
  }
  return Object.freeze(result.data);
}
