/**
 * `npm run bench [-- name…]`: measures a bare server, Kintsugi and PM2 side by side, prints a table and writes results.json.
 * `--product DIR` measures another build than `dist`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deploy, leak, shed, standby } from './keeping.mjs';
import { footprint } from './footprint.mjs';
import { heal } from './heal.mjs';
import { Bench, packages } from './lib.mjs';
import { overhead } from './overhead.mjs';
import { others, recovery, underLoad } from './recovery.mjs';
import { status } from './status.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const parts = {
  recovery,
  others,
  load: underLoad,
  standby,
  deploy,
  shed,
  leak,
  overhead,
  memory: footprint,
  heal,
  status,
};

const words = process.argv.slice(2);
const at = words.indexOf('--product');
const product = path.resolve(at < 0 ? path.join(here, '..', 'dist') : words.splice(at, 2)[1]);
const names = words.length > 0 ? words : Object.keys(parts);
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) fail(`no measurement ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
if (!existsSync(path.join(product, 'kintsugi.cjs'))) fail(`nothing is built in ${product}: npm run build`);
install();

const began = new Date();
const bench = new Bench(product);
const rows = [];
const stop = () => void bench.end().then(() => process.exit(130));
process.once('SIGINT', stop).once('SIGTERM', stop);
try {
  for (const name of names) {
    process.stderr.write(`${name} …\n`);
    rows.push(...(await parts[name](bench)));
  }
} finally {
  await bench.end();
}

const machine = {
  cpu: os.cpus()[0]?.model ?? 'unknown',
  cores: os.availableParallelism(),
  memoryMb: Math.round(os.totalmem() / 2 ** 20),
  kernel: os.release(),
  node: process.version,
  loadAverage: os.loadavg().map((value) => Number(value.toFixed(1))),
  pm2: JSON.parse(readFileSync(path.join(packages, 'pm2', 'package.json'), 'utf8')).version,
};
const seconds = Math.round((Date.now() - began.getTime()) / 1000);
process.stdout.write(`${table(rows)}\n\n${describe()}\n`);
const results = { at: began.toISOString(), seconds, machine, rows };
writeFileSync(path.join(here, 'results.json'), `${JSON.stringify(results, rounded, 1)}\n`);

/** PM2 and the frameworks live beside this file, pinned, and apart from the product's own packages. */
function install() {
  const wanted = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8')).dependencies;
  const isThere = ([name, version]) => {
    const file = path.join(packages, name, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  };
  if (Object.entries(wanted).every(isThere)) return;
  process.stderr.write('installing what is measured against (once) …\n');
  const args = ['install', '--prefix', here, '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  execFileSync('npm', args, { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] });
}

function table(list) {
  const head = ['measurement', 'bare', 'kintsugi', 'PM2', 'unit', 'ratio', 'PM2 ratio', 'goal', 'met'];
  const lines = list.map((row) => [
    row.id,
    ...[row.bare, row.kintsugi, row.pm2].map((value) => shown(value)),
    row.unit,
    ...[row.ratio, row.pm2Ratio].map((value) => shown(value, 2)),
    row.goal ?? '',
    row.met === null ? '' : row.met ? 'yes' : 'NO',
  ]);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

function shown(value, digits = digitsOf(value)) {
  return Number.isFinite(value) ? value.toFixed(digits) : '';
}

function digitsOf(value) {
  const size = Math.abs(value);
  return Number.isInteger(value) || size >= 100 ? 0 : size >= 1 ? 1 : 3;
}

function rounded(_key, value) {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}

function describe() {
  const { cores, memoryMb, node, kernel, loadAverage, pm2 } = machine;
  return `${began.toISOString()}, ${seconds} s; ${cores} cores, ${memoryMb} MB, Linux ${kernel}, Node ${node}, PM2 ${pm2}, load average ${loadAverage.join(' ')}`;
}

function fail(text) {
  process.stderr.write(`bench: ${text}\n`);
  process.exit(2);
}
