/** Settings: where they come from, what is refused and in which words, and that the docs say what the table says. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Fault } from '../kit/errors.ts';
import { configurationPage, initialFile, jsonSchema, shownSettings } from './describe.ts';
import { defaults, loadConfig, type LoadedConfig } from './load.ts';
import { compare, createReloader, valueAt } from './reload.ts';
import { byKey, entries, variableOf } from './schema.ts';
import { covers } from './validate.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const env = { PATH: process.env['PATH'] };

/** A project of these files, gone afterwards. */
async function inProject(files: Record<string, string>, work: (project: string) => Promise<void>): Promise<void> {
  const project = mkdtempSync(path.join(tmpdir(), 'kintsugi-config-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(project, name), text);
    await work(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

async function load(
  files: Record<string, string>,
  request: { env?: NodeJS.ProcessEnv; flags?: Record<string, unknown> } = {},
): Promise<LoadedConfig> {
  let loaded: LoadedConfig | null = null;
  await inProject(files, async (project) => {
    loaded = await loadConfig({ project, env: { ...env, ...request.env }, flags: request.flags ?? {} });
  });
  assert.ok(loaded);
  return loaded;
}

async function check(
  files: Record<string, string>,
  expected: Record<string, unknown>,
  variables: NodeJS.ProcessEnv = {},
): Promise<void> {
  const { settings } = await load(files, { env: variables });
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(valueAt(settings, key), value, key);
}

async function refused(
  files: Record<string, string>,
  patterns: readonly RegExp[],
  variables: NodeJS.ProcessEnv = {},
): Promise<void> {
  await assert.rejects(load(files, { env: variables }), (error: unknown) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.code, 'config');
    assert.equal(error.exit, 2);
    assert.doesNotMatch(error.message, /\n/);
    for (const pattern of patterns) assert.match(error.message, pattern);
    return true;
  });
}

const json = (value: unknown): Record<string, string> => ({ 'kintsugi.config.json': JSON.stringify(value) });

test('CFG-2 what belongs to a part that is not there yet is warned of; what is off, or the default, is not', async () => {
  const asked = { dashboard: 4000, update: { mode: 'auto' } };
  const { warnings } = await load(json(asked));
  const keys = ['dashboard.port', 'update.mode'];
  assert.deepEqual(
    warnings.map((warning) => /^(\S+) does nothing yet: this version has no /.exec(warning)?.[1]),
    keys,
  );
  const off = await load(json({ dashboard: 'off', standby: false, models: { coding: [] }, update: { mode: 'off' } }));
  assert.deepEqual(off.warnings, []);
});

test('CFG-1 a project without any configuration has every default', async () => {
  const { settings, file, warnings, sources } = await load({});
  assert.deepEqual(settings, defaults());
  assert.equal(file, null);
  assert.deepEqual(warnings, []);
  assert.deepEqual([...new Set(Object.values(sources))], ['default']);
});

test('a folder with the name of a configuration is none', () =>
  inProject({}, async (project) => {
    mkdirSync(path.join(project, 'kintsugi.config.json'));
    assert.equal((await loadConfig({ project, env })).file, null);
  }));

test('defaults are the numbers of the contract', () => {
  const expected: Record<string, unknown> = {
    autonomy: 'auto',
    'heal.timeoutMs': 300_000,
    'heal.requestTimeoutMs': 5_000,
    'watch.ms': 60_000,
    'restart.firstMs': 100,
    'restart.maxMs': 30_000,
    'shutdown.graceMs': 10_000,
    'memory.limitMb': 'auto',
    'health.intervalMs': 15_000,
    'health.failures': 3,
    'limits.repairs': 5,
    'limits.repairsMs': 300_000,
    'limits.failures': 3,
    'limits.failuresMs': 600_000,
    'sensing.threshold': 1,
    'sensing.windowMs': 30_000,
    'sensing.cooldownMs': 60_000,
    'recovery.require_human': [],
    'recovery.auto_approve': [],
    'recovery.on_unknown': 'escalate',
    'recovery.max_auto_recoveries_per_run': 3,
    'recovery.cooldown_seconds': 60,
    sandbox: 'auto',
    'update.mode': 'notify',
    'update.intervalMs': 21_600_000,
  };
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(valueAt(defaults(), key), value, key);
});

test('CFG-5 every default is a value that its own setting takes, in a file and in its variable', async () => {
  for (const { key, setting, variable } of entries) {
    if (setting.fallback === null) continue;
    const text = typeof setting.fallback === 'string' ? setting.fallback : JSON.stringify(setting.fallback);
    const loaded = await loadConfig({ project: root, env: { [variable]: text } });
    assert.equal(loaded.sources[key], 'environment', key);
    assert.deepEqual(valueAt(loaded.settings, key), setting.fallback, key);
  }
});

test('CFG-2 files of all four kinds are read, the TypeScript one with its types', async () => {
  const settings = { autonomy: 'propose', heal: { timeoutMs: 1_234 } };
  const wanted = { autonomy: 'propose', 'heal.timeoutMs': 1_234 };
  const text = JSON.stringify(settings);
  await check({ 'kintsugi.config.json': text }, wanted);
  await check({ 'kintsugi.config.json': `\uFEFF${text}` }, wanted);
  await check({ 'kintsugi.config.mjs': `console.log('noise'); export default ${text};` }, wanted);
  await check({ 'kintsugi.config.mjs': `export default Promise.resolve(${text});` }, wanted);
  await check({ 'kintsugi.config.js': `module.exports = ${text};` }, wanted);
  await check({ 'kintsugi.config.cjs': `module.exports = ${text};`, 'package.json': '{"type":"module"}' }, wanted);
  await check({ 'kintsugi.config.js': `export default ${text};`, 'package.json': '{"type":"module"}' }, wanted);
  await inProject(
    {
      'kintsugi.config.ts': `const ms: number = 1234; export default { autonomy: 'propose' as const, heal: { timeoutMs: ms } };`,
    },
    async (project) => {
      symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
      const { settings: loaded } = await loadConfig({ project, env });
      assert.equal(loaded.heal.timeoutMs, 1_234);
    },
  );
});

test('CFG-2 what is wrong is refused with key, value, what is allowed and the nearest', async () => {
  await refused(json({ autonmy: 'auto' }), [/"autonmy"/, /nearest is "autonomy"/]);
  await refused(json({ heal: { timeoutMS: 5 } }), [/"heal\.timeoutMS"/, /"heal\.timeoutMs"/]);
  await refused(json({ timeoutMs: 5_000 }), [/"timeoutMs"/, /"heal\.timeoutMs"/]);
  await refused(json({ recovery: { on_unknown: 'escalte' } }), [
    /recovery\.on_unknown/,
    /"escalte"/,
    /"deny", "escalate"/,
    /nearest is "escalate"/,
  ]);
  await refused(json({ recovery: { on_unknown: 'allow' } }), [/"allow"/, /"deny", "escalate"/]);
  await refused(json({ heal: { timeoutMs: '300000' } }), [/heal\.timeoutMs/, /"300000"/, /whole number/]);
  await refused(json({ heal: { timeoutMs: 0 } }), [/from 1000/]);
  await refused(json({ heal: { timeoutMs: 1.5e3 + 0.5 } }), [/1500\.5/]);
  await refused(json({ heal: 5 }), [/heal is a section/]);
  await refused(json({ standby: 'yes' }), [/standby/, /true or false/]);
  await refused(json({ recovery: { auto_approve: 'npm install' } }), [/auto_approve/, /list of texts/]);
  await refused(json({ recovery: { auto_approve: [1] } }), [/auto_approve/]);
  await refused(json({ trial: { services: [{ target: 'a:1' }] } }), [
    /trial\.services/,
    /target: host:port; to: host:port or readonly/,
  ]);
  await refused(json({ trial: { env: { A: 1 } } }), [/trial\.env/]);
  await refused(json({ stateDir: 'x' }), [/KINTSUGI_STATE_DIR/]);
  await refused(json([]), [/must hold an object/]);
  await refused(json({ a: 1, b: 2, c: 3, d: 4, e: 5 }), [/and 2 more/]);
  await refused(json({ constructor: 1 }), [/"constructor"/]);
  await refused({ 'kintsugi.config.json': '{"__proto__": {"autonomy": "full"}}' }, [/"__proto__"/]);
  await refused({ 'kintsugi.config.json': '{\n  "autonomy": "auto",\n}' }, [/kintsugi\.config\.json:3/, /not JSON/]);
  await refused({ 'kintsugi.config.json': '{\n // why\n}' }, [/comments are not allowed/]);
  await refused({ 'kintsugi.config.json': '' }, [/not JSON/]);
  await refused({ 'kintsugi.config.json': '{"heal": {"timeoutMs": 5000, "x": [{}], "timeoutMs": 9000}}' }, [
    /"timeoutMs" twice/,
    /remove one/,
  ]);
  await check(
    { 'kintsugi.config.json': '{"trial": {"env": {"A": "\\"A\\": ", "B": "{\\"A\\":"}}}' },
    {
      'trial.env': { A: '"A": ', B: '{"A":' },
    },
  );
  await refused(json({ heal: { timeoutMs: 5_000 }, 'heal.timeoutMs': 9_000 }), [/heal\.timeoutMs is given twice/]);
  await refused(json({ protected: ['a{', '*.db'] }), [/"a\{"/, /globs whose braces are closed/]);
  await refused(json({ sensing: { longPolls: ['/poll}'] } }), [/longPolls/, /braces/]);
  await refused(json({ health: { paths: ['health'] } }), [/health\.paths/, /begin with \//]);
  await refused(json({ shed: { exempt: ['http://x/health'] } }), [/shed\.exempt/, /begin with \//]);
  await check(json({ protected: ['a/{b,c{d,e}}/**'] }), { protected: ['a/{b,c{d,e}}/**'] });
  await refused({ 'kintsugi.config.mjs': 'throw new Error("no database")' }, [/could not be run/, /no database/]);
  await refused({ 'kintsugi.config.mjs': 'throw "no luck"' }, [/could not be run \(exit 1\): no luck/]);
  await refused({ 'kintsugi.config.mjs': 'export default () => ({})' }, [/must hold an object, not "a function"/]);
  await refused({ 'kintsugi.config.mjs': 'export const autonomy = "observe";' }, [/exports no settings/]);
  await refused({ 'kintsugi.config.mjs': 'export default { autonomy: () => "auto" }' }, [/autonomy/]);
  await refused({ 'kintsugi.config.mjs': 'export default {' }, [/SyntaxError/]);
});

test('MOD-2 MOD-4 POL-7 providers, prices and ceilings are held to their shapes; a key never stands in a file', async () => {
  const row = { name: 'work', protocol: 'openai', url: 'https://llm.example.com/v1', key: 'WORK_LLM' };
  const price = { model: 'work:big', input: '0.4', output: '12' };
  const fine = { models: { providers: [row], prices: [price] }, budget: { usdPerHeal: 0.25, usdPerDay: 0 } };
  await check(json(fine), { 'models.providers': [row], 'models.prices': [price], 'budget.usdPerHeal': 0.25 });
  await check({}, { 'budget.usdPerDay': 2.5 }, { KINTSUGI_BUDGET_USD_PER_DAY: '2.5' });
  const provider = (more: object): Record<string, string> => json({ models: { providers: [{ ...row, ...more }] } });
  await refused(provider({ key: 'sk-proj-0123456789' }), [/models\.providers/, /the variable that holds its key/]);
  await refused(provider({ name: 'anthropic' }), [/a word of your own/]);
  await refused(provider({ protocol: 'soap' }), [/anthropic or openai/]);
  await refused(provider({ url: 'https://user:pw@host/v1' }), [/its base URL/]);
  await refused(json({ models: { prices: [{ ...price, input: 'cheap' }] } }), [/dollars per million tokens/]);
  await refused(json({ budget: { usdPerDay: -1 } }), [/a number from 0/]);
  await refused(json({ budget: { tokensPerHeal: 1.5 } }), [/a whole number/]);
});

test('CFG-2 a variable is held to the same rules', async () => {
  await refused({}, [/KINTSUGI_AUTONOMY/, /"atuo"/, /"auto"/], { KINTSUGI_AUTONOMY: 'atuo' });
  await refused({}, [/KINTSUGI_HEAL_TIMEOUT_MS/, /"soon"/], { KINTSUGI_HEAL_TIMEOUT_MS: 'soon' });
  await refused({}, [/KINTSUGI_RECOVERY_AUTO_APPROVE/, /as JSON/], { KINTSUGI_RECOVERY_AUTO_APPROVE: 'npm ci' });
  await refused({}, [/KINTSUGI_DASHBOARD/, /"auto" or "off"/], { KINTSUGI_DASHBOARD: 'no' });
  await refused({}, [/KINTSUGI_DASHBOARD/], { KINTSUGI_DASHBOARD: '70000' });
  await refused({}, [/KINTSUGI_OFFLINE/], { KINTSUGI_OFFLINE: 'yes' });
});

test('CFG-5 variables: names, JSON, plain words, and the order flag, environment, file, default', async () => {
  assert.equal(variableOf('a.bC'), 'KINTSUGI_A_B_C');
  await check({}, { 'heal.timeoutMs': 9_000 }, { KINTSUGI_HEAL_TIMEOUT_MS: '9000' });
  await check({}, { 'dashboard.port': 'off' }, { KINTSUGI_DASHBOARD: 'off' });
  await check({}, { 'dashboard.port': 4_001 }, { KINTSUGI_DASHBOARD: '4001' });
  await check(
    {},
    { 'recovery.auto_approve': ['npm ci', 'a && b'] },
    { KINTSUGI_RECOVERY_AUTO_APPROVE: '["npm ci","a && b"]' },
  );
  await check({}, { 'models.coding': ['anthropic:x'] }, { KINTSUGI_CODING_MODEL: 'anthropic:x' });
  await check({}, { 'models.coding': ['a:x', 'b:y'] }, { KINTSUGI_CODING_MODEL: 'a:x, b:y' });
  await check({}, { 'admin.ips': ['10.0.0.1', '::1'] }, { KINTSUGI_ADMIN_IPS: '["10.0.0.1","::1"]' });
  await check({}, { 'trial.env': { DATABASE_URL: 'x' } }, { KINTSUGI_TRIAL_ENV: '{"DATABASE_URL":"x"}' });
  await check({}, { offline: true }, { KINTSUGI_OFFLINE: '1' });
  await check({}, { autonomy: 'auto' }, { KINTSUGI_AUTONOMY: '' });
  await check(json({ models: { coding: 'a:x' } }), { 'models.coding': ['a:x'] });
  await check(json({ dashboard: 'off', $schema: './x.json' }), { 'dashboard.port': 'off' });
  const file = json({ autonomy: 'observe', sandbox: 'require', watch: { ms: 5 } });
  const { settings, sources } = await load(file, {
    env: { KINTSUGI_AUTONOMY: 'propose', KINTSUGI_SANDBOX: 'off' },
    flags: { autonomy: 'full', offline: undefined },
  });
  assert.deepEqual(
    [settings.autonomy, settings.sandbox, settings.watch.ms, settings.standby],
    ['full', 'off', 5, false],
  );
  const origins = ['autonomy', 'sandbox', 'watch.ms', 'standby', 'offline'].map((key) => sources[key]);
  assert.deepEqual(origins, ['flag', 'environment', 'file', 'default', 'default']);
});

test('CFG-5 an unknown variable is a warning that names the nearest; those between our own parts are none', async () => {
  const { warnings } = await load(
    {},
    { env: { KINTSUGI_AUTONMY: 'full', KINTSUGI_MANAGED: '1', KINTSUGI_HOOK: 'x', OTHER: '1' } },
  );
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /KINTSUGI_AUTONMY.*KINTSUGI_AUTONOMY/);
});

test('CFG-4 equal strings in both lists are an error naming both; a wildcard that covers an exact entry is a warning', async () => {
  const lists = (auto_approve: string[], require_human: string[]): Record<string, string> =>
    json({ recovery: { auto_approve, require_human } });
  await refused(lists(['npm ci', 'git push'], ['git push']), [/"git push"/, /auto_approve/, /require_human/]);
  await refused(lists(['rm -rf *'], ['rm -rf *']), [/"rm -rf \*"/]);
  const { warnings } = await load(lists(['rm -rf dist', 'npm ci'], ['rm -rf *', 'curl *']));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /"rm -rf dist".*"rm -rf \*".*exact entry wins/);
});

test('a wildcard stands for anything, everything else for itself', () => {
  const cases: [string, string, boolean][] = [
    ['*', '', true],
    ['*', 'x', true],
    ['rm -rf *', 'rm -rf node_modules && bun install', true],
    ['rm -rf *', 'rm -rf', false],
    ['npm ci', 'npm ci ', false],
    ['*a*b*', 'xaxbx', true],
    ['*a*b*', 'xbxax', false],
    ['aa*aa', 'aaa', false],
    ['a.c', 'abc', false],
    [`${'*a'.repeat(50)}*b`, 'a'.repeat(5_000), false],
  ];
  for (const [pattern, text, expected] of cases)
    assert.equal(covers(pattern, text), expected, `${pattern} on ${text.slice(0, 30)}`);
});

test('--config names the file; of several in the project the first counts and the others are named', async () => {
  await inProject({ 'other.json': '{"autonomy":"observe"}', ...json({}) }, async (project) => {
    const { settings } = await loadConfig({ project, env, file: path.join(project, 'other.json') });
    assert.equal(settings.autonomy, 'observe');
    await assert.rejects(loadConfig({ project, env, file: path.join(project, 'gone.json') }), /no configuration file/);
  });
  const { warnings } = await load({ ...json({}), 'kintsugi.config.mjs': 'export default {}' });
  assert.match(warnings.join(), /kintsugi\.config\.json is ignored/);
});

test('CFG-2 settings under a name that is not read are refused, not passed over', async () => {
  const yaml = { 'kintsugi.config.yaml': 'autonomy: observe\n' };
  await assert.rejects(load(yaml), (error) => {
    assert.ok(error instanceof Fault);
    assert.match(error.message, /kintsugi\.config\.yaml is not read: kintsugi\.config\.mjs/);
    return /^Put the settings into one of these/.test(error.next);
  });
  for (const name of ['kintsugi.json', '.kintsugirc', 'kintsugi-config.js', 'kintsugi.yml', 'Kintsugi.config.json5'])
    await assert.rejects(load({ [name]: '{}' }), new RegExp(`${name} is not read`), name);
  const manifest = { 'package.json': '{"kintsugi": {"autonomy": "observe"}}' };
  await assert.rejects(load(manifest), /"kintsugi" in package\.json is not read/);
  const project = path.join(tmpdir(), 'x'.repeat(300));
  await assert.rejects(loadConfig({ project, env }), { code: 'usage', message: /cannot be listed \(ENAMETOOLONG\)/ });
  for (const name of ['kintsugi.sh', 'kintsugi.service', 'kintsugi.js', 'kintsugi.config.prod.mjs', 'kintsugi.log'])
    assert.deepEqual((await load({ [name]: '' })).warnings, [], name);
  const { warnings } = await load({ ...json({}), ...yaml });
  assert.match(warnings.join(), /kintsugi\.config\.yaml is ignored: kintsugi\.config\.json stands beside it/);
  await inProject({ ...json({}), ...yaml }, async (project) => {
    const request = { project, env };
    const reloader = createReloader(await loadConfig(request), request);
    rmSync(path.join(project, 'kintsugi.config.json'));
    assert.equal((await reloader.refresh()).kind, 'refused');
  });
});

test('CFG-3 a changed file is swapped in whole, an invalid one is refused and the last good stays', async () => {
  await inProject(json({ autonomy: 'auto' }), async (project) => {
    const write = (text: string): void => writeFileSync(path.join(project, 'kintsugi.config.json'), text);
    const request = { project, env };
    const reloader = createReloader(await loadConfig(request), request);
    assert.deepEqual(await reloader.refresh(), { kind: 'same' });

    write('{"autonomy": "propose", "watch": {"ms": 1}, "restart": {"maxMs": 2}, "sensing": {"threshold": 2}}');
    const changed = await reloader.refresh();
    assert.ok(changed.kind === 'changed');
    assert.deepEqual(changed.changes, [
      { key: 'autonomy', from: 'auto', to: 'propose', direction: 'tighter', atOnce: true },
      { key: 'watch.ms', from: 60_000, to: 1, direction: null, atOnce: true },
      { key: 'restart.maxMs', from: 30_000, to: 2, direction: null, atOnce: false },
      { key: 'sensing.threshold', from: 1, to: 2, direction: null, atOnce: false },
    ]);

    write('{"autonomy": "escalte", "watch": {"ms": 2}}');
    const refusal = await reloader.refresh();
    assert.ok(refusal.kind === 'refused');
    assert.match(refusal.why, /"escalte".*last good/);
    assert.deepEqual([reloader.current().settings.autonomy, reloader.current().settings.watch.ms], ['propose', 1]);
    assert.deepEqual(await reloader.refresh(), { kind: 'same' }, 'a refusal is told once');

    write('{"autonomy": "full"}');
    const looser = await reloader.refresh();
    assert.equal(looser.kind === 'changed' && looser.changes[0]?.direction, 'looser');
    rmSync(path.join(project, 'kintsugi.config.json'));
    assert.equal((await reloader.refresh()).kind, 'changed');
    assert.equal(reloader.current().settings.autonomy, 'auto');
  });
});

test('CFG-3 a glance finds a file that comes, changes though it is refused, and goes', async () => {
  await inProject({}, async (project) => {
    const file = path.join(project, 'kintsugi.config.json');
    const request = { project, env };
    const reloader = createReloader(await loadConfig(request), request);
    assert.equal(reloader.isDue(), false);
    for (const text of ['{"autonomy": "escalte"}', '{"autonomy": "observe"}']) {
      await new Promise((resolve) => setTimeout(resolve, 20)); // a file's time is no finer than the kernel's tick
      writeFileSync(file, text);
      assert.equal(reloader.isDue(), true, text);
      await reloader.refresh();
      assert.equal(reloader.isDue(), false);
    }
    assert.equal(reloader.current().settings.autonomy, 'observe');
    rmSync(file);
    assert.equal(reloader.isDue(), true);
  });
});

test('CFG-3 what is tighter and what is looser', () => {
  const from = defaults();
  const lists = { ...from.recovery, auto_approve: ['a', 'b'], require_human: ['x'] };
  const base = { ...from, recovery: lists };
  const cases: [Partial<typeof from>, string | null][] = [
    [{ sandbox: 'off' }, 'looser'],
    [{ sandbox: 'require' }, 'tighter'],
    [{ autonomy: 'observe' }, 'tighter'],
    [{ protected: [...from.protected, 'x'] }, 'tighter'],
    [{ protected: [] }, 'looser'],
    [{ recovery: { ...lists, auto_approve: ['a'] } }, 'tighter'],
    [{ recovery: { ...lists, auto_approve: ['a', 'c'] } }, 'looser'],
    [{ recovery: { ...lists, require_human: ['x', 'y'] } }, 'tighter'],
    [{ recovery: { ...lists, require_human: ['y'] } }, 'looser'],
    [{ recovery: { ...lists, on_unknown: 'deny' } }, 'tighter'],
    [{ recovery: { ...lists, enabled: false } }, 'tighter'],
    [{ limits: { ...from.limits, repairs: 50 } }, 'looser'],
    [{ limits: { ...from.limits, repairsMs: 1_000 } }, 'looser'],
    [{ standby: true }, null],
  ];
  for (const [change, direction] of cases) {
    assert.deepEqual(
      compare(base, { ...base, ...change }).map((item) => item.direction),
      [direction],
      JSON.stringify(change),
    );
  }
});

test('CFG-5 shown settings carry their origin, and of a secret only that it is set', async () => {
  const config = await load({}, { env: { KINTSUGI_ADMIN_KEY: 'hunter2hunter2' } });
  const shown = shownSettings(config);
  assert.deepEqual(shown['admin.key'], { value: 'set', source: 'environment', variable: 'KINTSUGI_ADMIN_KEY' });
  assert.deepEqual(Object.keys(shown), [...byKey.keys()]);
  assert.doesNotMatch(JSON.stringify(shown), /hunter2/);
});

test('docs/configuration.md and docs/kintsugi.schema.json say what the table says', () => {
  const read = (name: string): string => readFileSync(path.join(root, 'docs', name), 'utf8');
  const hint = 'run `node --import tsx scripts/write-docs.ts`';
  assert.equal(read('configuration.md'), configurationPage(), hint);
  assert.equal(read('kintsugi.schema.json'), `${JSON.stringify(jsonSchema(), null, 2)}\n`, hint);
});

test('the file that init writes is valid and changes nothing, also with every line taken in', async () => {
  const text = initialFile([], false);
  assert.deepEqual((await load({ 'kintsugi.config.mjs': text })).settings, defaults());
  const lines = text
    .split('\n')
    .map((line) => (/^ {2}\/\/ +(?:[\w$]+: .*[,{]|\},)$/.test(line) ? line.replace('//', '') : line));
  assert.deepEqual((await load({ 'kintsugi.config.mjs': lines.join('\n') })).settings, defaults());
});
