const fs = require('node:fs');
const path = require('node:path');
const fastify = require('fastify');
const settings = require('./lib/settings');

function filesOf(folder) {
  const at = path.join(__dirname, folder);
  return fs
    .readdirSync(at)
    .filter((name) => name.endsWith('.js'))
    .map((name) => require(path.join(at, name)));
}

module.exports = async function build() {
  const app = fastify({ trustProxy: settings.server.trustProxy, logger: false });
  for (const plugin of filesOf('plugins')) await app.register(plugin);
  for (const routes of filesOf('routes')) await app.register(routes, { prefix: routes.prefix });
  app.get('/', async () => ({ name: settings.site.name, levels: settings.site.levels.length }));
  return app;
};
