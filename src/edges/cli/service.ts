/** `kintsugi service`: a systemd unit that runs this subject, to be put where the owner wants it. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../../incident/nouns.ts';
import { present } from '../../kit/files.ts';

/** Is the program there by which systemd is told things? */
export function hasNotify(env: NodeJS.ProcessEnv): boolean {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return folders.some((folder) => present(path.join(folder, 'systemd-notify')));
}

/** Where systemd looks for programs, unless the unit says otherwise. */
const systemFolders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** As whom the server is to run: whose state it has, or else whose files it is of; null for root. */
export function ownerOf({ state, project }: { state: string; project: string }): string | null {
  const { uid } = statSync(state, { throwIfNoEntry: false }) ?? statSync(project);
  return uid === 0 ? null : String(uid);
}

/** It says when the server answers, and beats from then on. */
const notify = ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=60', 'TimeoutStartSec=120'];

/** `mainFile` is the program itself. `name` is null where the subject goes by its entry or command. `rest` are the words after the entry, or the whole command. `notifies` = systemd-notify is there. `owner` is null for root. */
export function systemdUnit(
  launch: Launch,
  mainFile: string,
  {
    name,
    rest,
    notifies,
    owner,
  }: { name: string | null; rest: readonly string[]; notifies: boolean; owner: string | null },
): string {
  const { entry, project } = launch;
  const isInside = entry === null || !path.relative(project, launch.cwd).startsWith('..');
  const cwd = isInside ? launch.cwd : project;
  const words = entry === null ? [] : [path.relative(cwd, path.join(project, entry))];
  const subject = entry === null ? ['--', ...rest] : [...words, ...(rest.length > 0 ? ['--', ...rest] : [])];
  const argv = [
    process.execPath,
    mainFile,
    'run',
    '--cwd',
    byLink(launch, cwd),
    ...(name === null ? [] : ['--name', name]),
    ...subject,
  ];
  return [
    '[Unit]',
    `Description=${launch.subject.replaceAll('%', '%%')} under Kintsugi`,
    'After=network-online.target',
    'Wants=network-online.target',
    '',
    '[Service]',
    ...(notifies ? notify : ['Type=exec']),
    ...(owner === null ? [] : [`User=${owner}`]),
    ...pathOf(process.execPath),
    `WorkingDirectory=${byLink(launch, launch.cwd).replaceAll('%', '%%')}`,
    `ExecStart=${argv.map(quoted).join(' ')}`,
    'Restart=always',
    'RestartSec=1',
    '# Kintsugi ends the server itself, so only Kintsugi is told to stop.',
    'KillMode=mixed',
    'TimeoutStopSec=30',
    '',
    '[Install]',
    'WantedBy=multi-user.target',
  ].join('\n');
}

/** npm lies beside node, and a version manager keeps both where systemd does not look. */
function pathOf(node: string): string[] {
  const folder = path.dirname(node);
  if (systemFolders.includes(folder)) return [];
  return [`Environment=${quoted(`PATH=${[folder, ...systemFolders].join(':')}`)}`];
}

/** A folder of the project as it will be in the releases to come, too. */
function byLink({ project, link }: Launch, folder: string): string {
  const below = path.relative(project, folder);
  return link === undefined || below.startsWith('..') ? folder : path.join(link, below);
}

/** systemd's own quoting: backslash and double quote escaped, `%` and `$` doubled. */
function quoted(word: string): string {
  const text = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, (char) => `\\${char}`)}"`;
}
