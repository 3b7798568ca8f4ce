const fs = require('node:fs');
const path = require('node:path');

const stage = process.env.APP_STAGE || 'development';

function load(name) {
  return JSON.parse(fs.readFileSync(path.join(__dirname, `${name}.json`), 'utf8'));
}

const base = load('default');
const own = load(stage);

module.exports = {
  ...base,
  ...own,
  tickets: { ...base.tickets, ...own.tickets },
};
