/** The text of a JSON file, used as what it holds. */
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import { callsOf, valuesOf } from '../../code/callees.ts';
import { namesInScope } from '../../code/scope.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  keyName,
  textOf,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { wrap } from '../../evidence/conversions.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { fileBehind } from '../modules/wrong-imports.ts';

/** The text of a JSON file that nobody parses: `rows = text` behind `readFile(name + '.json', 'utf8', …)`. */
export function unparsedIdeas(context: RecipeContext): Idea[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((read) => {
      const isOfJson =
        /(?:^|\.)readFile(?:Sync)?$/.test(chainOf(read.callee) ?? '') && /\.json['"`]/.test(saidPath(source, read));
      const callback = read.arguments.at(-1) as Node | undefined;
      const made = read.parent?.type === 'AwaitExpression' ? read.parent.parent : read.parent;
      const text =
        callback !== undefined && isFunction(callback)
          ? callback.params[1]
          : made?.type === 'VariableDeclarator'
            ? made.id
            : undefined;
      const whole = read.parent?.type === 'AwaitExpression' ? read.parent : read;
      if (isOfJson && isGivenBack(context, whole)) {
        const made = ideaIn('coercion', source, {
          title: 'the JSON that the file holds, for all that read it',
          rank: -1,
          splices: wrap(whole, 'JSON.parse(', ')'),
        });
        return [made];
      }
      if (isOfJson && isReadAsObject(context, source, whole)) {
        const title = 'the JSON that the file holds, for all that read it';
        return [ideaIn('coercion', source, { title, rank: 0, splices: wrap(whole, 'JSON.parse(', ')') })];
      }
      if (!isOfJson || text?.type !== 'Identifier') return [];
      const uses = all(source.program, 'Identifier').filter(
        (id) =>
          id.name === text.name &&
          namesInScope(source, id.start).get(id.name)?.id === text &&
          id !== text &&
          isReference(id),
      );
      const isParsed = uses.some(
        ({ parent }) => parent?.type === 'CallExpression' && chainOf(parent.callee) === 'JSON.parse',
      );
      const given = uses.filter(
        (id) =>
          (id.parent?.type === 'AssignmentExpression' && id.parent.right === id) ||
          id.parent?.type === 'ReturnStatement' ||
          (id.parent?.type === 'VariableDeclarator' && id.parent.init === id),
      );
      if (isParsed || given.length !== 1) return [];
      const splices = given.flatMap((id) => wrap(id, 'JSON.parse(', ')'));
      return [ideaIn('coercion', source, { title: `the JSON that \`${text.name}\` holds`, rank: 0, splices })];
    }),
  );
}

/** A function gives the text back as it was read, and none of its callers parses it. */
function isGivenBack(context: RecipeContext, read: Node): boolean {
  const [fn] = functionsAround(read);
  if (fn === undefined || !valuesOf(fn).includes(read)) return false;
  if (
    read.type !== 'AwaitExpression' &&
    !/Sync$/.test(read.type === 'CallExpression' ? (chainOf(read.callee) ?? '') : '')
  )
    return false;
  const calls = callsOf(context, fn);
  return (
    calls.length > 0 &&
    calls.every(({ source, call }) => !/\bparse\w*\($/.test(source.text.slice(0, call.start).replace(/await\s+$/, '')))
  );
}

/** What is read, with what a name stands for: `readFile(file)` behind `const file = new URL('x.json', import.meta.url)`. */
function saidPath(source: Source, read: Of<'CallExpression'>): string {
  const [path] = read.arguments;
  const declared = path?.type === 'Identifier' ? namesInScope(source, path.start).get(path.name)?.id.parent : undefined;
  return `${textOf(source, read)} ${declared?.type === 'VariableDeclarator' && declared.init !== null ? textOf(source, declared.init) : ''}`;
}

const ofTexts = new Set([...Object.getOwnPropertyNames(String.prototype), 'length']);

/** `settings.tariff` of `settings = readFileSync(…)`, here or in the files that take it in: none parses it, and none reads it as a text. */
function isReadAsObject(context: RecipeContext, source: Source, read: Node): boolean {
  const made = read.parent;
  const isWhole = made?.type === 'AssignmentExpression' && chainOf(made.left) === 'module.exports';
  const id = made?.type === 'VariableDeclarator' && made.init === read ? made.id : null;
  if (!isWhole && id?.type !== 'Identifier') return false;
  const name = id?.type === 'Identifier' ? id.name : null;
  const own =
    name === null
      ? []
      : all(source.program, 'Identifier').filter(
          (each) => each.name === name && isReference(each) && namesInScope(source, each.start).get(name)?.id === id,
        );
  const isGiven = isWhole || exportsOf(context.tree, source).names.has(name ?? '');
  const others = isGiven ? takenIn(context, source, isWhole ? '*' : (name ?? '')) : [];
  const kinds = [...own, ...others].map(kindOfUse);
  return kinds.includes('object') && !kinds.includes('text');
}

function takenIn(context: RecipeContext, { path }: Source, name: string): Node[] {
  return allSources(context.tree).flatMap((source) => {
    const locals = importsOf(source).flatMap((from) =>
      from.local !== null && from.imported === name && fileBehind(context, source, from) === path ? [from.local] : [],
    );
    return all(source.program, 'Identifier').filter((each) => locals.includes(each.name) && isReference(each));
  });
}

function kindOfUse(use: Node): 'object' | 'text' | 'either' {
  const { parent } = use;
  if (parent?.type === 'MemberExpression' && parent.object === use && !parent.computed)
    return ofTexts.has(keyName(parent.property) ?? '') ? 'text' : 'object';
  if (parent?.type === 'VariableDeclarator' && parent.init === use && parent.id.type === 'ObjectPattern')
    return 'object';
  if (parent?.type === 'VariableDeclarator' && parent.id === use) return 'either';
  if (parent?.type === 'ExportSpecifier' || parent?.type === 'Property') return 'either';
  return 'text';
}
