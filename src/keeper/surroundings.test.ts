import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileprint } from './surroundings.ts';

test('SUP-2 what a keeper writes into its own project, and logs, are no change for which a parked server is tried again', (t) => {
  const project = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-print-'));
  t.after(() => rmSync(project, { recursive: true }));
  writeFileSync(path.join(project, 'server.js'), '1');
  const looks = `
    import { appendFileSync } from 'node:fs';
    import { fileprint } from ${JSON.stringify(new URL('./surroundings.ts', import.meta.url).href)};
    const project = ${JSON.stringify(project)};
    const wrote = (file) => file === 'written.json';
    const first = fileprint(project, wrote);
    process.stdout.write('crash loop');
    for (const file of ['app.log', 'app.log.1', 'written.json']) appendFileSync(project + '/' + file, 'x');
    const second = fileprint(project, wrote);
    appendFileSync(project + '/server.js', '2');
    process.exit((first === second ? 0 : 1) + (second === fileprint(project, wrote) ? 2 : 0));`;
  const out = openSync(path.join(project, 'out.txt'), 'w');
  const args = ['--import', 'tsx', '--input-type=module', '-e', looks];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', out, 'inherit'] });
  closeSync(out);
  assert.equal(status, 0);
});

test('SUP-2 PRO-6 in a repository of several packages those of the server are looked at before a thousand files of others', (t) => {
  const project = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-print-'));
  t.after(() => rmSync(project, { recursive: true }));
  const source = path.join(project, 'packages/shared/src/deep/names.js');
  for (const folder of ['apps/all', path.dirname(path.relative(project, source))])
    mkdirSync(path.join(project, folder), { recursive: true });
  for (let at = 0; at < 1_000; at++) writeFileSync(path.join(project, `apps/all/${at}.js`), '');
  writeFileSync(source, '1');
  const print = (packages: string[]): string => fileprint(project, () => false, packages);
  const [few, all] = [print([]), print(['packages/shared'])];
  writeFileSync(source, '22');
  assert.equal(print([]), few, 'it lies behind the thousand');
  assert.notEqual(print(['packages/shared']), all);
});
