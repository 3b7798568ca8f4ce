'use strict';

const fs = require('node:fs');
const path = require('node:path');
const defaults = require('./default');

function merge(base, over) {
  const out = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const isGroup = value !== null && typeof value === 'object' && !Array.isArray(value);
    out[key] = isGroup ? merge(base[key] ?? {}, value) : value;
  }
  return out;
}

function stageFile(stage) {
  const file = path.join(__dirname, `${stage}.js`);
  return fs.existsSync(file) ? require(file) : {};
}

function fromEnvironment(env) {
  const over = { server: {}, staff: {} };
  if (env.PORT) over.server.port = Number(env.PORT);
  if (env.STAFF_TOKEN) over.staff.token = env.STAFF_TOKEN;
  return over;
}

const prices = JSON.parse(fs.readFileSync(path.join(__dirname, 'prices.json'), 'utf8'));

module.exports = [stageFile(process.env.NODE_ENV ?? 'default'), fromEnvironment(process.env), { prices }].reduce(merge, defaults);
