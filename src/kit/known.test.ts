/** One server, several names: whoever asks by any of them finds it, and nobody starts it twice. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { writeJson } from './files.ts';
import { identify } from './identity.ts';
import { keptPaths, knownPaths, readRun } from './known.ts';
import { linkedProject, statePaths } from './paths.ts';

test('CLI-12 SUP-4 a release is found by its link and by its folder, whichever it was started by', (t) => {
  const place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-known-')));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  const at = (name: string): string => path.join(place, name);
  const env = { HOME: at('home') };
  mkdirSync(at('home'));
  for (const project of ['releases/1', 'releases/2']) mkdirSync(at(project), { recursive: true });
  const pointTo = (release: string): void => {
    symlinkSync(release, at('next'));
    renameSync(at('next'), at('current'));
  };
  const stateOf = (release: string, link: string | null): string =>
    statePaths(at(release), env, link === null ? null : at(link)).state;
  const runs = (release: string, link: string | null, isUp: boolean): void => {
    const launch = { project: at(release), ...(link === null ? {} : { link: at(link) }) };
    const keeper = isUp ? identify(process.pid) : null;
    writeJson(path.join(stateOf(release, link), 'run/server.js/run.json'), { v: 1, launch, keeper, child: null });
  };
  const found = (name: string, look = knownPaths): string => {
    const project = realpathSync(at(name));
    return look(project, env, linkedProject(at(name))).state;
  };
  pointTo('releases/1');
  symlinkSync('releases/1', at('live'));
  const [byLink, byFolder] = [stateOf('releases/1', 'current'), stateOf('releases/1', null)];
  assert.notEqual(byLink, byFolder);
  assert.equal(found('current'), byLink);
  assert.equal(found('releases/1'), byFolder);

  // Nothing is up: what is read is there all the same, what is begun is begun under its own name.
  runs('releases/1', 'current', false);
  for (const name of ['current', 'live', 'releases/1']) assert.equal(found(name), byLink, name);
  assert.equal(found('releases/1', keptPaths), byFolder);

  runs('releases/1', 'current', true);
  for (const name of ['current', 'live', 'releases/1']) assert.equal(found(name, keptPaths), byLink, name);
  assert.equal(found('releases/2', keptPaths), stateOf('releases/2', null));
  pointTo('releases/2'); // and no reload yet
  for (const name of ['current', 'releases/1', 'releases/2']) assert.equal(found(name, keptPaths), byLink, name);

  pointTo('releases/1');
  runs('releases/1', 'current', false);
  runs('releases/1', null, true);
  for (const name of ['current', 'live', 'releases/1']) assert.equal(found(name, keptPaths), byFolder, name);
  writeFileSync(path.join(byFolder, 'run/server.js/run.json'), '{');
  assert.equal(found('releases/1', keptPaths), byFolder);
  assert.equal(found('current', keptPaths), byLink);
});

test('REL-2 a damaged record of a run counts as none', (t) => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-run-')), 'run.json');
  t.after(() => rmSync(path.dirname(file), { recursive: true, force: true }));
  const whole = { v: 1, subject: 'server.js', state: 'ready', boot: 3, launch: {}, keeper: null, child: identify(1) };
  writeJson(file, whole);
  assert.deepEqual(readRun(file), whole);
  const damaged = [{ v: 1 }, { ...whole, boot: '3' }, { ...whole, launch: null }, { ...whole, keeper: 5 }];
  for (const one of [...damaged, { ...whole, child: undefined }, { ...whole, child: {} }]) {
    writeJson(file, one);
    assert.equal(readRun(file), null, JSON.stringify(one));
  }
});
