const { Pool } = require('pg');
const { databaseUrl } = require('../config');

const pool = new Pool({ connectionString: databaseUrl, max: 3, idleTimeoutMillis: 10_000 });
pool.on('error', (error) => console.error('idle client failed', error.message));

async function query(sql, params = [], client = pool) {
  const result = await client.query(sql, params);
  return result.rows;
}

async function one(sql, params, client) {
  const rows = await query(sql, params, client);
  return rows[0] ?? null;
}

async function withTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

module.exports = { pool, query, one, withTransaction };
