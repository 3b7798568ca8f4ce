'use strict';

const config = require('#config');
const { createApp } = require('./app');
const { createContainer } = require('./container');

const container = createContainer();
const app = createApp(container);
const port = Number(process.env.PORT) || config.http.port;

const server = app.listen(port, () => console.log(`bakery on ${port}`));

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.close(() => process.exit(0)));
