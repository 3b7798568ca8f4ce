// Runs the tests on every Node that is supported, one after the other: this one, and 22 and 24 from the registry.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const extra = process.argv.slice(2);

/** @param {number} major */
function installed(major) {
  const folder = path.join(root, '.cache', 'nodes', String(major));
  const program = path.join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const argv = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    `node-${process.platform}-${process.arch}@${major}`,
  ];
  const { status } = spawnSync('npm', argv, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`Node ${major} could not be installed`);
  return program;
}

const current = Number(process.versions.node.split('.')[0]);
const results = [];
for (const major of [current, ...[20, 22, 24].filter((other) => other !== current)]) {
  const program = major === current ? process.execPath : installed(major);
  const env = { ...process.env, PATH: `${path.dirname(program)}${path.delimiter}${process.env.PATH}` };
  const { status } = spawnSync(program, [path.join(root, 'scripts', 'test.mjs'), ...extra], { stdio: 'inherit', env });
  results.push({ major, status });
}
for (const { major, status } of results)
  process.stdout.write(`Node ${major}: ${status === 0 ? 'passed' : `failed (${status})`}\n`);
process.exit(results.every(({ status }) => status === 0) ? 0 : 1);
