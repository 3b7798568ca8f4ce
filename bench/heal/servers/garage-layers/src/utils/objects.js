'use strict';

const isPlain = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function mergeDeep(base, extra) {
  const merged = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    merged[key] = isPlain(value) && isPlain(base[key]) ? mergeDeep(base[key], value) : value;
  }
  return merged;
}

function pick(object, keys) {
  const picked = {};
  for (const key of keys) if (object[key] !== undefined) picked[key] = object[key];
  return picked;
}

module.exports = { mergeDeep, pick };
