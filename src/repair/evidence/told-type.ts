/** The type that a compiler says lacks a member, as the project declares it. */
import { classMembers } from '../code/bindings.ts';
import { all, allSources, keyName } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';

export interface ToldType {
  readonly source: Source;
  readonly node: Node;
  /** Nothing of it is left at run time: its members are what somebody else gives. */
  readonly isShape: boolean;
  readonly members: readonly { readonly name: string; readonly key: Node }[];
}

const said =
  /^TS\d{4,5}: (?:Property '[^'\n]+' does not exist on type|Object literal may only specify known properties, (?:and|but) '[^'\n]+' does not exist in type) '(typeof )?([A-Za-z_$][\w$]*)(?:<[^'\n]*>)?'/;

/** Null where the compiler speaks of no such type, or the project has several of that name. */
export function toldType({ diagnosis, tree }: RecipeContext): ToldType | null {
  const [, own, name] = said.exec(diagnosis.message) ?? [];
  if (name === undefined) return null;
  const found = allSources(tree).flatMap((source) =>
    declarationsIn(source, name, own !== undefined).map((each) => ({ source, ...each })),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

function declarationsIn({ program }: Source, name: string, isItself: boolean): Omit<ToldType, 'source'>[] {
  const named = (keys: readonly (Node | null | undefined)[]): ToldType['members'] =>
    keys.flatMap((key) => {
      const word = key === null || key === undefined ? null : keyName(key);
      return key === null || key === undefined || word === null ? [] : [{ name: word, key }];
    });
  const shape = (node: Node, parts: readonly object[]) => ({
    ...{ node, isShape: true, members: named(parts.map((each) => ('key' in each ? (each.key as Node) : null))) },
  });
  const classes = all(program, 'ClassDeclaration').flatMap((node) =>
    node.id?.name === name
      ? [
          {
            ...{ node, isShape: false },
            members: [...classMembers(node, isItself).names].map(([word, at]) => ({ name: word, key: at ?? node })),
          },
        ]
      : [],
  );
  if (!isItself)
    return [
      ...classes,
      ...all(program, 'TSInterfaceDeclaration').flatMap((node) =>
        node.id.name === name && node.extends.length === 0 ? [shape(node, node.body.body)] : [],
      ),
      ...all(program, 'TSTypeAliasDeclaration').flatMap((node) =>
        node.id.name === name && node.typeAnnotation.type === 'TSTypeLiteral'
          ? [shape(node, node.typeAnnotation.members)]
          : [],
      ),
    ];
  const enums = all(program, 'TSEnumDeclaration').flatMap((node) =>
    node.id.name === name
      ? [{ node, isShape: false, members: named(node.body.members.map((each) => each.id as Node)) }]
      : [],
  );
  const spaces = all(program, 'TSModuleDeclaration').flatMap((node) => {
    if (keyName(node.id as Node) !== name || node.body?.type !== 'TSModuleBlock') return [];
    const keys = node.body.body.flatMap((each) => {
      const made = each.type === 'ExportNamedDeclaration' ? each.declaration : null;
      if (made?.type === 'VariableDeclaration') return made.declarations.map(({ id }) => id as Node);
      return made !== null && made !== undefined && 'id' in made && made.id !== null ? [made.id as Node] : [];
    });
    return [{ node, isShape: false, members: named(keys) }];
  });
  return [...classes, ...enums, ...spaces];
}
