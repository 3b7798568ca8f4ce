/**
 * Where the time of a zero-token heal goes: `node bench/where.mjs [--way run,heal] [--server tiny,express,nest] [--times 3] [--product DIR]...`
 * Prints the spans of the median heal of each, and how many boots of the bare server it took. Several products go in turns.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makePlace, copyPackages } from './heal/place.mjs';
import { ask, endLeftovers, freePort, serving } from './heal/serve.mjs';
import { median, read, sleep } from './lib.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const faults = {
  tiny: ['bookings-http', 'bookings-method-typo'],
  express: ['library-express', 'library-property-typo'],
  nest: ['orders-nest', 'orders-await-forgotten'],
};
const healedMs = 60_000;

const { values: options } = parseArgs({
  options: {
    way: { type: 'string', default: 'run,heal' },
    server: { type: 'string', default: Object.keys(faults).join(',') },
    times: { type: 'string', default: '3' },
    product: { type: 'string', multiple: true, default: [path.join(here, '..', 'dist')] },
  },
});

/** Loaded into every process; only Kintsugi's own have spans to tell. It lies where trials see it, too. */
const listener = (file) => `
if (/\\/(kintsugi\\.cjs|heal\\.c?js)$/.test(process.argv[1] ?? '') && process.argv[2] !== 'run')
  require('node:diagnostics_channel').subscribe('kintsugi:span', (span) =>
    require('node:fs').appendFileSync(${JSON.stringify(file)}, JSON.stringify(span) + '\\n'));
`;

async function place(root, [server, id]) {
  const { default: suite } = await import(`./heal/cases/${server}.mjs`);
  const item = suite.cases.find((one) => one.id === id);
  const packages = path.join(root, 'packages', server);
  if (read(path.join(packages, '.whole')) === '') {
    copyPackages(server, packages);
    writeFileSync(path.join(packages, '.whole'), '1');
  }
  const folder = mkdtempSync(path.join(root, `${server}-`));
  const serverFolder = path.join(import.meta.dirname, 'heal', 'servers', server);
  const made = makePlace(folder, { serverFolder, item, packages, config: null });
  const trace = path.join(folder, 'spans');
  const preload = path.join(made.project, 'node_modules', '.listener.cjs');
  writeFileSync(preload, listener(trace));
  const env = { PATH: process.env.PATH, HOME: made.home, PORT: String(await freePort()), ...suite.env };
  return { ...made, entry: suite.entry, env, trace, preload, request: item.trigger.requests[0] };
}

async function bareBoot(at) {
  const began = performance.now();
  return serving(at, ({ ready }) => (ready ? performance.now() - began : Number.NaN));
}

/** Both ways answer `{began, ended}` in milliseconds since 1970. */
const ways = {
  async run(at, product) {
    const child = spawn(process.execPath, [path.join(product, 'kintsugi.cjs'), 'run', at.entry], options_(at));
    try {
      const port = Number(at.env.PORT);
      await until(async () => (await ask(port, 'GET /health')).status > 0);
      await sleep(3000); // a process waits for the next boot by then, as it mostly does
      const boot = bootOf(at);
      const began = now();
      const { status } = await ask(port, at.request);
      if (status < 500) throw new Error(`the planted fault answered ${status}`);
      await until(() => bootOf(at) !== boot);
      await until(async () => (await ask(port, at.request)).status < 400);
      return { began, ended: now() };
    } finally {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
  },
  async heal(at, product) {
    const words = ['heal', at.entry, '--apply', '--request', at.request];
    const began = now();
    const child = spawn(process.execPath, [path.join(product, 'kintsugi.cjs'), ...words], options_(at));
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`heal ended with ${code}`);
    return { began, ended: now() };
  },
};

function options_({ project, env, preload }) {
  const NODE_OPTIONS = `--require ${preload}`;
  return { cwd: project, env: { ...env, NODE_OPTIONS }, stdio: 'ignore', detached: true };
}

