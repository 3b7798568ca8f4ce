const fs = require('fs');
const path = require('path');

const file = JSON.parse(fs.readFileSync(path.join(__dirname, 'config.json'), 'utf8'));

module.exports = {
  ...file,
  port: Number(process.env.PORT || file.port),
  env: process.env.NODE_ENV || 'development',
};
