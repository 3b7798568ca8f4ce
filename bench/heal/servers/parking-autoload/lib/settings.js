const fs = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, '..', 'config');

function readJson(name) {
  return JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
}

function load() {
  const settings = readJson('settings.json');
  const local = path.join(folder, 'settings.local.json');
  if (fs.existsSync(local)) {
    for (const [section, values] of Object.entries(readJson('settings.local.json'))) {
      Object.assign(settings[section], values);
    }
  }
  for (const key of ['freeMinutes', 'stepMinutes', 'stepPrice', 'dayMax']) {
    if (typeof settings.tariff[key] !== 'number') throw new Error(`settings: tariff.${key} must be a number`);
  }
  return Object.freeze(settings);
}

module.exports = load();
