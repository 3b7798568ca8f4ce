import { euros, vatIn } from '../lib/money.js';
import { monthOf } from '../lib/time.js';
import { saveStatement, savedStatement, sessionsOf } from '../store/sessions.js';
import { priced } from './charging.js';

async function rowsOf(card, month) {
  const sessions = await sessionsOf(card);
  const ended = sessions.filter((one) => one.ended !== null && monthOf(one.started) === month);
  const rows = await Promise.all(
    ended.map(async (one) => {
      const { session, station, price } = await priced(one);
      return { id: session.id, day: session.started.slice(0, 10), station: station.name, wh: session.wh, cents: price.cents };
    }),
  );
  return rows.sort((a, b) => b.day.localeCompare(a.day));
}

export async function drawUp(card, month) {
  const rows = await rowsOf(card, month);
  const cents = rows.reduce((total, row) => total + row.cents, 0);
  const statement = {
    month,
    sessions: rows.length,
    kwh: rows.reduce((total, row) => total + row.wh, 0) / 1000,
    total: euros(cents),
    vat: euros(vatIn(cents)),
    rows,
  };
  await saveStatement(card, month, statement);
  return statement;
}

export async function statementOf(card, month) {
  return savedStatement(card, month);
}
