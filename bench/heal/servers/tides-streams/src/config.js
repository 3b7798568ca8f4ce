'use strict';

const path = require('path');

module.exports = {
  port: Number(process.env.PORT || 3000),
  dataDir: path.join(__dirname, '..', 'data'),
  forecast: {
    url: process.env.FORECAST_URL || 'http://127.0.0.1:9',
    key: process.env.FORECAST_KEY,
    timeoutMs: 1500,
    cacheMs: 60000,
  },
  keeperToken: process.env.KEEPER_TOKEN || 'keeper-22',
  exports: { separator: ';', columns: ['at', 'level', 'note'] },
  readings: { maxLevel: 15, pageSize: 3 },
};
