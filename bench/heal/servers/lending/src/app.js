'use strict';

const express = require('express4');
const { requestLog } = require('./middleware/request-log');
const { notFound, onError } = require('./middleware/errors');
const books = require('./routes/books');
const members = require('./routes/members');
const loans = require('./routes/loans');
const reports = require('./routes/reports');

function createApp() {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestLog);
  app.use(express.json());

  app.get('/health', (req, res) => {
    res.json({ status: 'ok' });
  });
  app.use('/books', books);
  app.use('/members', members);
  app.use('/loans', loans);
  app.use('/reports', reports);

  app.use(notFound);
  app.use(onError);
  return app;
}

module.exports = { createApp };
