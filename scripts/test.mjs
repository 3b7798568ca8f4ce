// Runs the tests: all of them, or those whose path holds one of the words given. With --full every sweep is whole; other
// options (--…) go to the runner.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('-'));
const options = given.filter((word) => word.startsWith('-') && word !== '--full');
const env = given.includes('--full') ? { ...process.env, KINTSUGI_TEST_FULL: '1' } : process.env;

const testsIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((file) => file.endsWith('.test.ts') && !file.includes(`${path.sep}fixtures${path.sep}`));
// All of them: the unit tests go together, in one process. The runner begins them by their names, so that it is among the first.
const together = path.join('test', 'all-units.ts');
const all = words.length === 0 ? [together, ...testsIn('test')] : ['src', 'test'].flatMap(testsIn);
const files = all.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));

if (files.length === 0) {
  process.stderr.write(`No test file has ${words.join(' or ')} in its path.\n`);
  process.exit(1);
}

// One more than there are cores: a third of their time these files wait for processes and clocks.
const atOnce = availableParallelism() + 1;
const runner = ['--import', 'tsx', '--test', `--test-concurrency=${atOnce}`, '--test-reporter=spec'];
const child = spawn(process.execPath, [...runner, ...options, ...files], { cwd: root, env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
