const express = require('express');
const { bidsRouter } = require('./bids/bids.router');
const { buyersRouter } = require('./buyers/buyers.router');
const { query } = require('./db/pool');
const { lotsRouter } = require('./lots/lots.router');
const { errorHandler, notFound } = require('./middleware/errors');
const { loadBuyer } = require('./middleware/load-buyer');

function createApp() {
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json({ limit: '20kb' }));
  app.use(loadBuyer);

  app.get('/health', async (req, res) => {
    const [{ up }] = await query('SELECT 1 AS up');
    res.json({ ok: up === 1 });
  });
  app.use('/lots', lotsRouter);
  app.use('/lots/:lotId/bids', bidsRouter);
  app.use('/buyers', buyersRouter);

  app.use(notFound);
  app.use(errorHandler);
  return app;
}

module.exports = { createApp };
