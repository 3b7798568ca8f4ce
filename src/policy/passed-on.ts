/** What a handler rejects with goes to the handler of errors; what is taken from a header that was left out is refused; a blank line is passed over: none of it hides a failure (decision 0020). */
import type { Part } from './parts.ts';
import { dotted, field, list, stringOf, type Node } from './syntax.ts';
import { lastName, visit } from './walk.ts';

interface Read {
  readonly text: string;
  readonly program: Node;
}

const slice = (text: string, node: Node): string => text.slice(node.start, node.end);

/** `find(id).then(show).catch(next)` in `(req, res, next) => …`, which never called `next` before: what it rejects with is answered as every error is. */
export function isPassedOn({ old, oldText, now, around }: Part, { text, program }: Read): boolean {
  const callee = field(now, 'callee');
  const [given, more] = now.type === 'CallExpression' ? list(now, 'arguments') : [];
  const next = given?.type === 'Identifier' && more === undefined ? String(given['name']) : null;
  const object = callee === null ? null : field(callee, 'object');
  if (old === null || next === null || object === null || dotted(field(callee as Node, 'property')) !== 'catch')
    return false;
  if (slice(text, object) !== oldText || !/^(?:ExpressionStatement|ReturnStatement)$/.test(around?.type ?? ''))
    return false;
  const fn = innermost(program, now);
  const names = fn === null ? [] : list(fn, 'params').map((param) => String(param['name']));
  return names.length === 3 && names[2] === next && /^_?(?:res|resp|response)$/.test(names[1] ?? '');
}

/** `(req.headers.authorization ?? '').split(' ')`, where `!token` of what is taken from it is refused here, or by who calls this function. */
export function isHeaderLeftOut(
  { old, oldText, now, owner }: Part,
  { text, program }: Read,
  texts: readonly Read[],
): boolean {
  const [left, right] = [field(now, 'left'), field(now, 'right')];
  if (old === null || now.type !== 'LogicalExpression' || now['operator'] !== '??') return false;
  if (left === null || right === null || slice(text, left) !== oldText || stringOf(right) !== '') return false;
  if (!header.test(oldText) || !/^\)\s*\.(?:split|replace|slice|substring|trim)\(/.test(text.slice(now.end)))
    return false;
  const fn = innermost(program, now);
  const own = fn === null ? [] : takenFrom(fn, now);
  if (fn !== null && own.some((name) => isRefused(fn, text, name))) return true;
  if (owner === null) return false;
  const callers = texts.flatMap((each) => resultsOf(each, owner).map((made) => ({ ...made, text: each.text })));
  return callers.length > 0 && callers.every((each) => isRefused(each.fn, each.text, each.name));
}

const header = /(?:^|\.)(?:headers(?:\.\w+|\[['"][\w-]+['"]\])|(?:get|header)\(['"][\w-]+['"]\))$/;

/** `req.headers.authorization.split`: what is taken of a header is still taken where there is one. */
export const takesOfHeader =
  /(?:loses|changes) the check `[\w$.]*\bheaders[.[][\w$'"\]-]*\.(?:split|replace|slice|substring|trim)\b/;

/** The names that the declaration around a node gives. */
function takenFrom(fn: Node, node: Node): string[] {
  const found: string[] = [];
  visit(fn, (each) => {
    const [id, init] = each.type === 'VariableDeclarator' ? [field(each, 'id'), field(each, 'init')] : [null, null];
    if (id === null || init === null || init.start > node.start || init.end < node.end) return;
    visit(id, (one) => {
      if (one.type === 'Identifier') found.push(String(one['name']));
    });
  });
  return found;
}

/** `const token = readToken(req)`, with the function around it. */
function resultsOf({ program }: Read, owner: string): { readonly fn: Node; readonly name: string }[] {
  const found: { fn: Node; name: string }[] = [];
  visit(program, (each) => {
    const [id, init] = each.type === 'VariableDeclarator' ? [field(each, 'id'), field(each, 'init')] : [null, null];
    const isIts = init?.type === 'CallExpression' && lastName(field(init, 'callee')) === owner;
    const fn = isIts ? innermost(program, each) : null;
    if (fn !== null && id?.type === 'Identifier') found.push({ fn, name: String(id['name']) });
  });
  return found;
}

/** `if (!token || …) return next(new HttpError(401, …))`. */
function isRefused(fn: Node, text: string, name: string): boolean {
  let isIt = false;
  visit(fn, (each) => {
    const [test, then] = [field(each, 'test'), field(each, 'consequent')];
    if (each.type !== 'IfStatement' || test === null || then === null) return;
    const isAsked = new RegExp(`!${name.replaceAll('$', '\\$')}(?![\\w$.?[(])`).test(slice(text, test));
    isIt ||= isAsked && /\b40[0-3]\b|unauthori[sz]ed|forbidden|bad_?request|\bdenied\b/i.test(slice(text, then));
  });
  return isIt;
}

/** `if (line.trim() === '') continue` as the first thing that is done for each line of a file: there is nothing on it. */
export function isBlankLine({ old, now, previous }: Part, { text, program }: Read): boolean {
  const said = slice(text, now).replace(/\s+/g, '').replace(/;$/, '');
  const name = /^if\(([\w$]+)\.trim\(\)===''\)continue$/.exec(said)?.[1];
  if (old !== null || previous !== null || name === undefined) return false;
  let isOfLines = false;
  visit(program, (loop) => {
    const [left, right, body] = ['left', 'right', 'body'].map((one) => field(loop, one));
    if (loop.type !== 'ForOfStatement' || !left || !right || !body || list(body, 'body')[0] !== now) return;
    const [made] = list(left, 'declarations');
    const lines = right.type === 'Identifier' ? madeAs(program, String(right['name'])) : right;
    const callee = lines === null ? '' : lastName(field(lines, 'callee'));
    isOfLines ||=
      /^(?:createInterface|readLines)$/.test(callee) && made !== undefined && dotted(field(made, 'id')) === name;
  });
  return isOfLines;
}

function madeAs(program: Node, name: string): Node | null {
  let found: Node | null = null;
  visit(program, (each) => {
    if (each.type === 'VariableDeclarator' && dotted(field(each, 'id')) === name) found = field(each, 'init');
  });
  return found;
}

function innermost(program: Node, node: Node): Node | null {
  let found: Node | null = null;
  visit(program, (each) => {
    const isAround = /Function/.test(each.type) && each.start <= node.start && each.end >= node.end && each !== node;
    if (isAround && (found === null || each.start >= found.start)) found = each;
  });
  return found;
}
