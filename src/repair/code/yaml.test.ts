import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNodeValue } from 'jsonc-parser';
import { yamlChanged, yamlTree } from './yaml.ts';

const text = `# Settings
server:
  port: 3000 # of the service
  name: "A: b"
  hosts: [a, 'b']
zones:
- eu
- us
people:
  - id: 1
    name: Ann
  - id: 2
    name: Bo
empty:
flag: true
`;

test('plain YAML is read as a tree with the places of its values', () => {
  const tree = yamlTree(text);
  assert.ok(tree);
  assert.deepEqual(structuredClone(getNodeValue(tree)), {
    server: { port: 3000, name: 'A: b', hosts: ['a', 'b'] },
    zones: ['eu', 'us'],
    people: [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bo' },
    ],
    empty: null,
    flag: true,
  });
  const port = tree.children?.[0]?.children?.[1]?.children?.[0]?.children;
  const shown = port?.map(({ offset, length }) => text.slice(offset, offset + length));
  assert.deepEqual(shown, ['port', '3000']);
});

test('anchors and tags, and what is broken, have no tree', () => {
  for (const other of [
    'a: &x 1\nb: *x\n',
    'a: !x 1\n',
    'a:\n  b: 1\n   c: 2\n',
    'a:\n\tb: 1\n',
    'a 1\n',
    'a: "x\n',
    '',
  ])
    assert.equal(yamlTree(other), null, other);
});

test('a value of YAML is changed in its place, and the rest stays as it is', () => {
  const own = 'a:\n  b: 1 # one\n  c:\n    d: x\n\n# tail\ne: 2\n';
  assert.equal(yamlChanged(own, ['a', 'b'], 3), 'a:\n  b: 3\n  c:\n    d: x\n\n# tail\ne: 2\n');
  assert.equal(yamlChanged(own, ['a', 'c'], undefined), 'a:\n  b: 1 # one\n\n# tail\ne: 2\n');
  assert.equal(
    yamlChanged(own, ['a', 'f'], ['x', 'y: z']),
    'a:\n  b: 1 # one\n  c:\n    d: x\n  f:\n    - x\n    - "y: z"\n\n# tail\ne: 2\n',
  );
  assert.equal(yamlChanged(own, ['g'], { h: { i: '5' } }), `${own}g:\n  h:\n    i: 5\n`.replace('i: 5', 'i: "5"'));
  assert.equal(yamlChanged(own, ['no', 'such'], 1), own);
});
