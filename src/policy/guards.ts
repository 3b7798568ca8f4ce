/** Is the new tree the old one plus guards and minus statements, and nothing else? Then it hides a symptom (POL-8). */
import { dotted, field, isNode, list, stringOf, type Node } from './syntax.ts';

const ignored = new Set([
  'start',
  'end',
  'range',
  'loc',
  'raw',
  'optional',
  'shorthand',
  'comments',
  'hashbang',
  'typeAnnotation',
  'returnType',
  'parent',
]);
/** Bounds the comparison. What is too large or too deep to compare counts as a mere guard: that is the strict side. */
const bounds = { stepsMax: 2_000_000, depthMax: 2_000 } as const;

export function isGuardOnly(before: Node, after: Node): boolean {
  const comparison = new Comparison();
  const within = comparison.within(after, before) && comparison.isWhole();
  return within || comparison.exhausted;
}

class Comparison {
  #steps = 0;
  #depth = 0;
  exhausted = false;
  /** Values that only got a name, so that a guard can ask about them; each must be met again under it. */
  #named: ReadonlyMap<string, { readonly value: Node; readonly met: boolean }> = new Map();
  #imports = 0;
  #guards = 0;

  /** A name nobody uses, or an import without a guard that needs it, is something else than guarding. */
  isWhole(): boolean {
    return [...this.#named.values()].every((one) => one.met) && (this.#imports === 0 || this.#guards > 0);
  }

  /** Is `after` the same as `before` but for guards around it and statements that are gone? */
  within(after: Node, before: Node): boolean {
    this.#steps += 1;
    if (this.#steps > bounds.stepsMax || this.#depth > bounds.depthMax) this.exhausted = true;
    if (this.exhausted) return false;
    const named = this.#named;
    this.#depth += 1;
    const found = this.#compare(bare(after), bare(before));
    this.#depth -= 1;
    if (!found) this.#named = named;
    return found;
  }

  #compare(a: Node, b: Node): boolean {
    if (a.type === b.type && this.#same(a, b)) return true;
    const named = a.type === 'Identifier' ? this.#named.get(String(a['name'])) : undefined;
    if (named !== undefined && this.within(named.value, b)) return this.#meet(String(a['name']), named.value);
    if (a.type === 'BlockStatement' && !b.type.endsWith('Statement')) return this.#isBody(a, b);
    const found = unguarded(a).some((inner) => this.within(inner, b)) || this.#reguards(a, b);
    if (found) this.#guards += 1;
    return found;
  }

  /** One guard in place of another: what it keeps is asked more carefully, `x ? x.f() : d` → `x?.f?.() ?? d`, or of fewer kinds of values. */
  #reguards(a: Node, b: Node): boolean {
    const [test, oldTest] = [field(a, 'test'), field(b, 'test')];
    if (a.type === 'ConditionalExpression' && b.type === a.type && asksKind(test) && !asksKind(oldTest))
      return this.#sameField('consequent', { a, b }) && this.#sameField('alternate', { a, b });
    const before = this.#guards;
    return unguarded(a).some((inner) => unguarded(b).some((old) => this.within(inner, old) && this.#guards > before));
  }

  #meet(name: string, value: Node): boolean {
    this.#named = new Map(this.#named).set(name, { value, met: true });
    return true;
  }

  #same(a: Node, b: Node): boolean {
    if (a['optional'] === true && b['optional'] !== true) this.#guards += 1;
    const isSame = (name: string): boolean => ignored.has(name) || this.#sameField(name, { a, b });
    return Object.keys(a).every(isSame) && Object.keys(b).every((name) => Object.hasOwn(a, name) || isSame(name));
  }

  #sameField(name: string, { a, b }: { a: Node; b: Node }): boolean {
    const [left, right] = [a[name], b[name]];
    if (Array.isArray(left) && Array.isArray(right)) {
      if (isBodyField(a, name)) return this.#consumed(left.filter(isNode), right.filter(isNode)) !== null;
      if (name === 'specifiers' && left.length > right.length) return this.#moreImports(left, right);
      return left.length === right.length && left.every((one, index) => this.#sameValue(one, right[index]));
    }
    if (isCompared(a) && isConverted(left) && !isConverted(right)) return false;
    // An arrow function may have got a body around its expression.
    if (name === 'expression' && a.type === 'ArrowFunctionExpression') return true;
    return this.#sameValue(left, right);
  }

  #sameValue(left: unknown, right: unknown): boolean {
    if (isNode(left) && isNode(right)) return this.within(left, right);
    if (typeof left === 'object' && left !== null) return JSON.stringify(left) === JSON.stringify(right);
    return left === right;
  }

