/** The one table of settings: types, validation, JSON Schema, docs/configuration.md and the variables all come from it. */
import { addressShape, leadShape, protocols } from '../kit/services.ts';
import { hourMs, keeping, minuteMs } from './schema-keeping.ts';
import { choice, decimal, flag, globs, list, model, number, text, usd, type Setting } from './setting.ts';

export type { Setting };

export const schema = {
  autonomy: choice(
    ['observe', 'propose', 'auto', 'full'],
    'auto',
    'What may go live without a person: nothing, not even a proposal (`observe`); nothing, but proposals are made and proven (`propose`); what was proven by replaying the failure (`auto`); mitigations and weaker proof too (`full`).',
    { loosens: 'up' },
  ),
  modelAlone: choice(
    ['ask', 'promote'],
    'ask',
    'What a model wrote under `auto`, where neither what the project answered before its last change nor its own tests say that the new answer is right: ask a person, or promote it all the same.',
    { loosens: 'up' },
  ),
  offline: flag(false, 'No model, no update check, no channel.'),
  stateDir: text('Where the record lies instead of `.kintsugi/`; relative to the project.', null, {
    variableOnly: true,
  }),
  protected: list(
    [
      '**/settings.{json,js,ts}',
      '**/db.{js,ts,mjs}',
      '**/redis.{js,ts,mjs}',
      '.env*',
      '*.sqlite*',
      '*.db',
      '.kintsugi/**',
    ],
    'Globs of files that no rollback touches.',
    { loosens: 'down', item: globs },
  ),
  trustInstallScripts: flag(
    false,
    "Let the install scripts of the project's own dependencies run when a repair installs them.",
    {
      loosens: 'up',
    },
  ),
  heal: {
    timeoutMs: number(5 * minuteMs, [1_000, hourMs], 'A whole heal ends after this, with nothing changed.'),
    requestTimeoutMs: number(5_000, [100, 5 * minuteMs], 'How long a replayed request may take.'),
    settleMs: number(2_000, [0, minuteMs], 'How long after the last answer an exit still counts as the failure.'),
    rungs: list(
      ['known', 'recipes', 'revert', 'fast', 'agent'],
      'The ladder of a heal, in this order; what is left out is not tried. `fast`, `agent` and `team` ask a model.',
      { plain: true, choices: ['known', 'recipes', 'revert', 'fast', 'agent', 'team'], loosens: 'up' },
    ),
    modelRounds: number(3, [0, 3], 'At most so many rungs of one heal ask a model.', { loosens: 'up' }),
  },
  deploy: {
    quietMs: number(
      10_000,
      [0, hourMs],
      'After a change of the files that is not ours, nothing is copied before they rested this long.',
      { fromStart: true },
    ),
  },
  watch: {
    ms: number(
      minuteMs,
      [0, 24 * hourMs],
      'How long a repaired server is watched; a return of the failure rolls back.',
    ),
  },
  ...keeping,
  limits: {
    repairs: number(
      5,
      [0, 1_000],
      'At most so many repairs in `limits.repairsMs`; more wait, but for one that a person asks for by `heal`.',
      { loosens: 'up' },
    ),
    repairsMs: number(5 * minuteMs, [1_000, 24 * hourMs], 'The window of `limits.repairs`.', { loosens: 'down' }),
    failures: number(
      3,
      [1, 1_000],
      'A signature that failed to heal this often in `limits.failuresMs` is left alone and reported.',
      { loosens: 'up' },
    ),
    failuresMs: number(10 * minuteMs, [1_000, 24 * hourMs], 'The window of `limits.failures`.', { loosens: 'down' }),
    pauseMs: number(
      hourMs,
      [0, 24 * hourMs],
      'How long automatic action rests where 40 % or more of the last 5 repairs failed; 0 = until `kintsugi resume`.',
      { loosens: 'down' },
    ),
  },
  sensing: {
    threshold: number(
      1,
      [1, 10_000],
      'So many errors of a route within the window open an incident; deaths open one at once.',
      { fromStart: true },
    ),
    windowMs: number(30_000, [100, hourMs], 'The window of `sensing.threshold`.', { fromStart: true }),
    cooldownMs: number(
      minuteMs,
      [0, 24 * hourMs],
      'Errors of a closed incident open no other within this time; they are counted on it. A deploy ends it.',
    ),
    unansweredMs: number(
      30_000,
      [0, hourMs],
      'A request whose answer has not begun after this, twice on one route within the window, is a timeout, also where its client gave up after a third of it; 0 = never.',
      { fromStart: true },
    ),
    regressions: flag(
      true,
      'Whether a release that does clearly worse than the last good one (more 5xx, slower, a late event loop, memory that grows) opens an incident that offers the way back.',
    ),
    regressionSpanMs: number(
      30_000,
      [1_000, hourMs],
      'A release is measured in spans of this length and at least 300 requests; what is worse in two spans running is told.',
    ),
    probeMs: number(
      0,
      [0, 24 * hourMs],
      'Each GET route that changes nothing, as far as its code tells, is asked this often by the supervisor itself; `status` says how it answered. A failure is evidence for an incident and opens none; 0 = no route is asked.',
      { fromStart: true },
    ),
    longPolls: list([], 'Paths (globs) on which a request may wait for its answer as long as it likes.', {
      fromStart: true,
      item: globs,
    }),
  },
  recovery: {
    enabled: flag(true, 'Whether commands are run at all to repair the surroundings (installs, rebuilt folders).', {
      loosens: 'up',
    }),
    auto_approve: list([], 'Commands, to the letter, that run without a person.', { loosens: 'up' }),
    require_human: list([], 'Commands and patterns (`*` stands for anything) that always wait for a person.', {
      loosens: 'down',
    }),
    max_auto_recoveries_per_run: number(
      3,
      [0, 1_000],
      'At most so many commands run by themselves in one run of a loop.',
      { loosens: 'up', awaits: 'loops' },
    ),
    cooldown_seconds: number(60, [0, 86_400], 'From one command that ran by itself to the next.', {
      loosens: 'down',
      awaits: 'loops',
    }),
    on_unknown: choice(['deny', 'escalate'], 'escalate', 'A command that no list names: ask a person, or refuse it.', {
      loosens: 'up',
    }),
  },
  webhooks: {
    on_escalation: text(
      'URL that is told when something waits for a person, once for each reason, and when a server, or one of its processes (`status`: `down`, `degraded`), is not started any more: a POST of JSON with `text`, `subject`, `incident`, `status`, `message`, `why` and `command`.',
      null,
      { secret: true },
    ),
  },
  trial: {
    env: {
      kind: 'record',
      fallback: {},
      doc: 'Environment that only trials get, such as the address of a test database.',
    } as Setting<Readonly<Record<string, string>>>,
    services: {
      kind: 'rows',
      fields: ['target', 'to'],
      shapes: {
        target: { pattern: addressShape, says: 'host:port' },
        to: { pattern: leadShape, says: `host:port or ${protocols.map((one) => `readonly:${one}`).join(', ')}` },
      },
      fallback: [],
      doc: 'What trials may reach of what the server connects to (`target`, host:port). `to` is a test instance that answers instead (host:port; a trial may write there), or `readonly:postgres`, `readonly:mysql`, `readonly:redis`, `readonly:http`: the live service itself, to read, with the login that the server has for it.',
      loosens: 'up',
    } as Setting<readonly { readonly target: string; readonly to: string }[]>,
    testCommand: list(
      [],
      "The project's quick tests, as a list of words; run on every candidate that passed the rest.",
    ),
    allowWrites: flag(
      false,
      'Replay requests other than GET and HEAD even where the trial reaches more than its own copy.',
      { loosens: 'up' },
    ),
  },
  sandbox: choice(
    ['require', 'auto', 'off'],
    'auto',
    'Whether trials run confined: always or not at all (`require`), where the system can (`auto`), never (`off`).',
    { loosens: 'up' },
  ),
  dashboard: {
    port: {
      kind: 'number',
      choices: ['auto', 'off'],
      min: 0,
      max: 65_535,
      fallback: 'auto',
      variable: 'KINTSUGI_DASHBOARD',
      short: true,
      awaits: 'dashboard',
      doc: "Port of the dashboard, `auto` (the server's port + 1) or `off`.",
    } as Setting<number | 'auto' | 'off'>,
  },
  admin: {
    key: text('Key of the dashboard; without it one is made in `.kintsugi/admin.key`.', null, {
      secret: true,
      variableOnly: true,
      awaits: 'dashboard',
    }),
    ips: list(['127.0.0.1', '::1'], 'Addresses that may open the dashboard.', {
      plain: true,
      loosens: 'up',
      awaits: 'dashboard',
    }),
  },
  models: {
    coding: model(
      'coding',
      'Writes repairs: `provider:model`, or a list of which the next is used when one fails. Without it, the endpoints that the usual variables name are used (docs/models.md).',
    ),
    reasoning: model('reasoning', "Plans hard repairs; without it, coding's."),
    chat: model('chat', "Answers questions; without it, coding's."),
    tool: model('tool', "Calls tools; without it, coding's."),
    audit: model('audit', 'Looks for hostile text; without it, patterns alone.'),
    embedding: model('embedding', 'Places what is remembered among vectors; without it, words alone are compared.'),
    providers: {
      kind: 'rows',
      fields: ['name', 'protocol', 'url', 'key'],
      shapes: {
        name: { pattern: /^(?!(?:anthropic|openai)$)[a-z][a-z0-9-]*$/, says: 'a word of your own' },
        protocol: { pattern: /^(?:anthropic|openai)$/, says: 'anthropic or openai' },
        url: { pattern: /^https?:\/\/[^\s@]+$/, says: 'its base URL' },
        key: { pattern: /^[A-Za-z_]\w*$/, says: 'the variable that holds its key, or none' },
      },
      fallback: [],
      doc: 'More endpoints, beside those of `ANTHROPIC_API_KEY`, `ANTHROPIC_BASE_URL`, `OPENAI_API_KEY` and `OPENAI_BASE_URL`: each speaks one of the two protocols, and `name` stands before the colon of a model.',
      loosens: 'up',
    } as Setting<
      readonly { readonly name: string; readonly protocol: string; readonly url: string; readonly key: string }[]
    >,
    prices: {
      kind: 'rows',
      fields: ['model', 'input', 'output'],
      shapes: {
        input: { pattern: decimal, says: 'dollars per million tokens' },
        output: { pattern: decimal, says: 'dollars per million tokens' },
      },
      fallback: [],
      doc: 'Prices of models that the built-in table does not know or has wrong.',
    } as Setting<readonly { readonly model: string; readonly input: string; readonly output: string }[]>,
  },
  budget: {
    tokensPerHeal: number(
      300_000,
      [0, 100_000_000],
      'At most so many tokens, in and out, for one heal; at 75, 80 and 90 % it is said.',
      { loosens: 'up' },
    ),
    usdPerHeal: usd(2, 'At most so many dollars for one heal. Reserved before a call, settled after it.'),
    usdPerDay: usd(10, 'At most so many dollars a day (UTC) in this project.'),
    usdPerRun: usd(50, 'At most so many dollars from the start of `kintsugi run` to its end.'),
  },
  tools: {
    webHosts: list(
      [],
      'Hosts whose pages an agent may read by `web_fetch`, subdomains included; `*` = every public one. Without any, that tool is not there.',
      { plain: true, loosens: 'up' },
    ),
    mcp: {
      kind: 'rows',
      fields: ['name', 'server', 'tools', 'env'],
      shapes: {
        name: { pattern: /^[a-z][a-z0-9-]{0,30}$/, says: 'a short name in small letters' },
        server: { pattern: /\S/, says: 'a command line, or an http(s) address' },
        tools: { pattern: /^[\w.-]+(?:\s*,\s*[\w.-]+)*$/, says: 'names of its tools, with commas between' },
        env: {
          pattern: /^(?:\w+(?:\s*,\s*\w+)*)?$/,
          says: 'names of variables it is given, with commas between, or nothing',
        },
      },
      fallback: [],
      doc: 'MCP servers whose tools an agent may use, only those named; needs the package `@modelcontextprotocol/sdk`. A server that is a command gets PATH, HOME and the named variables of the environment, and nothing else.',
      loosens: 'up',
    } as Setting<
      readonly { readonly name: string; readonly server: string; readonly tools: string; readonly env: string }[]
    >,
  },
  git: {
    branch: flag(true, 'Commit each repair on a branch `kintsugi/<incident>`.'),
    author: text('Author of those commits.', 'Kintsugi <kintsugi@localhost>'),
  },
  update: {
    mode: choice(['off', 'notify', 'auto'], 'notify', 'Whether new versions are looked for, and installed.', {
      awaits: 'updates',
    }),
    intervalMs: number(6 * hourMs, [minuteMs, 30 * 24 * hourMs], 'From one look to the next.', { awaits: 'updates' }),
  },
  notifications: {
    desktop: flag(false, 'Notifications of the desktop.', { awaits: 'notifications' }),
    onEnd: flag(true, 'When a repair ended.', { awaits: 'notifications' }),
    onHuman: flag(true, 'When something waits for a person.', { awaits: 'notifications' }),
  },
} as const;

