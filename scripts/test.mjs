// Runs the tests: all of them, or those whose path holds one of the words given. Options (--…) go to the runner.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('-'));
const options = given.filter((word) => word.startsWith('-'));

const files = ['src', 'test']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)))
  .filter((file) => file.endsWith('.test.ts') && !file.includes(`${path.sep}fixtures${path.sep}`))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();

if (files.length === 0) {
  process.stderr.write(`No test file has ${words.join(' or ')} in its path.\n`);
  process.exit(1);
}

const runner = ['--import', 'tsx', '--test', '--test-concurrency=2', '--test-reporter=spec'];
const child = spawn(process.execPath, [...runner, ...options, ...files], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
