/** What a mended text shows to be no mending: code that does nothing, or that is never come to. */
import { all, chainOf, isFunction, keyName, walk } from '../code/syntax.ts';
import type { Node, Of } from '../code/syntax.ts';
import { isCutAt } from '../code/text.ts';
import type { Change } from './change.ts';

/** Code that nobody writes on purpose: `a(), 1;`, a bare name or number as a statement. */
export function idle(program: Node): number {
  let cost = 0;
  const functions = new Set(all(program, 'FunctionDeclaration').map(({ id }) => id?.name));
  const wanted = parametersOf(program);
  walk(program, (node) => {
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && functions.has(node.object.name))
      cost += isOfFunction(node) ? 0 : 1;
    if (node.type === 'SequenceExpression' && node.parent?.type !== 'ForStatement') cost += 1.5;
    if (node.type === 'EmptyStatement') cost += 1;
    if (isFunction(node) && node.params.some((each) => isEmptyPattern(each))) cost += 2;
    if (node.type === 'CallExpression' && isOverfilled(node)) cost += 1.5;
    if (node.type === 'ObjectExpression' && hasTwins(node)) cost += 2;
    if (node.type === 'CallExpression' && givesNothing(node)) cost += 1.5;
    if (node.type === 'CallExpression' && isOtherwise(node, wanted)) cost += 1;
    if (node.type === 'LogicalExpression' && isAlwaysThere(node.left)) cost += 2;
    if (node.type === 'MemberExpression' && isCalledOfNone(node)) cost += 2;
    if (node.type === 'LabeledStatement' && !isJumpedTo(program, node)) cost += 2;
    if (node.type === 'BinaryExpression' && /^[-*/%]$/.test(node.operator) && [node.left, node.right].some(isList))
      cost += 2;
    if (
      node.type === 'ExpressionStatement' &&
      !('directive' in node && /^use /.test(node.directive ?? '')) &&
      /^(?:Identifier|Literal|MemberExpression|BinaryExpression)$/.test(node.expression.type)
    )
      cost += 1;
  });
  return cost;
}

function isEmptyPattern(node: Node): boolean {
  return (
    (node.type === 'ObjectPattern' && node.properties.length === 0) ||
    (node.type === 'ArrayPattern' && node.elements.length === 0)
  );
}

/** So many values these take; a path is joined of more than one. */
const takesOne =
  /^(?:Number|String|Boolean|parseFloat|require|encodeURIComponent|decodeURIComponent|isNaN|Array\.isArray|Object\.(?:keys|values|entries|fromEntries)|Math\.(?:round|floor|ceil|abs|trunc|sqrt)|Number\.is\w+)$/;
const takesNone = /^(?:trim|toLowerCase|toUpperCase|toISOString|getTime|pop|shift|reverse|toReversed)$/;

/** `JSON.parse(readFile(file), 'utf8')`, `path.join(root), name`: a value that went to the wrong call. */
function isOverfilled({ callee, arguments: given }: Of<'CallExpression'>): boolean {
  const chain = chainOf(callee) ?? '';
  const method = callee.type === 'MemberExpression' ? (keyName(callee.property) ?? '') : '';
  if (chain === 'JSON.parse') return given[1]?.type === 'Literal' || given[1]?.type === 'ObjectExpression';
  if (chain === 'path.join') return given.length === 1;
  return (takesOne.test(chain) && given.length > 1) || (takesNone.test(method) && given.length > 0);
}

/** How many values each function and method of the file takes, by the way it is called there: `add`, `this.add`; of names that are given twice nothing. */
function parametersOf(program: Node): Map<string, number> {
  const own = all(program, 'FunctionDeclaration').map((made) => ({ name: made.id?.name ?? '', made }));
  const methods = all(program, 'MethodDefinition').flatMap(({ key, value, kind, static: isStatic }) =>
    kind === 'method' && !isStatic ? [{ name: `this.${keyName(key) ?? ''}`, made: value }] : [],
  );
  const every = [...own, ...methods];
  return new Map(
    every.flatMap(({ name, made }) => {
      const isPlain = made.params.every(({ type }) => type === 'Identifier' || type === 'ObjectPattern');
      return isPlain && every.filter((each) => each.name === name).length === 1 ? [[name, made.params.length]] : [];
    }),
  );
}

