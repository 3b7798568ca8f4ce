/** A fresh copy of a server with its fault, as a git repository with packages, in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.join(here, '..', '..');

/** `folder` belongs to this case alone; the project lies in `folder/project`, its home is `folder/home`. */
export function makePlace(folder, { serverFolder, item, packages, config }) {
  const [project, home] = [path.join(folder, 'project'), path.join(folder, 'home')];
  mkdirSync(home, { recursive: true });
  cpSync(serverFolder, project, { recursive: true });
  execFileSync('cp', ['-al', packages, path.join(project, 'node_modules')]);
  if (config !== null)
    writeFileSync(path.join(project, 'kintsugi.config.json'), `${JSON.stringify(config, null, 2)}\n`);
  if (item.past === 'none') {
    for (const edit of item.break) carryOut(project, edit);
    return { folder, project, home };
  }
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', ...words], { cwd: project });
  git('init', '-q', '-b', 'main');
  if (item.history) commit(git, 'Release 1.4.0');
  for (const edit of item.break ?? []) carryOut(project, edit);
  commit(git, item.history ? 'Release 1.5.0' : 'Import the service');
  return { folder, project, home };
}

function commit(git, message) {
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', message);
}

function carryOut(project, { file, find, replace, remove, content, move }) {
  const at = (name) => path.join(project, name);
  if (move !== undefined) {
    mkdirSync(path.dirname(at(move[1])), { recursive: true });
    return renameSync(at(move[0]), at(move[1]));
  }
  if (remove === true) {
    if (!existsSync(at(file))) throw new Error(`${file} is to be removed and is not there`);
    return rmSync(at(file), { recursive: true });
  }
  if (content !== undefined) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    return writeFileSync(at(file), content);
  }
  const text = readFileSync(at(file), 'utf8');
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} holds ${JSON.stringify(find)} ${count} times, not once`);
  writeFileSync(
    at(file),
    text.replace(find, () => replace),
  );
}

/** Every file and folder of a project with a hash of its content; of node_modules the names alone. */
export function treeOf(project) {
  const own = readdirSync(project, { recursive: true })
    .filter((name) => !/^(?:\.git|\.kintsugi|node_modules)(?:\/|$)/.test(name))
    .map((name) => [name, hashOf(path.join(project, name))]);
  return new Map([...own, ...packageNames(project).map((name) => [`node_modules/${name}`, 'package'])]);
}

/** Names that differ between two trees. */
export function difference(before, after) {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

/** Names that differ from the commit, ignored ones aside. */
export function uncommitted(project) {
  const said = execFileSync('git', ['status', '--porcelain', '--no-renames'], { cwd: project, encoding: 'utf8' });
  return said.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
}

function hashOf(file) {
  const stat = lstatSync(file);
  return stat.isFile() ? createHash('sha1').update(readFileSync(file)).digest('hex') : 'folder';
}

function packageNames(project) {
  const folder = path.join(project, 'node_modules');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  return names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(folder, name)).map((scoped) => `${name}/${scoped}`) : [name],
  );
}

/** What a server's package.json names and all that needs in turn, copied once out of the repository's own node_modules. */
export function copyPackages(server, to) {
  const manifest = JSON.parse(readFileSync(path.join(here, 'servers', server, 'package.json'), 'utf8'));
  mkdirSync(to, { recursive: true });
  const from = path.join(repository, 'node_modules');
  const left = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const seen = new Set();
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    cpSync(path.join(from, name), path.join(to, name), { recursive: true });
    left.push(...needsOf(path.join(from, name)).filter((other) => existsSync(path.join(from, other))));
  }
}

/** Names that a package, or one nested in it, needs and does not bring along. */
function needsOf(folder) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const nested = existsSync(path.join(folder, 'node_modules')) ? packageNames(folder) : [];
  const direct = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  });
  const deeper = nested.flatMap((name) => needsOf(path.join(folder, 'node_modules', name)));
  return [...direct, ...deeper].filter((name) => !nested.includes(name));
}
