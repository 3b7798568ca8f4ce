'use strict';

const express = require('express4');
const config = require('../config');
const routes = require('./routes');
const { notFound, errorHandler } = require('./middlewares/errorHandler');

const app = express();

app.disable('x-powered-by');
app.use(express.json({ limit: config.server.bodyLimit }));

app.get('/health', (req, res) => {
  const { from, to } = config.workshop.opening;
  res.json({ ok: true, name: config.workshop.name, opening: `${from}-${to}` });
});
app.use('/api', routes);

app.use(notFound);
app.use(errorHandler);

module.exports = app;
