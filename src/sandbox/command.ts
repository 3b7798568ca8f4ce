/** The command line of a trial: confined and bound, or, without confinement, led into the copy. */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { confineArgv, withLimits, type Bind } from './confine.ts';
import type { Ground } from './ground.ts';
import { isIn, moduleBinds, preloadBinds, programBinds } from './mounts.ts';
import type { Workspace } from './workspace.ts';

export interface CommandOptions {
  readonly argv: readonly string[];
  readonly installed: boolean;
  readonly network: boolean;
  readonly extra: readonly Bind[];
  /** True: run in the project folder, not in the subject's own working directory. */
  readonly root: boolean;
}

/** The command as it is spawned: with limits, and inside bubblewrap or, without it, led into the copy. */
export function command(ground: Ground, workspace: Workspace, how: CommandOptions): { argv: string[]; cwd: string } {
  const { options, confinement } = ground;
  const { project } = options.launch;
  const liveCwd = how.root ? project : options.launch.cwd;
  const limits = {
    memoryBytes: options.memoryBytesMax ?? 4 * 1024 ** 3,
    fileBytes: 1024 ** 3,
    cpuS: options.cpuSMax ?? 300,
  };
  const real = how.argv.map((word, index) => (index === 0 && word === 'node' ? options.nodePath : word));
  if (confinement.kind === 'none') {
    const moved = (word: string): string =>
      isIn(project, word) ? path.join(workspace.folder, path.relative(project, word)) : word;
    return {
      argv: withLimits(real.map(moved), limits),
      cwd: isIn(project, liveCwd) ? moved(liveCwd) : workspace.folder,
    };
  }
  const binds: Bind[] = [
    ...programBinds(options.nodePath, real[0] ?? ''),
    ...etcBinds(ground, how.network),
    ...preloadBinds(project, real, options.env['NODE_OPTIONS']),
    { from: workspace.folder, to: project, writable: true },
    ...ground.base.bound.map(({ at, from }) => ({ from, to: path.join(project, at) })),
    ...(how.installed || ground.clone ? [] : moduleBinds(ground.base)),
    { from: path.dirname(options.hookFile), to: '/run/kintsugi/hook' },
    ...how.extra,
  ];
  const cwd = isIn(project, liveCwd) ? liveCwd : project;
  const argv = confineArgv({
    ...{ bwrap: confinement, binds, scratchBytes: 256 * 1024 ** 2, cwd, network: how.network },
    argv: withLimits(real, limits),
  });
  return { argv, cwd: '/' };
}

function etcBinds(ground: Ground, network: boolean): Bind[] {
  const own = ['passwd', 'group', 'nsswitch.conf', ...(network ? [] : ['hosts', 'resolv.conf'])];
  const real = network ? ['/etc/hosts', '/etc/resolv.conf'].filter((file) => existsSync(file)) : [];
  return [
    ...own.map((name) => ({ from: path.join(ground.sockets, 'etc', name), to: `/etc/${name}` })),
    ...real.map((file) => ({ from: realpathSync(file), to: file })),
  ];
}

export function writeEtc(folder: string): void {
  const [uid, gid] = [process.getuid?.() ?? 1000, process.getgid?.() ?? 1000];
  mkdirSync(folder);
  const files = {
    passwd: `subject:x:${uid}:${gid}::/tmp:/bin/sh\n`,
    group: `subject:x:${gid}:\n`,
    hosts: `127.0.0.1 localhost ${os.hostname()}\n::1 localhost\n`,
    'resolv.conf': '',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text, { mode: 0o644 });
}

/** Home, temp and search path as they are inside. */
export function place(ground: Ground): Record<string, string> {
  const { env, nodePath } = ground.options;
  const search = `${path.dirname(realpathSync(nodePath))}:${env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'}`;
  return ground.confinement.kind === 'none' ? { PATH: search } : { PATH: search, HOME: '/tmp', TMPDIR: '/tmp' };
}
