'use strict';

const express = require('express4');
const config = require('./config');
const store = require('./lib/store');
const { notFound, wrap } = require('./lib/errors');
const { authenticate } = require('./middleware/auth');
const accounts = require('./routes/accounts');
const jobs = require('./routes/jobs');
const reports = require('./routes/reports');

const app = express();
app.disable('x-powered-by');

app.get('/health', (req, res) => {
  res.json({ ok: true, company: config.company.name });
});

app.use((req, res, next) => {
  if (!config.maintenance.on) return next();
  res.status(503).set('retry-after', '3600').json({ error: config.maintenance.message });
});

app.use(express.json());

app.get(
  '/papers',
  wrap(async (req, res) => {
    const papers = await store.all('papers');
    res.json(papers.map(({ id, name, gsm }) => ({ id, name, gsm })));
  }),
);

app.use(authenticate);
app.use(jobs);
app.use(accounts);
app.use('/reports', reports);

app.use((req, res, next) => {
  next(notFound(req.path));
});

// eslint-disable-next-line no-unused-vars
app.use((error, req, res, next) => {
  const status = error.status || 500;
  if (status >= 500) console.error(error);
  res.status(status).json({ error: status === 500 ? 'internal error' : error.message, details: error.details });
});

app.listen(config.port, () => {
  console.log(`${config.company.name} listens on ${config.port}`);
});
