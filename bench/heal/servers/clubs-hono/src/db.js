import pg from 'pg';

const { DATABASE_URL } = process.env;
if (!DATABASE_URL) throw new Error('DATABASE_URL is not set');

export const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });

export async function many(text, params = []) {
  const { rows } = await pool.query(text, params);
  return rows;
}

export async function one(text, params = []) {
  const [row] = await many(text, params);
  return row ?? null;
}
