/** `one(sql)` where `many(sql)` was meant: a helper that others call, too, stays as it is, and its sibling is called. */
import type { Idea } from '../../../incident/nouns.ts';
import { called, callsOf } from '../../code/callees.ts';
import { importsOf } from '../../code/bindings.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, functionsAround, isFunction, keyName, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import type { Place } from '../../evidence/fields.ts';

interface Asked {
  /** `db.prepare(sql).get(…)` in the helper. */
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
  /** The method that is wanted in its place. */
  readonly wants: string;
}

/** The helper in which a statement is asked, where several call it; null where it is asked for one caller alone. */
export function sharedHelper(context: RecipeContext, call: Node): FunctionNode | null {
  const fn = functionsAround(call)[0];
  return fn !== undefined && nameOf(fn) !== null && callsOf(context, fn).length > 1 ? fn : null;
}

/** The calls of the helper on the way to the value, as calls of the function beside it that is like it but for the method. */
export function bySibling(context: RecipeContext, way: readonly Place[], asked: Asked, fn: FunctionNode): Idea[] {
  const sibling = siblingOf(asked, fn);
  const own = nameOf(fn);
  if (sibling === null || own === null) return [];
  return way
    .filter(
      ({ source, node }) =>
        node.type === 'CallExpression' && called(context, source, node.callee).some((each) => each.fn === fn),
    )
    .slice(0, 1)
    .flatMap(({ source, node }) => {
      const { callee } = node as Of<'CallExpression'>;
      const name = callee.type === 'MemberExpression' && !callee.computed ? callee.property : callee;
      const known = callee.type === 'MemberExpression' ? [] : imported(source, { callee, own, sibling });
      if (known === null || textOf(source, name) !== own) return [];
      const title = `\`${own}\` gives something else than is wanted: \`${sibling}\``;
      return [
        ideaIn('row-or-rows', source, {
          title,
          rank: 0,
          splices: [{ start: name.start, end: name.end, text: sibling }, ...known],
        }),
      ];
    });
}

function nameOf({ type, parent, ...fn }: FunctionNode): string | null {
  if (type === 'FunctionDeclaration' && 'id' in fn && fn.id !== null) return fn.id?.name ?? null;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  return parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? keyName(parent.key) : null;
}

const plain = (text: string): string => text.replace(/\s+/g, '');

function siblingOf({ source, call, wants }: Asked, fn: FunctionNode): string | null {
  const { property } = call.callee as Of<'MemberExpression'>;
  const [start, end] = [property.start - fn.start, property.end - fn.start];
  const own = nameOf(fn) ?? '';
  const bare = (text: string, name: string): string =>
    plain(text)
      .replace(`function${name}(`, 'function(')
      .replace(new RegExp(`^${name}\\(`), '(');
  const text = textOf(source, fn);
  const wanted = bare(text.slice(0, start) + wants + text.slice(end), own);
  const found = [
    ...all(source.program, 'FunctionDeclaration'),
    ...all(source.program, 'ArrowFunctionExpression'),
    ...all(source.program, 'FunctionExpression'),
  ]
    .filter((each) => each !== fn && isFunction(each))
    .filter((each) => bare(textOf(source, each), nameOf(each) ?? '') === wanted)
    .flatMap((each) => nameOf(each) ?? []);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** What makes the sibling known in the file of the caller: nothing where it is, one more name of the import; null where neither can be. */
function imported(source: Source, at: { callee: Node; own: string; sibling: string }) {
  if (namesInScope(source, at.callee.start).has(at.sibling)) return [];
  const binding = namesInScope(source, at.callee.start).get(at.own);
  const from = importsOf(source).find((each) => each.local === at.own && each.imported === at.own);
  if (binding === undefined || from === undefined) return null;
  return [{ start: binding.id.end, end: binding.id.end, text: `, ${at.sibling}` }];
}
