import assert from 'node:assert/strict';
import test from 'node:test';
import type { ErrorReport } from '../incident/nouns.ts';
import {
  endedByLook,
  errorInText,
  fullest,
  isPackagesOwn,
  isWordless,
  printedEarly,
  liesBehind,
  sameAtLoad,
  sameFolder,
  sameError,
  sameFailure,
  samePrinted,
  type Failure,
} from './failure.ts';
import type { Run } from './replay.ts';

function error(name: string, message: string, at: string): ErrorReport {
  return {
    name,
    message,
    code: null,
    stack: `${name}: ${message}\n    at ${at}\n    at node:internal/x:1:2`,
    cause: null,
  };
}

function failure(of: ErrorReport | null, more: Partial<Failure> = {}): Failure {
  const none = {
    kind: 'error',
    beforeReady: false,
    stderr: '',
    answer: null,
    request: 0,
    exit: null,
    exitMs: null,
  } as const;
  return { ...none, error: of, ...more };
}

const first = error('ReferenceError', 'usres is not defined', 'list (/app/server.js:4:8)');

test('TRY-3 a file that is asked for in vain is the same, whoever is named as asking first', () => {
  const boot = (message: string, from: string, code: string | null = 'ERR_MODULE_NOT_FOUND'): Failure =>
    failure({ ...error('Error', message, from), code }, { kind: 'crash', beforeReady: true, request: null });
  const lost = (file: string, by: string): Failure =>
    boot(`Cannot find module '/app/${file}' imported from /app/${by}`, `link (/app/${by}:1:1)`);
  assert.equal(sameFailure(lost('money.js', 'a.js'), lost('money.js', 'b.js')), false);
  assert.equal(sameAtLoad(lost('money.js', 'a.js'), lost('money.js', 'b.js')), true);
  assert.equal(sameAtLoad(lost('money.js', 'a.js'), lost('dates.js', 'a.js')), false);
  const alias = boot("Cannot find package '@lib/money' imported from /app/b.js", 'link (/app/b.js:1:1)');
  assert.equal(sameAtLoad(lost('lib/money', 'a.js'), alias), true);
  assert.equal(sameAtLoad(lost('lib/dates', 'a.js'), alias), false);
  for (const [code, said] of [
    ['ERR_INVALID_MODULE_SPECIFIER', (name: string) => `Invalid module "${name}" is not a valid package name`],
    [
      'ERR_PACKAGE_IMPORT_NOT_DEFINED',
      (name: string) => `Package import specifier "${name}" is not defined in /app/package.json`,
    ],
    ['ERR_UNSUPPORTED_DIR_IMPORT', (name: string) => `Directory import '/app/${name}' is not supported`],
  ] as const) {
    const asked = (name: string, by: string): Failure =>
      boot(`${said(name)} imported from /app/${by}`, `link (/app/${by}:1:1)`, code);
    assert.equal(sameAtLoad(asked('@repos', 'a.js'), asked('@repos', 'b.js')), true, code);
    assert.equal(sameAtLoad(asked('@repos', 'a.js'), asked('@rates', 'b.js')), false, code);
  }
  const unlinked = (name: string, by: string): Failure =>
    boot(`The requested module './x.js' does not provide an export named '${name}'`, `link (/app/${by}:2:1)`, null);
  assert.equal(sameAtLoad(unlinked('sum', 'a.js'), unlinked('sum', 'b.js')), true);
  assert.equal(sameAtLoad(unlinked('sum', 'a.js'), unlinked('total', 'a.js')), false);
  assert.equal(sameAtLoad(boot('no', 'a (/app/a.js:1:1)', null), boot('no', 'b (/app/b.js:1:1)', null)), false);
});

test('TRY-3 several files of one folder that are read at once and are not there are one failure, whichever is told of', () => {
  const lost = (file: string, status = 503): Failure =>
    failure(error('Error', `ENOENT: no such file or directory, open '/app/${file}'`, 'read (/app/a.js:1:1)'), {
      answer: { status, error: null, ms: 1 } as Failure['answer'],
    });
  assert.equal(sameFailure(lost('data/a.csv'), lost('data/b.csv')), false);
  assert.equal(sameFolder(lost('data/a.csv'), lost('data/b.csv')), true);
  assert.equal(sameFolder(lost('data/a.csv'), lost('docs/b.csv')), false);
  assert.equal(sameFolder(lost('data/a.csv'), lost('data/b.csv', 500)), false);
});

test('TRY-3 of several requests that fail in their own way the first is meant, wherever the last word that was printed is from', () => {
  const second = error('TypeError', "Cannot read properties of undefined (reading 'id')", 'report (/app/b.js:2:3)');
  const printed = `${first.stack}\n${second.stack}\n`;
  const looked = failure(first, { stderr: printed });
  assert.equal(sameFailure(looked, failure(second, { stderr: printed })), false);
  assert.equal(samePrinted(looked, failure(second, { stderr: printed })), true);
  assert.equal(samePrinted(looked, failure(second, { stderr: `${second.stack}\n` })), false);
  assert.equal(samePrinted(looked, failure(second, { stderr: printed, request: 1 })), false);
});