type Values<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : Values<S[K]> };

/** All settings with their values, nested as in the file. */
export type Settings = Values<typeof schema>;

/** A setting with its dotted key and its variable. */
export interface Entry {
  readonly key: string;
  readonly variable: string;
  readonly setting: Setting;
}

/** Every setting, in the order of the table. */
export const entries: readonly Entry[] = [...walk(schema, '')];

/** Settings by dotted key. */
export const byKey: ReadonlyMap<string, Entry> = new Map(entries.map((entry) => [entry.key, entry]));

/** `heal.timeoutMs` → `KINTSUGI_HEAL_TIMEOUT_MS`. */
export function variableOf(key: string): string {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('.', '_');
  return `KINTSUGI_${words.toUpperCase()}`;
}

function* walk(table: object, prefix: string): Generator<Entry> {
  for (const [name, value] of Object.entries(table) as [string, object][]) {
    const key = prefix + name;
    if (!isSetting(value)) yield* walk(value, `${key}.`);
    else yield { key, variable: value.variable ?? variableOf(key), setting: value };
  }
}

function isSetting(value: object): value is Setting {
  return 'fallback' in value;
}

/** Nests dotted keys: the inverse of the walk. */
export function nest(values: ReadonlyMap<string, unknown>): Settings {
  const root: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const parts = key.split('.');
    const last = parts.pop() ?? key;
    let at = root;
    for (const part of parts) at = (at[part] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return root as unknown as Settings; // built from the same table that the type is made from
}
