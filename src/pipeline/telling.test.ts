import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Signal } from '../incident/nouns.ts';
import { statePaths } from '../kit/paths.ts';
import type { Project } from '../project.ts';
import { diagnose } from './telling.ts';

test("TRI-2 a place of a package, as its source map tells it, is none of the project's own", (t) => {
  const project = mkdtempSync(path.join(tmpdir(), 'kintsugi-telling-'));
  t.after(() => rmSync(project, { recursive: true }));
  mkdirSync(path.join(project, 'src'));
  writeFileSync(path.join(project, 'src', 'server.ts'), '\n\nfind();\n');
  const told = diagnose({ paths: statePaths(project, {}), env: {} } as Project, signalIn(project));
  assert.deepEqual([told.file, told.line], ['src/server.ts', 3]);
  assert.deepEqual(
    told.frames.map(({ own }) => own),
    [false, true],
  );
});

function signalIn(project: string): Signal {
  const stack = `Error: no such relation\n    at find (${project}/src/query/Builder.ts:40:23)\n    at go (${project}/src/server.ts:3:1)`;
  return {
    ...{ id: '1', subject: 'app', kind: 'error', at: '', stderr: '', exit: null, beforeReady: false, count: 1 },
    ...{ request: null, requestRef: null, route: null, status: null, release: null },
    error: { name: 'Error', message: 'no such relation', code: null, stack, cause: null },
  };
}
