'use strict';

const fs = require('node:fs/promises');
const path = require('node:path');

const folder = path.join(__dirname, '..', 'templates');
const partial = /\{\{> ([\w-]+) \}\}/g;
const value = /\{\{ ([\w.]+) \}\}/g;
const known = new Map();

const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function load(name) {
  if (!known.has(name)) {
    const text = await fs.readFile(path.join(folder, `${name}.html`), 'utf8');
    const names = [...text.matchAll(partial)].map(([, found]) => found);
    const parts = new Map(await Promise.all(names.map(async (one) => [one, await load(one)])));
    known.set(name, text.replace(partial, (_, one) => parts.get(one)));
  }
  return known.get(name);
}

async function render(name, view) {
  const text = await load(name);
  return text.replace(value, (_, keys) => escape(keys.split('.').reduce((at, key) => at[key], view)));
}

async function renderEach(name, views) {
  const parts = [];
  for (const view of views) parts.push(await render(name, view));
  return parts.join('');
}

module.exports = { render, renderEach };
