'use strict';

const { format } = require('node:util');

const GRAMS_PER_KG = 1000;

function toKilos(grams) {
  return Math.round(grams / (GRAMS_PER_KG / 10)) / 10;
}

function jars(grams, jarGrams) {
  return { full: Math.floor(grams / jarGrams), rest: grams % jarGrams };
}

function describe(grams) {
  return format('%s kg', toKilos(grams).toFixed(1));
}

module.exports = { toKilos, jars, describe };
