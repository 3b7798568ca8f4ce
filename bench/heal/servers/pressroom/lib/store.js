'use strict';

const fs = require('fs/promises');
const path = require('path');
const config = require('../config');

const tables = new Map();

async function read(name) {
  const text = await fs.readFile(path.join(config.dataDir, `${name}.json`), 'utf8');
  return JSON.parse(text);
}

/** All rows of a table; the file is read once. */
function all(name) {
  if (!tables.has(name)) {
    const rows = read(name);
    rows.catch(() => tables.delete(name));
    tables.set(name, rows);
  }
  return tables.get(name);
}

async function find(name, id, key = 'id') {
  const rows = await all(name);
  return rows.find((row) => row[key] === id) || null;
}

async function where(name, wanted) {
  const rows = await all(name);
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return rows.filter((row) => given.every(([key, value]) => row[key] === value));
}

async function insert(name, row) {
  const rows = await all(name);
  await journal('insert', name, row);
  rows.push(row);
  return row;
}

async function update(name, id, changes) {
  const row = await find(name, id);
  await journal('update', name, { id, ...changes });
  return Object.assign(row, changes);
}

function journal(action, name, row) {
  const line = JSON.stringify({ at: new Date().toISOString(), action, name, row });
  return fs.appendFile(config.journalFile, `${line}\n`);
}

module.exports = { all, find, where, insert, update };
