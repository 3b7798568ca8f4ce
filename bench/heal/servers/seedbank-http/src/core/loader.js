import { readdir } from 'node:fs/promises';

const folder = new URL('../handlers/', import.meta.url);

/** Every module of `handlers/` has a default export: a list of routes. */
export async function loadHandlers() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort();
  const modules = await Promise.all(names.map((name) => import(new URL(name, folder))));
  return modules.flatMap((module) => module.default);
}
