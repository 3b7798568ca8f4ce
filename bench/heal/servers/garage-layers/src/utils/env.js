'use strict';

const fs = require('fs');

const LINE = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/;

/** Fills process.env from a file; what is set already wins. */
function loadEnv(file) {
  if (!fs.existsSync(file)) return;
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    const match = LINE.exec(line);
    if (!match) continue;
    const [, name, value] = match;
    if (process.env[name] === undefined) process.env[name] = value;
  }
}

module.exports = { loadEnv };
