const fs = require('node:fs');
const path = require('node:path');
const ms = require('ms');

const file = path.join(__dirname, '..', 'config', 'shop.json');
const raw = JSON.parse(fs.readFileSync(file, 'utf8'));

module.exports = { name: raw.name, currency: raw.currency, holdMs: ms(raw.holdOrdersFor) };
