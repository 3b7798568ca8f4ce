/** NestJS: guards and interceptors of the whole application run in the order in which they are provided; one that reads off the request what a later one sets comes too early. */
import type { Idea } from '../../../incident/nouns.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const guardOrder: Recipe = {
  name: 'guard-order',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'NestJS: a guard or interceptor that reads off the request what another one sets, and is provided before it: they change places.',
  ideas(context) {
    const [site] = sitesOf(context);
    if (site === undefined || context.diagnosis.named.nullish === undefined) return [];
    const keys = new Set(culprits(context, site).flatMap((each) => keyOf(each) ?? takenOut(site.source, each) ?? []));
    const reader = classAround(site.nodes[0] ?? site.source.program);
    const setters = classesSetting(context, keys).filter((name) => name !== reader);
    if (reader === null || setters.length !== 1) return [];
    return allSources(context.tree).flatMap((source) => swapped(source, reader, setters[0] ?? ''));
  },
};

/** `staff` of `request.staff`. */
function keyOf(node: Node): string | null {
  const chain = chainOf(node)?.split('.') ?? [];
  return chain.length === 2 && /^req(?:uest)?$/.test(chain[0] ?? '') ? (chain[1] ?? null) : null;
}

/** `staff` of `const { staff } = context.switchToHttp().getRequest()`. */
function takenOut(source: Source, node: Node): string | null {
  const binding = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  const property = binding?.id.parent;
  const init = binding?.node.type === 'VariableDeclarator' ? binding.node.init : null;
  if (property?.type !== 'Property' || property.parent?.type !== 'ObjectPattern' || init === null) return null;
  const isRequest =
    init.type === 'CallExpression' && init.callee.type === 'MemberExpression'
      ? keyName(init.callee.property) === 'getRequest'
      : /^req(?:uest)?$/.test(chainOf(init) ?? '');
  return isRequest ? keyName(property.key) : null;
}

function classAround(node: Node): string | null {
  const owner = upwards(node).find((each) => each.type === 'ClassDeclaration');
  return owner?.type === 'ClassDeclaration' ? (owner.id?.name ?? null) : null;
}

/** The classes that set one of these on a request, in what is called before a handler. */
function classesSetting({ tree }: RecipeContext, keys: ReadonlySet<string>): string[] {
  const found = allSources(tree).flatMap(({ program }) =>
    all(program, 'AssignmentExpression').flatMap(({ left, parent }) => {
      const key = keyOf(left);
      const method = parent === null ? undefined : upwards(left).find((each) => each.type === 'MethodDefinition');
      const isBefore =
        method?.type === 'MethodDefinition' && /^(?:canActivate|intercept)$/.test(keyName(method.key) ?? '');
      return key !== null && keys.has(key) && isBefore ? (classAround(left) ?? []) : [];
    }),
  );
  return [...new Set(found)];
}

/** `{ provide: APP_GUARD, useClass: RolesGuard }` before that of the class that sets what it reads. */
function swapped(source: Source, reader: string, setter: string): Idea[] {
  return all(source.program, 'ArrayExpression').flatMap(({ elements }) => {
    const given = elements.filter((each) => each?.type === 'ObjectExpression');
    const early = given.find((each) => useOf(each) === reader);
    const late = given.find((each) => useOf(each) === setter);
    if (early === undefined || late === undefined || early.start > late.start) return [];
    if (tokenOf(early) !== tokenOf(late)) return [];
    const [one, other] = [early, late].map((each) => textOf(source, each));
    const splices = [
      { start: early.start, end: early.end, text: other ?? '' },
      { start: late.start, end: late.end, text: one ?? '' },
    ];
    const title = `\`${setter}\` sets what \`${reader}\` reads, and comes first`;
    return [ideaIn('guard-order', source, { title, rank: 0, splices })];
  });
}

function valueAt({ properties }: Of<'ObjectExpression'>, name: string): string | null {
  const found = properties.find((each) => each.type === 'Property' && keyName(each.key) === name);
  return found?.type === 'Property' ? chainOf(found.value as Node) : null;
}

function useOf(provider: Of<'ObjectExpression'>): string | null {
  return valueAt(provider, 'useClass') ?? valueAt(provider, 'useExisting');
}

function tokenOf(provider: Of<'ObjectExpression'>): string | null {
  const token = valueAt(provider, 'provide');
  return token !== null && /^APP_(?:GUARD|INTERCEPTOR)$/.test(token) ? token : null;
}
