/** A method that is passed on without its object: `const { find } = store`, `list.map(this.get)`, `function () { this.x }`. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { classMembers } from '../../code/bindings.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  keyName,
  stringValue,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';

export const lostThis: Recipe = {
  name: 'lost-this',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    '`this` is undefined in a method that was passed on without its object: passes it on with the object. An arrow function that is a method has none: a function.',
  ideas(context) {
    if (
      !/of undefined|undefined or null to object|undefined is not iterable|whose class did not declare it|(?:from|to) private field|Receiver must be|is not a function/.test(
        context.diagnosis.message,
      )
    )
      return [];
    const site = sitesOf(context)[0];
    const use = site?.nodes.slice(0, 12).flatMap((node) => all(node, 'ThisExpression'))[0];
    if (site === undefined || use === undefined) return [];
    const arrow = arrowIdeas(site.source, use);
    if (arrow.length > 0) return arrow;
    const fn = ownerOf(use);
    if (fn === null) return [];
    const made = [...madeInStatic(site.source, fn), ...wrapped(sitesOf(context)[1])];
    if (made.length > 0) return made;
    const name = methodName(fn);
    if (name === null) return plainFunction(site.source, fn);
    const sources = allSources(context.tree);
    const owners = sources.flatMap((source) => methodsCalled(source, name));
    // Another class has a method of that name: what is passed on may be that one, which loses nothing but its own `this`.
    const needy = needyBeside(fn, name);
    return sources
      .flatMap((source) => [...passedOn(source, name, needy), ...takenOut(source, name, needy)])
      .map((idea) => ({ ...idea, rank: owners.length > 1 ? 1 : 0 }));
  },
};

/** `static open() { const bank = new Bank(); this.#rows = … }`: what is private to each instance is the new one's. */
function madeInStatic(source: Source, fn: FunctionNode): Idea[] {
  const { parent } = fn;
  const owner = upwards(fn).find((each) => each.type === 'ClassDeclaration');
  if (parent?.type !== 'MethodDefinition' || !parent.static || owner?.type !== 'ClassDeclaration') return [];
  const isOwn = (callee: Node): boolean =>
    callee.type === 'ThisExpression' || (callee.type === 'Identifier' && callee.name === owner.id?.name);
  const [made, more] = all(fn, 'VariableDeclarator').filter(
    ({ init }) => init?.type === 'NewExpression' && isOwn(init.callee as Node),
  );
  if (made === undefined || more !== undefined || made.id.type !== 'Identifier') return [];
  const { names } = classMembers(owner, false);
  const uses = all(fn, 'MemberExpression').filter(
    ({ object, property }) =>
      object.type === 'ThisExpression' &&
      names.has(`#${keyName(property) ?? ''}`) &&
      property.type === 'PrivateIdentifier',
  );
  const local = made.id.name;
  const splices = uses.map(({ object: { start, end } }) => ({ start, end, text: local }));
  const title = `what is private is \`${local}\`'s, not the class's`;
  return splices.length === 0 ? [] : [ideaIn('lost-this', source, { title, rank: 0, splices })];
}

/** `return function (call) { return handler(call); }` around a method: what is wrapped is called on what the wrapper is called on. */
function wrapped(site: Site | undefined): Idea[] {
  const call = site?.nodes.find((node) => node.type === 'CallExpression' && node.callee.type === 'Identifier');
  if (site === undefined || call?.type !== 'CallExpression' || call.callee.type !== 'Identifier') return [];
  const { source } = site;
  const [fn] = functionsAround(call);
  const binding = namesInScope(source, call.start).get(call.callee.name);
  const maker = binding?.kind === 'param' ? upwards(binding.id).find(isFunction) : undefined;
  if (fn?.type !== 'FunctionExpression' || maker === undefined || maker === fn || !upwards(fn).includes(maker))
    return [];
  const isGiven =
    fn.parent?.type === 'ReturnStatement' ||
    (fn.parent?.type === 'AssignmentExpression' && /\.value$/.test(chainOf(fn.parent.left) ?? ''));
  const open = source.text.indexOf('(', call.callee.end);
  if (!isGiven || open < 0 || open > call.end) return [];
  const name = call.callee.name;
  const splices = [
    { start: call.callee.end, end: call.callee.end, text: '.call' },
    { start: open + 1, end: open + 1, text: call.arguments.length > 0 ? 'this, ' : 'this' },
  ];
  return [
    ideaIn('lost-this', source, { title: `\`${name}\` is called on what its wrapper is called on`, rank: 0, splices }),
  ];
}

