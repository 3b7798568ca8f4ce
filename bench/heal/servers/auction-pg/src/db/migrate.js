const { readdir, readFile } = require('node:fs/promises');
const path = require('node:path');

const folder = path.join(__dirname, '..', '..', 'migrations');

async function migrate(pool) {
  await pool.query('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
  const { rows } = await pool.query('SELECT name FROM migrations');
  const done = new Set(rows.map((row) => row.name));
  const files = (await readdir(folder)).filter((file) => /^\d+_\w+\.sql$/.test(file)).sort();
  const pending = files.filter((file) => !done.has(file));
  for (const file of pending) {
    await pool.query(await readFile(path.join(folder, file), 'utf8'));
    await pool.query('INSERT INTO migrations (name) VALUES ($1)', [file]);
  }
  return pending;
}

module.exports = { migrate };
