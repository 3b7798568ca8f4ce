'use strict';

const path = require('path');
const settings = require('./settings.json');

const wanted = {
  invoice: ['vatPercent', 'dueDays', 'prefix'],
  pricing: ['setup', 'clickPerSheet', 'wastePercent', 'minimum', 'volumes'],
};

for (const [section, names] of Object.entries(wanted)) {
  for (const name of names) {
    if (settings[section][name] === undefined) {
      throw new Error(`Setting ${section}.${name} is missing in settings.json`);
    }
  }
}

module.exports = {
  ...settings,
  port: Number(process.env.PORT) || 3000,
  dataDir: path.resolve(__dirname, '..', process.env.DATA_DIR || 'data'),
  templateDir: path.join(__dirname, '..', 'templates'),
  journalFile: process.env.JOURNAL_FILE || path.join(__dirname, '..', 'journal.log'),
  courier: { url: process.env.COURIER_URL || 'http://127.0.0.1:8090', timeoutMs: 2000 },
};