/** `app.decorateReply('ok', (data) => this.send(data))`, `{ rows: [], find: (id) => this.rows[id] }`: what calls an arrow function gives it no `this`. */
function arrowIdeas(source: Source, use: Node): Idea[] {
  const arrow = functionsAround(use).find((fn) => !isCallback(fn));
  const outer = arrow === undefined ? [] : functionsAround(arrow).filter((fn) => fn !== arrow);
  if (arrow?.type !== 'ArrowFunctionExpression' || arrow.body === null) return [];
  // Inside a method it has that of the method.
  if (outer.some((fn) => methodName(fn) !== null || fn.parent?.type === 'PropertyDefinition')) return [];
  const { parent } = arrow;
  const isDecorated =
    parent?.type === 'CallExpression' &&
    parent.arguments[1] === arrow &&
    /\.decorate(?:Reply|Request)?$/.test(chainOf(parent.callee) ?? '');
  const isPlain = outer.every(
    (fn) =>
      fn.type === 'ArrowFunctionExpression' || all(fn, 'ThisExpression').every((each) => upwards(each).includes(arrow)),
  );
  if (!isPlain || !(isDecorated || isOfLiteral(arrow, use))) return [];
  const at = source.text.lastIndexOf('=>', arrow.body.start);
  const [first] = arrow.params;
  const start = arrow.async ? source.text.indexOf('async', arrow.start) + 'async'.length : arrow.start;
  const head = source.text.slice(start, at).trim();
  const isBare = first !== undefined && !head.startsWith('(') && !head.startsWith('<');
  const isBlock = arrow.body.type === 'BlockStatement';
  const splices = [
    { start: arrow.start, end: at + 2, text: `${arrow.async ? 'async ' : ''}function ${isBare ? `(${head})` : head}` },
    ...(isBlock
      ? []
      : [
          {
            start: at + 2,
            end: arrow.body.start,
            text: ` { return ${source.text.slice(at + 2, arrow.body.start).trim()}`,
          },
          { start: arrow.body.end, end: arrow.end, text: `${source.text.slice(arrow.body.end, arrow.end)}; }` },
        ]),
  ];
  return [
    ideaIn('lost-this', source, {
      title: 'a function that is given its object is no arrow function',
      rank: 0,
      splices,
    }),
  ];
}

/** `rows.map((row) => this.view(row))` has the `this` of what is around it. */
function isCallback({ type, parent }: FunctionNode): boolean {
  const name = parent?.type === 'CallExpression' ? (chainOf(parent.callee) ?? '') : null;
  return type === 'ArrowFunctionExpression' && name !== null && !/\.decorate(?:Reply|Request)?$/.test(name);
}

/** A field of an object that has what is read of `this`. */
function isOfLiteral({ parent }: FunctionNode, use: Node): boolean {
  const literal = parent?.type === 'Property' ? parent.parent : null;
  const read = use.parent?.type === 'MemberExpression' ? keyName(use.parent.property) : null;
  return (
    literal?.type === 'ObjectExpression' &&
    literal.properties.some((each) => each.type === 'Property' && keyName(each.key) === read)
  );
}

/** The function whose `this` it is; null at the top of a file. */
function ownerOf(use: Node): FunctionNode | null {
  return (
    upwards(use)
      .filter(isFunction)
      .find((fn) => fn.type !== 'ArrowFunctionExpression') ??
    upwards(use).filter(isFunction).at(-1) ??
    null
  );
}

