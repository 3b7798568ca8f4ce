/** What the ways of keeping a server up are worth: a standby, a second worker, a reload under load, shedding, a memory limit. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { crash, get, median, memory, sleep } from './lib.mjs';
import { openLoop } from './recovery.mjs';

const run = promisify(execFile);
/** Fewer than make a crash loop of one error. */
const crashes = 8;
/** Until a standby has booted, or a second worker is up again. */
const readyMs = 3000;

/** SIGKILL of the process that answers, while another one could answer at once. */
export async function standby(bench) {
  const ways = {
    'a standby': { settings: { KINTSUGI_STANDBY: 'true' }, signal: 'SIGUSR2' },
    'a standby, killed from outside': { settings: { KINTSUGI_STANDBY: 'true' }, signal: 'SIGKILL' },
    'a second worker': { settings: { KINTSUGI_WORKERS: '2' }, signal: 'SIGKILL', isBesidePm2: true },
  };
  const rows = [];
  for (const [name, { settings, signal, isBesidePm2 = false }] of Object.entries(ways)) {
    const subject = await bench.start('kintsugi', bench.project('http'), { settings });
    const other = isBesidePm2 ? await bench.start('pm2', bench.project('http'), { options: ['-i', '2'] }) : null;
    const times = { kintsugi: [], pm2: [] };
    for (let round = 0; round < crashes; round++) {
      await sleep(readyMs);
      times.kintsugi.push(await crash(subject, signal));
      if (other !== null) times.pm2.push(await crash(other));
    }
    for (const one of [subject, other]) if (one !== null) await bench.stop(one);
    rows.push({
      id: `PERF-1 crash to next answer with ${name}`,
      unit: 'ms',
      kintsugi: median(times.kintsugi),
      pm2: median(times.pm2),
      goal: '<= 20',
      met: median(times.kintsugi) <= 20,
      detail: { times },
    });
  }
  return rows;
}

const deployRate = 300;
const reloads = 3;

/** A reload brings new files in while 300 connections a second are opened. PM2 reloads a fork, and a cluster of two. */
export async function deploy(bench) {
  const arms = {
    kintsugi: await bench.start('kintsugi', bench.project('http')),
    'PM2 fork': await bench.start('pm2', bench.project('http')),
    'PM2 cluster of 2': await bench.start('pm2', bench.project('http'), { options: ['-i', '2'] }),
  };
  const results = {};
  for (const [name, subject] of Object.entries(arms)) {
    await sleep(2000);
    const load = openLoop(subject.port, deployRate);
    const times = [];
    await sleep(500);
    for (let n = 0; n < reloads; n++) {
      const began = performance.now();
      if (subject.how === 'pm2') bench.pm2(['reload', subject.name]);
      else await run(process.execPath, [bench.main, 'reload'], { cwd: subject.project, env: bench.env() });
      times.push(performance.now() - began);
      await sleep(1500);
    }
    results[name] = { ...(await load.end()), reloadMs: median(times) };
    await bench.stop(subject);
  }
  const { kintsugi, 'PM2 fork': fork, 'PM2 cluster of 2': cluster } = results;
  const failed = (one) => one.sent - one.ok;
  const row = (id, unit, of, goal = null) => ({
    id: `PERF-1 ${reloads} reloads at ${deployRate}/s: ${id}`,
    unit,
    kintsugi: of(kintsugi),
    pm2: of(cluster),
    goal,
    met: goal === null ? null : of(kintsugi) === 0,
    detail: results,
  });
  return [
    row('not answered (PM2: cluster of 2)', 'requests', failed, '<= 0'),
    { ...row('not answered (PM2: fork)', 'requests', failed, '<= 0'), pm2: failed(fork) },
    row('sent', 'requests', (one) => one.sent),
    row('slowest answer', 'ms', (one) => one.slowestMs),
    row('the command', 'ms', (one) => one.reloadMs),
  ];
}

const overloadRate = 120;
const overloadMs = 14_000;
/** Until it has taken its measure. */
const settleMs = 4000;

/** Three times the load that one loop can carry: how many are answered within two seconds, and whether the loop still answers others. */
export async function shed(bench) {
  const results = {};
  for (const how of ['kintsugi', 'kintsugi with shedding', 'pm2']) {
    const settings = { KINTSUGI_SHED_ENABLED: String(how === 'kintsugi with shedding') };
    const subject = await bench.start(how.split(' ')[0], bench.project('busy'), { settings });
    const load = openLoop(subject.port, overloadRate, '/work', 2000);
    await sleep(settleMs);
    const others = [];
    for (const endMs = performance.now() + overloadMs; performance.now() < endMs; await sleep(200))
      others.push((await get(subject.port, '/health', 5000)).ms);
    results[how] = { ...(await load.end()), otherMs: Math.max(...others) };
    await bench.stop(subject);
  }
  const { kintsugi, pm2, 'kintsugi with shedding': shedding } = results;
  const row = (id, unit, of, isMet) => ({
    id: `LIM-1 ${overloadRate} requests a second where 40 can be done: ${id}`,
    unit,
    bare: of(kintsugi),
    kintsugi: of(shedding),
    pm2: of(pm2),
    goal: 'better than without',
    met: isMet,
    detail: results,
  });
  return [
    row('answered in 2 s (bare: no shedding)', 'requests', (one) => one.ok, shedding.ok > kintsugi.ok),
    row(
      'slowest answer of a route that is never refused',
      'ms',
      (one) => one.otherMs,
      shedding.otherMs < kintsugi.otherMs,
    ),
  ];
}

const limitMb = 300;
const leakTimeoutMs = 60_000;

/** A leak of 50 MB a second against a limit of 300 MB: the most it held, and how long after the limit it was ended. */
export async function leak(bench) {
  const arms = {
    kintsugi: await bench.start('kintsugi', bench.project('leaky'), {
      settings: { KINTSUGI_MEMORY_LIMIT_MB: String(limitMb) },
    }),
    pm2: await bench.start('pm2', bench.project('leaky'), { options: ['--max-memory-restart', `${limitMb}M`] }),
  };
  const results = {};
  for (const [how, subject] of Object.entries(arms)) {
    await sleep(1500);
    await get(subject.port, '/leak');
    results[how] = await peakOf(subject.pid);
    await bench.stop(subject);
  }
  const row = (id, unit, of, max) => ({
    id: `PERF-3 leak of 50 MB/s, limit ${limitMb} MB: ${id}`,
    unit,
    kintsugi: of(results.kintsugi),
    pm2: of(results.pm2),
    goal: `<= ${max}`,
    met: of(results.kintsugi) <= max,
    detail: results,
  });
  return [
    row('peak', 'MB', (one) => one.peakMb, 1.3 * limitMb),
    row('after the limit', 'ms', (one) => one.lateMs, 1000),
  ];
}

/** Looked at every 20 ms until the process is gone; its own drain counts, as its memory does. */
async function peakOf(pid) {
  const began = performance.now();
  let [peakMb, overAtMs] = [0, null];
  for (let now = began; now - began < leakTimeoutMs; now = performance.now()) {
    const { rssMb } = memory(pid);
    if (!Number.isFinite(rssMb)) break;
    peakMb = Math.max(peakMb, rssMb);
    if (rssMb > limitMb) overAtMs ??= now;
    await sleep(20);
  }
  return { peakMb, lateMs: performance.now() - (overAtMs ?? performance.now()) };
}
