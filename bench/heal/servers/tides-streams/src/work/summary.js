'use strict';

const { parentPort } = require('worker_threads');

function summarise(readings) {
  if (readings.length === 0) return { count: 0, mean: null, range: null, highest: null };
  const levels = readings.map(({ level }) => level);
  const sum = levels.reduce((total, level) => total + level, 0);
  const highest = readings.reduce((best, each) => (each.level > best.level ? each : best));
  return {
    count: levels.length,
    mean: Number((sum / levels.length).toFixed(2)),
    range: Number((Math.max(...levels) - Math.min(...levels)).toFixed(2)),
    highest: { level: highest.level, at: highest.at },
  };
}

function byDay(readings) {
  const days = new Map();
  for (const reading of readings) {
    const day = reading.at.toISOString().slice(0, 10);
    if (!days.has(day)) days.set(day, []);
    days.get(day).push(reading);
  }
  return [...days].map(([day, list]) => ({ day, ...summarise(list) }));
}

const tasks = { summarise, byDay };

if (parentPort) {
  parentPort.on('message', ({ id, task, payload }) => {
    try {
      parentPort.postMessage({ id, result: tasks[task](payload) });
    } catch (error) {
      parentPort.postMessage({ id, error: { message: error.message, stack: error.stack } });
    }
  });
}

module.exports = { summarise, byDay };
