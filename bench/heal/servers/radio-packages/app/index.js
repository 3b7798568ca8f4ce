'use strict';

const http = require('node:http');
const path = require('node:path');
const Stencil = require('radio-harbour/packages/stencil');
const Clockwork = require('radio-harbour/packages/clockwork');
const { Journal } = require('radio-harbour/packages/journal');
const { Store } = require('radio-harbour/store');
const { RequestDesk } = require('./desk');
const helpers = require('./helpers');
const makeRouter = require('./router');
const routes = require('./routes');

const root = path.join(__dirname, '..');

exports.createRadio = function createRadio(config) {
  const log = new Journal(config.log);
  const store = new Store(path.join(root, config.data.dir));
  store.load(config.data.files);

  const views = new Stencil({ dir: path.join(root, config.views.dir), extension: config.views.extension });
  for (const name of config.views.helpers) views.helper(name, helpers[name]);
  views.preload('partials');

  const desk = new RequestDesk(store, config.requests);
  desk.on('request', (request) => log.debug('request', request));

  const jobs = new Clockwork(log);
  const services = { config, log, store, views, desk };
  for (const { name, every, runAtStart } of config.jobs) {
    const job = require(`../jobs/${name}`);
    jobs.add({ name, every, run: () => job.run(services) });
    if (runAtStart) jobs.runNow(name);
  }

  const router = makeRouter();
  routes.mount(router, services);
  const server = http.createServer((req, res) => {
    router.handle(req, res).catch((error) => {
      const status = error.status || 500;
      if (status === 500) log.error(error.stack);
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ error: status === 500 ? 'Off air' : error.message }));
    });
  });
  return { server, jobs, log, store };
};
