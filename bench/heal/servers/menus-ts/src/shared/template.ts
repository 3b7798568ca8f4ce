import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'templates');

export async function render(name: string, values: Record<string, string | number>): Promise<string> {
  const text = await readFile(path.join(folder, name), 'utf8');
  return text.replace(/\{(\w+)\}/g, (_, key: string) => values[key].toString());
}
