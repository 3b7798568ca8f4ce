'use strict';

const { parentPort, workerData } = require('node:worker_threads');

const days = new Map();
for (const { booked_on: day, paid_cents: paid } of workerData) {
  const one = days.get(day) ?? { day, seats: 0, paid: 0 };
  days.set(day, { ...one, seats: one.seats + 1, paid: one.paid + paid });
}
const list = [...days.values()].sort((a, b) => a.day.localeCompare(b.day));
parentPort.postMessage({ days: list, best: list.reduce((best, one) => (one.paid > best.paid ? one : best)).day });
