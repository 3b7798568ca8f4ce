/** What stands for nothing was written already where a value is read: it is refused, its empty parts are dropped, or all readers take one kind of thing (decision 0020). */
import type { Part } from './parts.ts';
import { escapeRegExp } from '../kit/text.ts';
import { field, list, type Node } from './syntax.ts';
import { lastName, visit } from './walk.ts';

interface Read {
  readonly text: string;
  readonly program: Node;
}

const slice = (text: string, node: Node): string => text.slice(node.start, node.end);
const unmarked = (text: string): string => text.replaceAll('?.', '.').replace(/\s+/g, '');

/** `if (!name?.trim()) throw new HttpError(422, …)` where `!name.trim()` stood: whoever sends none is refused like who sends an empty one. */
export function isRefusedAnyway({ old, oldText, now, around }: Part, { text, program }: Read): boolean {
  const isMarked = old !== null && now.type === 'ChainExpression' && unmarked(slice(text, now)) === unmarked(oldText);
  if (!isMarked || around?.type !== 'UnaryExpression' || around['operator'] !== '!') return false;
  if (!isHandedIn(oldText, around, { text, program })) return false;
  let isRefused = false;
  visit(program, (node) => {
    const [test, then] = [field(node, 'test'), field(node, 'consequent')];
    if (node.type !== 'IfStatement' || test === null || then === null || !alternatives(test).includes(around)) return;
    const last = then.type === 'BlockStatement' ? (list(then, 'body').at(-1) ?? then) : then;
    isRefused ||= /^(?:Return|Throw)Statement$/.test(last.type) && refusal.test(slice(text, then));
  });
  return isRefused;
}

/**
 * The function that looks at it was handed it, or took it out of what it was handed: what a client may leave out. Of settings, of a
 * member of the class and of what was looked up a part that is not there is a fault, and with it everybody would be refused.
 */
function isHandedIn(thing: string, at: Node, { text, program }: Read): boolean {
  const root = /^[\w$]+/.exec(thing)?.[0] ?? 'this';
  const around: Node[] = [];
  visit(program, (node) => {
    if (/Function/.test(node.type) && node.start <= at.start && at.end <= node.end) around.push(node);
  });
  const own = around.at(-1);
  if (own === undefined || root === 'this') return false;
  const named = new RegExp(`(?<![\\w$.])${escapeRegExp(root)}(?![\\w$])`);
  if (list(own, 'params').some((param) => named.test(slice(text, param)))) return true;
  let isTaken = false;
  visit(own, (node) => {
    const [id, init] = node.type === 'VariableDeclarator' ? [field(node, 'id'), field(node, 'init')] : [null, null];
    if (id === null || init === null || !named.test(slice(text, id))) return;
    isTaken ||= init.type === 'MemberExpression' || sent.test(slice(text, init));
  });
  return isTaken;
}

/** What is read of a request. */
const sent = /\b(?:req|request|ctx|c|event|body|query|params|headers|formData|json)\b/;

/** `timer?.unref()` of a variable that begins as nothing and is asked for elsewhere: of what was never begun nothing is to be ended. */
export function isNothingToEnd({ old, oldText, now, around }: Part, text: string): boolean {
  const isMarked = old !== null && now.type === 'ChainExpression' && unmarked(slice(text, now)) === unmarked(oldText);
  const name =
    /^(\w+)\.(?:clear|close|end|stop|destroy|abort|cancel|dispose|reset|unref|terminate|disconnect|unsubscribe)\(/.exec(
      oldText,
    )?.[1];
  if (!isMarked || around?.type !== 'ExpressionStatement' || name === undefined) return false;
  const [begins, asked] = [`let ${name}(?: = null)?;`, `if \\(!?${name}(?: ===? null)?\\)`];
  return new RegExp(begins).test(text) && new RegExp(asked).test(text);
}

/** A status of the client's, or a word for it. */
const refusal = /\b4[0-2]\d\b|bad_?request|invalid|unprocessable|validation|refus|reject|\bmissing\b|\brequired\b/i;

/** The parts of `a || b`, any of which is enough. */
function alternatives(test: Node): Node[] {
  const [left, right] = [field(test, 'left'), field(test, 'right')];
  if (test.type !== 'LogicalExpression' || test['operator'] !== '||' || left === null || right === null) return [test];
  return [...alternatives(left), ...alternatives(right)];
}

/** `(req.query.tags ?? '').split(',').filter(Boolean)`, `{ tags = '' } = req.query`: of an empty text nothing is left, as of one that is not sent. */
export function isOfNoParts({ old, oldText, now, around }: Part, { text, program }: Read): boolean {
  const [left, right] = [field(now, 'left'), field(now, 'right')];
  if (old === null || left === null || right === null || slice(text, right) !== "''" || slice(text, left) !== oldText)
    return false;
  if (now.type === 'LogicalExpression')
    return now['operator'] === '??' && ofQuery.test(oldText) && dropped.test(text.slice(now.end).replace(/^\)/, ''));
  if (now.type !== 'AssignmentPattern' || around?.type !== 'Property') return false;
  let isOfQuery = false;
  visit(program, (node) => {
    const [id, init] = node.type === 'VariableDeclarator' ? [field(node, 'id'), field(node, 'init')] : [null, null];
    const isIts = id?.type === 'ObjectPattern' && init !== null && list(id, 'properties').includes(around);
    isOfQuery ||= isIts && ofQuery.test(slice(text, init));
  });
  const uses = text.slice(now.end).split(new RegExp(`(?<![\\w$.])${oldText}(?![\\w$])`));
  return isOfQuery && uses.length === 2 && dropped.test(uses[1] ?? '');
}