function methodName(fn: FunctionNode): string | null {
  const { parent } = fn;
  if (fn.type === 'ArrowFunctionExpression') return null;
  if (parent?.type === 'MethodDefinition' || parent?.type === 'Property') return keyName(parent.key);
  const assigned = parent?.type === 'AssignmentExpression' && parent.right === fn ? chainOf(parent.left) : null;
  return assigned?.includes('.prototype.') === true ? (assigned.split('.').at(-1) ?? null) : null;
}

function methodsCalled(source: Source, name: string): Node[] {
  return all(source.program, 'MethodDefinition').filter((each) => keyName(each.key) === name);
}

/** `callback` where the method was meant to keep its object, and the others of its class that need theirs and are passed on beside it. */
function passedOn(source: Source, name: string, needy: ReadonlySet<string>): Idea[] {
  const passed = all(source.program, 'MemberExpression').filter(isPassedOn);
  const objects = new Set(
    passed.flatMap(({ object, property }) => (keyName(property) === name ? [textOf(source, object)] : [])),
  );
  return [...objects].map((object) => {
    const own = passed.filter(
      (each) => textOf(source, each.object) === object && needy.has(keyName(each.property) ?? ''),
    );
    const splices = own.map(({ start, end }) => ({
      start,
      end,
      text: `${source.text.slice(start, end)}.bind(${object})`,
    }));
    return put(source, name, splices);
  });
}

function isPassedOn(member: Of<'MemberExpression'>): boolean {
  const { parent } = member;
  if (member.computed || chainOf(member) === null) return false;
  return (
    (parent?.type === 'CallExpression' && parent.arguments.some((each) => each === member)) ||
    (parent?.type === 'VariableDeclarator' && parent.init === member) ||
    (parent?.type === 'Property' && parent.value === member)
  );
}

/** The methods of the class around a function, or of its object, that use `this`. */
function needyBeside(fn: FunctionNode, name: string): ReadonlySet<string> {
  const beside = upwards(fn).find((each) => each.type === 'ClassBody' || each.type === 'ObjectExpression');
  const methods = beside === undefined ? [] : all(beside, 'MethodDefinition');
  const needy = methods.filter(
    ({ kind, value, static: isStatic }) =>
      kind === 'method' && !isStatic && all(value as Node, 'ThisExpression').length > 0,
  );
  return new Set([name, ...needy.flatMap(({ key }) => keyName(key) ?? [])]);
}

/** `const { find, list } = store` and what is called by those names since: all of them that need their object. */
function takenOut(source: Source, name: string, needy: ReadonlySet<string>): Idea[] {
  return all(source.program, 'VariableDeclarator').flatMap((declarator) => {
    const { id, init } = declarator;
    if (id.type !== 'ObjectPattern' || init === null || init.type === 'AwaitExpression') return [];
    const required = isRequired(init) && id.properties.length === 1 ? nameOfModule(source, init) : null;
    const object = required ?? chainOf(init);
    const taken = id.properties.flatMap((each) => {
      const key = each.type === 'Property' ? keyName(each.key) : null;
      const calls = key !== null && needy.has(key) && each.type === 'Property' ? callsOf(source, each.value) : [];
      return calls.length === 0 ? [] : [{ node: each as Node, key, calls }];
    });
    if (object === null || !taken.some(({ key }) => key === name)) return [];
    const uses = taken.flatMap(({ key, calls }) =>
      calls.map(({ callee: { start, end } }) => ({ start, end, text: `${object}.${key}` })),
    );
    const gone = taken.map(({ node }) => node);
    const rest = required === null ? without(source, { declarator, id, gone }) : { ...rangeOf(id), text: required };
    return [put(source, taken.map(({ key }) => key).join('`, `'), [...uses, rest])];
  });
}

