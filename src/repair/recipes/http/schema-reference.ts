/** A name inside a JSON schema that leads nowhere: a `$ref` that no schema has as its name or that was added nowhere, a required property that is called otherwise, there or in the answer. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { literalsOf, propertyOf, schemaFiles } from '../../code/json-schemas.ts';
import type { Literal, SchemaFile } from '../../code/json-schemas.ts';
import { didYouMean, shareWord, slip } from '../../code/names.ts';
import { all, allSources, keyName, stringValue } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { areOpposites } from '../../code/words.ts';
import { kindOfLiteral } from '../../evidence/data-fields.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { unaddedIdeas } from './unadded-schema.ts';

const name = 'schema-reference';

export const schemaReference: Recipe = {
  name,
  classes: ['config', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A `$ref` of a JSON schema that no schema has as its name, or of one that is there and was added nowhere (Fastify, Ajv); and a required property that the schema, or what is answered, calls otherwise.',
  ideas(context) {
    const { message } = context.diagnosis;
    const lost = /(?:Cannot (?:resolve ref|find reference) "|can't resolve reference )([^\s"]+)/.exec(message)?.[1];
    if (lost !== undefined) return lost.startsWith('#/') ? pointerIdeas(context, lost) : nameIdeas(context, lost);
    const required = /^"([\w$-]+)" is required!$/.exec(message.replace(/^\w*Error: /, ''))?.[1];
    if (required === undefined) return [];
    const ways = [requiredIdeas, givenIdeas, leftIdeas];
    return ways.map((way) => way(context, required)).find(({ length }) => length > 0) ?? [];
  },
};

/** A text in a schema that is a name, and the part of it that is. */
interface Said {
  readonly file: SchemaFile;
  readonly node: Node;
  readonly name: string;
}

/** `stations#` of `{ $ref: 'stations#' }`, where the schemas are called otherwise. */
function nameIdeas(context: RecipeContext, lost: string): Idea[] {
  const { tree } = context;
  const wanted = idOf(lost);
  const files = schemaFiles(tree);
  const refs = files.flatMap((file) => saidIn(file, '$ref'));
  const ids = files.flatMap((file) => [...saidIn(file, '$id'), ...handedOver(file)]);
  const mine = refs.filter(({ name: ref }) => ref === wanted);
  if (ids.some(({ name: id }) => id === wanted)) return unaddedIdeas(context, wanted);
  if (mine.length === 0) return [];
  const near = didYouMean(wanted, new Set(ids.map(({ name: id }) => id)));
  const isNamed = (id: string): boolean => refs.some(({ name: ref }) => ref === id);
  const idle = ids.filter(({ name: id }) => !isNamed(id) && shareWord(id, wanted));
  const [only, more] = near === null ? idle : ids.filter(({ name: id }) => id === near);
  if (only === undefined || more !== undefined) return [];
  // The side is renamed that fewer say; the name of a schema is also a text by which others may ask for it.
  const isAsked = files.some(
    ({ source }) => all(source.program, 'Literal').filter(({ value }) => value === only.name).length > 1,
  );
  const isIdle = !isNamed(only.name) && mine.length > 1 && !isAsked;
  const [changed, to] = isIdle ? [[only], wanted] : [mine, only.name];
  const title = `\`${isIdle ? only.name : wanted}\` is the schema \`${to}\``;
  return [renamed(changed, title, to)];
}

/** `#/definitions/adress`, where the schema itself has `address`. */
function pointerIdeas({ tree }: RecipeContext, lost: string): Idea[] {
  const at = lost.lastIndexOf('/');
  const [section, wanted] = [lost.slice(lost.lastIndexOf('/', at - 1) + 1, at), lost.slice(at + 1)];
  const changed = schemaFiles(tree).flatMap((file) => {
    const given = literalsOf(file).flatMap((literal) => {
      const value = propertyOf(literal, section)?.value;
      const own = value?.type === 'ObjectExpression' ? value.properties : [];
      return own.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
    });
    const meant = given.includes(wanted) ? null : didYouMean(wanted, new Set(given));
    return meant === null
      ? []
      : literalsOf(file).flatMap((literal) => {
          const value = propertyOf(literal, '$ref')?.value;
          return value !== undefined && stringValue(value) === lost
            ? [{ said: { file, node: value, name: wanted }, to: meant }]
            : [];
        });
  });
  const [first] = changed;
  if (first === undefined || changed.some(({ to }) => to !== first.to)) return [];
  const title = `\`${wanted}\` is \`${first.to}\` in the schema`;
  return [
    renamed(
      changed.map(({ said }) => said),
      title,
      first.to,
    ),
  ];
}

/** `required: ['bikes']` of a schema that has `bike` among its properties, and no `bikes`. */
function requiredIdeas({ tree }: RecipeContext, wanted: string): Idea[] {
  const changed = schemaFiles(tree).flatMap((file) =>
    literalsOf(file).flatMap((literal) => {
      const { node, listed, properties } = requiring(literal, wanted) ?? {};
      const own = properties === undefined ? [] : keysOf(properties);
      const meant = own.includes(wanted)
        ? null
        : didYouMean(
            wanted,
            own.filter((each) => listed?.includes(each) !== true),
          );
      return node === undefined || meant === null ? [] : [{ said: { file, node, name: wanted }, to: meant }];
    }),
  );
  return changed.map(({ said, to }) => renamed([said], `the schema calls \`${wanted}\` \`${to}\``, to));
}

