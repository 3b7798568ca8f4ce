import pg from 'pg';
import { config } from '#config';

const { max, idleTimeoutMs } = config.database;
const pool = new pg.Pool({ connectionString: config.databaseUrl, max, idleTimeoutMillis: idleTimeoutMs });
pool.on('error', (error) => console.error('pool:', error.message));

export async function rows(sql, ...values) {
  const result = await pool.query(sql, values);
  return result.rows;
}
