import { readFile } from 'node:fs/promises';
import type { Config } from '../config/schema.js';
import { conflict } from '../domain/errors.js';
import type { Tank } from '../domain/types.js';

const template = new URL('../../templates/label.txt', import.meta.url);

export async function labelOf(tank: Tank, { name, vintage }: Config['estate']): Promise<string> {
  if (tank.wine === null) throw conflict(`tank ${tank.id} is empty`);
  const text = await readFile(template, 'utf8');
  const values: Record<string, string | number> = { estate: name, vintage, tank: tank.id, wine: tank.wine.name, litres: tank.litres };
  return text.replace(/\{(\w+)\}/g, (_, key: string) => values[key].toString());
}
