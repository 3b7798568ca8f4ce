/** A file that nobody has, as the code reads it. */
import type { Idea } from '../../incident/nouns.ts';
import { idea } from '../recipe.ts';
import { all, chainOf, upwards } from '../code/syntax.ts';
import type { Of } from '../code/syntax.ts';

/** A JSON file that nobody has: its fields as the code reads them, empty. Always asked; no secret is made up. */
export function inferred(wanted: string, literal: Of<'Literal'>): Idea[] {
  if (!wanted.endsWith('.json')) return [];
  const program = upwards(literal).at(-1);
  const variable = upwards(literal).find((each) => each.type === 'VariableDeclarator');
  const name = variable?.type === 'VariableDeclarator' && variable.id.type === 'Identifier' ? variable.id.name : null;
  const parsed = upwards(literal).some(
    (each) => each.type === 'CallExpression' && chainOf(each.callee) === 'JSON.parse',
  );
  if (name === null || !parsed) return [];
  const shape: Shape = {};
  for (const member of program === undefined ? [] : all(program, 'MemberExpression')) {
    const chain = chainOf(member)?.split('.') ?? [];
    if (chain[0] === name && chain.length > 1) add(shape, chain.slice(1));
  }
  if (Object.keys(shape).length === 0) return [];
  const ask = `${wanted} was inferred from how the code reads it: its values are empty and need a person`;
  return [
    idea('missing-file', {
      title: `write ${wanted} with the fields that the code reads`,
      kind: 'operational',
      rank: 3,
      ask,
      edits: [{ path: wanted, before: null, after: `${JSON.stringify(shape, null, 2)}\n` }],
    }),
  ];
}

interface Shape {
  [key: string]: Shape | string | null;
}

function add(shape: Shape, keys: readonly string[]): void {
  const [key = '', ...rest] = keys;
  if (key === '__proto__' || /^(?:length|map|filter|forEach|find|toString|trim|split)$/.test(key)) return;
  const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
  if (rest.length === 0) {
    shape[key] = known ?? null;
    return;
  }
  const inner: Shape = typeof known === 'object' && known !== null ? known : {};
  add(inner, rest);
  shape[key] = Object.keys(inner).length === 0 ? '' : inner;
}
