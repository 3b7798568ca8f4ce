'use strict';

const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const settings = JSON.parse(fs.readFileSync(path.join(root, 'config', 'app.json'), 'utf8'));

module.exports = {
  ...settings,
  root,
  port: Number(process.env.PORT || settings.port),
  databaseUrl: process.env.DATABASE_URL,
  exportDir: path.resolve(root, process.env.EXPORT_DIR || settings.exportDir),
  einvoice: {
    ...settings.einvoice,
    url: process.env.EINVOICE_URL,
    key: process.env.EINVOICE_KEY,
  },
};
