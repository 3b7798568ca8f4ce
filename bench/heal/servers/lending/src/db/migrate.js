'use strict';

const { readFile } = require('node:fs/promises');
const path = require('node:path');

const files = ['schema.sql', 'seed.sql'];

async function migrate(pool) {
  for (const name of files) {
    const sql = await readFile(path.join(__dirname, name), 'utf8');
    await pool.query(sql);
  }
}

module.exports = { migrate };
