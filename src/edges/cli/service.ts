/** `kintsugi service`: a systemd unit that runs this subject, to be put where the owner wants it. */
import type { Launch } from '../../incident/nouns.ts';

/** `mainFile` is the program itself. `rest` are the words after the entry, or the whole command. */
export function systemdUnit(launch: Launch, mainFile: string, rest: readonly string[]): string {
  const subject = launch.entry === null ? ['--', ...rest] : [launch.entry, ...(rest.length > 0 ? ['--', ...rest] : [])];
  const argv = [
    process.execPath,
    mainFile,
    'run',
    '--cwd',
    launch.entry === null ? launch.cwd : launch.project,
    '--name',
    launch.subject,
    ...subject,
  ];
  return [
    '[Unit]',
    `Description=${launch.subject.replaceAll('%', '%%')} under Kintsugi`,
    'After=network-online.target',
    'Wants=network-online.target',
    '',
    '[Service]',
    `WorkingDirectory=${launch.cwd.replaceAll('%', '%%')}`,
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

/** systemd's own quoting: backslash and double quote escaped, `%` and `$` doubled. */
function quoted(word: string): string {
  const text = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, (char) => `\\${char}`)}"`;
}
