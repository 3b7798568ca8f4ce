'use strict';

const express = require('express');
const Store = require('./lib/store');
const Alarms = require('./lib/alarms');
const sensorRoutes = require('./routes/sensors');
const readingRoutes = require('./routes/readings');

async function main() {
  const store = new Store();
  await store.load();
  const alarms = new Alarms(store);

  const app = express();
  app.use(express.json());
  app.get('/health', (req, res) => res.json({ sensors: store.sensors.size }));
  app.use('/sensors', sensorRoutes(store, alarms));
  app.use('/sensors', readingRoutes(store));
  app.use((err, req, res, next) => {
    if (err.status && err.status < 500) return res.status(err.status).json({ error: err.message });
    console.error(err);
    res.status(500).json({ error: 'Internal error' });
  });

  const port = process.env.PORT || 3000;
  app.listen(port, () => console.log(`sensors on ${port}`));
}

main().catch((err) => {
  console.error(err);
  process.exit(1);
});
