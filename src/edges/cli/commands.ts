/** Every command with its words and options: what is parsed, what is refused and what the help says come from here. */

export interface Option {
  readonly kind: 'flag' | 'text' | 'name' | 'texts' | 'choice' | 'number' | 'seconds' | 'folder' | 'file';
  readonly doc: string;
  /** What the help shows for the value. */
  readonly hint?: string;
  readonly choices?: readonly string[];
  readonly short?: string;
  readonly min?: number;
  readonly max?: number;
  /** The setting it stands for; `value` where the flag itself decides it. Seconds become milliseconds. */
  readonly setting?: string;
  readonly value?: unknown;
}

export interface Word {
  readonly name: string;
  readonly kind: 'entry' | 'id' | 'text';
  readonly optional?: true;
}

export interface Command {
  readonly summary: string;
  readonly usage: readonly string[];
  readonly words: readonly Word[];
  readonly options: Readonly<Record<string, Option>>;
  /** `words`: what follows the first word belongs to the subject as it is. `dashes`: only what follows `--` does. */
  readonly subject?: 'words' | 'dashes';
  readonly notes?: readonly string[];
}

const json: Option = { kind: 'flag', doc: 'One JSON value on stdout.' };
const cwd: Option = { kind: 'folder', hint: 'DIR', doc: 'As if started in this folder.' };
const common = { json, cwd } as const;
const config: Option = {
  kind: 'file',
  hint: 'FILE',
  doc: "The configuration file, instead of the project's kintsugi.config.*.",
};
const by: Option = { kind: 'name', hint: 'NAME', doc: "Who decides; else git's user.name, else the login." };
const note: Option = { kind: 'text', hint: 'TEXT', doc: 'Why; kept on record.' };
const name: Option = { kind: 'name', hint: 'NAME', doc: "The subject's name; else its path." };
const follow: Option = { kind: 'flag', short: 'f', doc: 'Go on as new ones come.' };
const subject: Option = { kind: 'name', hint: 'NAME', doc: 'Which subject, where the project has several.' };

const settings = {
  autonomy: {
    kind: 'choice',
    choices: ['observe', 'propose', 'auto', 'full'],
    doc: 'What may go live without a person.',
    setting: 'autonomy',
  },
  sandbox: {
    kind: 'choice',
    choices: ['auto', 'require', 'off'],
    doc: 'Whether trials run confined.',
    setting: 'sandbox',
  },
  offline: { kind: 'flag', doc: 'No model, no update check, no channel.', setting: 'offline', value: true },
} as const satisfies Record<string, Option>;

const id: Word = { name: 'id', kind: 'id' };
const entry: Word = { name: 'entry', kind: 'entry', optional: true };

