import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { originalOf } from './source-map.ts';

test('TRI-2 a place in compiled code is the author’s where a map beside it leads to a file', (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'source-map-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const at = (file: string): string => path.join(folder, file);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  };
  const map = { version: 3, sources: ['../src/a.ts'], names: [], mappings: ';AAEA' };
  write('src/a.ts', '\n\ncall();\n');
  write('dist/a.js', '"use strict";\ncall();\n');
  write('dist/a.js.map', JSON.stringify(map));
  const place = { file: at('dist/a.js'), line: 2, column: 1 };
  assert.deepEqual(originalOf(place), { file: at('src/a.ts'), line: 3, column: 1 });
  assert.equal(originalOf({ ...place, line: 1 }), null, 'the compiler’s own line');
  assert.equal(originalOf({ ...place, file: 'dist/a.js' }), null, 'nobody knows where that is');
  assert.equal(originalOf({ ...place, file: at('src/a.ts') }), null);
  const given = new Map([[at('dist/b.js'), JSON.stringify(map)]]);
  assert.equal(originalOf({ ...place, file: at('dist/b.js') }, given)?.file, at('src/a.ts'));
  for (const text of [
    '',
    '{}',
    '[]',
    '{"version":3,"sources":[],"mappings":7}',
    JSON.stringify({ ...map, sources: ['../src/none.ts'] }),
  ]) {
    write('dist/a.js.map', text);
    assert.equal(originalOf(place), null, text);
  }
});
