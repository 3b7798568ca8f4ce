'use strict';

const fs = require('node:fs');
const path = require('node:path');

const file = path.join(__dirname, '..', 'config', 'app.json');

function loadConfig() {
  const config = JSON.parse(fs.readFileSync(file, 'utf8'));
  if (!Number.isInteger(config.pageSize)) throw new Error('config: pageSize must be a whole number');
  return config;
}

module.exports = { loadConfig };
