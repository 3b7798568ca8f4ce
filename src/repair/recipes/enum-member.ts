/** `Status.Opened` of an enum that has `Open`: TypeScript would say so, and what only takes the types away reads nothing. */
import { exportsOfSpecifier } from '../code/bindings.ts';
import { rankedNames } from '../code/names.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, keyName } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { ideaOf } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';

export const enumMember: Recipe = {
  name: 'enum-member',
  classes: ['type', 'range', 'assertion', 'config', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A member that an enum of the project does not have: the near one that it has, wherever the wrong one is read.',
  ideas(context) {
    const stray = allSources(context.tree).flatMap((source) => strayIn(context, source));
    const [first] = stray;
    if (first === undefined) return [];
    const same = stray.filter(({ id, name }) => id === first.id && name === first.name);
    return rankedNames(first.name, first.members, 2).map(({ name: to, rank }) =>
      ideaOf(
        'enum-member',
        {
          title: `\`${first.name}\` of the enum should be \`${to}\``,
          rank: rank + (same.length < stray.length ? 1 : 0),
        },
        same.map(({ source, node: { property: at } }) => ({
          source,
          splices: [{ start: at.start, end: at.end, text: to }],
        })),
      ),
    );
  },
};

interface Stray {
  readonly source: Source;
  readonly node: Of<'MemberExpression'>;
  readonly name: string;
  readonly id: Node;
  readonly members: readonly string[];
}

function strayIn(context: RecipeContext, source: Source): Stray[] {
  if (!/\.[cm]?tsx?$/.test(source.path)) return [];
  return all(source.program, 'MemberExpression').flatMap((node) => {
    const name = node.computed ? null : keyName(node.property);
    const declared = node.object.type === 'Identifier' ? enumOf(context, source, node.object) : null;
    if (name === null || declared === null) return [];
    const members = declared.body.members.flatMap((each) => keyName(each.id as Node) ?? []);
    const isThere = members.includes(name) || /^(?:toString|valueOf|hasOwnProperty|constructor)$/.test(name);
    return isThere ? [] : [{ source, node, name, id: declared, members }];
  });
}

/** The one declaration of an enum that a name stands for; null where a namespace of its name may add to it. */
function enumOf({ tree }: RecipeContext, source: Source, node: Of<'Identifier'>): Of<'TSEnumDeclaration'> | null {
  const made = namesInScope(source, node.start).get(node.name)?.node;
  const declared =
    made?.type === 'ImportSpecifier' && made.parent?.type === 'ImportDeclaration'
      ? exportsOfSpecifier(tree, source.path, made.parent.source.value)?.names.get(keyName(made.imported) ?? '')
      : made;
  if (declared?.type !== 'TSEnumDeclaration') return null;
  const isMerged = allSources(tree).some(({ program }) =>
    [...all(program, 'TSModuleDeclaration'), ...all(program, 'TSEnumDeclaration')].some(
      ({ id }) => keyName(id as Node) === declared.id.name && id !== declared.id,
    ),
  );
  return isMerged ? null : declared;
}
