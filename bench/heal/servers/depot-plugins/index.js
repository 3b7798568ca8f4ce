'use strict';

const settings = require('./lib/settings');
const store = require('./lib/store');
const views = require('./lib/web/views');
const { Router } = require('./lib/web/router');
const { createServer } = require('./lib/web/server');
const { loadPlugins } = require('./lib/plugins');

const router = new Router();
const plugins = loadPlugins(router, { store, settings, views });
router.get('/', (ctx) => ctx.json({ name: settings.name, plugins }));

const server = createServer(router);
server.listen(settings.port, () => console.log('depot listens on %d', server.address().port));
process.once('SIGTERM', () => server.close());
