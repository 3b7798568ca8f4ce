/** SIGKILL of the server: how long until the next answer, and what clients notice meanwhile. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { crash, firstAnswer, median, sleep } from './lib.mjs';

const rounds = { http: 12, express: 10 };
const kills = 20;
const requestsPerSecond = 150;
const restMs = 450;
const watchMs = 6000;
/** PM2 gives a server up that lived less than a second 16 times. */
const betweenKillsMs = 1200;
const openLoad = fileURLToPath(new URL('open-load.mjs', import.meta.url));

/** In every round: a bare boot, a crash under kintsugi, a crash under PM2, the order turning. */
export async function recovery(bench) {
  const rows = [];
  for (const server of ['http', 'express']) {
    const project = () => bench.project(server, server === 'http' ? [] : [server]);
    const bareProject = project();
    const watched = [await bench.start('kintsugi', project()), await bench.start('pm2', project())];
    const times = { bare: [], kintsugi: [], pm2: [] };
    const turns = [
      async () => times.bare.push(await bareBoot(bench, bareProject)),
      ...watched.map((subject) => async () => times[subject.how].push(await crash(subject))),
    ];
    await sleep(1500);
    for (let round = 0; round < rounds[server]; round++) {
      for (let turn = 0; turn < turns.length; turn++) {
        await turns[(round + turn) % turns.length]();
        await sleep(restMs);
      }
    }
    for (const subject of watched) await bench.stop(subject);
    rows.push(row(server, times));
  }
  return rows;
}

/** Other ways to start a server again, and how long each takes to start it at all. */
export async function others(bench) {
  const project = bench.project('http');
  const [loop, watch] = [await bench.start('loop', project), await bench.start('watch', project)];
  const kintsugi = await bench.start('kintsugi', bench.project('http'));
  const times = { loop: [], kintsugi: [], starts: { bare: [], kintsugi: [], pm2: [] } };
  await sleep(1500);
  for (let round = 0; round < rounds.http; round++) {
    times.loop.push(await crash(loop));
    await sleep(restMs);
    times.kintsugi.push(await crash(kintsugi));
    await sleep(restMs);
  }
  process.kill(watch.pid, 'SIGKILL');
  const again = await firstAnswer(watch.port, watch.pid, watchMs).catch(() => null);
  for (const subject of [loop, watch, kintsugi]) await bench.stop(subject);
  for (let round = 0; round < rounds.http; round++)
    for (const [how, list] of Object.entries(times.starts)) {
      const subject = await bench.start(how, how === 'bare' ? project : bench.project('http'));
      list.push(subject.bootMs);
      await sleep(restMs);
      await bench.stop(subject);
    }
  const { starts } = times;
  const [bare, ours, theirs] = [starts.bare, starts.kintsugi, starts.pm2].map(median);
  const none = { goal: null, met: null };
  return [
    {
      id: 'PERF-1 crash to next answer, http (bare: a shell loop)',
      unit: 'ms',
      bare: median(times.loop),
      kintsugi: median(times.kintsugi),
      ...none,
      detail: times,
    },
    {
      id: `PERF-1 crash to next answer, http (bare: node --watch; none within ${watchMs / 1000} s where empty)`,
      unit: 'ms',
      bare: again?.ms,
      kintsugi: median(times.kintsugi),
      ...none,
    },
    {
      id: 'PERF-1 from the command to the first answer, http (PM2: its daemon runs)',
      unit: 'ms',
      bare,
      kintsugi: ours,
      pm2: theirs,
      ratio: ours / bare,
      pm2Ratio: theirs / bare,
      ...none,
    },
  ];
}

async function bareBoot(bench, project) {
  const subject = await bench.start('bare', project);
  await bench.stop(subject);
  return subject.bootMs;
}

function row(server, times) {
  const paired = (how) => median(times[how].map((ms, at) => ms / times.bare[at]));
  const ofMedians = (how) => median(times[how]) / median(times.bare);
  return {
    id: `PERF-1 crash to next answer, ${server}`,
    unit: 'ms',
    bare: median(times.bare),
    kintsugi: median(times.kintsugi),
    pm2: median(times.pm2),
    ratio: ofMedians('kintsugi'),
    pm2Ratio: ofMedians('pm2'),
    goal: 'ratio <= 0.95',
    met: ofMedians('kintsugi') <= 0.95,
    detail: { pairedRatio: paired('kintsugi'), pm2PairedRatio: paired('pm2'), times },
  };
}

/** New connections at a steady rate, whatever becomes of the earlier ones, while the servers are killed in turn. A bare one is started again by a shell. */
export async function underLoad(bench) {
  const arms = [];
  for (const how of ['loop', 'kintsugi', 'pm2'])
    arms.push({ subject: await bench.start(how, bench.project('http')), times: [] });
  await sleep(1500);
  for (const arm of arms) arm.load = openLoop(arm.subject.port);
  await sleep(500);
  for (let kill = 0; kill < kills; kill++) {
    for (const { subject, times } of arms) {
      times.push(await crash(subject));
      await sleep(betweenKillsMs / arms.length);
    }
  }
  const results = {};
  for (const { subject, times, load } of arms) {
    results[subject.how] = { ...(await load.end()), crashMs: median(times) };
    await bench.stop(subject);
  }
  const { loop, kintsugi, pm2 } = results;
  const row = (id, field, goal = null) => ({
    id: `PERF-1 ${kills} kills at ${requestsPerSecond}/s: ${id}`,
    unit: field === 'crashMs' || field === 'slowestMs' ? 'ms' : 'requests',
    bare: loop[field],
    kintsugi: kintsugi[field],
    pm2: pm2[field],
    goal: goal === null ? null : `<= ${goal}`,
    met: goal === null ? null : kintsugi[field] <= goal,
  });
  return [
    { ...row('refused', 'refused', 0), detail: results },
    row('hung over 6 s', 'hung', 0),
    row('reset', 'reset'),
    row('answered', 'ok'),
    row('slowest answer', 'slowestMs'),
    row('crash to next answer', 'crashMs'),
  ];
}

export function openLoop(port, rate = requestsPerSecond, url = '/', timeoutMs = 6000) {
  const child = spawn(process.execPath, [openLoad, String(port), String(rate), url, String(timeoutMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (data) => (text += data));
  const closed = new Promise((resolve) => child.on('close', resolve));
  return {
    end: async () => {
      child.stdin.end();
      await closed;
      return JSON.parse(text);
    },
  };
}
