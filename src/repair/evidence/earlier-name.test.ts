import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOf } from '../recipes/cases.test-helper.ts';
import { halfPutBack, withEarlierName } from './earlier-name.ts';

const text = (name: string): string => `const a = 1;\nsessions.${name}(member.id);\n`;

function earlier(good: string, is: string, made: string): readonly [string, string | null | undefined] | null {
  const context = contextOf({
    ...{ name: '', class: 'type', message: '', first: null },
    ...{ files: { 'a.js': is }, lastGood: { 'a.js': good } },
  });
  const edits = [{ path: 'a.js', before: is, after: made }];
  const found = withEarlierName(context, {
    ...{ recipe: 'property', kind: 'cause', title: '', edits, operations: [], ask: null, rank: 0 },
  });
  return found && [found.name, found.idea.edits[0]?.after];
}

test('TRY-7 a third name in the place of one that the last change wrote: the first one is a rival', () => {
  assert.deepEqual(earlier(text('endAll'), text('ends'), text('end')), ['endAll', text('endAll')]);
  // Lines more or less elsewhere move the place, and change nothing.
  const more = `// new\n${text('ends')}`;
  assert.deepEqual(earlier(text('endAll'), more, `// new\n${text('end')}`), ['endAll', `// new\n${text('endAll')}`]);
});

test('TRY-7 no rival: the repair has the name of before, the line was another one, or another word of it changes', () => {
  assert.equal(earlier(text('end'), text('ends'), text('end')), null);
  assert.equal(earlier('const a = 1;\nstop(member);\n', text('ends'), text('end')), null);
  assert.equal(earlier(text('endAll'), text('ends'), text('ends').replace('member', 'user')), null);
  assert.equal(earlier(text('ends'), text('ends'), text('end')), null);
});

test('TRY-7 a name that comes back in one of two places of a line is half a repair', () => {
  const half = (good: string, is: string, made: string): string | null => {
    const context = contextOf({
      ...{ name: '', class: 'type', message: '', first: null },
      ...{ files: { 'a.js': is }, lastGood: { 'a.js': good } },
    });
    const edits = [{ path: 'a.js', before: is, after: made }];
    return halfPutBack(context, {
      ...{ recipe: 'property', kind: 'cause', title: '', edits, operations: [], ask: null, rank: 0 },
    });
  };
  const line = (asked: string, read: string): string => `const by = one.${asked} ? people(one.${read}).name : null;\n`;
  assert.equal(half(line('by', 'by'), line('approved', 'approver'), line('approved', 'by')), 'by');
  assert.equal(half(line('by', 'by'), line('approved', 'approver'), line('by', 'by')), null);
  assert.equal(half(line('by', 'by'), line('by', 'approver'), line('by', 'by')), null);
  assert.equal(half(line('on', 'by'), line('approved', 'approver'), line('approved', 'by')), null);
  assert.equal(half(line('by', 'by'), line('approved', 'approver'), line('approved', 'agent')), null);
});
