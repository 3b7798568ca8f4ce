/** CommonJS names that stand beside a `module.exports = …`: those that it takes the place of, and its own name among those that hang on it. */
import type { Idea } from '../../../incident/nouns.ts';
import { overwrittenExports } from '../../code/bindings.ts';
import type { RecipeContext } from '../../recipe.ts';
import { all, chainOf, keyName } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { eolOf, semicolonOf, splice } from '../../code/text.ts';
import { edit, make } from './import-form.ts';
import { takenOf } from './lost-exports.ts';
import type { Wrong } from './wrong-imports.ts';

/** `exports.add = …`, and at the end `module.exports = { list }`: what others take of it is given out again beside the rest. */
export function overwrittenIdeas(context: RecipeContext, target: Source, wanted: string): Idea[] {
  const lost = overwrittenExports(target);
  const nameOf = (node: (typeof lost)[number]): string => (chainOf(node.left) ?? '').replace('exports.', '');
  const [whole, more] = all(target.program, 'AssignmentExpression').filter(
    ({ left }) => chainOf(left) === 'module.exports',
  );
  if (whole === undefined || more !== undefined || !lost.some((each) => nameOf(each) === wanted)) return [];
  const taken = takenOf(context, target);
  const names = [...new Set(lost.map(nameOf))].filter((name) => name === wanted || taken.has(name));
  const isBefore = lost.every(({ end }) => end < whole.start);
  const title = `${target.path}: \`module.exports = …\` takes the place of \`exports.${wanted}\``;
  if (!isBefore) {
    const late = lost.filter((each) => names.includes(nameOf(each)) && each.start > whole.end);
    const splices = late.map(({ left: { start } }) => ({ start, end: start, text: 'module.' }));
    return late.length < names.length ? [] : [make(title, 0, [edit(target, splice(target.text, ...splices))])];
  }
  const last = whole.right.type === 'ObjectExpression' ? whole.right.properties.at(-1) : undefined;
  if (last !== undefined) {
    const text = names.map((name) => `, ${name}: exports.${name}`).join('');
    return [make(title, 0, [edit(target, splice(target.text, { start: last.end, end: last.end, text }))])];
  }
  const end = `${semicolonOf(target.text)}${eolOf(target.text)}`;
  const lines = names.map((name) => `module.exports.${name} = exports.${name}${end}`).join('');
  return [make(title, 0, [edit(target, `${target.text.replace(/\s*$/, '')}${eolOf(target.text)}${lines}`)])];
}

/** `const { Problem, missing } = require('./problems')` of `module.exports = Problem` with a `missing` of its own: it is wanted by its name, too. */
export function isTakenBeside({ from, exported }: Wrong): boolean {
  const pattern = from.node.parent;
  return (
    from.style === 'require' &&
    pattern?.type === 'ObjectPattern' &&
    pattern.properties.some(
      (each) => each.type === 'Property' && each !== from.node && exported.names.has(keyName(each.key) ?? ''),
    )
  );
}
