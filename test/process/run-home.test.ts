/** After a promotion: how the owner takes the change over, and that it is seen when he did (PRO-9). */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Detail } from '../../src/engine/desk.ts';
import { listReleases } from '../../src/release/releases.ts';
import { placeOf, until, type Place, type Supervisor } from './running.ts';

const limit = { timeout: 90_000 };
const server = `const http = require('node:http');
const routes = {
  '/shout': function shout() { return 'tea'.toUppercase(); },
  '/trim': function trim() { return 'tea'.trimm(); },
};
http.createServer((req, res) => {
  try {
    res.end(routes[req.url] ? routes[req.url]() : 'ok');
  } catch (error) {
    res.writeHead(500).end('sorry');
  }
}).listen(process.env.PORT, '127.0.0.1');
`;

type Shown = Detail & { readonly adopted: boolean };

async function healed(place: Place, supervisor: Supervisor): Promise<Shown> {
  assert.equal((await place.ask('/shout')).status, 500);
  await until(() => place.incidents()[0]?.status === 'resolved', supervisor.stderr);
  return shown(place);
}

async function shown(place: Place): Promise<Shown> {
  return JSON.parse((await place.does('show 1 --json')).stdout) as Shown;
}

test(
  'PRO-9 with git, show and report print the commands that take the branch over; that is seen, and is no deploy',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': server, '.gitignore': '.kintsugi\n' });
    const sh = (command: string): string =>
      execFileSync('sh', ['-c', command], { cwd: place.app, env: place.env, encoding: 'utf8', stdio: 'pipe' });
    sh('git init -q -b main && git add -A && git -c user.name=A -c user.email=a@b.c commit -q -m first');
    const supervisor = await place.up();
    const before = await healed(place, supervisor);
    const commands = before.repair?.home?.commands ?? [];
    assert.deepEqual([before.adopted, commands], [false, ['git add -- server.js', 'git merge kintsugi/1']]);
    const texts = async (): Promise<string[]> =>
      Promise.all(['show 1', 'report 1'].map(async (line) => (await place.does(line)).stdout));
    for (const text of await texts()) for (const command of commands) assert.ok(text.includes(command), text);

    const live = place.read('server.js');
    const releases = listReleases(place.paths).length;
    for (const command of commands) sh(command);
    assert.equal(sh('git status --porcelain'), '');
    assert.equal(place.read('server.js'), live);
    assert.equal((await shown(place)).adopted, true);
    for (const text of await texts()) assert.match(text, /Taken over/);
    assert.equal((await place.ask('/trim')).status, 500, 'the healer looks at the files again');
    await until(() => place.incidents().length === 2, supervisor.stderr);
    assert.equal(listReleases(place.paths).length, releases, 'the same bytes are no new release');
    assert.equal(place.incidents().find(({ id }) => id === 1)?.status, 'resolved');
  },
);

test(
  'PRO-5 where a branch of the owner stands in the way, the promotion says that no branch was made',
  limit,
  async (t) => {
    const place = await placeOf(t, { 'server.js': server, '.gitignore': '.kintsugi\n' });
    const init = 'git init -q -b main && git add -A && git -c user.name=A -c user.email=a@b.c commit -q -m first';
    execFileSync('sh', ['-c', `${init} && git branch kintsugi`], { cwd: place.app, env: place.env });
    const supervisor = await place.up();
    const { repair } = await healed(place, supervisor);
    assert.deepEqual(repair?.home?.commands, []);
    assert.match(supervisor.stderr(), /no branch was made: .*rename your branch `kintsugi`/);
  },
);

test('PRO-9 without git, the change lies in the state folder as a patch, and show names it', limit, async (t) => {
  const place = await placeOf(t, { 'server.js': server });
  const { repair } = await healed(place, await place.up());
  assert.deepEqual(repair?.home?.commands, []);
  const patch = repair?.home?.patch ?? '';
  assert.match(readFileSync(patch, 'utf8'), /^\+.*'tea'\.toUpperCase\(\)/m);
  assert.ok((await place.does('show 1')).stdout.includes(patch));
});
