import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from './recipes/cases.test-helper.ts';
import { unsoundness } from './sound.ts';

const handler = (...guards: readonly string[]): string =>
  `function show(req, res) {\n  const one = find(req.id);\n${guards.map((each) => `  ${each}\n`).join('')}  res.json(one);\n}\n`;

const cases: readonly (readonly [string, string, string, boolean])[] = [
  [
    'the opposite guard',
    handler('if (one) throw gone();'),
    handler('if (one) throw gone();', 'if (!one) throw gone();'),
    false,
  ],
  [
    'compared with null',
    handler('if (one) return;'),
    handler('if (one) return;', 'if (one === null) {\n    return;\n  }'),
    false,
  ],
  ['the guard turned round', handler('if (one) throw gone();'), handler('if (!one) throw gone();'), true],
  [
    'another thing',
    handler('if (req.id) throw gone();'),
    handler('if (req.id) throw gone();', 'if (!one) throw gone();'),
    true,
  ],
  [
    'set between them',
    handler('if (one) return;'),
    handler('if (one) return;', 'one = find(1);', 'if (!one) return;'),
    true,
  ],
  [
    'it was so before',
    handler('if (one) return;', 'if (!one) return;', 'say(on);'),
    handler('if (one) return;', 'if (!one) return;', 'say(one);'),
    true,
  ],
];

for (const [what, before, after, isSound] of cases) {
  test(`TRY-5 two guards that leave nothing to run behind them: ${what} is ${isSound ? 'tried' : 'not tried'}`, () => {
    const edits = [{ path: 'a.js', before, after }];
    const idea = { recipe: 'x', kind: 'cause', title: '', edits, operations: [], ask: null, rank: 0 } as const;
    assert.equal(unsoundness(treeOf({ 'a.js': before }), idea) === null, isSound);
  });
}

test('TRY-5 what makes both sides of a choice the same is not tried', () => {
  const text = (other: string): string => `show(isOwn ? forSelf(one) : ${other}(one));\n`;
  const sound = (before: string, after: string): boolean => {
    const edits = [{ path: 'a.js', before, after }];
    const idea = { recipe: 'x', kind: 'cause', title: '', edits, operations: [], ask: null, rank: 0 } as const;
    return unsoundness(treeOf({ 'a.js': before }), idea) === null;
  };
  assert.equal(sound(text('forOther'), text('forSelf')), false);
  assert.equal(sound(text('forOther'), text('forPublic')), true);
  assert.equal(sound(text('forSelf'), `${text('forSelf')}more();\n`), true);
});
