'use strict';

const express = require('express');
const { statsOf } = require('../lib/stats');

module.exports = (store, alarms) => {
  const router = express.Router();

  router.get('/', async (req, res) => {
    const wanted = req.query.tag;
    const all = [...store.sensors.values()];
    const shown = wanted ? all.filter((sensor) => (sensor.tags || []).includes(wanted)) : all;
    res.json(shown.map(({ id, name }) => ({ id, name })));
  });

  router.get('/:id', async (req, res) => {
    const sensor = await store.find(req.params.id);
    if (!sensor) return res.status(404).json({ error: 'Sensor not found' });
    const year = sensor.installedAt ? new Date(sensor.installedAt).getUTCFullYear() : null;
    res.json({ id: sensor.id, name: sensor.name, year, alarms: alarms.countOf(sensor.id) });
  });

  router.get('/:id/stats', async (req, res) => {
    const sensor = await store.find(req.params.id);
    if (!sensor) return res.status(404).json({ error: 'Sensor not found' });
    const stats = statsOf(await store.readingsOf(sensor.id));
    res.json({ ...stats, unit: sensor.unit });
  });

  return router;
};
