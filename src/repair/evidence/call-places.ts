/** Calls that led to a failure: those of the failing functions, and those that what is wrong there came from. */
import { called, callsOf, valuesOf } from '../code/callees.ts';
import type { RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, functionsAround, isFunction, keyName, upwards } from '../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../code/syntax.ts';
import { originsOf } from './origins.ts';
import { sitesOf, stackOf } from './site.ts';
import type { Site } from './site.ts';
import { culprits } from './suspects.ts';

/** So far back a value is followed to the calls that made it. */
const originsMax = 12;

export type Call = Of<'CallExpression'> | Of<'NewExpression'>;

export interface CallPlace {
  readonly source: Source;
  readonly call: Call;
  readonly params: readonly Node[];
  /** Where the call stands on the stack; null where it is none of its frames. */
  readonly site: Site | null;
}

/** Calls that led to the failing functions: of the stack, of the functions around them, and of their classes. */
export function callPlaces(context: RecipeContext): CallPlace[] {
  const stack = stackOf(context);
  return sitesOf(context).flatMap((site, depth) => {
    const [node] = site.nodes;
    const around = node === undefined ? [] : functionsAround(node);
    const [inner] = around;
    const caller = stack[depth + 1];
    const name = inner === undefined ? null : nameOf(inner);
    const calls = caller?.nodes.filter(
      (each): each is Call => each.type === 'CallExpression' || each.type === 'NewExpression',
    );
    const call = calls?.find(({ callee }) => name !== null && lastName(callee) === name) ?? handlerCall(calls, caller);
    const onStack =
      call === undefined || inner === undefined || caller === undefined
        ? []
        : [{ source: caller.source, call, params: inner.params, site: caller }];
    const handedOn = call === undefined && caller !== undefined ? tailCalls(context, caller, calls ?? [], name) : [];
    const known = around.flatMap((fn) =>
      callsOf(context, fn).map((each) => ({ ...each, params: fn.params, site: null })),
    );
    return [...onStack, ...handedOn, ...known, ...(node === undefined ? [] : constructions(context, node))];
  });
}

/** `setState(id, state)`, which gives back what `one(…)` gives: of the two only `one` is on the stack. */
function tailCalls(context: RecipeContext, site: Site, calls: readonly Call[], name: string | null): CallPlace[] {
  return calls.flatMap((call) =>
    called(context, site.source, call.callee)
      .filter(({ fn }) =>
        valuesOf(fn).some(
          (value) => value.type === 'CallExpression' && name !== null && lastName(value.callee) === name,
        ),
      )
      .map(({ fn }) => ({ source: site.source, call, params: fn.params, site })),
  );
}

/** Calls that what is wrong at the failing place came from: `range` of `range.split()` is what `rangeOf(options, path)` gave. */
export function makersOf(context: RecipeContext): CallPlace[] {
  const [site] = sitesOf(context);
  if (site === undefined) return [];
  const wrong = culprits(context, site).slice(0, 2);
  const held: Node[] = wrong.flatMap((node): Node[] =>
    node.type === 'MemberExpression' ? [node, node.object] : [node],
  );
  const origins = held.flatMap((node) => originsOf(context, site.source, node));
  return origins
    .slice(0, originsMax)
    .flatMap(({ source, node }) =>
      node.type === 'CallExpression'
        ? called(context, source, node.callee).map(({ fn }) => ({ source, call: node, params: fn.params, site: null }))
        : [],
    );
}

/** `handler(ctx, next)` of a function that was handed over: the stack tells which one it was. */
function handlerCall(calls: readonly Call[] | undefined, caller: Site | undefined): Call | undefined {
  const [call] = calls ?? [];
  const isHandedOver = call?.callee.type === 'Identifier' && caller !== undefined;
  if (!isHandedOver || call?.callee.type !== 'Identifier') return undefined;
  const made = namesInScope(caller.source, call.start).get(call.callee.name)?.node;
  return made === undefined || isFunction(made) ? undefined : call;
}

function nameOf(fn: FunctionNode): string | null {
  if (fn.type !== 'ArrowFunctionExpression' && fn.id !== null) return fn.id.name;
  const { parent } = fn;
  if (parent?.type === 'VariableDeclarator') return keyName(parent.id);
  if (parent?.type === 'MethodDefinition' || parent?.type === 'Property' || parent?.type === 'PropertyDefinition')
    return keyName(parent.key);
  return parent?.type === 'AssignmentExpression' ? lastName(parent.left) : null;
}

export function lastName(node: Node): string | null {
  return node.type === 'MemberExpression' && !node.computed
    ? keyName(node.property)
    : node.type === 'Identifier'
      ? node.name
      : null;
}

/** `new Store(…)` of the class that a method stands in, and `super(…)` of one that extends it. */
function constructions(context: RecipeContext, node: Node): CallPlace[] {
  const owner = upwards(node).find((each) => each.type === 'ClassDeclaration' || each.type === 'ClassExpression');
  if (owner === undefined || !('body' in owner) || !('id' in owner)) return [];
  const { id, body } = owner as Of<'ClassDeclaration'>;
  const made = body.body.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor');
  if (made?.type !== 'MethodDefinition' || id === null) return [];
  return allSources(context.tree).flatMap((source) =>
    [
      ...all(source.program, 'NewExpression').filter(({ callee }) => lastName(callee) === id.name),
      ...all(source.program, 'CallExpression').filter((call) => parentName(call) === id.name),
    ].map((call) => ({ source, call, params: made.value.params, site: null })),
  );
}

/** The class whose constructor `super(…)` calls; null for all other calls. */
export function parentName(call: Call): string | null {
  if (call.callee.type !== 'Super') return null;
  const owner = upwards(call).find((each) => each.type === 'ClassDeclaration' || each.type === 'ClassExpression');
  return owner !== undefined && 'superClass' in owner && owner.superClass !== null
    ? lastName(owner.superClass as Node)
    : null;
}
