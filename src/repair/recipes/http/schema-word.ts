/** A JSON schema that the validator does not take: another language's word for a type, `required` in a form it does not have, a keyword or format misspelt. */
import { didYouMean } from '../../code/names.ts';
import { literalsOf, propertyOf, schemaFiles } from '../../code/json-schemas.ts';
import type { Literal, SchemaFile } from '../../code/json-schemas.ts';
import { keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { ideaOf } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

export const schemaWord: Recipe = {
  name: 'schema-word',
  classes: ['config', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A JSON schema that the validator refuses: `int` for `integer`, `required` as text or as a flag of one property, a keyword or a format that is none.',
  ideas({ diagnosis, tree }) {
    const refused = /schema is invalid: data(?:\/[^\s,]*)?\/(type|required) must be /.exec(diagnosis.message)?.[1];
    const unknown = /strict mode: unknown keyword: "(\w+)"/.exec(diagnosis.message)?.[1];
    const format = /unknown format "([^"]+)" ignored in schema/.exec(diagnosis.message)?.[1];
    const word = refused ?? unknown ?? (format === undefined ? undefined : 'format');
    if (word === undefined) return [];
    const changes = schemaFiles(tree).flatMap((each) =>
      literalsOf(each)
        .filter((schema) => isSchema(schema))
        .map((schema) => ({ source: each.file, splices: each.inFile(mended(each, schema)) }))
        .filter(({ splices }) => splices.length > 0),
    );
    function mended(file: SchemaFile, schema: Literal): Splice[] {
      if (unknown !== undefined) return keyword(file, schema, unknown);
      if (format !== undefined) return formatWord(file, schema, format);
      return refused === 'type' ? type(file.source, schema) : required(file, schema);
    }
    const title = `the schema says \`${word}\` as JSON Schema does`;
    return changes.length === 0 ? [] : [ideaOf('schema-word', { title, rank: 0 }, changes)];
  },
};

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

function keyword({ source }: SchemaFile, schema: Literal, unknown: string): Splice[] {
  const property = propertyOf(schema, unknown);
  const meant = didYouMean(unknown, keywords);
  if (property === null || meant === null) return [];
  if (meant === 'type' && !types.includes(stringValue(property.value) ?? '')) return [];
  const { start, end } = property.key;
  return [{ start, end, text: property.key.type === 'Literal' ? quoted(meant, source.text) : meant }];
}

const formats =
  `date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid
  json-pointer relative-json-pointer byte int32 int64 float double password binary`.split(/\s+/);

/** Other libraries' words for the same. */
const formatWords: Readonly<Record<string, string>> = {
  ...{
    day: 'date',
    isodate: 'date',
    timestamp: 'date-time',
    datetime: 'date-time',
    iso8601: 'date-time',
    iso: 'date-time',
  },
  ...{ link: 'uri', href: 'uri', guid: 'uuid', mail: 'email', host: 'hostname', domain: 'hostname', ip: 'ipv4' },
};

/** A format that no validator knows: the one that is written almost so. One that is known lacks its package. */
function formatWord({ source }: SchemaFile, schema: Literal, unknown: string): Splice[] {
  const value = propertyOf(schema, 'format')?.value;
  const plain = unknown.toLowerCase();
  const bare = plain.replaceAll(/[^a-z\d]/g, '');
  const meant = formats.includes(plain) ? plain : (formatWords[bare] ?? didYouMean(plain, formats));
  if (value === undefined || stringValue(value) !== unknown || meant === null || meant === unknown) return [];
  return [{ start: value.start, end: value.end, text: quoted(meant, source.text) }];
}

/** `required: 'name, price'` is a list; the flags of single properties make the list of what they are properties of. */
function required(file: SchemaFile, schema: Literal): Splice[] {
  const { source } = file;
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
  return [...flags.map(({ flag }) => without(source, flag)), ...joined(file, { schema, own, named })];
}

function joined(
  { source, isJson }: SchemaFile,
  { schema, own, named }: { schema: Literal; own: Node | undefined; named: readonly string[] },
): Splice[] {
  if (named.length === 0) return [];
  if (own?.type !== 'ArrayExpression') {
    const at = propertyOf(schema, 'properties')?.start ?? schema.end - 1;
    return [{ start: at, end: at, text: `${isJson ? '"required"' : 'required'}: ${listOf(source, named)}, ` }];
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
