/** The text of a JSON file, used as what it holds. */
import type { Idea } from '../../../incident/nouns.ts';
import { callsOf, valuesOf } from '../../code/callees.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, isFunction, isReference, textOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { wrap } from '../../evidence/conversions.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** The text of a JSON file that nobody parses: `rows = text` behind `readFile(name + '.json', 'utf8', …)`. */
export function unparsedIdeas(context: RecipeContext): Idea[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((read) => {
      const isOfJson =
        /(?:^|\.)readFile(?:Sync)?$/.test(chainOf(read.callee) ?? '') && /\.json['"`]/.test(textOf(source, read));
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
