'use strict';

const { badRequest } = require('../lib/errors');

const tests = {
  text: (value) => typeof value === 'string' && value.trim() !== '',
  count: (value) => Number.isInteger(value) && value > 0,
  list: (value) => Array.isArray(value),
};

/** validate({ title: 'text', finishes: 'list?' }): a field that ends in ? may be left out. */
module.exports = function validate(fields) {
  return (req, res, next) => {
    const wrong = Object.entries(fields).flatMap(([name, kind]) => {
      const value = req.body[name];
      if (value === undefined && kind.endsWith('?')) return [];
      return tests[kind.replace('?', '')](value) ? [] : [name];
    });
    next(wrong.length === 0 ? undefined : badRequest(`invalid: ${wrong.join(', ')}`, wrong));
  };
};
