/** Brackets that stand for more: lines that went with them, and an opening one that is as likely gone. */
import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { syntax } from './syntax.ts';

const app = `const express = require('express');
const { onError } = require('./errors');

function createApp() {
  const app = express();
  app.use(express.json());
  app.use(onError);
  return app;
}

module.exports = { createApp };
`;
const views = `const { format } = require('./money');

function lineView(line) {
  return { sku: line.sku, unit: format(line.cents) };
}

function orderView(order) {
  return {
    id: order.id,
    lines: order.lines.map(lineView),
  };
}

module.exports = { lineView, orderView };
`;
const lost = (
  text: string,
  gone: string,
  more: Readonly<Record<string, string>> = {},
): Omit<Case, 'name' | 'first'> => ({
  class: 'syntax' as const,
  message: 'Unexpected end of input',
  files: { 'a.js': text.replace(gone, ''), 'errors.js': 'exports.onError = () => {};\n', ...more },
  at: [['a.js', '‸module.exports']],
});
const using = { 'b.js': "require('./a').lineView({});\n" };

check(syntax, [
  {
    name: 'a line that ends in the middle of what is handed over',
    class: 'syntax',
    message: 'missing ) after argument list',
    files: {
      'a.js':
        'exports.all = (config) => {\n  const list = [];\n  list.push(except(\n  list.push(upper(config));\n  return list;\n};\nfunction except(a) {\n  return a;\n}\nfunction upper(a) {\n  return a;\n}\n',
    },
    first: { 'a.js': /list\.push\(except\(\s*\)\)/ },
    ask: /the text does not tell what was meant/,
  },
  {
    name: 'what is taken in and stands nowhere else was used in lines that are gone',
    ...lost(app, '  app.use(onError);\n  return app;\n}\n'),
    first: { 'a.js': /json\(\)\);\s*\}/ },
    ask: /does not tell/,
  },
  {
    name: 'all that is taken in is used: the brace alone is gone',
    ...lost(app, '  return app;\n}\n'),
    first: { 'a.js': /use\(onError\);\s*\}/ },
  },
  {
    name: 'a function that nobody but the exports names was used in lines that are gone',
    ...lost(views, '    lines: order.lines.map(lineView),\n  };\n}\n'),
    first: { 'a.js': /id: order\.id,\s*\}/ },
    ask: /does not tell/,
  },
  {
    name: 'a function that another file uses',
    ...lost(views, '    lines: order.lines.map(lineView),\n  };\n}\n', using),
    first: { 'a.js': /id: order\.id,\s*\}/ },
  },
]);

const reckoning = (text: string): string => `exports.of = (a, b, c) => {\n  return Math.round(${text};\n};\n`;
const over = (text: string, mended: string): Omit<Case, 'name'> => ({
  class: 'syntax' as const,
  message: "Unexpected token ')'",
  files: { 'a.js': reckoning(text) },
  at: [['a.js', '‸return']],
  first: { 'a.js': reckoning(mended) },
});

check(syntax, [
  {
    name: 'a sum within a product may have been bracketed',
    ...over('a * 1 - b / 100))', 'a * 1 - b / 100)'),
    ask: /does not tell/,
  },
  { name: 'so may what is taken away', ...over('a - b - c))', 'a - b - c)'), ask: /does not tell/ },
  { name: 'so may what is denied as a whole', ...over('!a && b))', '!a && b)'), ask: /does not tell/ },
  { name: 'so may the first of two choices', ...over('a || b && c))', 'a || b && c)'), ask: /does not tell/ },
  { name: 'numbers are added in any order', ...over('a + b + c))', 'a + b + c)') },
  { name: 'a call takes what it is given', ...over('Number(a)))', 'Number(a))') },
]);
