import { Readable } from 'node:stream';

interface Entry {
  number: number;
  what: string;
  detail: string;
}

const entries: Entry[] = [];

export function record(what: string, detail: unknown) {
  entries.push({ number: entries.length + 1, what, detail: String(detail) });
}

export function latest(count: number) {
  return entries.slice(-count).reverse();
}

export function asLines() {
  return Readable.from(entries.map((entry) => `${JSON.stringify(entry)}\n`));
}
