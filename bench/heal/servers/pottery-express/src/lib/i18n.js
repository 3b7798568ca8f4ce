import { readFileSync } from 'node:fs';

const folder = new URL('../../locales/', import.meta.url);
const cache = new Map();

function textsOf(language) {
  if (!cache.has(language)) cache.set(language, JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')));
  return cache.get(language);
}

export const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

export const translator = (language) => (key, values = {}) => {
  const [section, name] = key.split('.');
  return fill(textsOf(language)[section][name], values);
};

export const emailTemplate = (name) => readFileSync(new URL(`emails/${name}.txt`, folder), 'utf8').trimEnd();
