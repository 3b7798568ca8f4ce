/** A heal that goes back to what git has: the fewest hunks of the last commit, under an entry without an ending. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { jsonOf, placeOf } from './place.ts';

interface Heal {
  readonly outcome: string;
  readonly action: { why: string } | null;
  readonly repair: { kind: string; proof: string; files: string[]; diff: string } | null;
}

const entry = `#!/usr/bin/env node
const { createServer } = require('node:http');
const { answer } = require('../lib/code');
createServer((request, response) => {
  const { status, body } = answer(request.url.slice(1));
  response.writeHead(status).end(body);
}).listen(process.env.PORT || 0);
`;
const good = `const parts = /^(\\w+)-(\\d+)$/;

const unit = 'EUR';

const tail = /-(\\d)\\d*$/;

exports.answer = (text) => {
  const kind = parts.exec(text)[1];
  const digit = tail.exec(text)[1];
  return { status: 200, body: kind + digit + unit };
};
`;
const bad = good.replace('(\\w+)-', '(\\w+)_').replace('/-(\\d)', '/_(\\d)').replace("'EUR'", "'CHF'");

type Place = ReturnType<typeof placeOf> & { live(): string };

/** A good commit, and one that changed `file`. */
function committed(t: TestContext, before: string, now: string): Place {
  return changed(t, { 'lib/code.js': before }, { file: 'lib/code.js', now });
}

function changed(t: TestContext, files: Record<string, string>, last: { file: string; now: string }): Place {
  const place = placeOf(t, { 'package.json': '{}', 'bin/www': entry, ...files });
  const git = (...words: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', ...words], { cwd: place.project });
  const file = path.join(place.project, last.file);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'Good');
  writeFileSync(file, last.now);
  git('commit', '-qam', 'Codes with an underscore, francs');
  return { ...place, live: () => readFileSync(file, 'utf8') };
}

test('REP-3 TRY-7 CLI-6 of the last commit the fewest hunks that heal are taken back; what else it changed stays', async (t) => {
  const { run, live } = committed(t, good, bad);
  const healed = jsonOf<Heal>(await run(['heal', 'bin/www', '--json', '--apply', '--request', 'GET /tin-42']), 0);
  assert.deepEqual(
    [healed.outcome, healed.repair?.kind, healed.repair?.proof, healed.repair?.files],
    ['healed', 'rollback', 'replayed', ['lib/code.js']],
  );
  assert.equal(live(), good.replace("'EUR'", "'CHF'"));
});

test('REP-3 a commit that refused the request is not gone back to without a word', async (t) => {
  const refusing = "exports.answer = () => ({ status: 404, body: '' });\n";
  const { run, live } = committed(t, refusing, bad);
  const told = jsonOf<Heal>(await run(['heal', 'bin/www', '--json', '--apply', '--request', 'GET /tin-42']), 10);
  assert.match(told.action?.why ?? '', /not seen to run|answered 404|takes away/);
  assert.equal(live(), bad, 'nothing is live before a person said so');
});

test('REP-3 where the last commit brought lines, going back waits for a person', async (t) => {
  const brought = good.replace('  const kind = parts', '  const box = /^box:(\\d+)$/;\n  const kind = box');
  const { run, live } = committed(t, good, brought);
  const told = jsonOf<Heal>(await run(['heal', 'bin/www', '--json', '--apply', '--request', 'GET /tin-42']), 10);
  assert.match(told.action?.why ?? '', /takes away/);
  assert.equal(live(), brought, 'nothing is live before a person said so');
});

test('TRY-7 a guard that the last change took out comes back as it was, where one like others in the project would be asked about', async (t) => {
  const guarded = `const rows = new Map([['tin', { name: 'Tin' }]]);
const sizes = new Map([['tin', { width: 3, row: 'tin' }]]);
const notFound = (what, id) => Object.assign(new Error(what + ' ' + id), { status: 404 });

function nameOf(input) {
  const row = rows.get(input.id);
  if (!row) throw notFound('row', input.id);
  return row.name;
}

function widthOf(id) {
  const size = sizes.get(id);
  if (!size) throw notFound('size', id);
  const row = rows.get(size.row);
  return row.name + size.width;
}

exports.answer = (text) => {
  try {
    return { status: 200, body: text.startsWith('size-') ? widthOf(text.slice(5)) : nameOf({ id: text }) };
  } catch (error) {
    if (error.status === undefined) throw error;
    return { status: error.status, body: error.message };
  }
};
`;
  const open = guarded.replace(/ {2}if \(!size\).*\n/, '');
  const { run, live } = committed(t, guarded, open);
  const healed = jsonOf<Heal>(await run(['heal', 'bin/www', '--json', '--apply', '--request', 'GET /size-lead']), 0);
  assert.deepEqual([healed.outcome, healed.repair?.kind], ['healed', 'rollback']);
  assert.equal(live(), guarded);
});

