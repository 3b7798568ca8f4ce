import { many, one, run } from '../db/index.js';
import { parseDay } from '../lib/days.js';
import { invalid, notFound } from '../lib/errors.js';

function toDog(row) {
  const diet = row.diet ? JSON.parse(row.diet) : { meals: 2 };
  return {
    id: row.id,
    name: row.name,
    breed: row.breed?.toUpperCase() ?? 'MIXED',
    born: row.born,
    owner: row.owner_name,
    meals: diet.meals,
    avoid: (diet.avoid ?? []).join(', '),
  };
}

const select = 'SELECT d.*, o.name AS owner_name FROM dogs d JOIN owners o ON o.id = d.owner_id';

export async function listDogs({ owner } = {}) {
  const rows = owner ? many(`${select} WHERE o.id = ? ORDER BY d.name`, Number(owner)) : many(`${select} ORDER BY d.name`);
  return rows.map(toDog);
}

export async function findDog(id) {
  const row = one(`${select} WHERE d.id = ?`, id);
  if (!row) throw notFound('Dog', id);
  return toDog(row);
}

export async function addDog({ ownerId, name, breed = null, born, diet }) {
  if (!name || !parseDay(born)) throw invalid('name and born are needed');
  const owner = one('SELECT id FROM owners WHERE id = ?', ownerId);
  if (!owner) throw notFound('Owner', ownerId);
  const { lastInsertRowid } = run(
    'INSERT INTO dogs (owner_id, name, breed, born, diet) VALUES (?, ?, ?, ?, ?)',
    owner.id,
    name,
    breed,
    born,
    diet ? JSON.stringify(diet) : null,
  );
  return findDog(Number(lastInsertRowid));
}
