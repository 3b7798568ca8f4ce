import { readFile } from 'node:fs/promises';
import mime from 'mime-types';

const root = new URL('../../public/', import.meta.url);
const names = new Map([
  ['/', 'index.html'],
  ['/map', 'map.txt'],
]);

/** A file for the public, or null where the path names none. */
export async function staticFile(pathname) {
  const name = names.get(pathname);
  if (!name) return null;
  const content = await readFile(new URL(name, root));
  return { type: mime.contentType(name), content };
}
