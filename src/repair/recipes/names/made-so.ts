/** A variable that was renamed where it is made, and not wherever it is read: what it is made of still says its old name. */
import { unresolved } from '../../code/scope.ts';
import type { Binding } from '../../code/scope.ts';
import { all, functionsAround, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { areSynonyms, isVerb, wordsOf } from '../../code/words.ts';
import { lastNameOf } from '../../evidence/fields.ts';

/** `entries`, where what is made of `entriesOf(race)`, of `repo.findEntries(race)`, has another name: the rest of the function was not renamed with it. */
export function isMadeSo(source: Source, node: Of<'Identifier'>, { kind, node: made, id }: Binding): boolean {
  const { name } = node;
  const value = made.type === 'VariableDeclarator' && made.id === id ? withoutAwait(made.init) : null;
  if (!/^(?:const|let|var)$/.test(kind) || value?.type !== 'CallExpression') return false;
  const fn = functionsAround(id)[0];
  const says = lastNameOf(value.callee) ?? '';
  const words = wordsOf(says);
  const things = words.filter((word) => !isVerb(word) && !joining.has(word));
  const isGot = words.filter(isVerb).every((word) => areSynonyms(word, 'get'));
  const isWithin = fn !== undefined && unresolved(source, name).every((each) => upwards(each).includes(fn));
  const isOfItself = all(value, 'Identifier').some((each) => each.name === name && each !== value.callee);
  const isCalled = node.parent?.type === 'CallExpression' && node.parent.callee === node;
  return isGot && says !== name && things.join() === wordsOf(name).join() && isWithin && !isOfItself && !isCalled;
}

/** `entriesOf(race)`, `allEntries()`: what only says which of them. */
const joining = new Set(['all', 'by', 'for', 'from', 'in', 'of']);

function withoutAwait(node: Node | null): Node | null {
  return node?.type === 'AwaitExpression' ? node.argument : node;
}
