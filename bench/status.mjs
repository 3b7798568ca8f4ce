/** `kintsugi status` against the smallest Node program and against `pm2 jlist`. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { median, packages } from './lib.mjs';

const rounds = 12;

export async function status(bench) {
  const subject = await bench.start('kintsugi', bench.project('http'));
  const other = await bench.start('pm2', bench.project('http'));
  const env = bench.env({ PM2_HOME: bench.pm2Home });
  const commands = {
    bare: ['-e', '0'],
    kintsugi: [bench.main, 'status', '--json'],
    pm2: [path.join(packages, 'pm2', 'bin', 'pm2'), 'jlist'],
  };
  const times = { bare: [], kintsugi: [], pm2: [] };
  const names = Object.keys(commands);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length];
      const began = performance.now();
      execFileSync(process.execPath, commands[name], { cwd: subject.project, env, stdio: 'ignore' });
      times[name].push(performance.now() - began);
    }
  }
  await bench.stop(subject);
  await bench.stop(other);
  const ratio = (name) => median(times[name].map((ms, at) => ms / times.bare[at]));
  const values = Object.fromEntries(names.map((name) => [name, median(times[name])]));
  return [
    {
      id: 'PERF-3 status against node -e 0',
      unit: 'ms',
      ...values,
      ratio: ratio('kintsugi'),
      pm2Ratio: ratio('pm2'),
      goal: 'ratio <= 1.3',
      met: ratio('kintsugi') <= 1.3,
      detail: { times },
    },
  ];
}
