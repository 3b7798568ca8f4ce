const path = require('node:path');
const file = require('../config/settings.json');

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set, see .env.example`);
  return value;
}

module.exports = {
  ...file,
  root: path.join(__dirname, '..'),
  port: Number(process.env.PORT ?? file.server.port),
  databaseFile: required('DATABASE_FILE'),
  staffToken: required('STAFF_TOKEN'),
  courier: { url: process.env.COURIER_URL ?? null, key: process.env.COURIER_KEY ?? '' },
  labelDir: process.env.LABEL_DIR ?? null,
  today: () => process.env.LOST_TODAY ?? new Date().toISOString().slice(0, 10),
};
