/** Servers that others wrote and published: fetched from the package registry, each started by a file of ours, and broken by chance alone (`--published`). */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { servers } from './published-servers.mjs';

const cache = path.join(fileURLToPath(new URL('../../', import.meta.url)), '.cache', 'published');

/** The suites, each with the folder of its server and of the packages that it needs. `server` may be left out. */
export function publishedSuites(server) {
  const wanted = servers.filter(({ name }) => server === undefined || server === name);
  return wanted.map((one) => ({
    ...{ server: one.name, half: 'published', entry: 'server.js', services: [], cases: [] },
    ...{ checks: one.checks.map((check) => (typeof check === 'string' ? { request: check } : check)) },
    ...fetched(one),
  }));
}

/** Once: the package becomes the project, what was installed with it its packages. Nothing of it is run but the server itself. */
function fetched({ name, version, start, drop = [], keep = [] }) {
  const place = path.join(cache, `${name}@${version}`);
  const [serverFolder, packages] = ['server', 'packages'].map((folder) => path.join(place, folder));
  if (existsSync(serverFolder)) return { serverFolder, packages };
  mkdirSync(packages, { recursive: true });
  writeFileSync(path.join(packages, 'package.json'), '{}\n');
  const words = ['install', `${name}@${version}`, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', words, { cwd: packages, stdio: ['ignore', 'ignore', 'inherit'] });
  const installed = path.join(packages, 'node_modules');
  const made = path.join(place, 'making');
  cpSync(path.join(installed, name), made, { recursive: true });
  rmSync(path.join(installed, name), { recursive: true });
  const own = path.join(made, 'node_modules');
  if (existsSync(own)) cpSync(own, installed, { recursive: true });
  for (const [from, to] of keep) cpSync(path.join(made, from), path.join(made, to), { recursive: true });
  for (const each of ['node_modules', 'test', ...drop]) rmSync(path.join(made, each), { recursive: true, force: true });
  writeFileSync(path.join(made, 'server.js'), start);
  writeFileSync(path.join(made, '.gitignore'), 'node_modules/\n.kintsugi/\nstore/\n');
  for (const each of readdirSync(installed)) renameSync(path.join(installed, each), path.join(packages, each));
  for (const each of ['node_modules', 'package.json', 'package-lock.json'])
    rmSync(path.join(packages, each), { recursive: true, force: true });
  renameSync(made, serverFolder);
  return { serverFolder, packages };
}
