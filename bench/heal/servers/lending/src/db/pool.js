'use strict';

const { Pool, types } = require('pg');
const config = require('../config');

const DATE = 1082;
types.setTypeParser(DATE, (text) => text);

const pool = new Pool({ connectionString: config.databaseUrl, max: 1, connectionTimeoutMillis: config.databaseTimeoutMs });

pool.on('error', (error) => {
  console.warn(`idle database client: ${error.message}`);
});

const query = (text, values) => pool.query(text, values);

async function inTransaction(work) {
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

module.exports = { pool, query, inTransaction };
