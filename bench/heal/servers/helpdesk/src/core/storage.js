import { readFile } from 'node:fs/promises';

const cache = new Map();

export async function load(name) {
  if (!cache.has(name)) {
    const file = new URL(`../../data/${name}.json`, import.meta.url);
    cache.set(name, JSON.parse(await readFile(file, 'utf8')));
  }
  return cache.get(name);
}