test('TRY-3 what an engine of templates puts before the text, a place among it, is none of its frames', () => {
  const message = '/app/views/a.ejs:2\n >> 2| <%= choirs %>\n\n/app/views/b.ejs:1\n >> 1| <p>\n\nchoirs is not defined';
  const thrown = { ...error('ReferenceError', 'choirs is not defined', 'render (/app/page.js:9:1)'), message };
  const retold = { ...thrown, stack: thrown.stack.replace('choirs is not defined', () => message) };
  assert.equal(sameError(thrown, retold), true);
  const elsewhere = { ...retold, stack: retold.stack.replace('page.js', 'list.js') };
  assert.equal(sameError(thrown, elsewhere), false);
});

test('TRY-3 a frame of the hook, which only a printed stack has, makes it no other error', () => {
  const thrown = error('RangeError', 'Invalid status code: NaN', 'json (/app/server.js:28:14)');
  for (const hook of ['/run/kintsugi/hook/start.cjs', '/opt/kintsugi/dist/hook/start.cjs']) {
    const stack = thrown.stack.replace('\n', `\n    at ServerResponse.writeHead (${hook}:9:2)\n`);
    assert.equal(sameError(thrown, { ...thrown, stack }), true);
  }
  assert.equal(sameError(thrown, error('RangeError', thrown.message, 'text (/app/server.js:9:1)')), false);
});

test('TRY-3 two sightings are the same but for numbers and lines', () => {
  const same: readonly [why: string, other: ErrorReport, equal: boolean][] = [
    ['itself', first, true],
    [
      'another line of the function',
      error('ReferenceError', 'usres is not defined', 'list (/app/server.js:9:1)'),
      true,
    ],
    ['another function', error('ReferenceError', 'usres is not defined', 'show (/app/server.js:4:8)'), false],
    ['another name', error('ReferenceError', 'userz is not defined', 'list (/app/server.js:4:8)'), false],
    ['another kind', error('TypeError', 'usres is not defined', 'list (/app/server.js:4:8)'), false],
  ];
  for (const [why, other, equal] of same) assert.equal(sameError(first, other), equal, why);
  const coded = (code: string): ErrorReport => ({ ...first, code });
  assert.equal(sameError(coded('ENOENT'), first), true, 'printed, it has lost its code');
  assert.equal(sameError(coded('ENOENT'), coded('EACCES')), false, 'of another code');
  const withId = (id: string): ErrorReport => error('Error', `no user ${id}`, 'list (/app/server.js:4:8)');
  assert.equal(sameError(withId('7'), withId('12')), true);
  assert.equal(sameFailure(failure(first), failure(first, { kind: 'crash' })), false);
  assert.equal(sameFailure(failure(null, { kind: 'timeout' }), failure(null, { kind: 'timeout' })), true);
  const answered = (status: number): Partial<Failure> => ({ answer: { status, error: null, ms: 1 } });
  assert.equal(
    sameFailure(failure(first, answered(500)), failure(null, answered(500))),
    true,
    'seen by the debugger only',
  );
  assert.equal(sameFailure(failure(first, answered(500)), failure(null, answered(503))), false);
  const died = (request: number | null, beforeReady: boolean): Failure =>
    failure(first, { kind: 'crash', request, beforeReady });
  assert.equal(sameFailure(died(null, true), died(null, false)), true, 'a busy machine boots slowly');
  assert.equal(sameFailure(died(null, true), died(0, false)), true, 'it dies by itself, asked or not');
  const other = failure(error('Error', 'x', 'show (/app/server.js:9:8)'), { kind: 'crash', request: 0 });
  assert.equal(sameFailure(died(0, false), other), false, 'of something else');
  const silent = (request: number): Failure => failure(null, { kind: 'crash', request });
  assert.equal(sameFailure(silent(0), silent(1)), false, 'nothing says that it is the same');
});