  /** How many of `before` are used up when every statement of `after` is one of them, in order, or a guard; null where one is neither. */
  #consumed(after: readonly Node[], before: readonly Node[]): number | null {
    let at = 0;
    for (const [index, statement] of after.entries()) {
      const old = after.length === before.length ? before[index] : undefined;
      if (old !== undefined && (isRenamed(statement, old) || isKept(statement, old))) return null;
      const found = before.findIndex((one, index) => index >= at && this.within(statement, one));
      if (found >= 0) at = found + 1;
      else if (before.slice(at).some((one) => waits(statement, one))) return null;
      else if (this.#rewrites(statement, before.slice(at))) return null;
      else if (isGuard(statement)) this.#guards += 1;
      else if (!this.#adds(statement)) {
        const inner = opened(statement);
        const used = inner === null ? null : this.#consumed(inner, before.slice(at));
        if (used === null) return null;
        this.#guards += 1;
        at += used;
      }
    }
    return at;
  }

  /** A statement that changes nothing by itself: an import, or a value that gets a name. */
  #adds(statement: Node): boolean {
    if (statement.type === 'ImportDeclaration') {
      this.#imports += 1;
      return true;
    }
    const [only, ...others] = statement.type === 'VariableDeclaration' ? list(statement, 'declarations') : [];
    const [id, value] = only === undefined ? [null, null] : [field(only, 'id'), field(only, 'init')];
    if (id?.type !== 'Identifier' || value === null || others.length > 0) return false;
    const name = String(id['name']);
    if (!this.#named.has(name)) this.#named = new Map(this.#named).set(name, { value, met: false });
    return true;
  }

