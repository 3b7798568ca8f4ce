/** A CommonJS file that gives its one thing out in braces, or without them, while its importers take it the other way: they follow, or it does where all of them agree. */
import type { Edit, Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { all, allSources, chainOf, keyName, openSource } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import type { RecipeContext } from '../../recipe.ts';
import { edit, isAlsoWhole, make, usedWhole, withStatement } from './import-form.ts';
import { fileBehind, referencesTo } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

export function shapeIdeas(context: RecipeContext, wrong: Wrong): Idea[] {
  const target = fileBehind(context, wrong.source, wrong.from);
  const home = target === null ? null : openSource(context.tree, target);
  const { from, exported } = wrong;
  if (home === null || from.style !== 'require' || from.local === null || exported.format !== 'cjs') return [];
  const all = from.imported === '*' ? named(context, wrong, home) : [];
  if (all.length > 0) return all;
  return from.imported === '*' ? wrapped(context, wrong, home) : unwrapped(context, wrong, home);
}

/** `module.exports = summary`, and `const stats = require('./stats')` of which all take `stats.summary`. */
function named(context: RecipeContext, { exported, member }: Wrong, home: Source): Idea[] {
  const value = soleExport(home);
  if (exported.whole?.type !== 'Identifier' || exported.whole.name !== member || value?.type !== 'Identifier')
    return [];
  const isOfIt = ({ source, from }: Taker): boolean =>
    from.imported === '*'
      ? referencesTo(source, from).every(
          ({ parent, start }) =>
            parent?.type === 'MemberExpression' && parent.object.start === start && keyName(parent.property) === member,
        )
      : from.imported === member;
  return takersOf(context, home).every(isOfIt) ? [atHome(home, value, `{ ${member} }`)] : [];
}

/** `module.exports = { Problem }`, and `const Problem = require('./problems')` where `Problem.notFound` is used. */
function wrapped(context: RecipeContext, wrong: Wrong, home: Source): Idea[] {
  const { from, exported, member } = wrong;
  const name = from.local ?? '';
  const isIt = exported.complete && exported.whole === null && exported.names.has(name);
  if (!isIt || (member !== null && exported.names.has(member))) return [];
  const given = [...exported.names.keys()];
  if (isAlsoWhole(wrong.source, from, given)) return [];
  const takers = takersOf(context, home);
  const odd = takers.filter(({ source, from: one }) => one.imported === '*' && !usedWhole(source, one, given));
  const value = given.length === 1 ? soleExport(home) : null;
  if (odd.length > 1 && odd.length === takers.length && value?.type === 'ObjectExpression')
    return [atHome(home, value, name)];
  return atTakers(odd, (one) => (one.from.local === name ? `{ ${name} }` : `{ ${name}: ${one.from.local} }`));
}

/** `module.exports = Problem`, and `const { Problem } = require('./problems')`. */
function unwrapped(context: RecipeContext, { from, exported }: Wrong, home: Source): Idea[] {
  const name = from.imported;
  if (exported.whole?.type !== 'Identifier' || exported.whole.name !== name || exported.names.has(name)) return [];
  const takers = takersOf(context, home);
  const odd = takers.filter(({ from: one }) => one.imported === name);
  const value = soleExport(home);
  if (odd.length > 1 && odd.length === takers.length && value !== null) return [atHome(home, value, `{ ${name} }`)];
  return atTakers(odd, (one) => one.from.local ?? name);
}

type Taker = Pick<Wrong, 'source' | 'from'>;

function takersOf(context: RecipeContext, home: Source): Taker[] {
  return allSources(context.tree).flatMap((source) =>
    importsOf(source)
      .filter((from) => from.local !== null && fileBehind(context, source, from) === home.path)
      .map((from) => ({ source, from })),
  );
}

/** The value of the only `module.exports = …` of a file. */
function soleExport({ program }: Source): Node | null {
  const [only, more] = all(program, 'AssignmentExpression').filter(({ left }) =>
    /^(?:module\.)?exports(?:\.|$)/.test(chainOf(left) ?? ''),
  );
  const isOne = only !== undefined && more === undefined && chainOf(only.left) === 'module.exports';
  return isOne && isPlain(only.right) ? only.right : null;
}

/** `Problem`, `{ Problem }`. */
function isPlain(node: Node): node is Of<'Identifier'> | Of<'ObjectExpression'> {
  if (node.type === 'Identifier') return true;
  const [only, more] = node.type === 'ObjectExpression' ? node.properties : [];
  return only?.type === 'Property' && more === undefined && only.shorthand && keyName(only.key) !== null;
}

function atHome(home: Source, { start, end }: Node, text: string): Idea {
  const after = splice(home.text, { start, end, text });
  return make(`${home.path} gives \`${text}\` out, as all take it`, 0, [edit(home, after)]);
}

function atTakers(odd: readonly Taker[], form: (one: Taker) => string): Idea[] {
  const edits = odd.map((one): Edit => edit(one.source, withStatement(one.source, one.from, form(one))));
  const [first] = odd;
  if (first === undefined || edits.some(({ before, after }) => before === after)) return [];
  return [make(`take ${form(first)} from \`${first.from.specifier}\``, 0, edits)];
}
