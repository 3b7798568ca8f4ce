/** Whether a thing was looked up by what the request says, or by what the project itself refers to: the one may be missing, the other must be there. */
import { handlerAround } from '../code/frameworks.ts';
import type { RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { stringValue } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import { framesAround } from './site.ts';

interface Asked {
  readonly source: Source;
  /** A place where the key is known. */
  readonly node: Node;
  /** The chain by which it was looked up. */
  readonly key: string;
}

/** True where the key has no value, or one that no part of the request has; where the debugger saw none, where it is read of a thing that has no such field, or where it is read of a record that was itself looked up. */
export function isOfProject(context: RecipeContext, { source, node, key }: Asked): boolean {
  const { request } = context.signal;
  if (request === null) return false;
  const seen = framesAround(context, source, node).flatMap(
    ({ expressions, locals }) => expressions[key] ?? locals[key] ?? [],
  );
  if (seen.some(({ type }) => type === 'undefined' || type === 'null')) return true;
  const values = seen.flatMap(({ type, preview }) =>
    type === 'string' || type === 'number' ? [preview.replace(/^"|"$/g, '').toLowerCase()] : [],
  );
  if (values.length > 0) {
    const said = wordsOf([request.url, request.body ?? '', ...Object.values(request.headers).flat()].join(' '));
    return !values.some((value) => said.has(value) || [...wordsOf(value)].every((word) => said.has(word)));
  }
  const [root = '', ...rest] = key.split('.');
  if (rest.length === 0 || root === handlerAround(context.tree, source, node)?.request) return false;
  const owners = isSent.test(root)
    ? []
    : framesAround(context, source, node).flatMap(({ locals }) => locals[root] ?? []);
  // A record that has other fields and not this one: nothing was looked for.
  if (owners.some(({ type, keys }) => type === 'object' && keys.length > 0 && !keys.includes(rest[0] ?? '')))
    return true;
  const made = namesInScope(source, node.start).get(root)?.node;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  if (init === null && owners.some(({ type }) => type === 'object')) return true; // a record that was handed in
  return (init?.type === 'AwaitExpression' ? init.argument : init)?.type === 'CallExpression';
}

/** Names of what a client sent: it may leave anything out. */
const isSent = /^(?:body|query|params|headers|cookies|input|payload|data|dto|args|options)$/i;

/** `['sold', 'waiting'].includes(name)`: what the request says is held against it, so it says what may be asked for, not where a file lies. */
export function isHeldAgainst({ signal }: RecipeContext, literal: Node): boolean {
  const isOneOf = /^(?:ArrayExpression|BinaryExpression|SwitchCase)$/.test(literal.parent?.type ?? '');
  const value = isOneOf ? stringValue(literal) : null;
  return value !== null && wordsOf(signal.request?.url ?? '').has(value.toLowerCase());
}

function wordsOf(text: string): Set<string> {
  const texts = [text, decoded(text)].map((each) => each.toLowerCase().split(/[^\p{L}\p{N}_.@-]+/u));
  return new Set(texts.flat().filter((word) => word !== ''));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