const ofQuery = /^[\w$.]+\.query(?:\.\w+|\('[^']*'\))?$/;
const dropped = /^\s*\.split\([^()]*\)\s*(?:\.map\(\(?(\w+)\)? => \1\.trim\(\)\)\s*)?\.filter\(Boolean\)/;

/** `row.tags ? JSON.parse(row.tags) : []` where all that read it take a list; `: {}` where each part that is read has a fallback. */
export function isParsedNothing({ oldText, now, around, owner }: Part, text: string, texts: readonly Read[]): boolean {
  const [test, then, otherwise] = ['test', 'consequent', 'alternate'].map((name) => field(now, name));
  if (now.type !== 'ConditionalExpression' || !test || !then || !otherwise) return false;
  const [asked, empty] = [slice(text, test), slice(text, otherwise)];
  if (slice(text, then) !== oldText || oldText !== `JSON.parse(${asked})`) return false;
  const name = around?.type === 'Property' ? lastName(field(around, 'key')) : nameOfMade(around, owner);
  // A variable is known in its own text alone; a field is no variable that was set to something else; the first text is the one that is changed.
  const isVariable = around?.type === 'VariableDeclarator';
  const isSet = new RegExp(`\\b(?:const|let|var) ${name} = `);
  const isOther = (object: Node, each: Read): boolean =>
    isVariable ? each.program !== texts[0]?.program : object.type === 'Identifier' && isSet.test(each.text);
  const uses = name === '' ? [] : texts.flatMap((each) => usesOf(name, each, (object) => !isOther(object, each)));
  const kind = empty === '[]' ? 'list' : 'object';
  return /^(?:\[\]|\{\})$/.test(empty) && uses.includes(kind) && uses.every((use) => use === kind || use === 'any');
}

function nameOfMade(around: Node | null, owner: string | null): string {
  if (around?.type === 'VariableDeclarator') return lastName(field(around, 'id'));
  return /^(?:ReturnStatement|ArrowFunctionExpression)$/.test(around?.type ?? '') ? (owner ?? '') : '';
}

const ofList =
  /^(?:map|filter|forEach|reduce|some|every|find|findIndex|findLast|join|flatMap|flat|sort|reverse|push|unshift|pop|shift)$/;
const ofBoth = /^(?:includes|indexOf|slice|concat|at|length|split)$/;

/** How members of what is called so are read. */
function usesOf(
  name: string,
  { program }: Read,
  isIt: (object: Node) => boolean,
): ('list' | 'object' | 'any' | 'other')[] {
  const found: ('list' | 'object' | 'any' | 'other')[] = [];
  visit(program, (node, { parent }) => {
    const object = node.type === 'MemberExpression' ? field(node, 'object') : null;
    const isFallback = node.type === 'LogicalExpression' && node['operator'] !== '&&';
    if (isFallback && isCalled(field(node, 'left'), name)) found.push('other');
    const id = node.type === 'VariableDeclarator' ? field(node, 'id') : null;
    if (id?.type === 'ObjectPattern' && isCalled(field(node, 'init'), name))
      found.push(
        list(id, 'properties').every((each) => field(each, 'value')?.type === 'AssignmentPattern') ? 'object' : 'other',
      );
    if (object === null || !isCalled(object, name) || !isIt(object)) return;
    const member = lastName(field(node, 'property'));
    if (node['optional'] === true) found.push('other');
    else if (ofList.test(member)) found.push('list');
    else found.push(ofBoth.test(member) ? 'any' : isAnswered(node, parent) ? 'object' : 'other');
  });
  return found;
}

function isCalled(node: Node | null, name: string): boolean {
  const bare = node?.type === 'AwaitExpression' ? field(node, 'argument') : node;
  return lastName(bare?.type === 'CallExpression' ? field(bare, 'callee') : bare) === name;
}

/** `x.size ?? 10`, `!x.quiet`, `x.quiet ? … : …`. */
function isAnswered(node: Node, parent: Node | null): boolean {
  if (parent === null || field(parent, 'test') === node) return parent !== null;
  if (parent.type === 'LogicalExpression') return field(parent, 'left') === node;
  return parent.type === 'UnaryExpression' && parent['operator'] === '!';
}
