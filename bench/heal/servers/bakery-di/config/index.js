'use strict';

const fs = require('node:fs');
const path = require('node:path');

function load(name) {
  const file = path.join(__dirname, `${name}.json`);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
}

function merge(base, over) {
  const result = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    result[key] = isObject ? merge(base[key] ?? {}, value) : value;
  }
  return result;
}

const env = process.env.NODE_ENV || 'development';

module.exports = Object.freeze(merge(load('default'), load(env)));
