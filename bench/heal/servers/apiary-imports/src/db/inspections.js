import { all, one, run } from '#db';

export const ofHive = (hiveId) =>
  all('SELECT id, inspected_on AS date, mites, mood, notes FROM inspections WHERE hive_id = ? ORDER BY inspected_on DESC', hiveId);

export const latest = (hiveId) => one('SELECT inspected_on AS date, mites, mood FROM inspections WHERE hive_id = ? ORDER BY inspected_on DESC LIMIT 1', hiveId);

export function insert(hiveId, { date, mites, mood, notes }) {
  run('INSERT INTO inspections (hive_id, inspected_on, mites, mood, notes) VALUES (?, ?, ?, ?, ?)', hiveId, date, mites, mood, notes);
  return ofHive(hiveId)[0];
}

export const miteAverages = () =>
  all(`SELECT h.name AS hive, ROUND(AVG(i.mites), 1) AS average, COUNT(i.id) AS inspections
    FROM hives h JOIN inspections i ON i.hive_id = h.id
    GROUP BY h.id ORDER BY average DESC`);

export const harvestBySite = () =>
  all(`SELECT h.site, SUM(v.grams) AS grams, COUNT(v.id) AS harvests
    FROM harvests v JOIN hives h ON h.id = v.hive_id
    GROUP BY h.site ORDER BY h.site`);
