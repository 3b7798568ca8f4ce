import assert from 'node:assert/strict';
import test from 'node:test';
import { readMeanings } from './meaning.ts';

function mitigates(before: string, [find, put]: readonly [string, string], others: readonly string[]): boolean {
  const after = before.replace(find, () => put);
  assert.notEqual(after, before);
  const texts = others.map((text, at) => ({ path: `other${at}.ts`, text }));
  return readMeanings([{ path: 'a.ts', before, after }], () => texts).guardOnly;
}

const guarded = (of: string): string =>
  `class ${of}s {\n  require(id) {\n    const ${of} = this.store.${of}s.get(id);\n    if (!${of}) throw new NotFound('${of}', id);\n    return ${of};\n  }\n}\n`;
const bare = 'class Members {\n  require(id: number) {\n    return this.store.members.get(id)!;\n  }\n}\n';
const naming = (guard: string, last = 'member'): readonly [string, string] => [
  'return this.store.members.get(id)!;',
  `const member = this.store.members.get(id);\n    ${guard}\n    return ${last};`,
];
const refusal = "if (!member) throw new NotFound('member', id);";

test('POL-8 what was given back as it was found gets a name, and the guard that the like look-up has', () => {
  assert.equal(mitigates(bare, naming(refusal), [guarded('loan')]), false);
});

test('POL-8 a guard that no like look-up has, and another thing given back, are none that was forgotten', () => {
  assert.equal(mitigates(bare, naming('if (!member) return null;'), [guarded('loan')]), true);
  assert.equal(mitigates(bare, naming("if (!member) throw new Gone('member', id);"), [guarded('loan')]), true);
});

test('POL-8 a table by a key that TypeScript was told is there, refused as all that is refused', () => {
  const before =
    'function branch(key: string) {\n  const branch = settings.branches[key]!;\n  return branch.name;\n}\n';
  const change = ['!;\n', "!;\n  if (!branch) throw new NotFound('branch', key);\n"] as const;
  const others = ['loan', 'costume', 'hall'].map(guarded);
  assert.equal(mitigates(before, change, others), false);
  assert.equal(mitigates(before, change, others.slice(1)), true);
});

test('POL-8 by a field, whatever the key is written as, refused as the like look-up is', () => {
  const byCode = (guard: string): string =>
    `  byCode(code) {\n    const loan = this.store.loans.find((row) => row.code === code.toUpperCase());\n${guard}    return loan.title;\n  }\n`;
  const before = `class Codes {\n${byCode('')}}\n`;
  const guard = "    if (!loan) throw new NotFound('loan', code);\n";
  const others = ['loan', 'costume', 'hall'].map(guarded);
  assert.equal(mitigates(before, ['    return', `${guard}    return`], others), false);
});

test('POL-8 nothing is given back where a caller refuses by `ctx.throw`', () => {
  const before =
    "function find(id) {\n  const row = db.one('SELECT * FROM rows WHERE id = ?', id);\n  return toRow(row);\n}\n";
  const change = ['  return', '  if (!row) return null;\n  return'] as const;
  const caller = (guard: string): string =>
    `router.get('/rows/:id', (ctx) => {\n  const row = rows.find(ctx.params.id);\n${guard}  ctx.body = row;\n});\n`;
  assert.equal(mitigates(before, change, [caller("  if (!row) ctx.throw(404, 'no such row');\n")]), false);
  assert.equal(mitigates(before, change, [caller('')]), true);
});
