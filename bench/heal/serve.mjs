/** Boots a project plainly, asks it, and says how it failed, by what counts as a failure (CLI-6). */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

const readyMs = 30_000;
const answerMs = 5000;
const settleMs = 500;

/** Boots `entry` with `PORT`; `use` gets the running server; it is ended in any case. */
export async function serving({ project, entry, env }, use) {
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, entry], {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const server = { port: Number(env.PORT), stderr: '', gone: false };
  child.stderr.setEncoding('utf8').on('data', (text) => (server.stderr = (server.stderr + text).slice(-4000)));
  const exited = new Promise((resolve) =>
    child.on('close', (code, signal) => {
      server.gone = true;
      server.exit = signal ?? `exit ${code}`;
      resolve();
    }),
  );
  try {
    const began = Date.now();
    while (!server.gone && !(await listens(server.port)) && Date.now() - began < readyMs) await after(20);
    server.ready = !server.gone && (await listens(server.port));
    return await use(server);
  } finally {
    if (!server.gone) process.kill(-child.pid, 'SIGKILL');
    await exited;
  }
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
    socket.on('error', () => resolve(false));
  });
}

/** A request as `heal` takes it: `METHOD /path[ body]`. */
export function ask(port, line, headers = {}) {
  const [, method, url, body] = /^(\S+) (\S+)(?: (.*))?$/s.exec(line);
  const type = body === undefined ? {} : { 'content-type': isJson(body) ? 'application/json' : 'text/plain' };
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path: url,
      agent: false,
      headers: { ...type, ...length, ...headers },
    };
    const request = http.request({ ...options, timeout: answerMs }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }));
      response.on('error', () => resolve({ status: 0, text: 'reset' }));
    });
    request.on('timeout', () => (resolve({ status: 0, text: 'no answer' }), request.destroy()));
    request.on('error', () => resolve({ status: 0, text: 'reset' }));
    request.end(body);
  });
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // sent as it is
  }
}

/** What fails by the trigger, as text; null where nothing does. */
export function failureOf(place, { requests = [], headers }) {
  return serving(place, async (server) => {
    if (!server.ready) return `before ready: ${server.exit ?? 'hangs'}: ${lastError(server.stderr)}`;
    for (const line of requests) {
      const { status, text } = await ask(server.port, line, headers);
      if (status === 0 || status >= 500) return `${line}: ${status} ${text.slice(0, 120)}`;
    }
    await after(settleMs);
    return server.gone ? `after the last answer: ${server.exit}: ${lastError(server.stderr)}` : null;
  });
}

function lastError(stderr) {
  return stderr.split('\n').find((line) => /Error/.test(line)) ?? stderr.slice(-200);
}

/** What a check of the list does not find, as texts; none where all is right. */
export function missesOf(place, checks) {
  return serving(place, async (server) => {
    if (!server.ready) return [`does not boot: ${server.exit ?? 'hangs'}: ${lastError(server.stderr)}`];
    const misses = [];
    for (const check of checks) misses.push(...missOf(check, await ask(server.port, check.request, check.headers)));
    await after(settleMs);
    return server.gone ? [...misses, `ends after the checks: ${lastError(server.stderr)}`] : misses;
  });
}

function missOf({ request, status, json, text, words }, answer) {
  const said = `${answer.status} ${answer.text.slice(0, 200)}`;
  if (answer.status !== status) return [`${request}: ${said}, not ${status}`];
  if (words !== undefined && !isAsBefore(answer, words)) return [`${request}: ${said}, not ${words.join('')}`];
  if (text !== undefined && !answer.text.includes(text)) return [`${request}: ${said} does not include ${text}`];
  if (json !== undefined && !(isJson(answer.text) && holds(JSON.parse(answer.text), json)))
    return [`${request}: ${said} does not hold ${JSON.stringify(json)}`];
  return [];
}

/** The words of an answer, a number as one; a time of these days is the same, whenever it is asked, and what is all but nothing is how long something took. */
function wordsOf({ text, headers }) {
  const nearMs = 36 * 3_600_000; // not a whole day, which is what servers add
  const timeless = text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (Math.abs(Date.parse(time) - Date.now()) < nearMs ? 'now' : time))
    .replace(/(?<![\w-])\d+(?:\.\d+)?e-\d+(?![\w-])/g, '0');
  return `${headers['content-type']} ${headers.location} ${timeless}`.match(/\d+\.\d+|\w+|\W/g);
}

/** What two answers of one request have in common: the status, and `words`, each null where it varies; no words where their number does. */
export function steady(one, other) {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const same = words.length === others.length;
  return { status: one.status, words: same ? words.map((word, at) => (word === others[at] ? word : null)) : undefined };
}

function isAsBefore(answer, words) {
  const said = wordsOf(answer);
  return said.length === words.length && words.every((word, at) => word === null || word === said[at]);
}

/** Objects may hold more than is wanted; lists and values are equal. */
function holds(value, wanted) {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(wanted)) return false;
  if (Array.isArray(wanted) && value.length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, one]) => holds(value[key], one));
}

/** Ends what still runs out of a folder that this run made; resolves to how many that were. */
export function endLeftovers(folder) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const left = pids.filter((pid) => {
    try {
      const stands = `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
      return stands || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`);
    } catch {
      return false; // ended meanwhile, or another user's
    }
  });
  for (const pid of left) process.kill(Number(pid), 'SIGKILL');
  return left.length;
}

export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = net.createServer();
    const free = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