/** `return { id, totl: sum }`, where the schema of the answer requires `total`: a key that is said nowhere else. */
function givenIdeas({ tree }: RecipeContext, wanted: string): Idea[] {
  const found = allSources(tree).flatMap((source) =>
    all(source.program, 'Property').flatMap(({ key, computed, shorthand, parent }) => {
      const around = parent?.type === 'ObjectExpression' ? parent.parent : null;
      const isSchema = around?.type === 'Property' && keyName(around.key) === 'properties';
      const said = computed || shorthand || around === null || isSchema ? null : keyName(key);
      const isSlip = said !== null && (slip(said, wanted) ?? 9) <= 1.5 && timesSaid(tree, said) === 1;
      return isSlip ? [{ source, key, said }] : [];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, key, said } = only;
  const splices = [{ start: key.start, end: key.end, text: wanted }];
  return [
    ideaIn(name, source, { title: `\`${said}\` should be \`${wanted}\`, which the schema requires`, rank: 0, splices }),
  ];
}

/** `{ ...buoy, location: text }`, where the schema of the answer has no `location` and requires a `position`: the one key that is said nowhere else and is of its type. */
function leftIdeas({ tree }: RecipeContext, wanted: string): Idea[] {
  const schemas = schemaFiles(tree).flatMap((file) =>
    literalsOf(file).flatMap((literal) => {
      const properties = requiring(literal, wanted)?.properties;
      const type = properties && propertyOf(properties, wanted)?.value;
      return type?.type === 'ObjectExpression' ? [{ keys: keysOf(properties!), type }] : [];
    }),
  );
  const [schema, another] = schemas;
  const said = schema && stringValue(propertyOf(schema.type, 'type')?.value as Node | undefined);
  if (schema === undefined || another !== undefined || said == null) return [];
  const found = allSources(tree).flatMap((source) =>
    all(source.program, 'ObjectExpression').flatMap((literal) => {
      const keys = keysOf(literal);
      const [odd, more] = keys.filter((key) => !schema.keys.includes(key));
      const isOfSchema = keys.length > 1 || literal.properties.some(({ type }) => type === 'SpreadElement');
      const at = odd === undefined || more !== undefined ? null : propertyOf(literal, odd);
      if (odd === undefined || at === null || !isOfSchema || keys.includes(wanted) || at.shorthand) return [];
      const isIt = typeOf(at.value as Node) === said && !areOpposites(odd, wanted) && timesSaid(tree, odd) === 1;
      return isIt ? [{ source, key: at.key, odd }] : [];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, key, odd } = only;
  const title = `\`${odd}\` is \`${wanted}\`, which the schema requires`;
  return [ideaIn(name, source, { title, rank: 0, splices: [{ start: key.start, end: key.end, text: wanted }] })];
}

/** A schema that requires a property: where it says so, all that it requires, and what it has. */
function requiring(
  literal: Literal,
  wanted: string,
): { readonly node: Node; readonly listed: readonly string[]; readonly properties: Literal } | null {
  const list = propertyOf(literal, 'required')?.value;
  const properties = propertyOf(literal, 'properties')?.value;
  if (list?.type !== 'ArrayExpression' || properties?.type !== 'ObjectExpression') return null;
  const texts = list.elements.flatMap((each) => (each === null ? [] : [each as Node]));
  const node = texts.find((each) => stringValue(each) === wanted);
  return node === undefined ? null : { node, listed: texts.flatMap((each) => stringValue(each) ?? []), properties };
}

function keysOf(literal: Literal): string[] {
  return literal.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
}

/** What JSON schemas call the type of a value that is written out; undefined where that cannot be seen. */
function typeOf(value: Node): string | undefined {
  const kind = kindOfLiteral(value);
  return kind === 'text' ? 'string' : kind === 'list' ? 'array' : kind === 'any' ? undefined : kind;
}

/** How often the code says a word. */
function timesSaid(tree: SourceTree, word: string): number {
  const whole = new RegExp(`(?<![\\w$])${escapeRegExp(word)}(?![\\w$])`);
  return allSources(tree).reduce((sum, { text }) => sum + text.split(whole).length - 1, 0);
}

/** `station` of `station#` and `station#/properties/name`; without the folder and ending of a file, where it has them, it is another name. */
function idOf(text: string): string {
  return text.split('#')[0] ?? '';
}

function saidIn(file: SchemaFile, key: '$ref' | '$id'): Said[] {
  return literalsOf(file).flatMap((literal) => {
    const value = propertyOf(literal, key)?.value;
    const said = value === undefined ? null : stringValue(value);
    const id = said === null ? '' : idOf(said);
    return value === undefined || id === '' ? [] : [{ file, node: value, name: id }];
  });
}

/** `ajv.addSchema(hive, 'hive')`. */
function handedOver(file: SchemaFile): Said[] {
  return all(file.source.program, 'CallExpression').flatMap(({ callee, arguments: [, key] }) => {
    const isIt = callee.type === 'MemberExpression' && !callee.computed && keyName(callee.property) === 'addSchema';
    const id = isIt ? stringValue(key as Node | undefined) : null;
    return id === null || key === undefined ? [] : [{ file, node: key as Node, name: idOf(id) }];
  });
}

function renamed(places: readonly Said[], title: string, to: string): Idea {
  const changes = places.map(({ file, node, name: was }) => {
    const text = (stringValue(node) ?? '').replace(was, () => to);
    const splices = [{ start: node.start, end: node.end, text: quoted(text, file.source.text) }];
    return { source: file.file, splices: file.inFile(splices) };
  });
  return ideaOf(name, { title, rank: 0 }, changes);
}