  #moreImports(after: readonly unknown[], before: readonly unknown[]): boolean {
    this.#imports += 1;
    return before.every((one) => after.some((other) => this.#sameValue(other, one)));
  }

  /** The same condition with another consequence, the same consequence where the condition asks another member, another value for the same name: a changed statement, no new guard. */
  #rewrites(statement: Node, before: readonly Node[]): boolean {
    if (before.some((one) => this.#setsTheSame(statement, one))) return true;
    const [test, then] = [field(statement, 'test'), field(statement, 'consequent')];
    if (statement.type !== 'IfStatement' || test === null || then === null) return false;
    return before.some((one) => {
      const [oldTest, oldThen] = [field(one, 'test'), field(one, 'consequent')];
      if (one.type !== 'IfStatement' || oldTest === null || oldThen === null) return false;
      return this.within(test, oldTest) || (membersApart(test, oldTest) === 1 && this.within(then, oldThen));
    });
  }

  /** `x ??= f(a)` in place of `x ??= f(b)`. */
  #setsTheSame(a: Node, b: Node): boolean {
    const [left, right] = [field(a, 'expression'), field(b, 'expression')];
    const [now, old] = [left && field(left, 'left'), right && field(right, 'left')];
    return (
      left?.type === 'AssignmentExpression' &&
      left['operator'] === right?.['operator'] &&
      now !== null &&
      old != null &&
      this.within(now, old)
    );
  }

  /** `x => y` that became `x => { if (…) return …; return y }`. */
  #isBody(block: Node, expression: Node): boolean {
    const [only, ...others] = list(block, 'body').filter((one) => !isGuard(one) && !this.#adds(one));
    if (only === undefined || others.length > 0) return false;
    this.#guards += 1;
    const [inner = only] = (opened(only) ?? []).filter((one) => !isGuard(one));
    const value = field(inner, 'argument') ?? field(inner, 'expression');
    return value !== null && this.within(value, expression);
  }
}

/** `typeof x === 'string'`, `x instanceof X`, `Array.isArray(x)`, also as a part of a condition. */
function asksKind(test: Node | null): boolean {
  if (test?.type === 'LogicalExpression') return asksKind(field(test, 'left')) || asksKind(field(test, 'right'));
  if (test?.type === 'CallExpression') return dotted(field(test, 'callee')) === 'Array.isArray';
  if (test?.type !== 'BinaryExpression') return false;
  return test['operator'] === 'instanceof' || field(test, 'left')?.['operator'] === 'typeof';
}

/** How many member names differ where nothing else does; Infinity where something else does. */
function membersApart(after: unknown, before: unknown): number {
  if (!isNode(after) || !isNode(before)) return JSON.stringify(after) === JSON.stringify(before) ? 0 : Infinity;
  if (after.type !== before.type) return Infinity;
  let apart = 0;
  for (const name of Object.keys(after).filter((one) => !ignored.has(one))) {
    const [left, right] = [after[name], before[name]];
    const isMember = name === 'property' && after.type === 'MemberExpression' && after['computed'] === false;
    if (isMember && isNode(left) && isNode(right)) apart += Number(left['name'] !== right['name']);
    else if (Array.isArray(left) && Array.isArray(right) && left.length === right.length)
      apart += left.reduce((sum: number, one, index) => sum + membersApart(one, right[index]), 0);
    else apart += membersApart(left, right);
  }
  return apart;
}

/** The same statement in the same place, in which names took the place of others, each always the same one: that is no guard, and nothing is gone. */
function isRenamed(after: Node, before: Node): boolean {
  const [now, old] = [namesOf(after), namesOf(before)];
  const names = new Map(old.names.map((name, index) => [name, now.names[index]]));
  const isSame = old.names.every((name, index) => names.get(name) === now.names[index]);
  return old.shape === now.shape && isSame && old.names.some((name, index) => name !== now.names[index]);
}

/** `cache ?? new Cache()` as a statement of its own, which did nothing, that became `cache ??= new Cache()`. */
function isKept(after: Node, before: Node): boolean {
  const [now, old] = [field(after, 'expression'), field(before, 'expression')];
  const isChoice = after.type === 'ExpressionStatement' && old?.type === 'LogicalExpression';
  if (!isChoice || now?.['operator'] !== `${String(old['operator'])}=`) return false;
  return ['left', 'right'].every((name) => settled(field(now, name) ?? now) === settled(field(old, name) ?? old));
}

/** A statement as text, with a place for each name; and these. */
function namesOf(node: Node): { readonly shape: string; readonly names: readonly unknown[] } {
  const names: unknown[] = [];
  const shape = JSON.stringify(node, (key, value: unknown) => {
    if (ignored.has(key)) return undefined;
    if (typeof value === 'bigint') return String(value);
    if (!isNode(value) || value.type !== 'Identifier') return value;
    names.push(value['name']);
    return '_';
  });
  return { shape, names };
}

/** The same statement, which now awaits: that is another value, no guard. */
function waits(a: Node, b: Node): boolean {
  return a.type === b.type && a.type === 'IfStatement' && settled(a) === settled(b);
}

/** A statement as text, without `await`. */
function settled(node: Node): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (ignored.has(key)) return undefined;
    if (typeof value === 'bigint') return String(value);
    return isNode(value) && value.type === 'AwaitExpression' ? value['argument'] : value;
  });
}

const marks = /^(ChainExpression|TSNonNullExpression|TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression)$/;

/** Without what only marks or asserts: `a?.b` is `a.b`, `a!` is `a`, `(a as T)` is `a`. */
function bare(node: Node): Node {
  let inner = node;
  while (marks.test(inner.type)) inner = field(inner, 'expression') ?? { ...inner, type: 'Unread' };
  return inner;
}

function isBodyField(node: Node, name: string): boolean {
  return (
    (name === 'body' && /^(BlockStatement|Program|StaticBlock)$/.test(node.type)) ||
    (name === 'consequent' && node.type === 'SwitchCase')
  );
}

/** What stands inside a guarding expression: `x ?? d`, `x || d`, `g && x`, `g ? x : d`, `x = d` in a pattern, `p.catch(…)`. */
function unguarded(node: Node): Node[] {
  const pick = (...names: string[]): Node[] => names.map((name) => field(node, name)).filter((one) => one !== null);
  if (node.type === 'LogicalExpression')
    return node['operator'] === '&&'
      ? pick('right')
      : asksNothing(field(node, 'left'))
        ? pick('left', 'right')
        : pick('left');
  if (node.type === 'ConditionalExpression') return pick('consequent', 'alternate');
  if (node.type === 'AssignmentPattern' || isDefaulting(node)) return pick('left');
  if (node.type === 'CallExpression') return unguardedCall(node);
  if (node.type === 'BlockStatement' && list(node, 'body').length === 1) return list(node, 'body');
  return [];
}

