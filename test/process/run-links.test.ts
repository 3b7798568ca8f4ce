/** Releases in folders of their own, and a link to the one that is to serve: what Capistrano, Deployer and their like leave behind. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { statePaths } from '../../src/kit/paths.ts';
import type { RunRecord } from '../../src/keeper/record.ts';
import { readRecord } from '../../src/kit/files.ts';
import { program } from '../project.ts';
import { hammer, placeOf, until, type Place } from './running.ts';

const server = (release: string): string => `
const http = require('node:http');
for (const place of [[process.env.PORT, '127.0.0.1'], ['app.sock'], ['run/shared.sock']])
  http.createServer((request, response) => response.end('${release} ' + process.pid)).listen(...place);`;

function release(place: Place, name: string, text = server(name)): void {
  const folder = path.join(place.app, 'releases', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{}');
  writeFileSync(path.join(folder, 'server.js'), text);
  symlinkSync('../../shared', path.join(folder, 'run'));
}

function pointTo(place: Place, name: string): void {
  symlinkSync(`releases/${name}`, path.join(place.app, 'next'));
  renameSync(path.join(place.app, 'next'), path.join(place.app, 'current'));
}

function behind(socketPath: string): Promise<string> {
  return new Promise((resolve) => {
    const asked = http.get({ socketPath, agent: false }, (response) => {
      response.on('data', (bytes) => resolve(String(bytes)));
    });
    asked.on('error', ({ message }) => resolve(message));
  });
}

/** Words of a shell that came by the link. */
const shell = ['sh', '-c', 'cd current && exec "$@"', 'sh'];

test(
  'SUP-13 SUP-11 CLI-10 `reload` follows the link to a new release, and none that is broken; state and supervision outlive the folders',
  { timeout: 120_000 },
  async (t) => {
    const place = await placeOf(t, { 'shared/README': '' });
    release(place, 'one');
    const current = path.join(place.app, 'current');
    const paths = statePaths(path.join(place.app, 'releases/one'), place.env, current);
    const record = (): RunRecord | null => readRecord<RunRecord>(paths.run('server.js').runJson);
    const shared = path.join(place.app, 'shared/shared.sock');
    /** One and the same process, at its port, at the path in its own folder, and at the one that all releases share. */
    const answered = async (folder: string): Promise<string> => {
      const answers = [place.ask('/').then(({ body }) => body), behind(path.join(folder, 'app.sock')), behind(shared)];
      const all = new Set(await Promise.all(answers));
      return all.size === 1 ? ([...all][0]?.split(' ')[0] ?? '') : [...all].join();
    };
    /** The one before may answer once more, until it hears that it is over. */
    const serves = (name: string, folder = current): Promise<void> =>
      until(async () => (await answered(folder)) === name);
    const killed = async (): Promise<void> => {
      const { boot = 0, child } = record() ?? {};
      process.kill(child?.pid ?? 0, 'SIGKILL');
      await until(() => record()?.state === 'ready' && (record()?.boot ?? 0) > boot);
    };
    const reload = `--cwd ${current} reload`;
    pointTo(place, 'one');
    const first = place.run(['server.js'], {}, shell);
    await until(() => record()?.state === 'ready', first.stderr);
    const load = hammer(place, '/', 10);
    const { ino } = lstatSync(shared);

    release(place, 'two');
    const script = 'app=$PWD; cd current && rm $app/current && ln -s releases/two $app/current && "$0" "$1" reload';
    const stale = spawnSync('sh', ['-c', script, process.execPath, program], { cwd: place.app, env: place.env });
    assert.equal(stale.status, 0, String(stale.stderr));
    await serves('two');
    await killed();
    await serves('two');
    assert.equal(lstatSync(shared).ino, ino);

    release(place, 'bad', "throw new Error('not today');");
    release(place, 'empty');
    rmSync(path.join(place.app, 'releases/empty/server.js'));
    for (const [name, why] of [
      ['bad', /not today/],
      ['empty', /no file server\.js/],
    ] as const) {
      pointTo(place, name);
      const { code, stdout } = await place.does(reload);
      assert.deepEqual([code, why.test(stdout)], [1, true], stdout);
      await killed(); // nor does a crash bring it in
      await serves('two', path.join(place.app, 'releases/two'));
    }

    // The next keeper comes with another release, and takes over what runs before it starts that.
    first.child.kill('SIGKILL');
    await first.exit;
    release(place, 'three');
    pointTo(place, 'three');
    const second = place.run(['server.js'], {}, shell);
    await until(() => record()?.launch.cwd.endsWith('three'), second.stderr);
    await serves('three');
    assert.deepEqual(
      Object.keys(await load.end()).filter((kind) => kind === 'ECONNREFUSED'),
      [],
    );

    // A release that was cleared away is started no more.
    release(place, 'four');
    pointTo(place, 'four');
    for (const old of ['one', 'two', 'three']) rmSync(path.join(place.app, 'releases', old), { recursive: true });
    await killed();
    await serves('four');
    const real = path.join(place.app, 'releases/four');
    for (const name of [current, real]) {
      const { stdout } = await place.does(`--cwd ${name} status`);
      assert.match(stdout, /releases\/four\nserver\.js {2}ready/);
    }
    const { code, stderr } = await place.does(`--cwd ${real} run server.js`);
    assert.deepEqual([code, /is supervised already, by pid/.test(stderr)], [1, true], stderr);
    assert.equal(existsSync(path.join(place.app, 'releases/four/.kintsugi')), false);
    const unit = await place.does(`--cwd ${current} service server.js`);
    assert.match(unit.stdout, new RegExp(`WorkingDirectory=${current}\n`));

    // The link gave way to a folder that leads to the same project.
    rmSync(current);
    mkdirSync(current);
    symlinkSync('../shared', path.join(current, 'run'));
    symlinkSync(path.join(real, 'server.js'), path.join(current, 'server.js'));
    const { stdout } = await place.does(`--cwd ${real} reload`);
    assert.match(stdout, /Reloaded/);
  },
);
