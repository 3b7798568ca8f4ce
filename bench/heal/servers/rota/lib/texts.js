import { readFile } from 'node:fs/promises';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..', 'templates');

export const money = (pence) => `£${(pence / 100).toFixed(2)}`;

/** Fills the places of a template: {name}. */
export async function fill(template, values) {
  const text = await readFile(path.join(folder, `${template}.txt`), 'utf8');
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}
