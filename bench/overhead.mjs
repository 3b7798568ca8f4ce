/** What the hook costs each request: hello world on http, Express and Fastify, bare and supervised, in alternating slices. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cpuMs, median } from './lib.mjs';

/** Two processes of one kind differ by more than two slices of one process. */
const pairsOfProcesses = 4;
const slices = 4;
const warmUpMs = 800;
const sliceMs = 500;
const connections = 16;
const load = fileURLToPath(new URL('load.mjs', import.meta.url));
const run = promisify(execFile);

export async function overhead(bench, only = ['http', 'express', 'fastify']) {
  const rows = [];
  for (const server of only) {
    const hows = server === 'http' ? ['bare', 'kintsugi', 'pm2'] : ['bare', 'kintsugi'];
    const project = bench.project(server, server === 'http' ? [] : [server]);
    const samples = [];
    for (let pair = 0; pair < pairsOfProcesses; pair++) samples.push(...(await onePair(bench, project, hows)));
    rows.push(...rowsOf(server, samples));
  }
  return rows;
}

/** Fresh processes, all idle but the one whose turn it is; the first slice only warms up. */
async function onePair(bench, project, hows) {
  const subjects = [];
  for (const how of hows) subjects.push(await bench.start(how, project));
  const samples = [];
  for (let slice = 0; slice < slices; slice++) {
    const sample = {};
    const order = slice % 2 === 0 ? subjects : subjects.toReversed();
    for (const subject of order) sample[subject.how] = await oneSlice(subject, slice === 0 ? warmUpMs : sliceMs);
    if (slice > 0) samples.push(sample);
  }
  for (const subject of subjects) await bench.stop(subject);
  return samples;
}

async function oneSlice({ port, pid }, forMs) {
  const before = cpuMs(pid);
  const { stdout } = await run(process.execPath, [load, port, forMs, connections].map(String));
  const { requests, errors, ms } = JSON.parse(stdout);
  if (errors > 0) throw new Error(`${errors} connections failed under load`);
  return { perSecond: (requests / ms) * 1000, cpuUs: ((cpuMs(pid) - before) / requests) * 1000 };
}

function rowsOf(server, samples) {
  const value = (how, field) => median(samples.map((sample) => sample[how]?.[field]));
  const ratio = (how, field) => median(samples.map((sample) => sample[how]?.[field] / sample.bare[field]));
  const row = (id, field, rest) => ({
    id: `PERF-2 ${id}, ${server}`,
    bare: value('bare', field),
    kintsugi: value('kintsugi', field),
    pm2: value('pm2', field),
    ratio: ratio('kintsugi', field),
    pm2Ratio: ratio('pm2', field),
    ...rest,
  });
  return [
    row('requests a second', 'perSecond', {
      unit: '1/s',
      goal: 'ratio >= 0.97',
      met: ratio('kintsugi', 'perSecond') >= 0.97,
      detail: { samples },
    }),
    row('CPU a request', 'cpuUs', { unit: 'µs', goal: null, met: null }),
  ];
}
