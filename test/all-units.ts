/** All unit tests in one process: each file in one of its own would spend most of its time on being started. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.join(import.meta.dirname, '..', 'src');
const names = readdirSync(folder, { recursive: true }).map(String);
for (const name of names.filter((one) => one.endsWith('.test.ts')).sort())
  await import(pathToFileURL(path.join(folder, name)).href);