export const commands: Readonly<Record<string, Command>> = {
  run: {
    summary: 'Supervise a server in the foreground, and heal it.',
    usage: ['run [options] <entry> [-- args…]', 'run [options] -- <command…>'],
    words: [entry],
    subject: 'words',
    options: {
      name,
      once: { kind: 'flag', doc: "No restart: end with the subject's own exit code." },
      'on-park': {
        kind: 'choice',
        choices: ['auto', 'stay', 'exit'],
        doc: 'What to do when the server is parked in a crash loop.',
        setting: 'restart.onPark',
      },
      ...settings,
      'no-dashboard': { kind: 'flag', doc: 'No dashboard.', setting: 'dashboard.port', value: 'off' },
      config,
      json: { kind: 'flag', doc: 'Own lines on stderr as JSON.' },
      cwd,
    },
    notes: ["Everything after <entry> belongs to the subject. stdout is the subject's alone; own lines go to stderr."],
  },
  heal: {
    summary: 'Reproduce a failure once, repair it, prove the repair, show it.',
    usage: ['heal [options] <entry> [--request "METHOD /path [body]"]… [--stderr FILE] [--apply] [-- args…]'],
    words: [entry],
    subject: 'dashes',
    options: {
      request: {
        kind: 'texts',
        hint: '"METHOD /path [body]"',
        doc: 'A request that fails, or @FILE with {method, path, headers, body}; several go in the order given.',
      },
      header: { kind: 'texts', short: 'H', hint: '"Name: value"', doc: 'A header for every request.' },
      stderr: { kind: 'file', hint: 'FILE', doc: 'The text of a failure seen elsewhere.' },
      apply: { kind: 'flag', doc: 'Promote what was proven; without it the proposal waits for `approve`.' },
      timeout: { kind: 'seconds', hint: 'SECONDS', doc: 'Bounds all of it (300).', setting: 'heal.timeoutMs' },
      'request-timeout': {
        kind: 'seconds',
        hint: 'SECONDS',
        doc: 'Bounds one request (5).',
        setting: 'heal.requestTimeoutMs',
      },
      name,
      ...settings,
      config,
      ...common,
    },
  },
  status: { summary: 'What runs, and what waits for a person.', usage: ['status'], words: [], options: common },
  incidents: { summary: 'All incidents, the newest first.', usage: ['incidents'], words: [], options: common },
  show: {
    summary: 'One incident with its timeline, evidence and diff.',
    usage: ['show <id>'],
    words: [id],
    options: common,
  },
  events: {
    summary: 'What happened, event by event.',
    usage: ['events [--follow]'],
    words: [],
    options: {
      follow,
      since: { kind: 'number', hint: 'SEQ', min: 0, doc: 'Only what came after this number.' },
      ...common,
    },
  },
  report: {
    summary: 'A post-mortem of an incident, in Markdown.',
    usage: ['report <id>'],
    words: [id],
    options: common,
  },
  usage: { summary: 'Tokens and cost.', usage: ['usage'], words: [], options: common },
  approve: {
    summary: 'Let a waiting proposal go live.',
    usage: ['approve <id>'],
    words: [id],
    options: { by, note, 'no-wait': { kind: 'flag', doc: 'Do not wait for the outcome.' }, config, ...common },
  },
  reject: {
    summary: 'Refuse a waiting proposal.',
    usage: ['reject <id>'],
    words: [id],
    options: { by, note, ...common },
  },
  resolve: {
    summary: 'Close an incident that a person mended.',
    usage: ['resolve <id> --note TEXT'],
    words: [id],
    options: { note, by, ...common },
  },
  'backup create': { summary: 'Keep the project as it is now.', usage: ['backup create'], words: [], options: common },
  'backup list': { summary: 'Releases and backups.', usage: ['backup list'], words: [], options: common },
  'backup restore': {
    summary: 'Make the project equal to a backup.',
    usage: ['backup restore <backup>'],
    words: [{ name: 'backup', kind: 'text' }],
    options: common,
  },
  'backup undo': {
    summary: 'Take the last restore or promotion back.',
    usage: ['backup undo'],
    words: [],
    options: common,
  },
  triage: {
    summary: 'Explain an error text: class, cause, frame, suspicious or not.',
    usage: ['triage [FILE|-]'],
    words: [{ name: 'file', kind: 'text', optional: true }],
    options: common,
  },
  'policy check': {
    summary: 'Explain what policy says to a command, a diff or an address.',
    usage: ['policy check --command STR | --diff FILE | --url URL'],
    words: [],
    options: {
      command: { kind: 'text', hint: 'STR', doc: 'A command line.' },
      diff: { kind: 'text', hint: 'FILE', doc: 'A unified diff; - reads stdin.' },
      url: { kind: 'text', hint: 'URL', doc: 'An address to fetch.' },
      resolve: { kind: 'flag', doc: 'Look the host up and judge its addresses too.' },
      config,
      ...common,
    },
  },
  'memory search': {
    summary: 'What was learnt of failures like this one.',
    usage: ['memory search <text> [--in NAMESPACE]'],
    words: [{ name: 'text', kind: 'text' }],
    options: {
      in: {
        kind: 'choice',
        choices: ['errors', 'fixes', 'learnings', 'functions', 'docs'],
        doc: 'Only there; `docs` answers questions about Kintsugi itself and is searched only when named.',
      },
      limit: { kind: 'number', short: 'n', hint: 'N', min: 1, max: 100, doc: 'So many at most (10).' },
      ...common,
    },
  },
  'memory stats': { summary: 'How much is remembered.', usage: ['memory stats'], words: [], options: common },
  'memory forget': {
    summary: 'Take one thing out of the memory, and off the disk.',
    usage: ['memory forget <id>'],
    words: [{ name: 'id', kind: 'text' }],
    options: { by, config, ...common },
  },
  map: {
    summary: 'Routes, functions, classes and exports of the project.',
    usage: ['map'],
    words: [],
    options: { config, ...common },
  },
  pause: {
    summary: 'Stop every automatic action at once.',
    usage: ['pause'],
    words: [],
    options: { by, note, ...common },
  },
  resume: { summary: 'Allow automatic actions again.', usage: ['resume'], words: [], options: common },
  reload: {
    summary: 'Restart the server without an interruption: the old process goes when the new one answers.',
    usage: ['reload'],
    words: [],
    options: { subject, ...common },
  },
  logs: {
    summary: 'What the subject wrote to stderr.',
    usage: ['logs [--follow]'],
    words: [],
    options: {
      follow,
      lines: { kind: 'number', short: 'n', hint: 'N', min: 0, max: 1_000_000, doc: 'So many of the last lines (100).' },
      subject,
      ...common,
    },
  },
  init: {
    summary: 'Write a configuration with every setting in a comment.',
    usage: ['init'],
    words: [],
    options: common,
  },
  doctor: {
    summary: 'Check what Kintsugi needs, and say how to mend it.',
    usage: ['doctor'],
    words: [],
    options: { config, ...common },
  },
  service: {
    summary: 'Print a systemd unit for `run`.',
    usage: ['service [options] <entry> [-- args…]'],
    words: [entry],
    subject: 'dashes',
    options: { name, ...common },
  },
};
