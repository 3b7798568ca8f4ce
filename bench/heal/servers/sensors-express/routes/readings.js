'use strict';

const express = require('express');
const { Readable } = require('node:stream');
const { pipeline } = require('node:stream/promises');
const { toCsvLine } = require('../lib/csv');

module.exports = (store) => {
  const router = express.Router();

  router.get('/:id/readings', async (req, res) => {
    const sensor = await store.find(req.params.id);
    if (!sensor) return res.status(404).json({ error: 'Sensor not found' });
    const readings = await store.readingsOf(sensor.id);
    const limit = parseInt(req.query.limit || '10', 10);
    const last = readings.slice(-limit).map(({ time, value }) => ({ time: time.toISOString(), value }));
    res.json({ sensor: sensor.name, readings: last });
  });

  router.get('/:id/export.csv', async (req, res) => {
    const sensor = await store.find(req.params.id);
    if (!sensor) return res.status(404).json({ error: 'Sensor not found' });
    const readings = await store.readingsOf(sensor.id);
    const lines = readings.map(({ time, value }) => toCsvLine([time.toISOString(), value.toFixed(1)]));
    res.type('text/csv');
    await pipeline(Readable.from(['time,value\n', ...lines]), res);
  });

  router.post('/:id/readings', async (req, res) => {
    const sensor = await store.find(req.params.id);
    if (!sensor) return res.status(404).json({ error: 'Sensor not found' });
    const { value, time } = req.body || {};
    if (typeof value !== 'number') return res.status(400).json({ error: 'value must be a number' });
    const reading = await store.add(sensor.id, value, time ? new Date(time) : new Date());
    res.status(201).json({ sensor: sensor.id, ...reading });
  });

  return router;
};
