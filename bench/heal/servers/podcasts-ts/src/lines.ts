import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The records of a file of JSON lines, one after the other. */
export async function* records<T>(name: string): AsyncGenerator<T> {
  const file = new URL(`../content/${name}.ndjson`, import.meta.url);
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() !== '') yield JSON.parse(line) as T;
  }
}
