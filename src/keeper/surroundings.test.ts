import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

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
