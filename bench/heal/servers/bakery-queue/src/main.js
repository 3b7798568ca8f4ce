const http = require('node:http');
const { settings } = require('./infra/settings');
const Shop = require('./domain/shop');
const buildApi = require('./http/api');

const shop = new Shop();
const api = buildApi(shop);

const server = http.createServer((req, res) => api.handle(req, res));

server.listen(settings.port, () => {
  console.log(`${settings.shopName} listens on ${settings.port}`);
});
