/** Fixes carried over to code of the same shape, and refused where they do not belong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapeOfChange, shapesAt, transfer } from './shape.ts';

const at = (text: string, needle: string): { file: string; line: number; column: number } => {
  const before = text.slice(0, text.indexOf(needle)).split('\n');
  return { file: 'a.js', line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

interface Sample {
  readonly before: string;
  readonly after: string;
  readonly fails: string;
  readonly other: string;
  readonly failsThere: string;
  readonly expected: string | null;
}

const samples: Readonly<Record<string, Sample>> = {
  'a guard before the use': {
    before: `app.get('/users/:id', (req, res) => {\n  const user = users[req.params.id];\n  res.json({ name: user.name });\n});\n`,
    after: `app.get('/users/:id', (req, res) => {\n  const user = users[req.params.id];\n  if (user === undefined) return res.status(404).json({ error: 'Not found' });\n  res.json({ name: user.name });\n});\n`,
    fails: '.name',
    other: `app.get('/orders/:no', (request, response) => {\n  const order = orders[request.params.no];\n  response.json({ total: order.total });\n});\n`,
    failsThere: '.total',
    expected: `app.get('/orders/:no', (request, response) => {\n  const order = orders[request.params.no];\n  if (order === undefined) return response.status(404).json({ error: 'Not found' });\n  response.json({ total: order.total });\n});\n`,
  },
  'a missing await': {
    before: `const show = async (req, res) => {\n  const user = load(req.id);\n  res.end(user.name.trim());\n};\n`,
    after: `const show = async (req, res) => {\n  const user = await load(req.id);\n  res.end(user.name.trim());\n};\n`,
    fails: '.trim',
    other: `const list = async (q, s) => {\n  const row = find(q.key); \n  s.end(row.text.trim());\n};\n`,
    failsThere: '.trim',
    expected: `const list = async (q, s) => {\n  const row = await find(q.key); \n  s.end(row.text.trim());\n};\n`,
  },
  'the same misspelt method': {
    before: `function a(x) {\n  return x.name.toUppercase();\n}\n`,
    after: `function a(x) {\n  return x.name.toUpperCase();\n}\n`,
    fails: 'toUppercase',
    other: `function b(y) {\n  return y.title.toUppercase();\n}\n`,
    failsThere: 'toUppercase',
    expected: `function b(y) {\n  return y.title.toUpperCase();\n}\n`,
  },
  'another misspelt method': {
    before: `function a(x) {\n  return x.name.toUppercase();\n}\n`,
    after: `function a(x) {\n  return x.name.toUpperCase();\n}\n`,
    fails: 'toUppercase',
    other: `function b(y) {\n  return y.title.trimm();\n}\n`,
    failsThere: 'trimm',
    expected: null,
  },
  'a name that is not to be seen there': {
    before: `const limit = 3;\nfunction a(x) {\n  return x.slice(lmit);\n}\n`,
    after: `const limit = 3;\nfunction a(x) {\n  return x.slice(limit);\n}\n`,
    fails: 'lmit)',
    other: `function b(y) {\n  return y.slice(lmit);\n}\n`,
    failsThere: 'lmit)',
    expected: null,
  },
};

for (const [title, sample] of Object.entries(samples))
  test(`REP-0 code of the same shape: ${title}`, () => {
    const edit = { path: 'a.js', before: sample.before, after: sample.after };
    const from = at(sample.before, sample.fails);
    const place = { ...at(sample.other, sample.failsThere), file: 'b.js' };
    const shape = shapeOfChange(edit, from);
    assert.ok(shape !== null && shapesAt(sample.other, place).includes(shape), 'the shapes are equal');
    const made = transfer({ edit, from }, { place, text: sample.other });
    assert.equal(made?.after ?? null, sample.expected);
  });

test('REP-0 other code has another shape, and a change elsewhere in the file has none', () => {
  const before = `import a from 'a';\nfunction f(x) {\n  return x.y.z;\n}\n`;
  const from = at(before, '.z');
  const shape = shapesAt(before, from);
  assert.ok(
    !shapesAt(`function f(x) {\n  return x.y?.z;\n}\n`, { file: 'a.js', line: 2, column: 12 }).some((each) =>
      shape.includes(each),
    ),
  );
  assert.equal(shapeOfChange({ path: 'a.js', before, after: before.replace("'a'", "'b'") }, from), null);
  assert.deepEqual(shapesAt('function (((', { file: 'a.js', line: 1, column: 1 }), []);
});
