'use strict';

const { readFileSync } = require('fs');
const { join } = require('path');
const settings = require('../settings');

const folder = join(__dirname, '../../views');
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => escapes[sign]);

function fill(name, values) {
  return readFileSync(join(folder, `${name}.html`), 'utf8')
    .trim()
    .replace(/\{\{\{(\w+)\}\}\}/g, (_, key) => values[key])
    .replace(/\{\{(\w+)\}\}/g, (_, key) => escape(values[key]));
}

exports.partial = fill;

exports.page = (name, title, values) => fill('layout', { title, depot: settings.name, content: fill(name, values) });