test('PRO-6 what the last change did to settings goes back when their owner says so', async (t) => {
  const code = `const { limits } = require('./settings');

exports.answer = (text) => ({ status: 200, body: String(limits.most - text.length) });
`;
  const now =
    "exports.title = 'Tins of today';\n\nexports.rows = 3;\nexports.shelf = 'b';\nexports.unit = 'kg';\nexports.open = 9;\n";
  const before = `${now.replace(' of today', '')}\nexports.limits = { most: 9 };\n`;
  const { run, live } = changed(
    t,
    { 'lib/code.js': code, 'lib/settings.js': before },
    { file: 'lib/settings.js', now },
  );
  const told = jsonOf<Heal>(await run(['heal', 'bin/www', '--json', '--apply', '--request', 'GET /tin']), 10);
  assert.deepEqual([told.outcome, told.repair?.files], ['proposed', ['lib/settings.js']]);
  assert.match(told.action?.why ?? '', /`lib\/settings\.js` is its owner's/);
  assert.doesNotMatch(told.repair?.diff ?? '', /^[-+].*title/m, 'what else that change did stays');
  assert.equal(live(), now, 'nothing is live before a person said so');
});

test('REP-3 what a package or Node does not have goes back, an import and a way to call it; a package that came with code of its own is asked about', async (t) => {
  const files = {
    'package.json': '{"dependencies":{"tin-codes":"1"}}',
    'node_modules/tin-codes/index.js': 'exports.read = (text) => text.toUpperCase();\n',
    'node_modules/tin-codes/package.json': '{"name":"tin-codes","version":"1.0.0"}',
  };
  const code = `const codes = require('tin-codes');

exports.answer = (text) => ({ status: 200, body: codes.read(text) });
exports.short = (text) => codes.read(text).slice(0, 3);
`;
  const node = code.replace('tin-codes', 'node:util').replaceAll('read(text)', 'inspect(text)');
  const changes = [
    [code, code.replace("'tin-codes'", "'@codes/box-parser'"), 'healed'],
    [node, node.replace("'node:util'", "'node:utils'"), 'healed'],
    // No other word of the project, but `text`, says what it gives then.
    [code, code.replaceAll('codes.read(text)', 'codes.decode({ text }).text'), 'healed'],
    [
      code,
      code
        .replace('\n\n', "\nconst dates = require('@codes/box-parser');\n\n")
        .replaceAll('read(text)', 'read(dates.now(text))'),
      'asked',
    ],
  ] as const;
  for (const [was, now, outcome] of changes) {
    const { run, live } = changed(t, { ...files, 'lib/code.js': was }, { file: 'lib/code.js', now });
    const end = outcome === 'healed' ? 0 : 10;
    const told = jsonOf<Heal>(await run(['heal', 'bin/www', '--json', '--apply', '--request', 'GET /tin']), end);
    assert.deepEqual([told.outcome, live() === was], [outcome, outcome === 'healed'], now);
  }
});

test('REP-3 a file that was renamed and changed, and not committed, does not come back as it was beside what it became', async (t) => {
  const reading = "const { readFileSync } = require('node:fs');\nconst { join } = require('node:path');\n";
  const rules = ['a', 'b', 'c', 'd', 'e', 'f'].map((each) => `${each}: ${each}`);
  const place = changed(
    t,
    {
      'lib/code.js': `${reading}exports.answer = () => ({ status: 200, body: readFileSync(join(__dirname, '..', 'data', 'rules.txt')) });\n`,
      'data/rules.txt': `${rules.join('\n')}\n`,
    },
    { file: 'package.json', now: '{"private":true}' },
  );
  const data = path.join(place.project, 'data');
  rmSync(path.join(data, 'rules.txt'));
  writeFileSync(path.join(data, 'house-rules.txt'), `${[...rules, 'g: g'].join('\n')}\n`);
  const done = await place.run(['heal', 'bin/www', '--json', '--apply', '--request', 'GET /x']);
  const heal = jsonOf<Heal>(done, done.code ?? undefined);
  assert.equal(heal.outcome, 'healed', heal.action?.why);
  assert.match(heal.repair?.diff ?? '', /^\+.*house-rules\.txt/m);
  assert.equal(existsSync(path.join(data, 'rules.txt')), false);
});
