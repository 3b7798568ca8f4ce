'use strict';

const { Pool, types } = require('pg');
const config = require('../config');

types.setTypeParser(types.builtins.DATE, (text) => text);

const pool = new Pool({
  connectionString: config.databaseUrl,
  max: config.database.max,
  connectionTimeoutMillis: config.database.waitMs,
});

pool.on('error', (error) => console.error('idle connection lost:', error.message));

function query(text, values) {
  return pool.query(text, values);
}

async function transaction(work) {
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

function close() {
  return pool.end();
}

module.exports = { query, transaction, close };
