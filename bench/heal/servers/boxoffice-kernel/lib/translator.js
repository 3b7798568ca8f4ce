'use strict';

const fs = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, '..', 'locales');

class Translator {
  #catalogs = new Map();

  constructor({ known, fallback }) {
    this.fallback = fallback;
    for (const language of known) {
      this.#catalogs.set(language, JSON.parse(fs.readFileSync(path.join(folder, `${language}.json`), 'utf8')));
    }
  }

  has(language) {
    return this.#catalogs.has(language);
  }

  pick(header = '') {
    const wanted = header.split(',').map((part) => part.split(';')[0].trim().slice(0, 2));
    return wanted.find((language) => this.has(language)) ?? this.fallback;
  }

  say(language, key, values = {}) {
    const text = key.split('.').reduce((group, word) => group[word], this.#catalogs.get(language));
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }
}

module.exports = Translator;
