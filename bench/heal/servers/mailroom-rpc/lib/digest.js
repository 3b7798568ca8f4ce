import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { store } from './store.js';
import { groupBy, sortBy } from './collections.js';

function* lines() {
  yield '# Digest\n';
  const months = groupBy(store.letters, (letter) => letter.at.slice(0, 7));
  for (const [month, letters] of sortBy([...months], ([key]) => key)) {
    yield `\n## ${month}\n`;
    for (const { subject, to } of letters) yield `- ${subject} (${store.person(to).name})\n`;
  }
}

export function page(ctx) {
  ctx.type = 'text/markdown';
  ctx.body = Readable.from(lines());
}

export function compressed(ctx) {
  ctx.type = 'application/gzip';
  ctx.body = Readable.from(lines()).pipe(createGzip());
}
