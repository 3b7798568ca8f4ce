import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export async function* readNdjson(file) {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() !== '') yield JSON.parse(line);
  }
}
