const path = require('node:path');
const express = require('express');
const ms = require('ms');
const settings = require('./settings');
const { notFound, onError } = require('./middleware/errors');

function createApp() {
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json());
  app.use(express.static(path.join(settings.root, 'public'), { maxAge: ms(settings.server.staticMaxAge), index: false }));

  app.use('/', require('./routes/pages'));
  app.use('/items', require('./routes/items'));
  app.use('/claims', require('./routes/claims'));
  app.use('/stations', require('./routes/stations'));
  app.use('/reports', require('./routes/reports'));

  app.use(notFound);
  app.use(onError);
  return app;
}

module.exports = { createApp };
