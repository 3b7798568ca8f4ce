'use strict';

const { Alerts } = require('./alerts');
const { HttpError, badRequest } = require('./errors');
const { Forecast } = require('./forecast');
const { readingHandlers } = require('./handlers/readings');
const { reportHandlers } = require('./handlers/reports');
const { stationHandlers } = require('./handlers/stations');
const { Router } = require('./router');
const { Store } = require('./store');
const { WorkerPool } = require('./work/pool');

async function readJson(context) {
  const chunks = [];
  for await (const chunk of context.request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    context.json = text === '' ? {} : JSON.parse(text);
  } catch {
    throw badRequest('The body is no JSON');
  }
}

async function createApp(config) {
  const store = await new Store(config.dataDir).load();
  const alerts = new Alerts(store, config);
  const forecast = new Forecast(config.forecast);
  const pool = new WorkerPool(2);
  const deps = { store, alerts, forecast, pool, config };
  const stations = stationHandlers(deps);
  const readings = readingHandlers(deps);
  const reports = reportHandlers(deps);

  const router = new Router()
    .on('GET', '/health', async () => ({ body: { ok: true, stations: store.stations.size } }))
    .on('GET', '/stations', stations.list)
    .on('GET', '/stations/:code', stations.show)
    .on('GET', '/stations/:code/contact', stations.contact)
    .on('GET', '/stations/:code/forecast', stations.forecast)
    .on('GET', '/stations/:code/readings', readings.list)
    .on('POST', '/stations/:code/readings', readJson, readings.add)
    .on('POST', '/stations/:code/import', readings.importCsv)
    .on('GET', '/stations/:code/export', readings.exportCsv)
    .on('GET', '/stations/:code/summary', reports.summary)
    .on('GET', '/stations/:code/days', reports.days)
    .on('GET', '/overview', reports.overview)
    .on('GET', '/alerts', reports.keepersOnly, reports.alerts);

  const answer = (response, status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  async function handle(request, response) {
    const url = new URL(request.url, 'http://tides.local');
    const found = router.find(request.method, url.pathname);
    if (!found) return answer(response, 404, { error: `Nothing at ${url.pathname}` });
    const context = { request, response, params: found.params, query: Object.fromEntries(url.searchParams) };
    let result;
    for (const handler of found.handlers) result = await handler(context);
    if (result) answer(response, result.status ?? 200, result.body);
  }

  return (request, response) => {
    handle(request, response).catch((error) => {
      const status = error instanceof HttpError ? error.status : 500;
      if (status === 500) console.error(error);
      if (response.headersSent) return response.destroy();
      answer(response, status, { error: error.message, details: error.details });
    });
  };
}

module.exports = { createApp };
