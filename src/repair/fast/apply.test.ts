/** MOD-6, TOOL-3: blocks change exactly what they say, or say what does not fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit } from '../../incident/nouns.ts';
import { applyBlocks } from './apply.ts';
import type { Block } from './blocks.ts';
import { showFile } from './prompt.ts';

const plain = (text: string): string => text;

function apply(
  files: Record<string, string>,
  blocks: readonly Block[],
  redact = plain,
): readonly Edit[] | { mismatch: string } {
  return applyBlocks(blocks, (path) => {
    const text = Object.hasOwn(files, path) ? files[path] : undefined;
    return text === undefined ? null : showFile(text, redact);
  });
}

const block = (search: string, replace: string, path = 'a.js'): Block => ({
  path,
  search: search === '' ? [] : search.split('\n'),
  replace: replace === '' ? [] : replace.split('\n'),
});

function after(text: string, blocks: readonly Block[], redact = plain): string | null | undefined {
  const edits = apply({ 'a.js': text }, blocks, redact);
  assert.ok(!('mismatch' in edits), JSON.stringify(edits));
  assert.equal(edits[0]?.before, text);
  return edits[0]?.after;
}

function mismatch(text: string, blocks: readonly Block[], redact = plain): string {
  const edits = apply({ 'a.js': text }, blocks, redact);
  assert.ok('mismatch' in edits, 'it was applied');
  return edits.mismatch;
}

const table: Record<string, readonly [before: string, blocks: readonly Block[], after: string]> = {
  'one line': ['a\nb\nc\n', [block('b', 'B')], 'a\nB\nc\n'],
  'several lines': ['a\nb\nc\nd\n', [block('b\nc', 'x\ny\nz')], 'a\nx\ny\nz\nd\n'],
  'a line taken out': ['a\nb\nc\n', [block('a\nb', 'a')], 'a\nc\n'],
  'all of the file taken out but one line': ['a\nb\n', [block('a\nb', 'b')], 'b\n'],
  'a line put in': ['a\nb\n', [block('a', 'a\nnew')], 'a\nnew\nb\n'],
  'CRLF stays CRLF': ['a\r\nb\r\nc\r\n', [block('b', 'x\ny')], 'a\r\nx\r\ny\r\nc\r\n'],
  'a file without a last line break': ['a\nb', [block('b', 'x\ny')], 'a\nx\ny'],
  'lines behind the last one of such a file': ['a\nb', [block('b', 'b\nc')], 'a\nb\nc'],
  'the first line of a file with a byte order mark': ['\uFEFFa\nb\n', [block('b', 'x')], '\uFEFFa\nx\n'],
  'patterns of replace are text': ['a\n', [block('a', "$& $1 $` $' $$")], "$& $1 $` $' $$\n"],
  'white space at the end of a line does not count': ['a  \nb\n', [block('a\nb', 'a\nx')], 'a  \nx\n'],
  'two blocks of one file': ['a\nb\nc\n', [block('a', 'x'), block('c', 'y')], 'x\nb\ny\n'],
  'a block on what an earlier one made': ['a\n', [block('a', 'b\nc'), block('c', 'd')], 'b\nd\n'],
  'mixed line breaks stay where nothing changes': ['a\r\nb\nc\r\n', [block('b', 'x')], 'a\r\nx\r\nc\r\n'],
};

for (const [what, [before, blocks, wanted]] of Object.entries(table)) {
  test(`MOD-6 TOOL-3 ${what}`, () => assert.equal(after(before, blocks), wanted));
}

test('MOD-6 an empty SEARCH makes a file, and never writes over one', () => {
  assert.deepEqual(apply({}, [block('', 'a\nb', 'lib/new.js')]), [
    { path: 'lib/new.js', before: null, after: 'a\nb\n' },
  ]);
  assert.match(mismatch('there\n', [block('', 'other')]), /this file is there already/);
});

test('MOD-6 what does not fit is shown as the file really is', () => {
  const text =
    'function total(items) {\n  let sum = 0;\n  for (const item of items) sum += item.price;\n  return sum;\n}\n';
  const told = mismatch(text, [block('  let sum = 0;\n  for (const item of items) sum += item.cost;', '  return 1;')]);
  assert.match(told, /^Block 1 \(a\.js\): the SEARCH lines do not occur/);
  assert.match(told, /\n {2}for \(const item of items\) sum \+= item\.price;\n/);
  assert.match(mismatch(text, [block('nothing of this', 'x')]), /nothing like the SEARCH lines/);
  assert.match(mismatch('x\ny\nx\n', [block('x', 'z')]), /occur 2 times \(from lines 1, 3\)/);
  assert.match(mismatch('x\n', [block('x', 'x')]), /change nothing/);
  assert.match(mismatch('x\n', [block('x', 'z', 'gone.js')]), /Block 1 \(gone\.js\): there is no such file/);
});

test('MOD-6 one block that does not fit refuses all of them', () => {
  assert.match(mismatch('a\nb\n', [block('a', 'x'), block('c', 'y')]), /^Block 2/);
});

const secret = (text: string): string =>
  text.replaceAll('hunter2-hunter2', '[redacted:key]').replaceAll('s3cr3t-value', 'process.env.API_KEY');

test('SEN-3 a line with a secret is shown without it, kept as it is, and never overwritten by what stands for it', () => {
  const text = "const key = 'hunter2-hunter2';\nconst other = 's3cr3t-value';\nconst port = 1;\n";
  assert.deepEqual(showFile(text, secret).lines[0], "const key = '[redacted:key]';");
  const near = block(
    "const key = '[redacted:key]';\nconst other = 'process.env.API_KEY';\nconst port = 1;",
    "const key = '[redacted:key]';\nconst other = 'process.env.API_KEY';\nconst port = 2;",
  );
  assert.equal(after(text, [near], secret), text.replace('= 1', '= 2'));
  const moved = block(
    "const key = '[redacted:key]';\nconst other = 'process.env.API_KEY';",
    "const other = 'process.env.API_KEY';\nconst key = '[redacted:key]';",
  );
  assert.equal(
    after(text, [moved], secret),
    "const other = 's3cr3t-value';\nconst key = 'hunter2-hunter2';\nconst port = 1;\n",
  );
  for (const written of ["let key = '[redacted:key]';", "const key = 'process.env.API_KEY';"])
    assert.match(mismatch(text, [block("const key = '[redacted:key]';", written)], secret), /hidden from you/);
});

test('SEN-3 a secret of several lines hides its lines, and the ones around it keep their places', () => {
  const pem = (text: string): string => text.replace(/BEGIN[^]*END/, '[redacted:pem]');
  const { lines } = showFile('a\nBEGIN\nx\ny\nEND\nz\n', pem);
  assert.deepEqual(lines, ['a', ...Array.from({ length: 4 }, () => '[redacted:lines]'), 'z']);
});

/** Small and repeatable. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('MOD-6 whatever the text and the stretch, exactly that stretch is replaced', () => {
  const roll = dice(7);
  for (let round = 0; round < 2_000; round += 1) {
    const eol = roll(2) === 0 ? '\n' : '\r\n';
    const lines = Array.from({ length: 1 + roll(12) }, (_, at) => `${at}:${'ab $&\t'.slice(0, roll(6))}`);
    const [from, fresh] = [roll(lines.length), Array.from({ length: roll(4) }, () => `new $1 ${roll(100)}`)];
    const to = from + 1 + roll(lines.length - from);
    const last = roll(2) === 0 ? eol : '';
    const kept = [...lines.slice(0, from), ...fresh, ...lines.slice(to)];
    const replace = fresh.length === 0 ? [] : fresh;
    const edits = apply({ 'a.js': lines.join(eol) + last }, [{ path: 'a.js', search: lines.slice(from, to), replace }]);
    assert.ok(!('mismatch' in edits), JSON.stringify(edits));
    // A single line says nothing of how lines end.
    const ending = lines.length === 1 && last === '' ? '\n' : eol;
    assert.equal(edits[0]?.after, kept.length === 0 ? '' : kept.join(ending) + last);
  }
});

test('MOD-6 a mutated block is applied where it still fits to the letter, and else refused', () => {
  const roll = dice(11);
  const text = Array.from({ length: 30 }, (_, at) => `  line ${at} = ${at % 7};`).join('\n') + '\n';
  const lines = text.split('\n');
  for (let round = 0; round < 500; round += 1) {
    const from = roll(25);
    const search = lines.slice(from, from + 3);
    const at = roll(3);
    const hurt = search[at] ?? '';
    const cut = roll(hurt.length);
    search[at] = hurt.slice(0, cut) + hurt.slice(cut + 1);
    const edits = apply({ 'a.js': text }, [{ path: 'a.js', search, replace: ['x'] }]);
    assert.ok('mismatch' in edits, search.join('|'));
  }
});
