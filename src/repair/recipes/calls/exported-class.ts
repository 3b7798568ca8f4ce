/** `module.exports = Orders` where every file that takes it asks an instance of it: `router.get('/', orders.list)`. */
import type { Idea } from '../../../incident/nouns.ts';
import { classMembers, importsOf } from '../../code/bindings.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import { usesOf } from '../../code/promise-uses.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, keyName } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** What was handed over was nothing: a member that the class does not have, and its instances do. */
export function instanceGivenOut(context: RecipeContext): Idea[] {
  const { message } = context.diagnosis;
  if (!/must be a function|callback function|instead got|is not a function/.test(message)) return [];
  const asked = sitesOf(context).flatMap(({ source, nodes }) =>
    nodes
      .flatMap((node) => (node.type === 'CallExpression' ? [node.callee, ...node.arguments] : []))
      .flatMap((given) => {
        const node = given as Node;
        const called = /\.(\w+) is not a function/.exec(message)?.[1];
        if (node.type === 'MemberExpression' && called !== undefined && keyName(node.property) !== called) return [];
        const local = node.type === 'MemberExpression' && node.object.type === 'Identifier' ? node.object.name : null;
        const from = importsOf(source).find((each) => each.local === local && local !== null);
        const found = from === undefined ? null : resolveSpecifier(context.tree, source.path, from.specifier);
        return found?.to === 'file' ? [found.path] : [];
      }),
  );
  return [...new Set(asked)].flatMap((path) => {
    const source = allSources(context.tree).find((each) => each.path === path);
    return source === undefined ? [] : made(context, source);
  });
}

function made(context: RecipeContext, source: Source): Idea[] {
  const given = givenOut(source);
  const owner = all(source.program, 'ClassDeclaration').find(({ id }) => id !== null && id.name === given?.name);
  if (given === null || owner === undefined || wantsMore(owner)) return [];
  const [own, shared] = [classMembers(owner, false).names, classMembers(owner, true).names];
  const uses = takersOf(context, source);
  const isOfInstance = ({ parent }: Node, use: Node): boolean => {
    const member = parent?.type === 'MemberExpression' && parent.object === use && !parent.computed ? parent : null;
    const key = member === null ? null : keyName(member.property);
    return key !== null && own.has(key) && !shared.has(key);
  };
  if (uses.length === 0 || !uses.every((use) => isOfInstance(use, use))) return [];
  const splices = [
    { start: given.start, end: given.start, text: 'new ' },
    { start: given.end, end: given.end, text: '()' },
  ];
  const title = `\`${given.name}\` is given out as an instance, as all who take it use it`;
  return [ideaIn('class-or-instance', source, { title, rank: 0, splices })];
}

/** The name in `module.exports = Orders` and `export default Orders`. */
function givenOut(source: Source): Of<'Identifier'> | null {
  const [assigned] = all(source.program, 'AssignmentExpression').filter(
    ({ left }) => chainOf(left) === 'module.exports',
  );
  const [exported] = all(source.program, 'ExportDefaultDeclaration');
  const value = (assigned?.right ?? exported?.declaration) as Node | undefined;
  return value?.type === 'Identifier' ? value : null;
}

/** A class that is made out of something, or is part of another. */
function wantsMore({ superClass, body }: Of<'ClassDeclaration'>): boolean {
  const maker = body.body.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor');
  const params = maker?.type === 'MethodDefinition' ? maker.value.params : [];
  return params.length > 0 || (superClass !== null && maker === undefined);
}

/** Where files speak of what they took whole from this one. */
function takersOf(context: RecipeContext, of: Source): Node[] {
  return allSources(context.tree).flatMap((source) =>
    importsOf(source).flatMap(({ local, specifier, node }) => {
      const found = resolveSpecifier(context.tree, source.path, specifier);
      if (found?.to !== 'file' || found.path !== of.path) return [];
      const binding = local === null ? undefined : namesInScope(source, source.program.end).get(local);
      // What is taken without a name may be used in any way.
      return binding === undefined ? [node] : usesOf(source, binding);
    }),
  );
}
