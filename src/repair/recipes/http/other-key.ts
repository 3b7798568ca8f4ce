/** What a handler reads of its request under a name that no middleware sets, beside one that is set and read nowhere. */
import type { Idea } from '../../../incident/nouns.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { shareWord, slip } from '../../code/names.ts';
import { all, allSources, functionsAround, keyName } from '../../code/syntax.ts';
import type { FunctionNode, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { isOfFramework, reads, split } from '../../evidence/request-keys.ts';
import type { Setter } from '../../evidence/request-keys.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** A function that hands on to `next`. */
export function isMiddleware(context: RecipeContext, source: Source, fn: FunctionNode): boolean {
  const next = handlerOf(context.tree, source, fn)?.next ?? null;
  return next !== null && all(fn, 'Identifier').filter((id) => id.name === next).length > 1;
}

/** The keys speak of the same, or what is set has the member that was missed. */
function isRelated({ diagnosis }: RecipeContext, { key, node }: Setter, wanted: string): boolean {
  const name = split(key)[1];
  if (shareWord(name, wanted) || slip(name, wanted) !== null) return true;
  const { parent } = node;
  const value =
    node.type === 'CallExpression' ? node.arguments[1] : parent?.type === 'AssignmentExpression' ? parent.right : null;
  const { property } = diagnosis.named;
  if (value?.type !== 'ObjectExpression' || property === undefined) return false;
  return value.properties.some((each) => each.type === 'Property' && keyName(each.key) === property);
}

/** Nothing sets that key; one other key is set that nothing reads. */
export function otherKey(context: RecipeContext, setters: readonly Setter[], key: string): Idea[] {
  const sources = allSources(context.tree);
  const [family, name] = split(key);
  const unread = setters.filter((each) => {
    const [other, own] = split(each.key);
    return (
      other === family &&
      isRelated(context, each, name) &&
      functionsAround(each.node).some((fn) => isMiddleware(context, each.source, fn)) &&
      !isOfFramework(context, each) &&
      !sources.some((source) => reads(source, { family, name: own, but: each.node }))
    );
  });
  const keys = new Set(unread.map((each) => each.key));
  if (keys.size !== 1) return [];
  const edits = [...new Set(unread.map((each) => each.source))].map((source) => {
    const splices = unread
      .filter((each) => each.source === source)
      .map(({ name: { type, start, end } }) =>
        type === 'Literal' ? { start: start + 1, end: end - 1, text: name } : { start, end, text: name },
      );
    return { path: source.path, before: source.text, after: splice(source.text, ...splices) };
  });
  return [
    idea('setup-order', { title: `\`${unread[0]?.key.replace('get:', '')}\` is read as \`${name}\``, rank: 0, edits }),
  ];
}
