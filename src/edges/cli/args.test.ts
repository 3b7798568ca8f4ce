/** The command line: what goes where, and what is refused in one line that helps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../kit/errors.ts';
import { hasFlag, numberOf, readArgs, textOf, textsOf, type Args } from './args.ts';
import { commands } from './commands.ts';
import { helpOf, overview } from './help.ts';

const here = (): string => '/tmp';
const read = (line: string | readonly string[]): Args =>
  readArgs(typeof line === 'string' ? line.split(' ') : line, here);

function refused(line: string | readonly string[], ...patterns: RegExp[]): void {
  assert.throws(
    () => read(line),
    (error: unknown) => {
      assert.ok(error instanceof Fault, String(line));
      assert.equal(error.exit, 2);
      for (const pattern of patterns) assert.match(`${error.message} ${error.next}`, pattern);
      return true;
    },
  );
}

test('CLI-1 options stand before or after the entry; in run everything after it belongs to the subject', () => {
  const cases: [string, { words: string[]; rest: string[]; flags?: string[] }][] = [
    ['heal --json a.js --apply', { words: ['a.js'], rest: [], flags: ['json', 'apply'] }],
    ['heal a.js --json --apply', { words: ['a.js'], rest: [], flags: ['json', 'apply'] }],
    ['heal a.js --json -- --apply x', { words: ['a.js'], rest: ['--apply', 'x'], flags: ['json'] }],
    ['run --once a.js', { words: ['a.js'], rest: [], flags: ['once'] }],
    ['run a.js --once --json x', { words: ['a.js'], rest: ['--once', '--json', 'x'] }],
    ['run a.js -- --port 1', { words: ['a.js'], rest: ['--port', '1'] }],
    ['run a.js x -- y', { words: ['a.js'], rest: ['x', '--', 'y'] }],
    ['run a.js --help', { words: ['a.js'], rest: ['--help'] }],
    ['run --once -- npm start --json', { words: [], rest: ['npm', 'start', '--json'], flags: ['once'] }],
    ['triage -', { words: ['-'], rest: [] }],
    ['--json heal a.js', { words: ['a.js'], rest: [], flags: ['json'] }],
    ['--cwd /tmp --json policy check --url x', { words: [], rest: [], flags: ['cwd', 'json', 'url'] }],
    ['--json run a.js --json', { words: ['a.js'], rest: ['--json'], flags: ['json'] }],
    ['triage -- --odd-name', { words: ['--odd-name'], rest: [] }],
  ];
  for (const [line, { words, rest, flags = [] }] of cases) {
    const args = read(line);
    assert.deepEqual([args.words, args.rest, [...args.options.keys()]], [words, rest, flags], line);
  }
});

test('values of options: apart, with =, short, repeated, with dashes and blanks', () => {
  assert.equal(textOf(read(['approve', '3', '--by', 'Ada L']), 'by'), 'Ada L');
  assert.equal(textOf(read(['approve', '3', '--by=a=b']), 'by'), 'a=b');
  assert.equal(textOf(read(['approve', '3', '--by=--json']), 'by'), '--json');
  assert.equal(textOf(read(['policy', 'check', '--command', '-rf --what $(x)']), 'command'), '-rf --what $(x)');
  assert.equal(textOf(read(['policy', 'check', '--command', '']), 'command'), '');
  assert.deepEqual(
    textsOf(
      read(['heal', 'a.js', '--request', 'GET /', '-H', 'a: 1', '--request', 'POST /x {"a": 1}', '--header', 'b: 2']),
      'header',
    ),
    ['a: 1', 'b: 2'],
  );
  assert.equal(numberOf(read('logs -n 0 -f'), 'lines'), 0);
  assert.equal(hasFlag(read('logs -f'), 'follow'), true);
  assert.deepEqual(read('heal a.js --timeout 1.5 --request-timeout 2 --autonomy observe --offline').settings, {
    'heal.timeoutMs': 1_500,
    'heal.requestTimeoutMs': 2_000,
    autonomy: 'observe',
    offline: true,
  });
  assert.deepEqual(read('run --no-dashboard a.js').settings, { 'dashboard.port': 'off' });
});

test('CLI-1 CFG-2 what is unknown or wrong ends in one line that names it, what is allowed and the nearest', () => {
  refused([], /no command/, /--help/);
  refused('incidnts', /`incidnts`/, /incidents/);
  refused('--jsn', /unknown option/);
  refused('--json', /no command/);
  refused('--cwd', /no command/);
  refused(['approve', '3', '--by', ' '], /--by is empty: it needs a name/);
  refused('run --name= a.js', /--name is empty/);
  refused('policy', /check/);
  refused('policy chek --url x', /`chek`/, /check/);
  refused('backup', /create, list, restore, undo/);
  refused('run --onec a.js', /`--onec`/, /--once/, /run --help/);
  refused('status --constructor', /--constructor/);
  refused('status -x', /`-x`/);
  refused('status --json=yes', /takes no value/);
  refused('status extra', /`extra`/, /too many/);
  refused('run', /<entry>/);
  refused('run --once', /<entry>/);
  refused('heal --', /<entry>/);
  refused('show', /<id>/);
  refused('heal a.js --timeout', /needs a value/);
  refused('heal a.js --timeout --json', /needs a value/, /`--json`/);
  refused('heal --request -- npm start', /--request needs a value/);
  for (const bad of ['abc', '0', '-1', '1e3', '', 'Infinity', '90000'])
    refused(['heal', 'a.js', `--timeout=${bad}`], /--timeout/, /seconds/);
  for (const bad of ['-1', '1.5', 'x', '99999999999']) refused(['logs', `--lines=${bad}`], /whole number/);
  refused('run --autonomy atuo a.js', /`atuo`/, /observe, propose, auto, full/, /did you mean auto/);
  refused('status --cwd /does/not/exist', /--cwd/, /no folder/);
  refused(['status', '--cwd', ''], /no folder/);
  refused(['status', '--cwd', `/${'x'.repeat(300)}`], /--cwd/, /cannot be reached/);
  refused(['heal', 'a.js', '--stderr', 'x'.repeat(300)], /--stderr/, /cannot be reached/);
  refused('heal a.js --stderr /does/not/exist', /no file/);
  refused('heal a.js --stderr /tmp', /is a folder/);
  refused(['constructor'], /unknown command/);
  refused(['__proto__'], /unknown command/);
  refused(['status', `--${'x'.repeat(100_000)}`], /unknown option/);
});

test('CLI-2 an id is a number or 32 hex digits; anything else is refused before a path is made of it', () => {
  for (const good of ['1', '3', '123456789', '0123456789abcdef0123456789abcdef'])
    assert.deepEqual(read(['show', good]).words, [good]);
  const bad = [
    '0',
    '03',
    '-',
    '1234567890',
    '../1',
    '1/..',
    '1 ',
    ' 1',
    '1\n',
    '٣',
    'ABCDEF0123456789ABCDEF0123456789',
    '0x1',
    '1e1',
    '%31',
    '',
  ];
  for (const id of bad)
    for (const command of ['show', 'approve', 'reject', 'resolve', 'report']) refused([command, id], /is no id/);
});

test('help: every command has one, whatever else stands in the line', () => {
  for (const name of Object.keys(commands)) {
    const args = read([...name.split(' '), '--bogus', '--help']);
    assert.equal(args.help, true, name);
    const text = helpOf(args.spec);
    assert.match(text, new RegExp(`Usage: kintsugi ${name}`));
    for (const option of Object.keys(args.spec.options)) assert.match(text, new RegExp(`--${option}\\b`));
    assert.match(overview('1.2.3'), new RegExp(`^  ${name} `, 'm'));
  }
});
