#!/usr/bin/env node
/**
 * The live demo: a small Express shop under load, broken seven times, one fault after the other, and healed while it serves.
 * `npm run demo`; `-- --yes` approves by itself what waits for the viewer. Nothing outside a temporary folder is touched.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { faults } from './faults.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const kintsugi = path.join(here, '..', '..', 'dist', 'kintsugi.cjs');
const yes = process.argv.includes('--yes') || !process.stdin.isTTY;
const only = process.argv.find((word) => /^\d+$/.test(word));
const paint = (code, text) => (process.stdout.isTTY ? `\u001b[${code}m${text}\u001b[0m` : text);
const print = (text = '') => process.stdout.write(`${text}\n`);

const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-demo-')));
const shop = path.join(home, 'shop');
cpSync(path.join(here, 'shop'), shop, { recursive: true });
print(`Setting up the shop in ${shop} …`);
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: shop, stdio: ['ignore', 'ignore', 'inherit'] });

const port = await freePort();
const env = { ...process.env, HOME: home, PORT: String(port), KINTSUGI_WATCH_MS: '2000', KINTSUGI_DEPLOY_QUIET_MS: '300', KINTSUGI_LIMITS_REPAIRS: '50', KINTSUGI_DASHBOARD: 'off' };
const supervisor = spawn(process.execPath, [kintsugi, 'run', '--json', 'server.js'], { cwd: shop, env, stdio: ['ignore', 'inherit', 'pipe'] });
const events = [];
const waiters = new Set();
readline.createInterface({ input: supervisor.stderr }).on('line', (line) => {
  const event = parse(line);
  if (!event) return;
  events.push(event);
  for (const waiter of waiters) waiter();
});
let finished = false;
supervisor.on('exit', (code) => {
  if (!finished) fail(`the supervisor ended with ${code}`);
});

const clients = load();
try {
  await until(() => events.some((event) => event.event === 'ready'), 60_000, 'the shop to be ready');
  print(`The shop answers on http://127.0.0.1:${port}; clients send 40 requests a second.\n`);
  const results = [];
  for (const [at, fault] of faults.entries()) {
    if (only && Number(only) !== at + 1) continue;
    results.push(await show(fault, at + 1));
  }
  summary(results);
} finally {
  await stop();
}

/** Plants one fault, follows its incident to the end, and checks as a client that the answer is right. */
async function show(fault, number) {
  print(paint('1', `${number}. ${fault.title}`));
  const from = events.length;
  clients.reset();
  const started = performance.now();
  if (fault.plant) {
    fault.plant(shop);
    restartSubject(); // the running process has the old code loaded: a deploy would restart it
  }
  await sleep(fault.plant ? 300 : 0);
  void ask(fault.url, 20_000);
  let shown = from;
  let asked = false;
  await until(async () => {
    for (; shown < events.length; shown += 1) tell(events[shown]);
    const waits = events.slice(from).find((event) => event.event === 'decided' && event.stage === 'live' && event.decision === 'ask');
    if (waits && !asked) {
      asked = true;
      await card(waits.incident);
    }
    return events.slice(from).some((event) => event.event === 'closed' || (event.event === 'declined' && event.final));
  }, 120_000, 'the repair');
  for (; shown < events.length; shown += 1) tell(events[shown]);
  const answer = await ask(fault.url, 10_000);
  const right = fault.right(answer.status, answer.body);
  const promoted = events.slice(from).find((event) => event.event === 'promoted');
  const seconds = promoted ? (promoted.heardAt - started) / 1000 : (performance.now() - started) / 1000;
  const view = clients.counts();
  print(`   ${right ? paint('32', 'healed') : paint('31', 'NOT healed')} in ${seconds.toFixed(1)} s, $0, 0 tokens; now ${fault.url} answers ${answer.status}`);
  print(`   clients meanwhile: ${view.ok} answered, ${view.failed} failed with 5xx, ${view.refused} refused, ${view.reset} reset; slowest ${Math.round(view.slowestMs)} ms\n`);
  return { title: fault.title, right, seconds, ...view };
}

async function card(id) {
  const shown = run(['show', String(id)]);
  print(paint('33', '   waits for you:'));
  print(shown.replace(/^/gm, '   | '));
  if (!yes) await prompt('   Press Enter to approve (Ctrl-C to leave) ');
  const word = run(['approve', String(id), '--by', 'demo viewer']);
  print(`   $ kintsugi approve ${id} --by "demo viewer"\n   ${word.trim()}`);
}

