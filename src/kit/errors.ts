/** Faults that a person can act on: one table of codes, each with what to do next. Findings are data; these are thrown. */

const table = {
  usage: { exit: 2, next: 'See `kintsugi --help`.' },
  config: { exit: 2, next: 'Correct it where it is set; `kintsugi doctor` shows every value and where it came from.' },
  no_such_incident: { exit: 2, next: '`kintsugi incidents` lists them.' },
  already_running: { exit: 1, next: 'Stop the other one first, or use it.' },
  not_running: { exit: 1, next: 'Start it with `kintsugi run <entry>`.' },
  moved: { exit: 1, next: 'Stop its supervisor, and start it anew.' },
  not_yours: { exit: 1, next: 'Run it as that user, or choose another folder with KINTSUGI_STATE_DIR.' },
  locked: { exit: 1, next: 'Wait for the other command to finish, or stop it.' },
  journal_broken: {
    exit: 1,
    next: 'Nothing was changed. Keep the folder as evidence, move `.kintsugi/journal` aside and start again.',
  },
  journal_write: {
    exit: 1,
    next: 'Free space or make the state folder writable; the server goes on running meanwhile.',
  },
  memory_write: {
    exit: 1,
    next: 'Free space or make the state folder writable; nothing that was remembered is lost.',
  },
  no_such_memory: { exit: 2, next: '`kintsugi memory search <text>` shows ids.' },
  base_moved: { exit: 1, next: 'The files changed since this was proven; `kintsugi heal` looks again.' },
  read_only: {
    exit: 10,
    next: 'Apply the patch where the files come from, and start the server from those; or make the project writable.',
  },
  not_waiting: { exit: 1, next: '`kintsugi show <id>` tells what was decided, when and by whom.' },
  no_confinement: {
    exit: 10,
    next: 'Install bubblewrap (Debian: `apt-get install bubblewrap`), or see `kintsugi doctor`.',
  },
  install_failed: { exit: 1, next: 'The modules are as they were. Run the install by hand to see all of its output.' },
  data_change: {
    exit: 1,
    next: 'Either all of it was done or nothing. Under `databases` in the folder of backups lies the database as it was.',
  },
  backup_broken: { exit: 1, next: 'Nothing was changed. `kintsugi backup list` shows the others.' },
  internal: { exit: 1, next: 'This is a defect of Kintsugi itself; the server is not affected.' },
} as const;

export type FaultCode = keyof typeof table;

/** Thrown for anything that ends a command. `message` is one line; `next` says what to do; `exit` is the exit code (CLI-1). */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly next: string;
  readonly exit: number;

  constructor(code: FaultCode, message: string, options: { next?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.next = options.next ?? table[code].next;
    this.exit = table[code].exit;
  }
}

/** The table as data, for docs/errors.md and its test. */
export const faultCodes: Readonly<Record<FaultCode, { exit: number; next: string }>> = table;

/** True for a system error (`ENOENT` …), optionally one of the codes given. */
export function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return codes.length === 0 || codes.includes(error.code);
}

/** Was a write refused that goes through as soon as there is room again? */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Fault && error.code === 'journal_write' && isErrno(error.cause, 'ENOSPC', 'EDQUOT');
}
