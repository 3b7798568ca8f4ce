/** Files that a program imports by their folders as it runs: all of them give out what the loader takes, but one. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import type { RecipeContext } from '../../recipe.ts';
import { all, allSources, keyName, openSource, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, semicolonOf, splice } from '../../code/text.ts';
import { byName, edit, make } from './import-form.ts';
import { fileBehind } from './wrong-imports.ts';

const posix = path.posix;
const likeLeast = 2;

export const loadedIdeas = (context: RecipeContext): Idea[] => [...lostOfLoaded(context), ...lostOfListed(context)];

/** `const { default: plugin, prefix } = await import(file)`, where one file has neither's name, and one that nobody takes. */
function lostOfLoaded(context: RecipeContext): Idea[] {
  const { tree } = context;
  const sources = allSources(tree);
  const taken = new Set(sources.flatMap(takenOfLoaded));
  if (taken.size === 0) return [];
  const imported = new Set(
    sources.flatMap((source) =>
      importsOf(source).flatMap((from) => (from.style === 'dynamic' ? [] : (fileBehind(context, source, from) ?? []))),
    ),
  );
  const loaded = sources.filter((source) => !imported.has(source.path) && exportsOf(tree, source).format === 'esm');
  return [...taken].flatMap((name) => {
    const lacking = loaded.flatMap((source) => {
      const { names } = exportsOf(tree, source);
      const like = loaded.filter((each) => each !== source && isBeside(source.path, each.path));
      const given = like.map((each) => exportsOf(tree, each).names);
      if (names.has(name) || given.length < likeLeast || !given.every((each) => each.has(name))) return [];
      const idle = [...names.keys()].filter((each) => !taken.has(each) && given.every((other) => !other.has(each)));
      const [only, more] = idle;
      return only === undefined || more !== undefined ? [] : [{ source, only }];
    });
    const [one, other] = lacking;
    return one === undefined || other !== undefined ? [] : givenAs(one.source, one.only, name);
  });
}

/** `for (const { name, run } of [reminders, statistics])` of whole modules: one gives out no `run`, and one thing for which nobody asks. */
function lostOfListed(context: RecipeContext): Idea[] {
  const { tree, diagnosis } = context;
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ForOfStatement').flatMap(({ left, right }) => {
      const [declared] = left.type === 'VariableDeclaration' ? left.declarations : [];
      if (declared?.id.type !== 'ObjectPattern' || right.type !== 'ArrayExpression') return [];
      const listed = right.elements.map((each) =>
        wholeOf(context, source, each?.type === 'Identifier' ? each.name : ''),
      );
      const taken = declared.id.properties.flatMap((each) =>
        each.type === 'Property' ? (keyName(each.key) ?? []) : [],
      );
      const names = listed.map((each) => (each === null ? null : exportsOf(tree, each).names));
      if (names.length < 2 || names.includes(null)) return [];
      return taken.flatMap((name) => {
        const lacking = listed.filter((_, at) => names[at]?.has(name) === false);
        const [odd, more] = lacking;
        const idle = odd == null ? [] : [...exportsOf(tree, odd).names.keys()].filter((each) => !taken.includes(each));
        const [only, other] = idle;
        const isTold = diagnosis.message.split(/[^\w$]+/).includes(name);
        if (!isTold || odd == null || more !== undefined || only === undefined || other !== undefined) return [];
        return givenAs(odd, only, name);
      });
    }),
  );
}

/** The file of `import * as name`; null for other names. */
function wholeOf(context: RecipeContext, source: Source, local: string): Source | null {
  const from = importsOf(source).find((each) => each.local === local && each.imported === '*');
  const file = from === undefined ? null : fileBehind(context, source, from);
  return file === null ? null : openSource(context.tree, file);
}

/** The names that a loader takes of what it imports by a path that it put together. */
function takenOfLoaded({ program }: Source): string[] {
  return all(program, 'VariableDeclarator').flatMap(({ id, init }) => {
    const typed = init?.type === 'TSAsExpression' ? init.expression : init;
    const loads = typed?.type === 'AwaitExpression' ? typed.argument : typed;
    if (loads?.type !== 'ImportExpression' || stringValue(loads.source) !== null) return [];
    if (id.type === 'Identifier') return membersOf(program, id.name);
    if (id.type !== 'ObjectPattern') return [];
    return id.properties.flatMap((each) =>
      each.type === 'Property' && !each.computed ? (keyName(each.key) ?? []) : [],
    );
  });
}

/** What is read of a module by its name. */
function membersOf(program: Node, local: string): string[] {
  return all(program, 'MemberExpression').flatMap(({ object, property, computed }) =>
    !computed && object.type === 'Identifier' && object.name === local ? (keyName(property) ?? []) : [],
  );
}

/** `features/items/index.js` and `features/loans/index.js`, `routes/items.js` and `routes/loans.js`. */
function isBeside(one: string, other: string): boolean {
  const [left, right] = [one, other].map((each) => posix.dirname(each)) as [string, string];
  const isSameName = posix.basename(one) === posix.basename(other);
  return left === right || (isSameName && posix.dirname(left) === posix.dirname(right));
}

function givenAs(source: Source, only: string, name: string): Idea[] {
  const title = `${source.path} gives \`${only}\` out, all like it \`${name}\``;
  if (name === 'default') {
    const [eol, end] = [eolOf(source.text), semicolonOf(source.text)];
    const after = `${source.text.replace(/\s*$/, '')}${eol}${eol}export default ${only}${end}${eol}`;
    return [make(title, 0, [edit(source, after)])];
  }
  if (only === 'default') {
    const put = byName(source, name);
    return put === null ? [] : [make(title, 0, [edit(source, splice(source.text, put))])];
  }
  const [id, more] = all(source.program, 'Identifier').filter((each) => each.name === only);
  if (id === undefined || more !== undefined) return [];
  return [make(title, 0, [edit(source, splice(source.text, { start: id.start, end: id.end, text: name }))])];
}
