const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const settings = require('./settings');

const { folder, language } = settings.messages;
const texts = JSON.parse(readFileSync(join(__dirname, '..', folder, `${language}.json`), 'utf8'));

/** A text by its path, with its values filled in. */
function message(key, values = {}) {
  const text = key.split('.').reduce((part, name) => part[name], texts);
  return text.replace(/%(\w+)%/g, (_, name) => values[name].toString());
}

module.exports = { message };