test('TRY-5 what lies behind a failure, and what the change itself broke', () => {
  const at = (name: string, message: string, place: string): Failure => failure(error(name, message, place));
  const cases: readonly [why: string, now: Failure, behind: boolean][] = [
    ['the same', failure(first), false],
    ['nothing known', failure(null), false],
    ['further down', at('ReferenceError', 'secnd is not defined', 'list (/app/server.js:5:8)'), true],
    ['another error on the line', at('TypeError', 'x.mpa is not a function', 'list (/app/server.js:4:8)'), true],
    [
      'the same kind of error on the line',
      at('ReferenceError', 'userz is not defined', 'list (/app/server.js:4:8)'),
      false,
    ],
    ['further up', at('TypeError', 'x', 'list (/app/server.js:2:8)'), false],
    ['another file', at('TypeError', 'x', 'find (/app/db.js:1:8)'), true],
    [
      'at boot, when it was a request',
      { ...at('TypeError', 'x', 'list (/app/server.js:9:8)'), beforeReady: true, request: null },
      false,
    ],
    ['at an earlier request', failure(error('TypeError', 'x', 'a (/app/z.js:1:1)'), { request: -1 }), false],
  ];
  for (const [why, now, behind] of cases) assert.equal(liesBehind(failure(first), now), behind, why);
  const edits = [
    { path: 'server.js', before: 'a\nb\nc\nreturn usres.jion();\n', after: 'a\nb\nc\nreturn users.jion();\n' },
  ];
  const onLine = (column: number): boolean =>
    liesBehind(failure(first), at('ReferenceError', 'x', `list (/app/server.js:4:${column})`), edits);
  assert.equal(onLine(14), true, 'further on in the line');
  assert.equal(onLine(8), false, 'at the same place');
  assert.equal(onLine(11), false, 'in what was changed');
  const elsewhere = [{ path: 'config.json', before: '{}', after: '{"a":1}' }];
  const further = at('ReferenceError', 'x', 'list (/app/server.js:4:9)');
  assert.equal(liesBehind(failure(first), further, elsewhere), true, 'further on, by a change elsewhere');
  assert.equal(
    liesBehind(failure(first, { beforeReady: true, request: null }), at('TypeError', 'x', 'a (/app/server.js:1:1)')),
    true,
  );
});

test('an error that only stderr holds', () => {
  const text =
    '/app/a.mjs:3\nimport { x } from "./b.mjs";\n         ^\nSyntaxError: no export named x\n    at ModuleJob._instantiate (node:internal/x:1:2)\n';
  assert.deepEqual(
    [errorInText(text)?.name, errorInText(text)?.message, errorInText('all is well')],
    ['SyntaxError', 'no export named x', null],
  );
  assert.equal(errorInText('Error [ERR_X]: broken\n')?.code, 'ERR_X');
  assert.equal(errorInText('FastifyError [Error]: broken\n')?.code, null);
});

test('TRY-3 an end of the engine that only a look brings about is no failure of the app', () => {
  const crash = (of: ErrorReport | null): Failure => failure(of, { kind: 'crash', beforeReady: true, request: null });
  assert.ok(endedByLook(crash(null), crash(first)));
  assert.ok(!endedByLook(crash(null), crash(null)), 'it ends so without a look, too');
  assert.ok(!endedByLook(crash(first), crash(first)));
  assert.ok(!endedByLook(failure(null), failure(first)), 'it did not end');
  assert.ok(!endedByLook(crash(null), null));
});

test('TRY-3 what Node puts before the text of an error after it was thrown makes it no other', () => {
  const at = 'Object.<anonymous> (/app/a.js:1:14)';
  const looked = failure(error('SyntaxError', 'Unexpected token } in JSON at position 9', at), { kind: 'crash' });
  const plain = failure(error('SyntaxError', '/app/a.json: Unexpected token } in JSON at position 9', at), {
    kind: 'crash',
  });
  assert.equal(sameFailure(looked, plain), true);
  assert.equal(sameFailure(plain, looked), true);
  assert.equal(fullest([looked, plain]), plain);
  assert.equal(fullest([plain, looked]), plain);
  assert.equal(fullest([null, looked]), looked);
  const other = failure(error('SyntaxError', 'token } in JSON at position 9', at), { kind: 'crash' });
  assert.equal(sameFailure(looked, other), false);
});

test('TRI-4 what a package threw and caught itself is no sight of the failure that was told', () => {
  const own = error('Error', 'anonymous function', 'getPluginName (/app/node_modules/plug/lib/name.js:14:11)');
  const facts = { error: own, frames: [] };
  const told = {
    ...error('FastifyError', 'no schema `stations`', 'Boot (/app/node_modules/f/route.js:1:1)'),
    code: 'F',
  };
  assert.equal(isPackagesOwn(facts, told), true);
  // It is what was told, or its cause.
  assert.equal(isPackagesOwn({ ...facts, error: told }, told), false);
  assert.equal(isPackagesOwn(facts, { ...told, cause: own }), false);
  // The project's own words may stand for anything, and own code that threw is looked at.
  assert.equal(isPackagesOwn(facts, error('Error', 'cannot start', 'main (/app/server.js:1:1)')), false);
  assert.equal(isPackagesOwn(facts, null), false);
  assert.equal(isPackagesOwn({ ...facts, error: first }, told), false);
});

test('TRI-4 what was printed at the start counts for an answer that says nothing, and only there', () => {
  const answer = (status: number, of: ErrorReport | null = null): Failure =>
    failure(of, { answer: { status, error: null, ms: 1 } });
  assert.equal(isWordless(answer(503)), true);
  assert.equal(isWordless(answer(404)), false);
  assert.equal(isWordless(answer(500, first)), false);
  assert.equal(isWordless(failure(null, { kind: 'crash' })), false);
  const early = { error: first, frames: [] };
  const run = (stderr: string): Run => ({ early, stderr, stdout: '' }) as unknown as Run;
  assert.equal(printedEarly(run('no list: usres is not defined\n')), early);
  assert.equal(printedEarly(run('no list\n')), null);
});
