/** `"household" is required!`, where what is answered has a `householdLabel`: Fastify writes answers by their schema, and refuses one that lacks what this asks for. */
import type { Idea } from '../../../incident/nouns.ts';
import { shareWord } from '../../code/names.ts';
import { all, allSources, chainOf, keyName, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'reply-key';

export const replyKey: Recipe = {
  name,
  classes: ['unknown', 'type', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'An answer lacks what its schema asks for, and has one name that the schema does not know: the answer takes the name of the schema; where the schema itself asks for what it does not describe, it asks for what it describes.',
  ideas(context) {
    const lost = /^(?:Error: )?"([\w$]+)" is required!/.exec(context.diagnosis.message)?.[1];
    if (lost === undefined) return [];
    const found = allSources(context.tree)
      .flatMap((source) => schemasIn(source, lost))
      .flatMap((schema) =>
        schema.names.includes(lost) ? givenOtherwise(context, schema, lost) : askedOtherwise(schema, lost),
      );
    const [, more] = found;
    return more === undefined ? found : found.map((each) => ({ ...each, rank: 1 }));
  },
};

interface Schema {
  readonly source: Source;
  readonly node: Node;
  readonly names: readonly string[];
  /** The names that it asks for, where it lists them. */
  readonly wanted: readonly Node[];
}

/** Schemas that ask for it: in JSON, and as TypeBox makes them. */
function schemasIn(source: Source, lost: string): Schema[] {
  const plain = all(source.program, 'ObjectExpression').flatMap((node): Schema[] => {
    const [list, properties] = [valueIn(node, 'required'), valueIn(node, 'properties')];
    if (list?.type !== 'ArrayExpression' || properties?.type !== 'ObjectExpression') return [];
    const wanted = list.elements.filter((each): each is NonNullable<typeof each> => each !== null);
    const isAsked = wanted.some((each) => stringValue(each) === lost);
    return isAsked ? [{ source, node, names: keysIn(properties) ?? [], wanted }] : [];
  });
  const made = all(source.program, 'CallExpression').flatMap((node): Schema[] => {
    const [object] = /^(?:Type|T|t)\.Object$/.test(chainOf(node.callee) ?? '') ? node.arguments : [];
    const value = object?.type === 'ObjectExpression' ? valueIn(object, lost) : null;
    const isFree = value?.type === 'CallExpression' && /\.Optional$/.test(chainOf(value.callee) ?? '');
    return object?.type !== 'ObjectExpression' || value === null || isFree
      ? []
      : [{ source, node, names: keysIn(object) ?? [], wanted: [] }];
  });
  return [...plain, ...made];
}

/** `required: ['id', 'kilos']` of `id` and `weight`: it asks for all that it describes, and for one by another name. */
function askedOtherwise({ source, names, wanted }: Schema, lost: string): Idea[] {
  const asked = wanted.map((each) => stringValue(each));
  const [only, more] = names.filter((each) => !asked.includes(each));
  const at = wanted.find((each) => stringValue(each) === lost);
  if (only === undefined || more !== undefined || at === undefined || asked.length !== names.length) return [];
  const title = `the schema describes \`${only}\`, and asks for \`${lost}\``;
  return [ideaIn(name, source, { title, rank: 0, splices: [{ start: at.start + 1, end: at.end - 1, text: only }] })];
}

/** The object that has all else of the schema, and one name that this does not know. */
function givenOtherwise(context: RecipeContext, schema: Schema, lost: string): Idea[] {
  const rest = schema.names.filter((each) => each !== lost);
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'ObjectExpression').flatMap((node): { source: Source; property: Of<'Property'> }[] => {
      const keys = keysIn(node);
      const isSchema = upwards(node).includes(schema.node) || valueIn(node, 'type') !== null;
      if (keys === null || isSchema || rest.length === 0 || keys.includes(lost)) return [];
      if (!rest.every((each) => keys.includes(each))) return [];
      const strange = keys.filter((each) => !schema.names.includes(each));
      const like = strange.filter((each) => shareWord(each, lost));
      const [only, more] = strange.length === 1 ? strange : like;
      const property = node.properties.find((each) => each.type === 'Property' && keyName(each.key) === only);
      return only === undefined || more !== undefined || property?.type !== 'Property' ? [] : [{ source, property }];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, property } = only;
  const given = keyName(property.key) ?? '';
  const { start, end } = property.key;
  const text = property.shorthand ? `${lost}: ${given}` : lost;
  const isRead = memberNames(context.tree).read.has(given);
  const ask = isRead ? `\`${given}\` is read elsewhere` : null;
  const title = `\`${given}\` is \`${lost}\` by the schema of the answer`;
  return [ideaIn(name, source, { title, rank: 0, ask, splices: [{ start, end, text }] })];
}

function valueIn({ properties }: Of<'ObjectExpression'>, key: string): Node | null {
  const found = properties.find((each) => each.type === 'Property' && !each.computed && keyName(each.key) === key);
  return found?.type === 'Property' ? (found.value as Node) : null;
}

/** All names of an object that is written out; null where others are copied into it. */
function keysIn({ properties }: Of<'ObjectExpression'>): string[] | null {
  const keys = properties.map((each) => (each.type === 'Property' && !each.computed ? keyName(each.key) : null));
  return keys.includes(null) ? null : keys.flatMap((each) => each ?? []);
}
