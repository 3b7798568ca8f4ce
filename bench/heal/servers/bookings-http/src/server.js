'use strict';

const http = require('node:http');
const { loadConfig } = require('./config');
const { createStore } = require('./store');
const { createRouter } = require('./router');
const registerRooms = require('./routes/rooms');
const registerBookings = require('./routes/bookings');
const registerReports = require('./routes/reports');
const { renderIndex } = require('./page');
const { readJson } = require('./body');

const config = loadConfig();
const store = createStore(config);
const router = createRouter();

router.add('GET', '/', (request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(renderIndex(config, store.rooms()));
});
router.add('GET', '/health', (request, response) => response.json(200, { status: 'ok' }));
registerRooms(router, { store, config });
registerBookings(router, { store, config, readJson });
registerReports(router, { store, config });

const server = http.createServer(async (request, response) => {
  response.json = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  try {
    await router.handle(request, response);
  } catch (error) {
    if (error.status) return response.json(error.status, { error: error.message });
    console.error(error);
    response.json(500, { error: 'Internal Server Error' });
  }
});

const port = Number(process.env.PORT || 3000);
server.listen(port, () => console.log(`${config.title} on ${port}`));
