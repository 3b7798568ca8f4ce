import { setTimeout as delay } from 'node:timers/promises';
import { report } from './bills.mjs';
import { toCsv } from './csv.mjs';
import settings from './settings.mjs';

const jobs = new Map();
let count = 0;

const kinds = {
  report: async ({ month }) => toCsv(['household', 'used', 'cents'], await report(month)),
  totals: async ({ month }) => {
    const rows = await report(month);
    return { cents: rows.reduce((total, row) => total + row.cents, 0) };
  },
};

export function enqueue(kind, params) {
  const job = { id: `j${++count}`, kind, params, state: 'waiting', tries: 0, result: null };
  jobs.set(job.id, job);
  job.done = work(job);
  return job;
}

async function work(job) {
  await delay(settings.jobs.delayMs);
  job.tries += 1;
  job.state = 'running';
  job.result = await kinds[job.kind](job.params);
  job.state = 'done';
}

export async function finished(id) {
  const job = jobs.get(id);
  if (!job) return null;
  await job.done;
  return { id: job.id, state: job.state, result: job.result };
}

export function isKind(kind) {
  return Object.hasOwn(kinds, kind);
}
