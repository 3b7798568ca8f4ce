/** What a supervisor costs while nothing happens: memory and CPU of its processes, and memory added to the server. */
import { cpuMs, median, memory, sleep, supervisors } from './lib.mjs';

const subjectsOfEach = 3;
const settleMs = 30_000; // V8 tidies up once more, up to 20 s after the start
const idleMs = 90_000;

export async function footprint(bench) {
  const subjects = { bare: [], kintsugi: [], pm2: [] };
  for (const how of Object.keys(subjects)) {
    for (let n = 0; n < subjectsOfEach; n++) subjects[how].push(await bench.start(how, bench.project('http')));
  }
  await sleep(settleMs);
  const own = subjects.kintsugi.map(({ project }) => supervisors(bench, project));
  const groups = {
    keeper: own.map(({ keeper }) => keeper),
    healer: own.map(({ healer }) => healer).filter((pid) => pid !== null),
    daemon: [bench.daemon],
    ...Object.fromEntries(Object.entries(subjects).map(([how, list]) => [how, list.map(({ pid }) => pid)])),
  };
  const measured = await measure(groups);
  for (const subject of Object.values(subjects).flat()) await bench.stop(subject);
  return rowsOf(measured);
}

/** The memory is read after the idle time. */
async function measure(groups) {
  const read = () => Object.values(groups).map((pids) => pids.map(cpuMs));
  const before = read();
  await sleep(idleMs);
  const after = read();
  return Object.fromEntries(
    Object.entries(groups).map(([name, pids], at) => [
      name,
      {
        rssMb: median(pids.map((pid) => memory(pid).rssMb)),
        ussMb: median(pids.map((pid) => memory(pid).ussMb)),
        cpuPercent: median(pids.map((_, n) => ((after[at][n] - before[at][n]) / idleMs) * 100)),
        processes: pids.length,
      },
    ]),
  );
}

function rowsOf(measured) {
  const { keeper, healer, daemon, bare, kintsugi, pm2 } = measured;
  const hasHealer = healer.processes > 0;
  const both = (field) => keeper[field] + (hasHealer ? healer[field] : 0);
  const row = (id, values, max) => ({
    id: `PERF-3 ${id}`,
    ...values,
    goal: max === null ? null : `<= ${max}`,
    met: max === null ? null : values.kintsugi <= max,
  });
  const mb = (id, [bareMb, kintsugiMb, pm2Mb], max) =>
    row(id, { unit: 'MB', bare: bareMb, kintsugi: kintsugiMb, pm2: pm2Mb }, max);
  const cpu = (id, [bareShare, kintsugiShare, pm2Share], max) =>
    row(id, { unit: '%', bare: bareShare, kintsugi: kintsugiShare, pm2: pm2Share }, max);
  return [
    { ...mb('USS of the keeper', [null, keeper.ussMb, daemon.ussMb], 10), detail: measured },
    mb('RSS of the keeper', [null, keeper.rssMb, daemon.rssMb], 50),
    mb('USS of keeper and idle healer', [null, both('ussMb'), daemon.ussMb], 40),
    cpu('idle CPU of the keeper', [null, keeper.cpuPercent, daemon.cpuPercent], 0.05),
    cpu('idle CPU of keeper and healer', [null, both('cpuPercent'), daemon.cpuPercent], 0.05),
    mb('USS added to the server', [bare.ussMb, kintsugi.ussMb - bare.ussMb, pm2.ussMb - bare.ussMb], 1),
    cpu('idle CPU of the server', [bare.cpuPercent, kintsugi.cpuPercent, pm2.cpuPercent], null),
  ];
}