/** `this.record(id)` of a `record(id, what)`: what it is called with went somewhere else. */
function isOtherwise({ callee, arguments: given }: Of<'CallExpression'>, wanted: ReadonlyMap<string, number>): boolean {
  const count = wanted.get(chainOf(callee) ?? '');
  return count !== undefined && count > given.length && given.every(({ type }) => type !== 'SpreadElement');
}

/** `{ title, title }` */
function hasTwins({ properties }: Of<'ObjectExpression'>): boolean {
  const keys = properties.flatMap((each) =>
    each.type === 'Property' && !each.computed && each.kind === 'init' ? (keyName(each.key) ?? []) : [],
  );
  return new Set(keys).size < keys.length;
}

/** `Object.assign({})`, `[].forEach(…)`, `'koa'()`, a text in backticks that is called */
function givesNothing({ callee, arguments: given }: Of<'CallExpression'>): boolean {
  if (callee.type !== 'MemberExpression') return /Literal$/.test(callee.type);
  const { object, property } = callee;
  if (object.type === 'ArrayExpression') return object.elements.length === 0 && keyName(property) !== 'concat';
  const isAssign = object.type === 'Identifier' && object.name === 'Object' && keyName(property) === 'assign';
  return isAssign && given.length === 1 && given[0]?.type === 'ObjectExpression';
}

/** `find((one) => one.id) ?? null`, with the bracket behind `null`. */
function isAlwaysThere({ type }: Node): boolean {
  return /^(?:ArrowFunction|Function|Object|Array|Class)Expression$/.test(type);
}

function isJumpedTo(program: Node, { label }: Of<'LabeledStatement'>): boolean {
  const jumps = [...all(program, 'BreakStatement'), ...all(program, 'ContinueStatement')];
  return jumps.some((each) => each.label?.name === label.name);
}

/** `(row) => row.id.trim`, `{ lines, at }.toISOString()`: a function and an object have none of these by themselves. */
function isCalledOfNone({ object, parent, computed }: Of<'MemberExpression'>): boolean {
  const isCalled = parent?.type === 'CallExpression' && !computed;
  return object.type === 'ArrowFunctionExpression' || (object.type === 'ObjectExpression' && isCalled);
}

/** `rows.map(…)` and `[name, count]` are nothing to count with. */
function isList(node: Node): boolean {
  if (node.type === 'ArrayExpression') return true;
  const callee = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee : null;
  return (
    callee !== null && /^(?:map|filter|flatMap|slice|sort|split|entries|keys)$/.test(keyName(callee.property) ?? '')
  );
}

/** `handler.call(…)`, `Store.prototype`, `index.title = …`; `cell.join(…)` is of none. */
function isOfFunction({ property, computed, parent }: Of<'MemberExpression'>): boolean {
  if (computed || parent?.type !== 'CallExpression') return true;
  return /^(?:call|apply|bind|toString)$/.test(keyName(property) ?? '');
}

/** `return seats; 6 ? 0.05 : 0;`: what a new semicolon leaves behind itself is never come to, or does nothing. */
export function cutsOff(program: Node, change: Change | undefined): boolean {
  if (change?.by.trim() !== ';') return false;
  return [...all(program, 'BlockStatement'), ...all(program, 'Program')].some(({ body }) =>
    (body as readonly Node[]).some((each, at) => {
      const before = body[at - 1];
      if (before === undefined || before.end < change.start || before.end > change.start + change.by.length + 1)
        return false;
      const isLeft = /^(?:Return|Throw|Break|Continue)Statement$/.test(before.type);
      const isIdle =
        each.type === 'ExpressionStatement' &&
        /^(?:Identifier|Literal|MemberExpression|(?:Binary|Logical|Conditional|Array|Object)Expression|TemplateLiteral)$/.test(
          each.expression.type,
        );
      return isIdle || (isLeft && each.type !== 'FunctionDeclaration');
    }),
  );
}