/** What is called by the name that a pattern gives. */
function callsOf(source: Source, local: Node): Of<'CallExpression'>[] {
  if (local.type !== 'Identifier') return [];
  return all(source.program, 'CallExpression').filter(
    ({ callee }) =>
      callee.type === 'Identifier' &&
      callee.name === local.name &&
      namesInScope(source, callee.start).get(callee.name)?.id === local,
  );
}

function isRequired(node: Node): node is Of<'CallExpression'> {
  return node.type === 'CallExpression' && chainOf(node.callee) === 'require';
}

/** `require('../services/audit')` → `audit`; null where the file has that name for something else. */
function nameOfModule(source: Source, required: Of<'CallExpression'>): string | null {
  const name = stringValue(required.arguments[0] as Node | undefined)
    ?.split('/')
    .at(-1)
    ?.replace(/\.\w+$/, '')
    .replaceAll(/[^\w$]+(\w)/g, (_, letter: string) => letter.toUpperCase());
  const isFree =
    name !== undefined && /^[A-Za-z_$][\w$]*$/.test(name) && !new RegExp(`\\b${name}\\b(?!['".])`).test(source.text);
  return isFree ? name : null;
}

function rangeOf({ start, end }: Node): { start: number; end: number } {
  return { start, end };
}

/** The pattern without the names; the whole declaration where nothing else is taken out. */
function without(
  source: Source,
  at: { declarator: Of<'VariableDeclarator'>; id: Of<'ObjectPattern'>; gone: readonly Node[] },
): Splice {
  const { declarator, id, gone } = at;
  const { parent } = declarator;
  const left = id.properties.filter((each) => !gone.includes(each));
  if (left.length === 0 && parent?.type === 'VariableDeclaration' && parent.declarations.length === 1) {
    const before = /(?:\n[ \t]*)$/.exec(source.text.slice(0, parent.start))?.[0].length ?? 0;
    return { start: parent.start - before, end: parent.end, text: '' };
  }
  const text = left.map((each) => textOf(source, each)).join(', ');
  return { ...rangeOf(id), text: text === '' ? '{}' : `{ ${text} }` };
}

/** The name under which a function further out keeps its `this` for those inside it: `const self = this`. */
function keptAs(source: Source, fn: FunctionNode): string | null {
  const names = [...namesInScope(source, fn.start).values()];
  const kept = names.filter(({ node }) => node.type === 'VariableDeclarator' && node.init?.type === 'ThisExpression');
  return fn.type === 'FunctionExpression' ? (kept[0]?.name ?? null) : null;
}

/** `function () { this.x }` inside a method: an arrow function keeps the method's `this`. */
function plainFunction(source: Source, fn: FunctionNode): Idea[] {
  const kept = keptAs(source, fn);
  if (kept !== null) {
    const uses = all(fn, 'ThisExpression').filter((use) => ownerOf(use) === fn);
    const splices = uses.map(({ start, end }) => ({ start, end, text: kept }));
    return [ideaIn('lost-this', source, { title: `\`${kept}\` is the object here, not \`this\``, rank: 0, splices })];
  }
  const method = upwards(fn)
    .slice(1)
    .filter(isFunction)
    .find((each) => methodName(each) !== null);
  if (fn.type !== 'FunctionExpression' || fn.id !== null || fn.generator || method === undefined || fn.body === null)
    return [];
  const [first] = fn.params;
  const open = source.text.indexOf('(', fn.start);
  const close = source.text.lastIndexOf(')', fn.body.start);
  if (open < 0 || close < open || (first !== undefined && first.start < open)) return [];
  const splices = [
    { start: fn.start, end: open, text: fn.async ? 'async ' : '' },
    { start: close + 1, end: fn.body.start, text: ' => ' },
  ];
  return [ideaIn('lost-this', source, { title: 'an arrow function keeps `this`', rank: 0, splices })];
}

function put(source: Source, name: string, splices: readonly Splice[]): Idea {
  return ideaIn('lost-this', source, { title: `\`${name}\` keeps its object`, rank: 0, splices });
}