/** `!size`, `size === undefined`, before an `||` behind which it is read. */
function asksNothing(test: Node | null): boolean {
  if (test?.type === 'UnaryExpression') return test['operator'] === '!' && dotted(field(test, 'argument')) !== null;
  const right = test?.type === 'BinaryExpression' ? field(test, 'right') : null;
  const isNothing =
    right?.type === 'Identifier' ? right['name'] === 'undefined' : right !== null && right['raw'] === 'null';
  return isNothing && /^===?$/.test(String(test?.['operator']));
}

/** Nothing fails where two values are compared: another kind of one of them is no guard, but another answer. */
function isCompared(node: Node): boolean {
  return node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']));
}

function isConverted(value: unknown): boolean {
  const callee = isNode(value) && value.type === 'CallExpression' ? field(value, 'callee') : null;
  return callee?.type === 'Identifier' && /^(?:String|Number)$/.test(String(callee['name']));
}

function unguardedCall(node: Node): Node[] {
  const callee = field(node, 'callee');
  const name = callee?.type === 'MemberExpression' ? propertyName(callee) : null;
  const object = callee === null ? null : field(callee, 'object');
  if (name === 'catch' && object !== null) return [object];
  const [first] = list(node, 'arguments');
  const wraps = callee?.type === 'Identifier' && /^(String|Number|Boolean|Array|Object)$/.test(String(callee['name']));
  const isPlain = first === undefined || !/(?:^|\.)(?:bigint|BigInt)$/.test(dotted(field(first, 'callee')) ?? '');
  return wraps && first !== undefined && isPlain ? [first] : [];
}

function propertyName(member: Node): string | null {
  const property = field(member, 'property');
  return property === null ? null : property.type === 'Identifier' ? String(property['name']) : stringOf(property);
}

/** A statement that only turns away, fills in a default, or listens for errors. */
function isGuard(node: Node): boolean {
  if (node.type === 'EmptyStatement') return true;
  if (node.type === 'IfStatement') return field(node, 'alternate') === null && turnsAway(field(node, 'consequent'));
  if (node.type !== 'ExpressionStatement') return false;
  const expression = field(node, 'expression');
  if (expression?.type === 'AssignmentExpression') return isDefault(expression);
  const callee = expression?.type === 'CallExpression' ? field(expression, 'callee') : null;
  if (callee?.type !== 'MemberExpression' || expression === null) return false;
  return (
    /^(on|once|addListener)$/.test(propertyName(callee) ?? '') &&
    /error|exception|rejection/i.test(stringOf(list(expression, 'arguments')[0] ?? null) ?? '')
  );
}

function isDefaulting(node: Node): boolean {
  return node.type === 'AssignmentExpression' && /^(?:\?\?|\|\||&&)=$/.test(String(node['operator']));
}

function isDefault(assignment: Node): boolean {
  const operator = String(assignment['operator']);
  if (isDefaulting(assignment)) return true;
  const right = field(assignment, 'right');
  return (
    operator === '=' && right?.type === 'LogicalExpression' && sameName(field(assignment, 'left'), field(right, 'left'))
  );
}

function sameName(a: Node | null, b: Node | null): boolean {
  return a?.type === 'Identifier' && b?.type === 'Identifier' && a['name'] === b['name'];
}

/** Ends in return, throw, break or continue, or only answers or assigns. */
function turnsAway(node: Node | null): boolean {
  if (node === null) return false;
  if (/^(Return|Throw|Break|Continue)Statement$/.test(node.type)) return true;
  if (node.type === 'ExpressionStatement') return field(node, 'expression')?.type === 'AssignmentExpression';
  if (node.type !== 'BlockStatement') return false;
  const body = list(node, 'body');
  const last = body.at(-1);
  return last === undefined || turnsAway(last) || (body.length === 1 && last.type === 'ExpressionStatement');
}

/** The statements inside a wrapper: `try { … }`, `if (x) { … }`, `if (x) {…} else {…}`; null for anything else. */
function opened(node: Node): Node[] | null {
  if (node.type === 'TryStatement') return bodyOf(field(node, 'block'));
  if (node.type === 'BlockStatement') return list(node, 'body');
  if (node.type !== 'IfStatement') return null;
  const [yes, no] = [field(node, 'consequent'), field(node, 'alternate')];
  return turnsAway(yes) && no !== null ? bodyOf(no) : bodyOf(yes);
}

function bodyOf(node: Node | null): Node[] {
  return node === null ? [] : node.type === 'BlockStatement' ? list(node, 'body') : [node];
}
