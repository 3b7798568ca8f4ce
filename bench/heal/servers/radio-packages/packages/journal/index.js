'use strict';

const { appendFileSync } = require('node:fs');
const { format } = require('node:util');
const levels = require('./levels.json');

class Journal {
  constructor({ level, file }) {
    if (!(level in levels)) throw new Error(`log level ${level} is none of ${Object.keys(levels).join(', ')}`);
    this.threshold = levels[level];
    this.file = file;
  }

  write(level, message, fields) {
    if (levels[level] < this.threshold) return;
    const line = format('%s %s %s', level.toUpperCase(), message, fields ? JSON.stringify(fields) : '').trim();
    if (this.file) appendFileSync(this.file, `${line}\n`);
    else process.stderr.write(`${line}\n`);
  }

  debug(message, fields) {
    this.write('debug', message, fields);
  }

  info(message, fields) {
    this.write('info', message, fields);
  }

  warn(message, fields) {
    this.write('warn', message, fields);
  }

  error(message, fields) {
    this.write('error', message, fields);
  }
}

module.exports = { Journal };