/** What stands at the change does nothing, or nobody would write it: the change is a guess. */
export function isOdd(program: Node, text: string, change: Change): boolean {
  const { start, by } = change;
  const end = start + by.length;
  const isAt = (node: Node): boolean => node.start <= end + 1 && node.end >= start;
  let found = false;
  walk(program, (node) => {
    if (!isAt(node)) return node.type === 'Program';
    found ||=
      (node.type === 'LabeledStatement' && !isJumpedTo(program, node)) ||
      (node.type === 'TaggedTemplateExpression' && node.tag.type === 'CallExpression') ||
      (node.type === 'PropertyDefinition' && node.value === null && !node.typeAnnotation && by.includes('{')) ||
      (node.type === 'ConditionalExpression' && node.test.type === 'Literal') ||
      (node.type === 'ExpressionStatement' && isNothing(node.expression)) ||
      (/^(?:Return|Throw)Statement$/.test(node.type) && isFollowed(node)) ||
      (node.type === 'IfStatement' && by === ')' && isBelow(text, node.test.end, node.consequent)) ||
      (node.type === 'TemplateLiteral' && by === '`' && isLaterPart(text.slice(node.start, node.end))) ||
      (/^\s*[{}]/.test(by) && isEmpty(node) && node.end - node.start <= by.length + 4) ||
      (node.type === 'CallExpression' && isOverfilled(node)) ||
      (node.type === 'Literal' && typeof node.value === 'string' && isSwallowed(node.value));
    return true;
  });
  return found || isCut(program, text, change);
}

/** A text that begins in the middle of code; `:slug/lots` is a route. */
function isSwallowed(text: string): boolean {
  return /^\s*[,:;)\]}]\s*\w/.test(text) && !/^:\w+(?:\/[\w:.*-]*)*$/.test(text);
}

/** `if (rows.l)`, and what it does on the next line: the rest of the line is lost. */
function isBelow(text: string, end: number, { type, start }: Node): boolean {
  return type !== 'BlockStatement' && text.slice(end, start).includes('\n');
}

/** SQL without its first word. */
function isLaterPart(text: string): boolean {
  return /\bFROM\b/.test(text) && !/\b(?:SELECT|DELETE|EXTRACT|TRIM|SUBSTRING)\b/i.test(text);
}

/** What stands behind it is never come to. */
function isFollowed(node: Node): boolean {
  const body = node.parent?.type === 'BlockStatement' ? (node.parent.body as readonly Node[]) : [];
  const next = body[body.indexOf(node) + 1];
  return next !== undefined && next.type !== 'FunctionDeclaration';
}

function isNothing(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number';
  if (node.type === 'UnaryExpression') return /^[-+!~]$/.test(node.operator);
  return /^(?:Identifier|ObjectExpression|ArrayExpression|BinaryExpression)$/.test(node.type);
}

function isEmpty(node: Node): boolean {
  return (
    (node.type === 'ObjectExpression' && node.properties.length === 0) ||
    (node.type === 'BlockStatement' && node.body.length === 0 && !isFunction(node.parent!))
  );
}

/** What is closed at the end of a line, or goes on below it, ends its statement there without the semicolon that others have: more is lost. */
function isCut(program: Node, text: string, { start, by }: Change): boolean {
  const end = start + by.length;
  if (!isCutAt(text, end) || !/^[)\]}'"`]*$/.test(by)) return false;
  const types = [
    'VariableDeclaration',
    'ExpressionStatement',
    'ReturnStatement',
    'ThrowStatement',
    'ImportDeclaration',
  ];
  return (types as Node['type'][])
    .flatMap((type): Node[] => all(program, type))
    .some((each) =>
      by === ''
        ? each.start < start && each.end > start && !text.slice(each.start, each.end).endsWith(';')
        : each.start < start && each.end === end,
    );
}
