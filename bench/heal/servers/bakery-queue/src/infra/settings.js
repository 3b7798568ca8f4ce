const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');

function readJson(...parts) {
  return JSON.parse(fs.readFileSync(path.join(root, ...parts), 'utf8'));
}

const settings = {
  port: parseInt(process.env.PORT || '8080', 10),
  batchSize: parseInt(process.env.BATCH_SIZE || '2', 10),
  cacheTtl: parseInt(process.env.CACHE_TTL_MS || '30000', 10),
  shopName: process.env.SHOP_NAME || 'Bakery Krume',
  dataDir: path.join(root, 'data'),
  ...readJson('config', 'ovens.json'),
};

exports.settings = settings;
exports.readJson = readJson;
