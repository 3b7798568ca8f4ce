/** What functions that are handed over alike take from what they are given: handlers of one router, callbacks of one list. */
import type { SourceTree } from '../../incident/nouns.ts';
import { all, allSources, chainOf, isFunction, isReference, keyName, upwards } from './syntax.ts';
import type { FunctionNode, Node, Of } from './syntax.ts';

interface Beside {
  readonly fn: FunctionNode;
  readonly param: Node;
}

/** The functions that are handed to the same object as the one that takes a parameter apart, each with that parameter. */
function besides(tree: SourceTree, pattern: Of<'ObjectPattern'>): Beside[] {
  const own = upwards(pattern).find(isFunction);
  const at = own?.params.findIndex((param) => bare(param) === pattern) ?? -1;
  const to = own === undefined ? null : handedTo(own);
  if (own === undefined || at < 0 || to === null) return [];
  return allSources(tree)
    .flatMap(({ program }) => all(program, 'CallExpression').flatMap((call) => call.arguments as Node[]))
    .filter((each): each is FunctionNode => isFunction(each) && each !== own && handedTo(each) === to)
    .filter((fn) => fn.params.length === own.params.length)
    .flatMap((fn) => (fn.params[at] === undefined ? [] : [{ fn, param: bare(fn.params[at]) }]));
}

/** Keys and members that its siblings take of the same parameter: `params` of `router.get('/b', ({ params }) => …)`. */
export function keysBeside(tree: SourceTree, pattern: Of<'ObjectPattern'>): readonly string[] {
  return [...new Set(besides(tree, pattern).flatMap(takenOf))];
}

/** Where its siblings use what they take under a key. */
export function usesBeside(tree: SourceTree, pattern: Of<'ObjectPattern'>, key: string): Node[] {
  return besides(tree, pattern).flatMap(({ fn, param }): Node[] => {
    if (param.type !== 'ObjectPattern') return membersOf(fn, param).filter((each) => keyName(each.property) === key);
    const taken = param.properties.find((each) => each.type === 'Property' && keyName(each.key) === key);
    const local = taken?.type === 'Property' && taken.value.type === 'Identifier' ? taken.value.name : null;
    return all(fn, 'Identifier').filter((id) => id.name === local && isReference(id) && !upwards(id).includes(param));
  });
}

function bare(param: Node): Node {
  return param.type === 'AssignmentPattern' ? param.left : param;
}

/** `router` of `router.get('/', fn)`. */
function handedTo({ parent }: FunctionNode): string | null {
  return parent?.type === 'CallExpression' && parent.callee.type === 'MemberExpression'
    ? chainOf(parent.callee.object)
    : null;
}

function takenOf({ fn, param }: Beside): string[] {
  if (param.type === 'ObjectPattern')
    return param.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
  return membersOf(fn, param).flatMap(({ property }) => keyName(property) ?? []);
}

/** `request.params` of `(request) => …`. */
function membersOf(fn: FunctionNode, param: Node): Of<'MemberExpression'>[] {
  const name = param.type === 'Identifier' ? param.name : null;
  return all(fn, 'MemberExpression').filter(
    ({ object, computed }) => !computed && object.type === 'Identifier' && object.name === name,
  );
}
