import { inTransaction, many, one, run } from '../db/index.js';
import { daysFrom, nightsBetween, parseDay } from '../lib/days.js';
import { conflict, invalid, notFound } from '../lib/errors.js';

function toStay(row) {
  return {
    id: row.id,
    dog: { id: row.dog_id, name: row.dog_name },
    owner: { name: row.owner_name, email: row.owner_email },
    run: row.run_code,
    arrivesOn: row.arrives_on,
    leavesOn: row.leaves_on,
    nights: nightsBetween(row.arrives_on, row.leaves_on),
    notes: row.notes ? row.notes.trim() : '',
    status: row.status,
  };
}

const select = `
  SELECT s.*, d.name AS dog_name, o.name AS owner_name, o.email AS owner_email
  FROM stays s JOIN dogs d ON d.id = s.dog_id JOIN owners o ON o.id = d.owner_id`;

export async function listStays() {
  return many(`${select} ORDER BY s.arrives_on, s.id`).map(toStay);
}

export async function findStay(id) {
  const row = one(`${select} WHERE s.id = ?`, id);
  if (!row) throw notFound('Stay', id);
  return toStay(row);
}

export async function extrasOf(stayId) {
  return many('SELECT label, cents FROM extras WHERE stay_id = ? ORDER BY id', stayId);
}

export async function freeRuns(from, to, size) {
  if (!parseDay(from) || !parseDay(to)) throw invalid('from and to are needed');
  const runs = many(
    `SELECT code, size, nightly_cents FROM runs
     WHERE (? IS NULL OR size = ?)
       AND code NOT IN (SELECT run_code FROM stays WHERE arrives_on < ? AND leaves_on > ?)
     ORDER BY code`,
    size ?? null,
    size ?? null,
    to,
    from,
  );
  return runs.map(({ code, nightly_cents: cents }) => ({ code, nightly: (cents / 100).toFixed(2) }));
}

export async function book({ dogId, size, from, to, notes, extras = [] }) {
  const dog = one('SELECT id FROM dogs WHERE id = ?', dogId);
  if (!dog) throw notFound('Dog', dogId);
  const [free] = await freeRuns(from, to, size);
  if (!free) throw conflict('No run is free');
  const id = inTransaction(() => {
    const { lastInsertRowid } = run(
      'INSERT INTO stays (dog_id, run_code, arrives_on, leaves_on, notes) VALUES (?, ?, ?, ?, ?)',
      dog.id,
      free.code,
      from,
      to,
      notes ?? null,
    );
    for (const { label, cents } of extras) {
      run('INSERT INTO extras (stay_id, label, cents) VALUES (?, ?, ?)', Number(lastInsertRowid), label, cents);
    }
    return Number(lastInsertRowid);
  });
  return findStay(id);
}

export async function occupancy(from, to) {
  const stays = await listStays();
  const days = {};
  for (const day of daysFrom(from, to)) {
    days[day] = stays.filter((stay) => stay.arrivesOn <= day && day < stay.leavesOn).map((stay) => stay.run);
  }
  return days;
}
