/** `kintsugi service`: a systemd unit that runs this subject, to be put where the owner wants it. */
import path from 'node:path';
import type { Launch } from '../../incident/nouns.ts';
import { present } from '../../kit/files.ts';

/** Is the program there by which systemd is told things? */
export function hasNotify(env: NodeJS.ProcessEnv): boolean {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return folders.some((folder) => present(path.join(folder, 'systemd-notify')));
}

/** It says when the server answers, and beats from then on. */
const notify = ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=60', 'TimeoutStartSec=120'];

/** `mainFile` is the program itself. `name` is null where the subject goes by its entry or command. `rest` are the words after the entry, or the whole command. `notifies` = systemd-notify is there. */
export function systemdUnit(
  launch: Launch,
  mainFile: string,
  { name, rest, notifies }: { name: string | null; rest: readonly string[]; notifies: boolean },
): string {
  const subject = launch.entry === null ? ['--', ...rest] : [launch.entry, ...(rest.length > 0 ? ['--', ...rest] : [])];
  const argv = [
    process.execPath,
    mainFile,
    'run',
    '--cwd',
    launch.entry === null ? byLink(launch, launch.cwd) : byLink(launch, launch.project),
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
