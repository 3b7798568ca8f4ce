/** What every measurement needs: temporary projects, subjects under each supervisor, one request, numbers of a process, medians. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const packages = path.join(here, 'node_modules');
const pm2Bin = path.join(packages, 'pm2', 'bin', 'pm2');

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function median(values) {
  return quantile(values, 0.5);
}

export function quantile(values, share) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)];
  return low + (sorted[Math.ceil(at)] - low) * (at % 1);
}

/** Everything a run leaves behind is in here; `end` stops what still runs, by the handles this run holds. */
export class Bench {
  constructor(product) {
    this.main = path.join(product, 'kintsugi.cjs');
    this.home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-bench-')));
    this.subjects = new Set();
    this.pm2Home = path.join(this.home, 'pm2');
    this.daemon = null;
  }

  /** No setting of the caller's reaches what is measured. */
  env(more = {}) {
    const own = Object.entries(process.env).filter(([name]) => !/^(KINTSUGI_|PM2_|NODE_OPTIONS)/.test(name));
    return { ...Object.fromEntries(own), HOME: this.home, ...more };
  }

  /** A project folder with one server as `server.js` and copies of the packages it needs. */
  project(server, wanted = []) {
    const folder = mkdtempSync(path.join(this.home, `${server}-`));
    cpSync(path.join(here, 'servers', `${server}.cjs`), path.join(folder, 'server.js'));
    copyPackages(wanted, path.join(folder, 'node_modules'));
    return folder;
  }

  /** Starts `server.js` of a project as `bare`, `kintsugi`, `pm2`, `loop` (a shell that starts it again) or `watch` (`node --watch`), with settings of Kintsugi or options of `pm2 start`; resolves when it answers. */
  async start(how, project, { settings = {}, options = [] } = {}) {
    const port = await freePort();
    const env = this.env({ PORT: String(port), ...settings });
    const began = performance.now();
    const subject = how === 'pm2' ? this.#startPm2(project, env, options) : this.#spawn(how, project, env);
    Object.assign(subject, { how, port, project, began });
    this.subjects.add(subject);
    subject.pid = (await firstAnswer(port)).pid;
    subject.bootMs = performance.now() - began;
    return subject;
  }

  /** In a session of its own, as the supervisors start theirs: Linux shares the processor out between sessions first. */
  #spawn(how, project, env) {
    const commands = {
      bare: [process.execPath, 'server.js'],
      kintsugi: [process.execPath, this.main, 'run', 'server.js'],
      loop: ['sh', '-c', 'while :; do "$0" server.js; done', process.execPath],
      watch: [process.execPath, '--watch', 'server.js'],
    };
    const [program, ...args] = commands[how];
    const child = spawn(program, args, { cwd: project, env, stdio: 'ignore', detached: true });
    const exited = new Promise((resolve) => child.on('exit', resolve));
    // Not SIGTERM, which is ignored once right after the start.
    const isGroup = how === 'loop' || how === 'watch';
    return { child, end: () => (isGroup ? process.kill(-child.pid, 'SIGKILL') : child.kill('SIGINT'), exited) };
  }

  #startPm2(project, env, options) {
    const name = path.basename(project);
    this.pm2(['start', 'server.js', '--name', name, ...options], {
      cwd: project,
      env: { ...env, PM2_HOME: this.pm2Home },
    });
    this.daemon ??= Number(readFileSync(path.join(this.pm2Home, 'pm2.pid'), 'utf8'));
    return { name, end: async () => void this.pm2(['delete', name]) };
  }

  pm2(args, { cwd = this.home, env = this.env({ PM2_HOME: this.pm2Home }) } = {}) {
    return execFileSync(process.execPath, [pm2Bin, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
  }

  /** A `kintsugi` command in a project. */
  ask(project, args) {
    const text = execFileSync(process.execPath, [this.main, ...args, '--json'], { cwd: project, env: this.env() });
    return JSON.parse(text.toString());
  }

  async stop(subject) {
    if (!this.subjects.delete(subject)) return;
    await subject.end();
  }

  async end() {
    for (const subject of this.subjects) await this.stop(subject);
    const environ = this.daemon === null ? '' : read(`/proc/${this.daemon}/environ`);
    // Ours only: the pid file alone proves nothing.
    if (environ.includes(this.pm2Home)) process.kill(this.daemon, 'SIGTERM');
    for (let tries = 0; environ !== '' && existsSync(`/proc/${this.daemon}`) && tries < 50; tries++) await sleep(100);
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A package and what it needs in turn, out of this folder's flat node_modules. */
function copyPackages(names, to) {
  const left = [...names];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const from = path.join(packages, name);
    if (existsSync(path.join(to, name))) continue;
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    cpSync(from, path.join(to, name), { recursive: true });
    left.push(...Object.keys(JSON.parse(read(path.join(from, 'package.json'))).dependencies ?? {}));
  }
}

export async function freePort() {
  for (;;) {
    const port = 20000 + Math.floor(Math.random() * 12000);
    const free = await new Promise((resolve) => {
      const server = net.createServer().once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** One GET on a connection of its own, by hand: a full HTTP client costs more than the servers measured here. */
export function get(port, url = '/', timeoutMs = 6000) {
  const began = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1');
    const timer = setTimeout(() => done('hung'), timeoutMs);
    const done = (error) => {
      clearTimeout(timer);
      socket.destroy();
      const [, status = '0'] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
      const body = text.slice(text.indexOf('\r\n\r\n') + 4);
      resolve({ error, status: Number(status), body, ms: performance.now() - began });
    };
    socket.on('error', ({ code }) => done(code === 'ECONNREFUSED' ? 'refused' : 'reset'));
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('end', () => done(text === '' ? 'reset' : null));
    socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  });
}

/** Asks until a process other than `before` answers with 200. */
export async function firstAnswer(port, before = 0, timeoutMs = 30_000) {
  const began = performance.now();
  while (performance.now() - began < timeoutMs) {
    const { status, body } = await get(port);
    const pid = Number(body);
    if (status === 200 && pid !== before) return { pid, ms: performance.now() - began };
    await sleep(2);
  }
  throw new Error(`no answer on port ${port} within ${timeoutMs} ms`);
}

/** Ends the process that answered (`SIGUSR2`: by an error that nobody catches); resolves to the time until the next one answers. */
export async function crash(subject, signal = 'SIGKILL') {
  process.kill(subject.pid, signal);
  const { pid, ms } = await firstAnswer(subject.port, subject.pid);
  subject.pid = pid;
  return ms;
}

export function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A process that is gone.
    return '';
  }
}

/** Memory of one process in MB; USS is what would be free again if it ended. */
export function memory(pid) {
  const text = read(`/proc/${pid}/smaps_rollup`);
  const kb = (field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { rssMb: kb('Rss') / 1024, ussMb: (kb('Private_Clean') + kb('Private_Dirty')) / 1024 };
}

/** CPU time of all threads in milliseconds; finer than the ticks of /proc/PID/stat. */
export function cpuMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const sum = (total, thread) => total + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]);
  return threads.reduce(sum, 0) / 1e6;
}

/** The keeper and its healer, as `status` names them. */
export function supervisors(bench, project) {
  const { healerPid, subjects } = bench.ask(project, ['status']);
  return { keeper: subjects[0].keeperPid, healer: healerPid };
}