function tell(event) {
  const words = { sensed: 'seen', triaged: 'diagnosis', proposed: 'candidate', verified: 'proof', promoted: 'live', declined: 'declined', answered: 'answer', watched: 'watch', rolledBack: 'rollback' };
  const word = words[event.event];
  if (event.event === 'declined' && event.rung !== 'revert') return; // the next rung is tried
  if (word) print(`   ${paint('36', word.padEnd(10))} ${event.text}`);
}

function run(args) {
  try {
    return execFileSync(process.execPath, [kintsugi, ...args], { cwd: shop, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return `${error.stdout ?? ''}${error.stderr ?? ''}`;
  }
}

/** The subject itself is ended, as a deploy script or an out-of-memory killer would; the supervisor brings it back. */
function restartSubject() {
  const status = JSON.parse(run(['status', '--json']));
  const subject = Array.isArray(status.subjects) ? status.subjects[0] : status;
  process.kill(subject.pid, 'SIGKILL');
}

/** 40 requests a second on new connections, counted as the clients see them. */
function load() {
  let counts = null;
  const reset = () => {
    counts = { ok: 0, failed: 0, refused: 0, reset: 0, slowestMs: 0 };
  };
  reset();
  const timer = setInterval(async () => {
    const mine = counts;
    const answer = await ask('/catalogue', 30_000);
    mine.slowestMs = Math.max(mine.slowestMs, answer.ms);
    if (answer.error === 'ECONNREFUSED') mine.refused += 1;
    else if (answer.error) mine.reset += 1;
    else if (answer.status >= 500) mine.failed += 1;
    else mine.ok += 1;
  }, 25);
  return { reset, counts: () => counts, end: () => clearInterval(timer) };
}

function ask(url, timeoutMs) {
  const started = performance.now();
  return new Promise((resolve) => {
    const done = (more) => resolve({ status: 0, body: '', error: null, ms: performance.now() - started, ...more });
    const request = http.get({ host: '127.0.0.1', port, path: url, agent: false, timeout: timeoutMs }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => (body += chunk));
      response.on('end', () => done({ status: response.statusCode, body }));
      response.on('error', (error) => done({ error: error.code ?? 'error' }));
    });
    request.on('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })));
    request.on('error', (error) => done({ error: error.code ?? 'error' }));
  });
}

function summary(results) {
  const right = results.filter((result) => result.right).length;
  print(paint('1', `${right} of ${results.length} healed; refused ${sum(results, 'refused')}, reset ${sum(results, 'reset')}, 5xx ${sum(results, 'failed')} of ${sum(results, 'ok') + sum(results, 'failed')} requests. No model was called.`));
  if (right < results.length) process.exitCode = 1;
}

function sum(results, key) {
  return results.reduce((total, result) => total + result[key], 0);
}

async function stop() {
  finished = true;
  clients.end();
  const ended = new Promise((resolve) => supervisor.once('exit', resolve));
  if (supervisor.exitCode === null) {
    supervisor.kill('SIGTERM');
    await ended;
  }
  rmSync(home, { recursive: true, force: true });
}

async function until(holds, timeoutMs, what) {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${timeoutMs / 1000} s for ${what}; last events: ${events.slice(-3).map((event) => event.text).join(' | ')}`);
    await new Promise((resolve) => {
      const timer = setTimeout(wake, 200);
      function wake() {
        waiters.delete(wake);
        clearTimeout(timer);
        resolve();
      }
      waiters.add(wake);
    });
  }
}

function parse(line) {
  try {
    const event = JSON.parse(line);
    return event.kintsugi ? { ...event, event: event.kintsugi, heardAt: performance.now() } : null;
  } catch {
    return null; // the shop's own stderr passes through here too
  }
}

function prompt(question) {
  const input = readline.createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => input.question(question, (answer) => {
    input.close();
    resolve(answer);
  }));
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function freePort() {
  for (let tries = 0; tries < 50; tries += 1) {
    const candidate = 20_000 + Math.floor(Math.random() * 10_000);
    const server = net.createServer();
    const free = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(candidate, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return candidate;
  }
  throw new Error('no free port found');
}

function fail(text) {
  process.stderr.write(`${text}\n${events.slice(-5).map((event) => event.text).join('\n')}\n`);
  process.exit(1);
}
