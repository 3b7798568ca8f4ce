/** The objects that hold settings or data of the project under one name (`config`, `settings`, `site`), what they have, and what is read of them. */
import type { Node as JsonNode } from 'jsonc-parser';
import { groupBy } from '../../kit/group-by.ts';
import { memoize } from '../../kit/memoize.ts';
import { dataFiles, keysAt } from './data-keys.ts';
import type { DataFile, Key } from './data-keys.ts';
import type { RecipeContext } from '../recipe.ts';
import { all, allSources, chainOf, keyName } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';

/** `config.name`, or `name` in `const { name } = config`. */
export interface Read {
  readonly holder: string;
  readonly name: string;
  readonly source: Source;
  /** The identifier of the name. */
  readonly key: Node;
  /** The member around it; null where it is taken out by a pattern. */
  readonly member: Of<'MemberExpression'> | null;
}

/** What a holder has by one name: a key of a file, or a property of an object that a source exports. */
export type Held =
  | { readonly name: string; readonly file: DataFile; readonly key: Key }
  | { readonly name: string; readonly source: Source; readonly property: Of<'Property'> };

export interface Holder {
  readonly name: string;
  readonly reads: readonly Read[];
  readonly held: readonly Held[];
  /** What the code itself sets of it. */
  readonly set: ReadonlySet<string>;
  /** The files whose keys it has, the one with the most first. */
  readonly files: readonly DataFile[];
}

/** Names of which at least two keys of a file, or of an exported object, are read somewhere. */
export const holdersOf = memoize((context: RecipeContext): readonly Holder[] => {
  const files = dataFiles(context).filter(({ keys }) => keys.length > 0);
  const objects = allSources(context.tree).flatMap((source) => exportedObjects(source));
  const reads = allSources(context.tree).flatMap((source) => readsIn(source));
  const writes = allSources(context.tree).flatMap(({ program }) => writesIn(program));
  const writesOf = groupBy(writes, ({ holder }) => holder);
  const holders = [...groupBy(reads, ({ holder }) => holder)].flatMap(([name, own]): Holder[] => {
    const wanted = new Set(own.map((each) => each.name));
    const fitting = (has: readonly string[]): number => new Set(has.filter((each) => wanted.has(each))).size;
    const itsFiles = files
      .map((file) => ({ file, fits: fitting(topKeys(file).map((key) => key.name)) }))
      .filter(({ fits, file }) => fits >= 2 || (fits === 1 && topKeys(file).length <= 2))
      .sort((a, b) => b.fits - a.fits)
      .map(({ file }) => file);
    const itsObjects = objects.filter(
      ({ properties }) => fitting(properties.flatMap((each) => keyName(each.key) ?? [])) >= 2 && properties.length > 1,
    );
    const held = [
      ...itsFiles.flatMap((file) => topKeys(file).map((key) => ({ name: key.name, file, key }))),
      ...itsObjects.flatMap(({ source, properties }) =>
        properties.flatMap((property) => {
          const key = keyName(property.key);
          return key === null ? [] : [{ name: key, source, property }];
        }),
      ),
    ];
    return held.length === 0
      ? []
      : [
          {
            name,
            reads: own,
            held,
            set: new Set((writesOf.get(name) ?? []).map((each) => each.name)),
            files: itsFiles,
          },
        ];
  });
  return holders;
});

/** The keys of a file that stand in nothing else. */
export function topKeys(file: DataFile): readonly Key[] {
  return keysAt(file, '');
}

/** A top key in all files of a folder that have it: `default.yaml`, and `production.yaml` over it. */
export function layersOf(
  context: RecipeContext,
  { path: own }: DataFile,
  name: string,
): { file: DataFile; key: Key }[] {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  const isRead = (path: string): boolean =>
    holdersOf(context).some(
      ({ files, reads }) => files.some((each) => each.path === path) && reads.some((each) => each.name === name),
    );
  return dataFiles(context)
    .filter(({ path }) => path === own || (folderOf(path) === folderOf(own) && !isRead(path)))
    .flatMap((file) => topKeys(file).flatMap((key) => (key.name === name ? [{ file, key }] : [])));
}

/** The names of what an object of a file has. */
export function namesIn(value: JsonNode | null): string[] {
  if (value?.type !== 'object') return [];
  return (value.children ?? []).map((each) => String(each.children?.[0]?.value));
}

export function readsIn(source: Source): Read[] {
  const members = all(source.program, 'MemberExpression').flatMap((member): Read[] => {
    const holder = lastName(member.object);
    const name = member.computed ? null : keyName(member.property);
    const { parent } = member;
    const isCalled = parent?.type === 'CallExpression' && parent.callee === member;
    const isSet = parent?.type === 'AssignmentExpression' && parent.left === member;
    return holder === null || name === null || isCalled || isSet
      ? []
      : [{ holder, name, source, key: member.property, member }];
  });
  const patterns = all(source.program, 'VariableDeclarator').flatMap((declarator) => {
    const holder = declarator.init === null ? null : lastName(declarator.init);
    return holder === null || declarator.id.type !== 'ObjectPattern' ? [] : takenOut(source, holder, declarator.id);
  });
  // `{ config: { search: options } }` of what a function takes
  const inner = all(source.program, 'Property').flatMap(({ key, value, computed, parent }) => {
    const holder = computed || parent?.type !== 'ObjectPattern' ? null : keyName(key);
    return holder === null || value.type !== 'ObjectPattern' ? [] : takenOut(source, holder, value);
  });
  return [...members, ...patterns, ...inner];
}

function takenOut(source: Source, holder: string, { properties }: Of<'ObjectPattern'>): Read[] {
  return properties.flatMap((each): Read[] => {
    const name = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
    return each.type !== 'Property' || name === null ? [] : [{ holder, name, source, key: each.key, member: null }];
  });
}

function writesIn(program: Node): { holder: string; name: string }[] {
  return all(program, 'AssignmentExpression').flatMap(({ left }) => {
    const holder = left.type === 'MemberExpression' && !left.computed ? lastName(left.object) : null;
    const name = left.type === 'MemberExpression' ? keyName(left.property) : null;
    return holder === null || name === null ? [] : [{ holder, name }];
  });
}

/** Nothing of `process.env`, which the project does not write. */
function lastName(node: Node): string | null {
  if (chainOf(node) === 'process.env') return null;
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ChainExpression') return lastName(node.expression);
  return node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
}

interface Exported {
  readonly source: Source;
  readonly properties: readonly Of<'Property'>[];
}

/** `module.exports = {…}`, `export default {…}` and `export const settings = {…}`. */
function exportedObjects(source: Source): Exported[] {
  const literals = [
    ...all(source.program, 'AssignmentExpression')
      .filter(({ left }) => /^(?:module\.)?exports$/.test(source.text.slice(left.start, left.end)))
      .map(({ right }) => right as Node),
    ...all(source.program, 'ExportDefaultDeclaration').map(({ declaration }) => declaration as Node),
    ...all(source.program, 'ExportNamedDeclaration').flatMap(({ declaration }) =>
      declaration?.type === 'VariableDeclaration'
        ? declaration.declarations.flatMap(({ init }) => (init === null ? [] : [init as Node]))
        : [],
    ),
  ];
  return literals.flatMap((literal) =>
    literal.type === 'ObjectExpression'
      ? [
          {
            source,
            properties: literal.properties.filter(
              (each) => each.type === 'Property' && !each.computed && !each.method,
            ) as Of<'Property'>[],
          },
        ]
      : [],
  );
}
