import { readFile } from 'node:fs/promises';
import { config } from '../config.js';
import { euros, vatIn } from '../lib/money.js';
import { fill } from '../lib/text.js';
import { clock } from '../lib/time.js';
import { priced } from './charging.js';

const template = new URL('../../templates/receipt.txt', import.meta.url);

export async function receiptOf(ended) {
  const { session, station, connector, price } = await priced(ended);
  return fill(await readFile(template, 'utf8'), {
    name: config.name,
    id: session.id,
    station: `${station.name}, ${station.city}`,
    connector: `${connector.id} (${connector.kw} kW)`,
    started: clock(session.started),
    ended: clock(session.ended),
    minutes: price.minutes,
    lines: price.lines.map(({ text, cents }) => `${text.padEnd(22)} ${euros(cents).padStart(12)}`).join('\n'),
    total: euros(price.cents),
    vat: euros(vatIn(price.cents)),
  });
}
