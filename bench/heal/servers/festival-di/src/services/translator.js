const { readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, '../../locales');

class Translator {
  constructor({ fallback, supported }) {
    this.fallback = fallback;
    this.supported = supported;
    this.catalogues = {};
    for (const name of readdirSync(folder)) {
      this.catalogues[path.basename(name, '.json')] = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    }
  }

  localeOf(request) {
    const wanted = request.acceptsLanguages(this.supported);
    return wanted || this.fallback;
  }

  text(locale, key, values = {}) {
    const [group, name] = key.split('.');
    return this.catalogues[locale][group][name].replace(/\{(\w+)\}/g, (_, word) => values[word]);
  }
}

module.exports = { Translator };
