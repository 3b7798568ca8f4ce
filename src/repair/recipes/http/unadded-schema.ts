/** A schema that others speak of by its `$id`, and that no registry was given: it is imported, or written, beside those that were, and used nowhere. */
import type { Idea } from '../../../incident/nouns.ts';
import { declarationOf, exportsOf, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { schemaFiles, literalsOf, propertyOf } from '../../code/json-schemas.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  keyName,
  statementOf,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { referencesTo } from '../modules/wrong-imports.ts';

/** The one schema of that name goes where its siblings went: into their list, behind their `addSchema`, else behind what makes the registry. */
export function unaddedIdeas(context: RecipeContext, id: string): Idea[] {
  const { tree } = context;
  const homes = schemaFiles(tree).flatMap((file) =>
    literalsOf(file)
      .filter((literal) => stringValue(propertyOf(literal, '$id')?.value as Node | undefined)?.replace(/#$/, '') === id)
      .map((literal) => ({ path: file.file.path, isJson: file.isJson, literal })),
  );
  const [home, more] = homes;
  if (home === undefined || more !== undefined) return [];
  const imports = allSources(tree).flatMap((source) =>
    importsOf(source)
      .filter((from) => isOf(context, source, from, home))
      .map((from) => ({ source, from })),
  );
  // Whoever takes it in somewhere may have added it there.
  const isUsed = imports.some(({ source, from }) => referencesTo(source, from).length > 0);
  const own = allSources(tree).filter(({ path }) => path === home.path);
  const places =
    imports.length > 0
      ? imports.map(({ source, from }) => ({ source, name: from.local ?? '' }))
      : own.flatMap((source) => idleHere(source, home.literal));
  const [place, another] = places;
  if (place === undefined || another !== undefined || isUsed) return [];
  const added = inList(context, place) ?? besideOthers(place) ?? behindMaker(place);
  return added === null ? [] : [added];
}

interface Home {
  readonly path: string;
  readonly isJson: boolean;
  readonly literal: Node;
}

interface Place {
  readonly source: Source;
  readonly name: string;
}

/** An import of that very schema: of a module that is nothing but it, or of the name by which it is given out. */
function isOf({ tree }: RecipeContext, source: Source, from: Import, home: Home): boolean {
  const to = resolveSpecifier(tree, source.path, from.specifier);
  if (from.local === null || to?.to !== 'file' || to.path !== home.path) return false;
  const isWhole = from.imported === 'default' || from.imported === '*';
  if (home.isJson) return isWhole;
  const file = allSources(tree).find(({ path }) => path === home.path);
  if (file === undefined) return false;
  const { names, whole } = exportsOf(tree, file);
  const { parent } = home.literal;
  const isAll = parent?.type === 'AssignmentExpression' && chainOf(parent.left) === 'module.exports';
  if (isWhole && (isAll || written(file, whole) === home.literal)) return true;
  return written(file, names.get(from.imported)) === home.literal;
}

/** What `export const item = {…}`, `exports.item = {…}`, `export default item` and `module.exports = { item }` give out, as it is written. */
function written(source: Source, node: Node | null | undefined, steps = 6): Node | null {
  if (!node || steps === 0) return null;
  const further = (next: Node | null | undefined): Node | null => written(source, next, steps - 1);
  switch (node.type) {
    case 'ExportDefaultDeclaration':
      return further(node.declaration as Node);
    case 'ExportSpecifier':
      return further(node.local as Node);
    case 'VariableDeclarator':
      return further(node.init);
    case 'Property':
      return further(node.value as Node);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return further(node.expression);
    case 'CallExpression':
      return chainOf(node.callee) === 'Object.freeze' ? further(node.arguments[0] as Node | undefined) : null;
    case 'Identifier':
      return further(declarationOf(source, node.name));
    default:
      return node;
  }
}

/** `const item = { $id: 'item' }` of a file that keeps its schemas, adds the others, and never speaks of it again. */
function idleHere(source: Source, literal: Node): Place[] {
  const made = literal.parent;
  if (made?.type !== 'VariableDeclarator' || made.id.type !== 'Identifier' || functionsAround(made).length > 0)
    return [];
  const { name } = made.id;
  const isIdle = all(source.program, 'Identifier').filter((each) => each.name === name).length === 1;
  return isIdle ? [{ source, name }] : [];
}

/** `[priceSchema, orderSchema]`, all of which are schemas with a name. */
function inList(context: RecipeContext, { source, name }: Place): Idea | null {
  const [list, more] = all(source.program, 'ArrayExpression').filter(
    ({ elements }) =>
      elements.length > 0 &&
      elements.every((each) => each?.type === 'Identifier' && isNamedSchema(context, source, each.name)),
  );
  const last = list?.elements.at(-1);
  if (last == null || more !== undefined) return null;
  const splices = [{ start: last.end, end: last.end, text: `, ${name}` }];
  return ideaIn('schema-reference', source, {
    title: `\`${name}\` is one of the schemas of the list`,
    rank: 0,
    splices,
  });
}

function isNamedSchema(context: RecipeContext, source: Source, name: string): boolean {
  return schemaFiles(context.tree).some((file) =>
    literalsOf(file).some((literal) => {
      if (propertyOf(literal, '$id') === null) return false;
      const home = { path: file.file.path, isJson: file.isJson, literal };
      const isOwn =
        home.path === source.path &&
        literal.parent?.type === 'VariableDeclarator' &&
        chainOf(literal.parent.id) === name;
      return isOwn || importsOf(source).some((from) => from.local === name && isOf(context, source, from, home));
    }),
  );
}

/** `app.addSchema(priceSchema);` of another schema: the same for this one, where none is given a name of its own. */
function besideOthers(place: Place): Idea | null {
  const { source, name } = place;
  const calls = all(source.program, 'CallExpression').filter(
    ({ callee }) => callee.type === 'MemberExpression' && !callee.computed && keyName(callee.property) === 'addSchema',
  );
  const plain = calls.filter(
    ({ parent, arguments: [first, more] }) =>
      parent?.type === 'ExpressionStatement' && first?.type === 'Identifier' && more === undefined,
  );
  const last = plain.at(-1);
  if (last === undefined || plain.length < calls.length) return null;
  return lineBehind(place, statementOf(last) ?? last, `${textOf(source, last.callee)}(${name})`);
}

/** `const app = Fastify(…)`, `new Ajv()`: nobody can ask it for a schema before that. */
function behindMaker(place: Place): Idea | null {
  const { source, name } = place;
  const makers = importsOf(source).filter(
    ({ specifier, imported }) =>
      /^(?:fastify|ajv(?:\/.+)?|ajv-draft-\d+)$/.test(specifier) && /^(?:default|\*|fastify|Ajv\w*)$/i.test(imported),
  );
  const made = all(source.program, 'VariableDeclarator').filter(({ id, init }) => {
    const value = init?.type === 'AwaitExpression' ? init.argument : init;
    const isMade = value?.type === 'CallExpression' || value?.type === 'NewExpression';
    return id.type === 'Identifier' && isMade && makers.some(({ local }) => chainOf(value.callee) === local);
  });
  const [only, more] = made;
  const statement = only === undefined || more !== undefined ? null : statementOf(only);
  if (only?.id.type !== 'Identifier' || statement === null) return null;
  return lineBehind(place, statement, `${only.id.name}.addSchema(${name})`);
}

function lineBehind({ source, name }: Place, statement: Node, call: string): Idea {
  const { text } = source;
  const line = `${eolOf(text)}${indentAt(text, statement.start)}${call}${semicolonOf(text)}`;
  const splices = [{ start: statement.end, end: statement.end, text: line }];
  return ideaIn('schema-reference', source, { title: `the schema \`${name}\` is added`, rank: 0, splices });
}