function bootOf({ project }) {
  const folder = path.join(project, '.kintsugi', 'run');
  const name = readdirSync(folder).find((one) => read(path.join(folder, one, 'run.json')) !== '');
  const { boot, swap } = JSON.parse(read(path.join(folder, name, 'run.json')));
  return `${boot} ${swap?.seq}`;
}

async function until(holds) {
  const end = now() + healedMs;
  while (!(await holds())) {
    if (now() > end) throw new Error('it took longer than a minute');
    await sleep(3);
  }
}

function now() {
  return performance.timeOrigin + performance.now();
}

/** Idle and all time of the machine, in ticks of 10 ms of one core. */
function ticks() {
  const [, user, nice, system, idle, wait, ...rest] = read('/proc/stat').split('\n')[0].split(/\s+/).map(Number);
  return { idle: idle + wait, all: user + nice + system + idle + wait + rest.reduce((sum, one) => sum + one, 0) };
}

async function once_(root, { way, server, product }) {
  const at = await place(root, faults[server]);
  const boots = [];
  for (let n = 0; n < 3; n++) boots.push(await bareBoot(at));
  const before = ticks();
  const { began, ended } = await ways[way](at, product);
  const after = ticks();
  await sleep(300);
  endLeftovers(at.folder);
  const spans = read(at.trace)
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ fromMs }) => fromMs >= began && fromMs <= ended)
    .map(({ name, fromMs, toMs }) => ({ name, from: fromMs - began, to: toMs - began }));
  spans.push(...noticing(at, began));
  rmSync(at.folder, { recursive: true, force: true, maxRetries: 5 });
  const idle = (after.idle - before.idle) / (after.all - before.all);
  return { spans, bootMs: median(boots), totalMs: ended - began, idle };
}

/** What comes before the healer has a step: the keeper's letter, and the record of it. */
function noticing({ project }, began) {
  const folder = path.join(project, '.kintsugi', 'journal');
  const [first] = readdirSync(folder).sort();
  const line = JSON.parse(read(path.join(folder, first)).split('\n')[0]);
  const [told, sensed] = [line.fact.signal.at, line.at].map((one) => Date.parse(one) - began);
  return [
    { name: 'noticed', from: 0, to: told },
    { name: 'on record', from: told, to: sensed },
  ];
}

function show(name, runs) {
  const sorted = [...runs].sort((a, b) => a.totalMs - b.totalMs);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  const over = runs.map(({ totalMs, bootMs }) => (totalMs - 500) / bootMs);
  const line = (ms) => Math.round(ms).toString().padStart(6);
  process.stdout.write(
    `\n${name}: ${runs.map(({ totalMs }) => Math.round(totalMs)).join(' ')} ms; bare boot ${runs.map(({ bootMs }) => Math.round(bootMs)).join(' ')} ms; `,
  );
  process.stdout.write(
    `boots after the half second ${over.map((one) => one.toFixed(1)).join(' ')}; machine idle ${Math.round(100 * middle.idle)} %\n`,
  );
  const spans = middle.spans.sort((a, b) => a.from - b.from || b.to - a.to);
  for (const one of spans) {
    const depth = spans.filter((other) => other !== one && other.from <= one.from && other.to >= one.to).length;
    process.stdout.write(`${line(one.from)} ${line(one.to - one.from)}  ${'  '.repeat(depth)}${one.name}\n`);
  }
  process.stdout.write(`${line(middle.totalMs)}         ${name.includes('run') ? 'right answer' : 'end'}\n`);
}

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-where-')));
mkdirSync(path.join(root, 'packages'));
try {
  for (const server of options.server.split(','))
    for (const way of options.way.split(',')) {
      const runs = options.product.map(() => []);
      for (let n = 0; n < Number(options.times); n++)
        for (const [index, product] of options.product.entries())
          runs[index].push(await once_(root, { way, server, product: path.resolve(product) }));
      for (const [index, product] of options.product.entries())
        show(`${server}, ${way}, ${path.relative(process.cwd(), product)}`, runs[index]);
    }
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
