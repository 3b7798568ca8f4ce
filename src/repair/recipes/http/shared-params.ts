/** `load(params)`, which several handlers share: the one route that does not have the parameter it reads is the odd one. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, chainOf, functionsAround, keyName, stringValue } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
import type { Site } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';

/** The paths under which a function of the file is registered by its name. */
export function routesOf(source: Source, fn: FunctionNode): Node[] {
  const declared = fn.parent?.type === 'VariableDeclarator' ? fn.parent.id : fn.id;
  const called = declared === null ? null : keyName(declared as Node);
  return all(source.program, 'CallExpression').flatMap(({ callee, arguments: [path, ...handlers] }) => {
    const isVerb = callee.type === 'MemberExpression' && verbs.test(keyName(callee.property) ?? '');
    const isIt = handlers.some((each) => each.type === 'Identifier' && each.name === called);
    return isVerb && isIt && called !== null && stringValue(path as Node)?.startsWith('/') ? [path as Node] : [];
  });
}

const verbs = /^(?:get|post|put|patch|delete|del|all|head|options)$/;

export function sharedParams({ source, nodes }: Pick<Site, 'source' | 'nodes'>): Idea[] {
  const [at] = nodes;
  return (at === undefined ? [] : functionsAround(at)).flatMap((fn) => {
    const own = fn.parent?.type === 'VariableDeclarator' ? fn.parent.id : fn.id;
    const called = own === null ? null : keyName(own as Node);
    const [param, second] = fn.params;
    const [read, more] = param?.type === 'Identifier' ? new Set(readsOf(fn, param.name)) : [];
    if (called === null || second !== undefined || read === undefined || more !== undefined) return [];
    const calls = all(source.program, 'CallExpression').filter(
      ({ callee, arguments: [given] }) =>
        callee.type === 'Identifier' && callee.name === called && /(?:^|\.)params$/.test(chainOf(given as Node) ?? ''),
    );
    const handlers = calls.flatMap((call) => functionsAround(call).slice(0, 1));
    const routes = handlers.flatMap((handler) => routesOf(source, handler).map((path) => ({ handler, path })));
    const odd = routes.filter(({ path }) => !namesOf(path).includes(read));
    const [only, other] = odd;
    const [free, next] = only === undefined ? [] : namesOf(only.path).filter((name) => !isSaid(only.handler, name));
    if (only === undefined || other !== undefined || routes.length < 2 || free === undefined || next !== undefined)
      return [];
    const start = only.path.start + 1 + (stringValue(only.path) ?? '').search(new RegExp(`:${free}(?!\\w)`)) + 1;
    const title = `the other routes call it \`${read}\`, not \`${free}\``;
    return [
      ideaIn('route-param', source, { title, rank: 0, splices: [{ start, end: start + free.length, text: read }] }),
    ];
  });
}

function namesOf(path: Node): string[] {
  return [...(stringValue(path) ?? '').matchAll(/:([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
}

/** What is read of a parameter by its name. */
function readsOf(fn: FunctionNode, param: string): string[] {
  return all(fn, 'MemberExpression').flatMap(({ object, property, computed }) =>
    object.type === 'Identifier' && object.name === param && !computed ? (keyName(property) ?? []) : [],
  );
}

/** The handler reads that name of something itself. */
function isSaid(handler: FunctionNode, name: string): boolean {
  const read = all(handler, 'MemberExpression').some(
    ({ object, property }) => /(?:^|\.)params$/.test(chainOf(object) ?? '') && keyName(property) === name,
  );
  return (
    read ||
    all(handler, 'ObjectPattern').some(({ properties }) =>
      properties.some((each) => each.type === 'Property' && keyName(each.key) === name),
    )
  );
}
