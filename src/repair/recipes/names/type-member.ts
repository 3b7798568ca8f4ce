/** An interface that calls a field otherwise than what fills it does, or lacks it: the compiler refuses who reads it by the name that it has. */
import type { Idea } from '../../../incident/nouns.ts';
import { dataFields } from '../../evidence/data-fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { toldType } from '../../evidence/told-type.ts';
import type { ToldType } from '../../evidence/told-type.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'type-member';

export const typeMember: Recipe = {
  name,
  classes: ['type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'An interface that calls a field otherwise than data and code do, or has lost it: the interface takes the name; nothing that runs is changed.',
  ideas(context) {
    const missing = context.diagnosis.named.property;
    const told = missing === undefined ? null : toldType(context);
    if (missing === undefined || told === null || !told.isShape || !isGiven(context, missing)) return [];
    const { read } = memberNames(context.tree);
    const [idle, more] = told.members.filter((each) => !isGiven(context, each.name) && !read.has(each.name));
    if (more !== undefined) return [];
    return idle === undefined ? added(context, told, missing) : [renamed(told, idle, missing)];
  },
};

/** By data, or by what code puts together. */
function isGiven(context: RecipeContext, field: string): boolean {
  return dataFields(context).has(field) || memberNames(context.tree).given.has(field);
}

function renamed({ source }: ToldType, { name: was, key }: ToldType['members'][number], to: string): Idea {
  const splices = [{ start: key.start, end: key.end, text: to }];
  return ideaIn(name, source, { title: `\`${was}\` is called \`${to}\` by what fills it`, rank: -1, splices });
}

const types = { text: 'string', number: 'number', boolean: 'boolean' } as const;

/** Of data alone it is known what it holds. */
function added(context: RecipeContext, { source, members }: ToldType, missing: string): Idea[] {
  const [kind, more] = dataFields(context).get(missing)?.kinds ?? [];
  const signature = members.at(-1)?.key.parent;
  const isPlain = kind === 'text' || kind === 'number' || kind === 'boolean';
  if (!isPlain || more !== undefined || signature === undefined || signature === null) return [];
  const { start, end } = signature;
  const indent = /[ \t]*$/.exec(source.text.slice(0, start))?.[0] ?? '';
  const text = `\n${indent}${missing}: ${types[kind]};`;
  const at = source.text[end] === ';' ? end + 1 : end;
  return [
    ideaIn(name, source, { title: `the data has a \`${missing}\``, rank: 0, splices: [{ start: at, end: at, text }] }),
  ];
}
