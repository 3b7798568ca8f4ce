'use strict';

const fs = require('node:fs');
const path = require('node:path');

const template = path.join(__dirname, '..', 'public', 'index.html');

function renderIndex(config, rooms) {
  const values = { title: config.title, count: rooms.length };
  return fs.readFileSync(template, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key) => String(values[key]));
}

module.exports = { renderIndex };
