/** The servers of examples/README.md, healed by the built program: what comes out, what changed, and that the server then answers rightly. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { root } from '../syntax.ts';
import { jsonOf, placeOf } from './place.ts';
import { freePort } from '../ports.ts';

interface Heal {
  readonly outcome: string;
  readonly class: string;
  readonly tokens: number;
  readonly action: { readonly why: string; readonly command: string | null } | null;
  readonly repair: { readonly files: readonly string[]; readonly diff: string } | null;
}

interface Example {
  readonly name: string;
  readonly shows: string;
  readonly entry?: string;
  readonly requests?: readonly string[];
  readonly outcome?: string;
  readonly code?: number;
  /** What the diff changes. */
  readonly files: readonly string[];
  /** Path, status and a part of the answer, once the repair is live; none where the server cannot start yet. */
  readonly answers: readonly (readonly [url: string, status: number, part: string])[];
  /** Stands in the project as it was, and must stand nowhere else afterwards. */
  readonly secret?: readonly [value: string, file: string];
}

const examples: readonly Example[] = [
  {
    name: 'tide-board',
    shows: 'a misspelt name',
    entry: 'server.ts',
    requests: ['GET /tides'],
    files: ['tides.ts'],
    answers: [
      ['/tides', 200, '{"highest":3.1,"piers":["north","mill","south"]}'],
      ['/tides/mill', 200, '"high":"04:40"'],
      ['/tides/east', 404, 'no such pier'],
    ],
  },
  {
    name: 'boat-trips',
    shows: 'one fault over several files',
    files: ['routes/seats.js', 'routes/trips.js'],
    answers: [
      ['/trips', 200, '[{"id":"seals","name":"Seal banks"},'],
      ['/trips/fort', 200, '"taken":4'],
      ['/seats/seals', 200, '{"trip":"Seal banks","left":3}'],
      ['/seats/moon', 404, 'no such trip'],
    ],
  },
  {
    name: 'bread-orders',
    shows: 'a source that does not parse',
    files: ['server.js'],
    answers: [
      ['/loaves', 200, '[{"name":"rye","cents":520},{"name":"spelt","cents":610}]'],
      ['/price?names=rye,plait', 200, '{"names":["rye","plait"],"cents":1000}'],
    ],
  },
  {
    name: 'download-links',
    shows: 'TRI-1 a fault where a secret is in play',
    requests: ['GET /links/plan.pdf'],
    files: ['server.js'],
    answers: [
      ['/', 200, 'links'],
      ['/links/plan.pdf', 200, '/files/plan.pdf?for=48&sig='],
    ],
    secret: ['vK3-harbour-9fQ7-lantern-Zt51', '.env'],
  },
  {
    name: 'pollen-report',
    shows: 'TRI-4 a key that has expired is for a person',
    requests: ['GET /coast'],
    outcome: 'asked',
    code: 10,
    files: [],
    answers: [],
  },
  {
    name: 'parcel-desk',
    shows: 'a key of the configuration that the code calls otherwise',
    requests: ['GET /parcels/7'],
    files: ['config.json'],
    answers: [['/parcels/7', 200, '{"number":7,"shelf":"B","days":14,"open":"9-18"}']],
  },
  {
    name: 'choir-members',
    shows: 'CLI-8 a null; the repair waits for a person',
    requests: ['GET /members/7'],
    outcome: 'proposed',
    code: 10,
    files: ['server.js'],
    answers: [
      ['/members/7', 404, ''],
      ['/members/2', 200, '{"name":"Tom Lund","voice":"BASS"}'],
    ],
  },
];

/** Relative path → text of every file under a folder; links are not followed. */
function textsIn(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]));
}

/** Starts the repaired server as its owner would, asks it all, and ends it. */
async function answersOf(project: string, { entry = 'server.js', answers }: Example): Promise<void> {
  const port = await freePort();
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const env = { PATH: process.env['PATH'], PORT: String(port) };
  const server = spawn(process.execPath, [...loader, entry], { cwd: project, env, stdio: 'ignore', detached: true });
  const { pid } = server;
  assert.ok(pid !== undefined);
  const ended = once(server, 'close');
  try {
    for (const [url, status, part] of answers) {
      const response = await asked(`http://127.0.0.1:${port}${url}`);
      assert.equal(response.status, status, url);
      const text = await response.text();
      assert.ok(text.includes(part), `${url}: ${text}`);
    }
  } finally {
    process.kill(-pid, 'SIGKILL');
    await ended;
  }
}

/** The first request waits until the server listens. */
async function asked(url: string, leftMs = 30_000): Promise<Response> {
  try {
    return await fetch(url, { headers: { connection: 'close' } });
  } catch (error) {
    if (leftMs <= 0) throw error;
    await after(50);
    return asked(url, leftMs - 50);
  }
}

async function heals(t: TestContext, example: Example): Promise<void> {
  const { name, entry = 'server.js', requests = [], outcome = 'healed', code = 0, secret } = example;
  const source = path.join(root, 'examples', name);
  const { run, project } = placeOf(t);
  cpSync(source, project, { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  const words = requests.flatMap((request) => ['--request', request]);
  const result = await run(['heal', entry, ...words, '--apply', '--json']);
  const healed = jsonOf<Heal>(result, code);
  assert.deepEqual([healed.outcome, healed.tokens], [outcome, 0], result.stderr);
  const files = [...(healed.repair?.files ?? [])].sort();
  assert.deepEqual(files, example.files);

  if (outcome === 'proposed') {
    assert.deepEqual(changed(project, source), [], 'nothing is live before a person said so');
    const approved = await run([...(healed.action?.command ?? '').split(' ').slice(1), '--by', 'Ada']);
    assert.equal(approved.code, 0, approved.stderr);
  }
  assert.deepEqual(changed(project, source), files, 'the live tree changed there, and nowhere else');
  if (outcome === 'asked') assert.deepEqual([healed.class, healed.repair], ['auth', null]);
  if (secret !== undefined) staysSecret(secret, path.dirname(project), result.stdout + result.stderr);
  if (example.answers.length > 0) await answersOf(project, example);
}

/** Files of the example that are no longer what they were. */
function changed(project: string, source: string): string[] {
  const now = (file: string): string => readFileSync(path.join(project, file), 'latin1');
  const names = [...textsIn(source)].filter(([file, text]) => now(file) !== text).map(([file]) => file);
  return names.sort();
}

/** Journal, reports, memory, backups and home are all under the folder; the file it was written in is found too. */
function staysSecret([value, file]: readonly [string, string], folder: string, said: string): void {
  assert.ok(!said.includes(value), 'the secret is said');
  const holders = [...textsIn(folder)].filter(([, text]) => text.includes(value)).map(([name]) => name);
  assert.deepEqual(holders, [path.join('project', file)]);
}

test('examples', { concurrency: 2 }, async (t) => {
  await Promise.all(
    examples.map((example) => t.test(`${example.name}: ${example.shows}`, (each) => heals(each, example))),
  );
});
