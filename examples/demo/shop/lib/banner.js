const fs = require('node:fs');
const path = require('node:path');

const file = path.join(__dirname, '..', 'config', 'banner.json');

module.exports = JSON.parse(fs.readFileSync(file, 'utf8'));
