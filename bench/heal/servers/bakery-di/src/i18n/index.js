'use strict';

const config = require('#config');

const catalogues = new Map(config.languages.map((language) => [language, require(`./${language}.json`)]));

function lookUp(catalogue, key) {
  return key.split('.').reduce((node, part) => node[part], catalogue);
}

/** `t('errors.notFound', { what: 'product', id: 1 })` in one language. */
function translator(language) {
  const catalogue = catalogues.get(language) ?? catalogues.get(config.languages[0]);
  return (key, values = {}) =>
    lookUp(catalogue, key).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

module.exports = { translator, languages: [...catalogues.keys()] };
