const fs = require('node:fs/promises');
const path = require('node:path');
const { root } = require('../settings');

const cache = new Map();

async function load(name) {
  if (!cache.has(name)) cache.set(name, await fs.readFile(path.join(root, 'views', `${name}.html`), 'utf8'));
  return cache.get(name);
}

function escapeHtml(text) {
  return String(text).replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);
}

async function render(name, values) {
  const template = await load(name);
  return template
    .replace(/\{\{\{(\w+)\}\}\}/g, (_, key) => values[key])
    .replace(/\{\{(\w+)\}\}/g, (_, key) => escapeHtml(values[key]));
}

module.exports = { render, escapeHtml };
