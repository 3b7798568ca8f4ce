/** MOD-6: what is read of an answer, and what of a broken one is told to its writer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerLimits, parseAnswer, type Answer } from './blocks.ts';

const block = (path: string, search: string, replace: string, width = 7): string =>
  `${path}\n${'<'.repeat(width)} SEARCH\n${search}${'='.repeat(width)}\n${replace}${'>'.repeat(width)} REPLACE\n`;

function read(text: string): Answer {
  const answer = parseAnswer(text);
  assert.ok(!('wrong' in answer), `unreadable: ${JSON.stringify(answer)}`);
  return answer;
}

test('MOD-6 free text, blocks of several files and commands are told apart', () => {
  const text = `The total is read\nfrom the wrong object.\n\nRUN: npm ci\n${block('src/a.js', 'old\n', 'new\n')}and\n\n${block('b.js', '', 'made\n')}`;
  assert.deepEqual(read(text), {
    text: 'The total is read\nfrom the wrong object.',
    blocks: [
      { path: 'src/a.js', search: ['old'], replace: ['new'] },
      { path: 'b.js', search: [], replace: ['made'] },
    ],
    commands: ['npm ci'],
  });
});

const names: Record<string, string> = {
  plain: 'src/a.js',
  'in a heading': '### src/a.js',
  'in quotes': '`src/a.js`',
  bold: '**src/a.js**',
  'after a word': 'File: src/a.js',
  'with a colon': 'src/a.js:',
  'with a dot before it': './src/a.js',
  'with the lines it was shown in': '### src/a.js (lines 10-24)',
  'on a fence': '```src/a.js',
  'before a fence': 'src/a.js\n```js',
  'inside a fence': '```js\nsrc/a.js',
  'with blank lines after it': 'src/a.js\n\n',
};

for (const [how, name] of Object.entries(names)) {
  test(`MOD-6 a path ${how}`, () => {
    const answer = read(`It is the name.\n${block(name, 'a\n', 'b\n')}\`\`\`\n`);
    assert.deepEqual(answer.blocks, [{ path: 'src/a.js', search: ['a'], replace: ['b'] }]);
    assert.equal(answer.text, 'It is the name.');
  });
}

test('MOD-6 a second block without a path belongs to the file of the first; prose between them names none', () => {
  const second = block('And the caller, too.', 'c\n', 'd\n');
  assert.deepEqual(
    read(block('a.js', 'a\n', 'b\n') + second).blocks.map((one) => one.path),
    ['a.js', 'a.js'],
  );
});

test('MOD-6 hostile paths are read as they stand, so that policy refuses them by their names', () => {
  for (const path of ['../../etc/passwd', '/etc/passwd', '.env', '.git/hooks/pre-commit', 'node_modules/x/index.js'])
    assert.equal(read(block(path, 'a\n', 'b\n')).blocks[0]?.path, path);
});

test('MOD-6 longer marks hold lines that look like marks; lines end as CRLF or not', () => {
  const inner = '<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n';
  const answer = read(block('a.md', inner, `${inner}more\n`, 9).replaceAll('\n', '\r\n'));
  assert.deepEqual(answer.blocks[0]?.search, ['<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE']);
  assert.deepEqual(answer.blocks[0]?.replace.at(-1), 'more');
});

const good = block('a.js', 'a\n', 'b\n');
const broken: Record<string, readonly [text: string, says: RegExp]> = {
  'never closed': ['a.js\n<<<<<<< SEARCH\na\n=======\nb\n', /Block 1 is never closed by `>>>>>>> REPLACE`/],
  'cut in its first half': [`${good}a.js\n<<<<<<< SEARCH\na\n`, /Block 2 is never closed/],
  'without a middle': ['a.js\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n', /Block 1 has no line `=======`/],
  'with two middles': ['a.js\n<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n', /two lines `=======`/],
  'begun twice': ['a.js\n<<<<<<< SEARCH\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n', /begun twice/],
  'ended before it began': ['a.js\n>>>>>>> REPLACE\n', /ends before block 1 begins/],
  'of no file': [block('Here it is', 'a\n', 'b\n'), /Block 1 names no file/],
  'one of too many': [good.repeat(answerLimits.blocksMax + 1), /more than 20 blocks/],
  'among too many commands': [`${'RUN: npm ci\n'.repeat(6)}${good}`, /more than 5 commands/],
  'in an answer without end': [good + 'x'.repeat(answerLimits.charsMax), /longer than 150000/],
};

for (const [how, [text, says]] of Object.entries(broken)) {
  test(`MOD-6 a block ${how} makes the whole answer unreadable, and its writer is told`, () => {
    const answer = parseAnswer(text);
    assert.ok('wrong' in answer);
    assert.match(answer.wrong, says);
  });
}

test('MOD-6 prose, nothing, and patches in other forms hold no block', () => {
  for (const text of [
    '',
    'I would add a check.',
    '```js\nconst a = 1;\n```',
    '--- a/x.js\n+++ b/x.js\n@@ -1 +1 @@\n-a\n+b\n',
    '{"edits": []}',
  ])
    assert.deepEqual(read(text).blocks, []);
});

test('MOD-6 any cut of an answer is read as less of it or not at all, never as another change', () => {
  const whole = `Why.\n${block('a.js', 'one\ntwo\n', '1\n2\n')}${block('b.js', 'x\n', 'y\n')}`;
  const { blocks } = read(whole);
  for (let end = 0; end < whole.length; end += 1) {
    const answer = parseAnswer(whole.slice(0, end));
    if (!('wrong' in answer)) assert.deepEqual(answer.blocks, blocks.slice(0, answer.blocks.length));
  }
});
