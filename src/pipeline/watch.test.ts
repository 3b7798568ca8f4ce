import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../config/load.ts';
import { sleep, systemClock } from '../kit/clock.ts';
import { statePaths } from '../kit/paths.ts';
import { openProject } from '../project.ts';
import { Swapper } from './swap.ts';
import { ReleaseWatch } from './watch.ts';

test('PRO-7 the quiet after a deploy is counted from its last change, not from the failure by which it is seen', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-watch-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (text: string): void => writeFileSync(path.join(folder, 'server.js'), text);
  write('one');
  const env = { HOME: folder };
  const paths = statePaths(folder, env);
  const { runJson } = paths.run('server.js');
  mkdirSync(path.dirname(runJson), { recursive: true });
  writeFileSync(runJson, JSON.stringify({ v: 1, subject: 'server.js' }));
  const project = openProject(paths, env, await loadConfig({ project: folder, env }));
  const watch = new ReleaseWatch(project, new Swapper(paths, systemClock));
  const seen: string[] = [];
  const look = (): Promise<void> =>
    watch.look(
      () => false,
      (_subject, tree) => seen.push(tree),
    );
  await look();
  assert.equal(watch.quietUntilMs, 0, 'what was there first is no deploy');
  write('two');
  const changedMs = systemClock.now();
  await sleep(50);
  await look();
  assert.equal(seen.length, 2);
  const { quietMs } = project.settings.deploy;
  assert.ok(watch.quietUntilMs > changedMs, 'it is waited for');
  assert.ok(watch.quietUntilMs <= changedMs + quietMs + 1);
});
