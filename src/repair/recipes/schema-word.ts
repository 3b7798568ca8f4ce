/** A JSON schema that the validator does not take: another language's word for a type, `required` in a form it does not have, a keyword misspelt. */
import { didYouMean } from '../code/names.ts';
import { all, allSources, keyName, stringValue, textOf } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { quoted } from '../code/text.ts';
import type { Splice } from '../code/text.ts';
import { ideaOf } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';

export const schemaWord: Recipe = {
  name: 'schema-word',
  classes: ['config', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A JSON schema that the validator refuses: `int` for `integer`, `required` as text or as a flag of one property, a keyword misspelt.',
  ideas({ diagnosis, tree }) {
    const refused = /schema is invalid: data(?:\/[^\s,]*)?\/(type|required) must be /.exec(diagnosis.message)?.[1];
    const unknown = /strict mode: unknown keyword: "(\w+)"/.exec(diagnosis.message)?.[1];
    if (refused === undefined && unknown === undefined) return [];
    const changes = allSources(tree).flatMap((source) =>
      all(source.program, 'ObjectExpression')
        .filter((schema) => isSchema(schema))
        .map((schema) => {
          if (unknown !== undefined) return { source, splices: keyword(schema, unknown) };
          return { source, splices: refused === 'type' ? type(source, schema) : required(source, schema) };
        })
        .filter(({ splices }) => splices.length > 0),
    );
    const title = `the schema says \`${refused ?? unknown}\` as JSON Schema does`;
    return changes.length === 0 ? [] : [ideaOf('schema-word', { title, rank: 0 }, changes)];
  },
};

type Literal = Of<'ObjectExpression'>;

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

const words: Readonly<Record<string, string>> = {
  ...{ int: 'integer', long: 'integer', float: 'number', double: 'number', decimal: 'number' },
  ...{ str: 'string', text: 'string', bool: 'boolean', list: 'array', dict: 'object', map: 'object' },
};

const keywords =
  `type properties required items enum const default minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength
  maxLength pattern format minItems maxItems uniqueItems minProperties maxProperties additionalProperties patternProperties
  propertyNames oneOf anyOf allOf nullable description title`.split(/\s+/);

/** An object that says a type and nothing but keywords, or that holds properties which say theirs. */
function isSchema(literal: Literal): boolean {
  const named = literal.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
  const meant = named.map((key) => (keywords.includes(key) ? key : didYouMean(key, keywords)));
  return (meant.includes('type') || meant.includes('properties')) && !meant.includes(null);
}

function propertyOf(literal: Literal, key: string): Of<'Property'> | null {
  const found = literal.properties.find((each) => each.type === 'Property' && keyName(each.key) === key);
  return found?.type === 'Property' ? found : null;
}

function type({ text }: Source, schema: Literal): Splice[] {
  const value = propertyOf(schema, 'type')?.value;
  if (value === undefined) return [];
  const said = value.type === 'Identifier' ? value.name : stringValue(value);
  const plain = said?.trim().toLowerCase() ?? '';
  const meant = types.includes(plain) ? plain : (words[plain] ?? didYouMean(plain, types));
  const isIt = value.type === 'Identifier' && !/^(?:String|Number|Boolean|Array|Object)$/.test(value.name);
  if (said === null || meant === null || meant === said || isIt) return [];
  return [{ start: value.start, end: value.end, text: quoted(meant, text) }];
}

function keyword(schema: Literal, unknown: string): Splice[] {
  const property = propertyOf(schema, unknown);
  const meant = didYouMean(unknown, keywords);
  if (property === null || meant === null) return [];
  if (meant === 'type' && !types.includes(stringValue(property.value) ?? '')) return [];
  const { start, end } = property.key;
  return [{ start, end, text: meant }];
}

/** `required: 'name, price'` is a list; the flags of single properties make the list of what they are properties of. */
function required(source: Source, schema: Literal): Splice[] {
  const properties = propertyOf(schema, 'properties')?.value;
  if (properties?.type !== 'ObjectExpression') return [];
  const own = propertyOf(schema, 'required')?.value;
  const said = stringValue(own);
  if (own !== undefined && said !== null) {
    const names = said.split(/[\s,]+/).filter((name) => name !== '');
    const isKnown = names.length > 0 && names.every((name) => propertyOf(properties, name) !== null);
    return isKnown ? [{ start: own.start, end: own.end, text: listOf(source, names) }] : [];
  }
  const flags = properties.properties.flatMap((each) => {
    const inner = each.type === 'Property' && each.value.type === 'ObjectExpression' ? each.value : null;
    const flag = inner === null ? null : propertyOf(inner, 'required');
    const value = flag?.value.type === 'Literal' ? flag.value.value : null;
    return each.type === 'Property' && flag !== null && typeof value === 'boolean' ? [{ each, flag, value }] : [];
  });
  if (flags.length === 0 || (own !== undefined && own.type !== 'ArrayExpression')) return [];
  const named = flags.flatMap(({ each, value }) => (value ? (keyName(each.key) ?? []) : []));
  return [...flags.map(({ flag }) => without(source, flag)), ...joined(source, { schema, own, named })];
}

function joined(
  source: Source,
  { schema, own, named }: { schema: Literal; own: Node | undefined; named: readonly string[] },
): Splice[] {
  if (named.length === 0) return [];
  if (own?.type !== 'ArrayExpression') {
    const at = propertyOf(schema, 'properties')?.start ?? schema.end - 1;
    return [{ start: at, end: at, text: `required: ${listOf(source, named)}, ` }];
  }
  const before = own.elements.map((each) => (each === null ? '' : textOf(source, each)));
  const more = named.map((name) => quoted(name, source.text)).filter((each) => !before.includes(each));
  return [{ start: own.start, end: own.end, text: `[${[...before, ...more].join(', ')}]` }];
}

function listOf({ text }: Source, names: readonly string[]): string {
  return `[${names.map((name) => quoted(name, text)).join(', ')}]`;
}

/** A property goes, with the comma before it, else the one behind it. */
function without({ text }: Source, { start, end }: Node): Splice {
  const before = /,\s*$/.exec(text.slice(0, start));
  if (before !== null) return { start: before.index, end, text: '' };
  return { start, end: end + (/^\s*,\s*/.exec(text.slice(end))?.[0].length ?? 0), text: '' };
}
