import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { nestsTooDeep } from './nesting.ts';

const n = 5000;
const hostile: Readonly<Record<string, string>> = {
  brackets: '['.repeat(n) + ']'.repeat(n),
  parentheses: `${'('.repeat(n)}a${')'.repeat(n)}`,
  calls: 'f('.repeat(n) + ')'.repeat(n),
  blocks: '{'.repeat(n) + '}'.repeat(n),
  not: `${'!'.repeat(n)}a`,
  typeof: `${'typeof '.repeat(n)}a`,
  arrows: `${'a=>'.repeat(n)}a`,
  conditions: `${'a?b:'.repeat(n)}a`,
  'conditions over braces': `${'({})?{}:'.repeat(n)}a`,
  'conditions over lines': `${'a?{}\n:'.repeat(n)}a`,
  'else if': `${'if(a)b;else '.repeat(n)}c`,
  'else if over braces': `${'if(a){}\nelse '.repeat(n)}c`,
  if: `${'if(a)'.repeat(n)};`,
  'if with a comma': `${'if(a,b)'.repeat(n)};`,
  for: `${'for(;;)'.repeat(n)};`,
  assignments: `${'a='.repeat(n)}a`,
  'patterns assigned': `(${'{}='.repeat(n)}a)`,
  powers: `${'a**'.repeat(n)}a`,
  labels: `${Array.from({ length: n }, (_, i) => `l${i}:`).join('')};`,
  templates: `${'`${'.repeat(n)}a${'}`'.repeat(n)}`,
  new: `${'new '.repeat(n)}a`,
  types: `type A=${'B<'.repeat(n)}C${'>'.repeat(n)}`,
  'types with a comma': `type A=${'B<C,'.repeat(n)}C${'>'.repeat(n)}`,
  keyof: `type A=${'keyof '.repeat(n)}B`,
  namespaces: `namespace a${'.b'.repeat(n)}{}`,
  loops: `${'while(a)'.repeat(n)};`,
  'do loops': `${'do '.repeat(n)};`,
  classes: `${'class A extends '.repeat(n)}B${'{}'.repeat(n)}`,
  elements: '<a>'.repeat(n) + '</a>'.repeat(n),
  'hidden behind a comment': `// x\n${'('.repeat(n)}`,
  'in lines that end a block of a comment': `/*\n${`// */ ${'('.repeat(100)} /*\n`.repeat(n / 100)}`,
  'behind a text that goes on with two slashes': `a = 'x\\\n// ' + ${'('.repeat(n)}`,
  'in a text of JSX that begins with two slashes': `<a>\n// {${'('.repeat(n)}`,
  'in elements of such a text': `<a>\n// ${'<a>'.repeat(n)}`,
  'behind the end of a line of another kind': `// x\r${'('.repeat(n)}`,
  'in a template line that looks like a comment': `\`\n// \${${'('.repeat(n)}`,
};

test('REL-3 texts that would overflow a native parser are recognised', () => {
  for (const [name, text] of Object.entries(hostile)) assert.ok(nestsTooDeep(text), name);
});

test('REL-3 sources as people write them are not', () => {
  const here = path.dirname(import.meta.dirname);
  for (const room of ['kit', 'policy', 'incident']) {
    for (const name of readdirSync(path.join(here, room)).filter((one) => one !== 'nesting.test.ts')) {
      assert.ok(!nestsTooDeep(readFileSync(path.join(here, room, name), 'utf8')), `${room}/${name}`);
    }
  }
  assert.ok(!nestsTooDeep(`module.exports = [${'-1, '.repeat(20_000)}];`));
  assert.ok(!nestsTooDeep('const a = b ? c : d;\nif (a) b();\n'.repeat(20_000)));
  assert.ok(!nestsTooDeep('app.get("/x", (req, res) => {\n  res.json({ a: 1 })\n})\n'.repeat(5000)));
});

test('REL-3 a text that is nearly one that nests little is measured as soon as it is not', () => {
  const plain = 'const a = [1, 2];\n'.repeat(200);
  assert.ok(!nestsTooDeep(plain));
  assert.ok(!nestsTooDeep(`${plain.slice(0, 1000)}(${plain.slice(1000)}`));
  assert.ok(nestsTooDeep(`${plain.slice(0, 1000)}${'('.repeat(n)}${plain.slice(1000)}`));
  // What a comment hides comes out when its mark goes.
  const hidden = `// ${'('.repeat(n)}\n${plain}`;
  assert.ok(!nestsTooDeep(hidden));
  assert.ok(nestsTooDeep(hidden.slice(2)));
});
