'use strict';

const fs = require('fs/promises');
const path = require('path');
const config = require('../config');

/**
 * Fills templates/<name>.txt: {{field}}, and {{#rows}}…{{/rows}} once for each row.
 */
async function render(name, view) {
  const text = await fs.readFile(path.join(config.templateDir, `${name}.txt`), 'utf8');
  const full = { company: config.company, ...view };
  return text
    .replace(/\{\{#(\w+)\}\}\n([\s\S]*?)\{\{\/\1\}\}\n/g, (_, key, part) =>
      full[key].map((row) => fill(part, { ...full, ...row })).join(''),
    )
    .replace(/\{\{[\w.]+\}\}/g, (place) => fill(place, full));
}

function fill(text, view) {
  return text.replace(/\{\{([\w.]+)\}\}/g, (_, keys) => keys.split('.').reduce((value, key) => value[key], view));
}

module.exports = { render };
