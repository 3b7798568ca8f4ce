import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capLines, clip, printable } from './text.ts';

test('CHA-3 what a terminal would act on or an eye would miss is shown as what it is', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['plain\ttext\nüñ 漢字 😀', 'plain\ttext\nüñ 漢字 😀'],
    ['\u001b[31mred\u001b]0;title\u0007', '\\u{1b}[31mred\\u{1b}]0;title\\u{7}'],
    ['a\rb\bc\u007f', 'a\\u{d}b\\u{8}c\\u{7f}'],
    ['\u009b31m\u0090x\u009c', '\\u{9b}31m\\u{90}x\\u{9c}'],
    ['\u202etxt.exe\u2066x\u2069\u200f', '\\u{202e}txt.exe\\u{2066}x\\u{2069}\\u{200f}'],
    ['ad\u200bmin\ufeff\u00ad\u2060', 'ad\\u{200b}min\\u{feff}\\u{ad}\\u{2060}'],
    ['x\u{e0041}\u{e007f}', 'x\\u{e0041}\\u{e007f}'],
    ['\ud800 \udc00', '\\u{d800} \\u{dc00}'],
    ['\u2028\u2029\u0000', '\\u{2028}\\u{2029}\\u{0}'],
  ];
  for (const [text, shown] of cases) {
    assert.equal(printable(text), shown);
    assert.equal(printable(shown), shown);
  }
});

test('clip keeps whole characters and counts bytes', () => {
  for (const [text, bytesMax, clipped] of [
    ['hello', 5, 'hello'],
    ['hello!', 5, 'he…'],
    ['äöü', 6, 'äöü'],
    ['äöüä', 7, 'äö…'],
    ['😀😀', 8, '😀😀'],
    ['😀😀😀', 8, '😀…'],
    ['abc', 0, ''],
  ] as const) {
    assert.equal(clip(text, bytesMax), clipped);
    assert.ok(Buffer.byteLength(clip(text, bytesMax)) <= bytesMax);
  }
});

test('capLines keeps the tail, and of each line its beginning', () => {
  assert.equal(capLines('a\nb\nc'), 'a\nb\nc');
  assert.equal(capLines('a\nb\n'), 'a\nb\n');
  assert.equal(capLines(''), '');
  assert.equal(capLines('\na\n'), '\na\n');
  assert.equal(capLines('aaaa\nbb\ncc', 100, 5), 'bb\ncc');
  assert.equal(capLines(`${'x'.repeat(50)}\ny`, 10, 100), `${'x'.repeat(7)}…\ny`);
  const capped = capLines(`${'m'.repeat(5_000_000)}\n${'line\n'.repeat(50_000)}end`);
  assert.ok(Buffer.byteLength(capped) <= 65_536);
  assert.ok(capped.endsWith('line\nend'));
});
