import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yamlRepairs } from './yaml-repair.ts';

const whole = 'a:\n  b: 1\n  c: x\n  d:\n    - y\n    - z\ne: [k, l]\n';

for (const [from, to] of [
  ['  b: 1', '  b 1'],
  ['  b: 1', '  b:1'],
  ['  b: 1', '  b = 1'],
  ['  d:', '  d'],
  ['    - z', '    -z'],
  ['  c: x', '   c: x'],
  ['  c: x', ' c: x'],
  ['[k, l]', '[k, l'],
] as const)
  test(`YAML: ${JSON.stringify(to)} for ${JSON.stringify(from)} is mended in one line`, () => {
    const broken = whole.replace(from, to);
    assert.ok(
      yamlRepairs(broken).some(({ after }) => after === whole),
      JSON.stringify(yamlRepairs(broken)),
    );
  });

test('YAML: a lost quote is put back where the line ends', () => {
  assert.equal(yamlRepairs('a: "x\nb: 1\n')[0]?.after, 'a: "x"\nb: 1\n');
});

test('YAML: an apostrophe within quotes of its own kind', () => {
  assert.equal(yamlRepairs("a: 'St. Anne's'\nb: 1\n")[0]?.after, 'a: "St. Anne\'s"\nb: 1\n');
});

test('YAML: a line that lost its whole step goes back below the key that is open', () => {
  const text = 'a:\n  b: 1\n  c: [x]\nd: 2\n';
  const found = yamlRepairs(text.replace('  b: 1', 'b: 1'));
  assert.ok(found.some(({ after, line }) => after === text && line === 2));
});

test('YAML: what belongs to an item stands behind its dash', () => {
  const items = 'a:\n  - id: x\n    name: y\n  - id: z\n    name: w\n';
  assert.equal(yamlRepairs(items.replace('    name: w', '   name: w'))[0]?.after, items);
});

test('YAML that can be read, or that is more than plain, is left alone', () => {
  for (const text of [whole, 'a: &x\n  b: 1\n', 'a: |\n  some text\n  b 1\n', 'a: {b: 1}\n', 'a: one\n  two\n'])
    assert.deepEqual(yamlRepairs(text), []);
});

test('YAML: a lost colon of the first key of an item', () => {
  assert.equal(
    yamlRepairs('a:\n  - b: 1\n    c: x\n  - b 2\n    c: y\n')[0]?.after,
    'a:\n  - b: 1\n    c: x\n  - b: 2\n    c: y\n',
  );
});

test('YAML: an item that lost its dash begins as the one above it', () => {
  const items = 'a:\n  - name: x\n    at: 1\n  - name: y\n    at: 2\nb: 1\n';
  assert.deepEqual(
    yamlRepairs(items.replace('  - name: y', '    name: y')).map(({ after }) => after),
    [items],
  );
  const other = items.replace('  - name: y', '    at: 3').replace('at: 2', 'of: 2');
  assert.deepEqual(yamlRepairs(other), [], 'a key that begins no item');
});

test('YAML: a tab in place of more than one step', () => {
  const text = 'a:\n  b:\n    c: 1\n    d: 2\n';
  assert.deepEqual(
    yamlRepairs(text.replace('    c', '\tc')).map(({ after }) => after),
    [text],
  );
});

test('YAML: a bracket that a line of its own does not close, as it opens it', () => {
  for (const line of ['- { n: 8, short: "Aug}" }', '- [1, [2, 3]]', '- {n: [8]}']) {
    const text = `a:\n  ${line}\n  - { n: 9 }\n`;
    const lost = text.replace(line, line.replace(/ ?[\]}]+$/, ''));
    assert.ok(
      yamlRepairs(lost).some(({ after }) => after === text),
      JSON.stringify(yamlRepairs(lost)),
    );
  }
});

test('YAML: a section that stands twice and says nothing new goes; one that says something else is not moved below another', () => {
  const text = 'prices:\n  plum: 2\nlimits:\n  page: 3\n  most: 4\nlast: 1\n';
  assert.deepEqual(
    yamlRepairs(text.replace('last', 'limits:\n  page: 3\nlast')).map(({ after }) => after),
    [text],
  );
  assert.deepEqual(yamlRepairs(text.replace('last', 'limits:\n  page: 5\nlast')), []);
});

test('a text that nests deeper than any reader of it can follow is left alone', () => {
  assert.deepEqual(yamlRepairs(`a: ${'['.repeat(50_000)}\n${'- '.repeat(20_000)}\n`), []);
});

test('YAML: a tab in the first line that stands in is no step of its own', () => {
  assert.deepEqual(
    yamlRepairs(whole.replace('  b: 1', '\tb: 1')).map(({ after }) => after),
    [whole],
  );
});

test('YAML: several lines that stand in by tabs, each a step of the others', () => {
  const tabs = whole.replace('  b: 1', '\tb: 1').replace('    - y', '\t\t- y');
  assert.deepEqual(
    yamlRepairs(tabs).map(({ after, line }) => [after, line]),
    [[whole, 2]],
  );
  // Below an open key a tab may stand for two steps.
  assert.deepEqual(yamlRepairs('a:\n  b:\n\tc: 2\n\td: 3\n'), []);
  // Below the others by as many steps as there are tabs, or nowhere.
  assert.deepEqual(yamlRepairs('a:\n  b: 1\n\t\tc: 2\n\t\td: 3\n'), []);
});

test('YAML: a line that stands twice in its section goes once, and in another section stays', () => {
  assert.deepEqual(
    yamlRepairs('a:\n  b: 1\n  c: 2\n  b: 1\nd: 2\n').map(({ after }) => after),
    ['a:\n  b: 1\n  c: 2\nd: 2\n'],
  );
  for (const other of ['a:\n  b: 1\n  c: 2\n  b: 3\n', 'a:\n  b: 1\nd:\n  b: 1\n  c: 2\n  c: 3\n'])
    assert.deepEqual(yamlRepairs(other), []);
});
