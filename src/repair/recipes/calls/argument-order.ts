/** A call that hands over its arguments in another order than the function takes them, or leaves one out. */
import type { Idea } from '../../../incident/nouns.ts';
import { callPlaces, lastName, makersOf, parentName } from '../../evidence/call-places.ts';
import type { Call, CallPlace } from '../../evidence/call-places.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf, type Site } from '../../evidence/site.ts';
import { declaredOtherwise, isCalled } from './called-so.ts';
import { notEmitted, notGiven } from './not-given.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  keyName,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';

export const argumentOrder: Recipe = {
  name: 'argument-order',
  classes: ['type', 'range', 'unknown', 'assertion', 'database', 'reference'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'Two arguments of a call of the project changed places, or one is missing: the names of the parameters and the other calls tell which.',
  ideas(context) {
    const seen = new Set<Node>();
    const found = [...callPlaces(context), ...makersOf(context)].filter(
      ({ call }) => !seen.has(call) && seen.add(call),
    );
    const missing = [...notGiven(context), ...notEmitted(context)];
    if (missing.length > 0) return missing;
    const late = sitesOf(context)
      .slice(0, 1)
      .flatMap((site) => startFirst(context, site));
    if (late.length > 0) return late;
    return [
      ...found.flatMap((place) => [
        ...swapped(context, place),
        ...leftOut(context, place),
        ...cutShort(place),
        ...misnamed(context, place),
      ]),
      ...(isOfCall(context)
        ? sitesOf(context)
            .slice(0, 2)
            .flatMap((site) => unlike(context, site))
        : []),
    ].slice(0, 4);
  },
};

/** `rows.reduce(0, (sum, row) => …)`: the function comes first. */
function startFirst({ diagnosis }: RecipeContext, { source, nodes }: Site): Idea[] {
  const call = nodes.find(
    (node): node is Call => node.type === 'CallExpression' && /^reduce(?:Right)?$/.test(lastName(node.callee) ?? ''),
  );
  const [first, second] = call?.arguments ?? [];
  if (!/ is not a function$/.test(diagnosis.message) || first === undefined || second === undefined) return [];
  if (isFunction(first) || !isFunction(second)) return [];
  const splices = [
    { start: first.start, end: first.end, text: textOf(source, second) },
    { start: second.start, end: second.end, text: textOf(source, first) },
  ];
  return [
    ideaIn('argument-order', source, {
      title: 'the function comes first, what it begins with behind it',
      rank: 0,
      splices,
    }),
  ];
}

/** What was called refused the kind of what it was given: no name is unknown, nothing was read of nothing, no value is out of range, and no pattern is none. */
function isOfCall({ diagnosis }: RecipeContext): boolean {
  return (
    !/^(?:reference|database|range)$/.test(diagnosis.class) &&
    !/Cannot (?:read|set|destructure)|is not a function|Received (?:undefined|null)\b|Invalid regular expression/.test(
      diagnosis.message,
    )
  );
}

/** `router.get(show, '/rooms')`: the call that failed was given a text, a number or a function first that belongs behind, as nobody else does. */
function unlike(context: RecipeContext, { source, nodes }: Site): Idea[] {
  const calls = nodes.filter((node): node is Call => node.type === 'CallExpression' || node.type === 'NewExpression');
  return calls.slice(0, 3).flatMap((call) => {
    const [first, second] = call.arguments;
    if (first === undefined || second === undefined || kindOf(first) === kindOf(second)) return [];
    // `text.replace(/a/g, 'b')`: what is looked for comes first.
    if (first.type === 'Literal' && 'regex' in first) return [];
    // It failed in the function that was handed over: that was taken for what it is.
    if ([first, second].some((each) => isFunction(each) && nodes.includes(each))) return [];
    // What is thrown on purpose failed nowhere, nor did a check that says what it was given to say: the other way round it lets all pass.
    if (call.parent?.type === 'ThrowStatement' || [first, second].some((each) => isSaid(context, each))) return [];
    const others = siblingsOf(context, { source, call });
    // Options come last; and of what the language itself calls, only a function tells by its kind that it stands behind.
    const isBehind = second.type === 'ObjectExpression' || (kindOf(second) === 'other' && isOfLanguage(source, call));
    if (isBehind && others.length === 0) return [];
    if (others.some((each) => kindAt(each.arguments, 0) === kindOf(first))) return [];
    const splices = [
      { start: first.start, end: first.end, text: textOf(source, second) },
      { start: second.start, end: second.end, text: textOf(source, first) },
    ];
    const title = `\`${textOf(source, second).slice(0, 40)}\` before \`${textOf(source, first).slice(0, 40)}\``;
    return [ideaIn('argument-order', source, { title, rank: 2, splices })];
  });
}

/** `new Intl.NumberFormat`, `Buffer.from`: the callee is nothing that the file declares or imports. */
function isOfLanguage(source: Source, { callee, start }: Call): boolean {
  const [root] = chainOf(callee)?.split('.') ?? [];
  return root !== undefined && root !== 'this' && !namesInScope(source, start).has(root);
}

/** Two arguments that fit each other's parameters by name, or the order of the other calls. */
function swapped(context: RecipeContext, place: CallPlace): Idea[] {
  const { source, call, params } = place;
  const { arguments: given } = call;
  if (given.some((each) => each.type === 'SpreadElement')) return [];
  const others = siblingsOf(context, place);
  for (let one = 0; one < given.length; one++) {
    for (let other = one + 1; other < given.length; other++) {
      const [a, b] = [given[one] as Node, given[other] as Node];
      if (one === 0 && isErrorFirst(call)) continue;
      const byName =
        isCalled(params[one], b) &&
        (other >= params.length || isCalled(params[other], a)) &&
        !isCalled(params[one], a) &&
        !isCalled(params[other], b);
      const bySiblings =
        others.length > 1 &&
        kindOf(a) !== kindOf(b) &&
        others.filter(({ arguments: each }) => kindAt(each, one) === kindOf(b)).length * 4 >= others.length * 3;
      const asElsewhere =
        others.length > 0 && others.every((each) => isSameName(each.arguments[one] as Node | undefined, b));
      const byUse = isMadeFunction(source, a) && !isMadeFunction(source, b) && isCalledIn(params, other, one);
      const byPattern =
        isOthers(params, { one, other }, { a, b }) || isOthers(params, { one: other, other: one }, { a: b, b: a });
      const byStatus = isStatusParam(params[one])
        ? isStatus(b) && !isStatus(a)
        : isStatusParam(params[other]) && isStatus(a) && !isStatus(b);
      if (!byName && !byPattern && !bySiblings && !asElsewhere && !byUse && !byStatus) continue;
      const declared = byName ? declaredOtherwise(context, params, { one, other, calls: [call, ...others] }) : null;
      if (declared !== null) return [declared];
      const splices = [
        { start: a.start, end: a.end, text: textOf(source, b) },
        { start: b.start, end: b.end, text: textOf(source, a) },
      ];
      const title = `\`${textOf(source, call.callee)}\` takes these arguments the other way round`;
      return [ideaIn('argument-order', source, { title, rank: 0, splices })];
    }
  }
  return [];
}

/** `callback(null, rows)`, `callback(error)`: no error, and what was found; who takes it the other way round is amiss. */
function isErrorFirst({ callee, arguments: [first] }: Call): boolean {
  const isNone = first?.type === 'Literal' && first.value === null && !('regex' in first);
  const isError = first?.type === 'Identifier' && /^_?(?:e|err|error)$/.test(first.name);
  return (isNone || isError) && /^_?(?:cb|callback|done|next)$/i.test(lastName(callee) ?? '');
}

/** `create(req.user, req.body)` for `({ title }, user) => …`: what stands where an object is taken apart is called like the other. */
function isOthers(
  params: readonly Node[],
  { one, other }: { readonly one: number; readonly other: number },
  { a, b }: { readonly a: Node; readonly b: Node },
): boolean {
  const isPlain = b.type === 'Identifier' || b.type === 'MemberExpression';
  return params[one]?.type === 'ObjectPattern' && isPlain && isCalled(params[other], a) && !isCalled(params[other], b);
}

/** `status` of `send(res, status, value)`. */
function isStatusParam(param: Node | undefined): boolean {
  const target = param?.type === 'AssignmentPattern' ? param.left : param;
  return target?.type === 'Identifier' && /^(?:http)?status(?:code)?$/i.test(target.name);
}

/** `404`, `isNew ? 201 : 200`, `error.status`. */
function isStatus(node: Node): boolean {
  if (node.type === 'ConditionalExpression') return isStatus(node.consequent) && isStatus(node.alternate);
  if (node.type === 'Literal') return typeof node.value === 'number' && node.value >= 100 && node.value < 600;
  return /^(?:http)?status(?:code)?$/i.test(lastName(node) ?? '');
}

/** Other calls of the project by the same words, with as many arguments. */
function siblingsOf(context: RecipeContext, { source, call }: Pick<CallPlace, 'source' | 'call'>): Call[] {
  const text = textOf(source, call.callee);
  const parent = call.callee.type === 'Super' ? parentName(call) : null;
  return allSources(context.tree).flatMap((each) =>
    all(each.program, call.type).filter(
      (other) =>
        other !== call &&
        textOf(each, other.callee) === text &&
        other.arguments.length >= call.arguments.length &&
        (parent === null || parentName(other) === parent),
    ),
  );
}

function isSameName(one: Node | undefined, other: Node): boolean {
  return one?.type === 'Identifier' && other.type === 'Identifier' && one.name === other.name;
}

/** A function that is written out, or the name of one. */
function isMadeFunction(source: Source, node: Node): boolean {
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : node;
  const value = made?.type === 'VariableDeclarator' ? made.init : made;
  return value !== undefined && value !== null && isFunction(value);
}

/** The function calls its one parameter, and not the other. */
function isCalledIn(params: readonly Node[], one: number, other: number): boolean {
  const isCallee = (param: Node | undefined): boolean => {
    const fn = param?.parent;
    return (
      param?.type === 'Identifier' &&
      fn !== undefined &&
      fn !== null &&
      all(fn, 'CallExpression').some(({ callee }) => callee.type === 'Identifier' && callee.name === param.name)
    );
  };
  return isCallee(params[one]) && !isCallee(params[other]);
}

/** What an argument is, as far as its text tells. */
function kindOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value;
  return node.type === 'TemplateLiteral' ? 'string' : isFunction(node) ? 'function' : 'other';
}

/** A text that the failure says: the message of a check. */
function isSaid({ diagnosis }: RecipeContext, node: Node): boolean {
  const parts =
    node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '') : [stringValue(node) ?? ''];
  return parts.some((part) => part.trim().length > 2 && diagnosis.message.includes(part));
}

function kindAt(given: readonly unknown[], at: number): string | null {
  const node = given[at];
  return node === undefined ? null : kindOf(node as Node);
}

/** One argument less than parameters: a name in scope by that of the parameter, else the literal that most other calls begin with. */
function leftOut(context: RecipeContext, { source, call, params }: CallPlace): Idea[] {
  const wanted = params.filter((each) => each.type !== 'AssignmentPattern' && each.type !== 'RestElement');
  const { arguments: given } = call;
  if (given.length !== wanted.length - 1 || given.some((each) => each.type === 'SpreadElement')) return [];
  if (isNext(context, source, call) || isErrorFirst(call)) return [];
  const at = wanted.findIndex((param, index) => given[index] === undefined || !isCalled(param, given[index] as Node));
  const text = scopeText(source, call, params[at]) ?? usualText(context, source, { call, at });
  if (text === null) return [];
  const before = given[at];
  const start = before?.start ?? given.at(-1)?.end ?? call.end - 1;
  const written = before === undefined ? (given.length === 0 ? text : `, ${text}`) : `${text}, `;
  const title = `\`${textOf(source, call.callee)}\` is not given \`${text}\``;
  return [ideaIn('argument-order', source, { title, rank: 0, splices: [{ start, end: start, text: written }] })];
}

/** `next()` of a middleware: what it leads to is given its arguments by the framework. */
function isNext({ tree }: RecipeContext, source: Source, { callee }: Call): boolean {
  const name = callee.type === 'Identifier' ? callee.name : null;
  return functionsAround(callee).some((fn) => name !== null && handlerOf(tree, source, fn)?.next === name);
}

/** `make(template)` beside `make(template, given)`, where `given` is the same thing at both places. */
function cutShort({ source, call }: CallPlace): Idea[] {
  const { arguments: given } = call;
  const last = given.at(-1);
  if (last === undefined || given.some((each) => each.type === 'SpreadElement')) return [];
  const scope = namesInScope(source, call.start);
  const rests = all(source.program, call.type)
    .filter((other) => textOf(source, other.callee) === textOf(source, call.callee))
    .filter((other) => given.every((each, at) => isSame(source, each as Node, other.arguments[at] as Node | undefined)))
    .map((other) => other.arguments.slice(given.length) as Node[])
    .filter((rest) => rest.length > 0);
  const [rest] = rests;
  const isAtHand = rests.flat().every((each) => {
    const bound = each.type === 'Identifier' ? namesInScope(source, each.start).get(each.name) : undefined;
    return bound !== undefined && scope.get(bound.name)?.id === bound.id;
  });
  const texts = new Set(rests.map((each) => each.map((node) => textOf(source, node)).join(', ')));
  const [text] = texts;
  if (rest === undefined || !isAtHand || texts.size !== 1) return [];
  const title = `\`${textOf(source, call.callee)}\` is not given \`${text}\`, as beside`;
  const splices = [{ start: last.end, end: last.end, text: `, ${text}` }];
  return [ideaIn('argument-order', source, { title, rank: 0, splices })];
}

function isSame(source: Source, one: Node, other: Node | undefined): boolean {
  return other !== undefined && textOf(source, one) === textOf(source, other);
}

function scopeText(source: Source, call: Call, param: Node | undefined): string | null {
  const scope = namesInScope(source, call.start);
  const target = param?.type === 'TSParameterProperty' ? param.parameter : param;
  if (target?.type === 'Identifier') return scope.has(target.name) ? target.name : null;
  if (target?.type !== 'ObjectPattern') return null;
  const names = target.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null));
  return names.every((name) => name !== null && scope.has(name)) ? `{ ${names.join(', ')} }` : null;
}

/** The literal that the other calls of the file, else of the project, give there. */
function usualText(context: RecipeContext, source: Source, at: { call: Call; at: number }): string | null {
  const chain = chainOf(at.call.callee);
  if (chain === null) return null;
  const texts = allSources(context.tree).flatMap((each) =>
    all(each.program, at.call.type)
      .filter(
        (other) =>
          other !== at.call &&
          lastName(other.callee) === lastName(at.call.callee) &&
          other.arguments.length > at.call.arguments.length,
      )
      .filter((other) => each === source || chainOf(other.callee) === chain)
      .map((other) => ({ each, node: other.arguments[at.at] as Node })),
  );
  const literals = texts.filter(({ node }) => node.type === 'Literal');
  if (literals.length < 2 || literals.length * 4 < texts.length * 3) return null;
  const near = literals.filter(({ each }) => each === source);
  const words = new Set((near.length > 0 ? near : literals).map(({ each, node }) => textOf(each, node)));
  return words.size === 1 ? ([...words][0] ?? null) : null;
}

/** `day(slug)` where all others give `day(x.date)`, and a name or an object in sight has a `date`. */
function misnamed(context: RecipeContext, place: CallPlace): Idea[] {
  const { source, call, params, site } = place;
  const others = siblingsOf(context, place);
  return call.arguments.flatMap((each, at): Idea[] => {
    const given = each as Node;
    const param = params[at];
    const isName = given.type === 'Identifier' || given.type === 'MemberExpression';
    if (site === null || !isName || param?.type !== 'Identifier' || isCalled(param, given)) return [];
    if (isMadeForThis(source, given)) return [];
    const usual = others.filter(
      (other) => other.arguments[at] !== undefined && isCalled(param, other.arguments[at] as Node),
    );
    if (usual.length === 0 || usual.length < others.length) return [];
    return inSight(site, given, param.name).map((text, _, { length }) =>
      ideaIn('argument-order', source, {
        title: `\`${textOf(source, call.callee)}\` is given \`${text}\` elsewhere`,
        rank: length === 1 ? 1 : 2,
        splices: [{ start: given.start, end: given.end, text }],
      }),
    );
  });
}

/** `const changed = await change(…); show(changed)`: what a call gave is used here alone, and nowhere if not here. */
function isMadeForThis(source: Source, given: Node): boolean {
  const binding = given.type === 'Identifier' ? namesInScope(source, given.start).get(given.name) : undefined;
  const init = binding?.node.type === 'VariableDeclarator' ? binding.node.init : null;
  const made = init?.type === 'AwaitExpression' ? init.argument : init;
  if (binding === undefined || made?.type !== 'CallExpression') return false;
  return !all(source.program, 'Identifier').some(
    (id) =>
      id.name === binding.name &&
      id !== given &&
      id !== binding.id &&
      namesInScope(source, id.start).get(id.name)?.id === binding.id,
  );
}

function inSight({ source, facts }: Site, at: Node, name: string): string[] {
  if (namesInScope(source, at.start).has(name)) return [name];
  const scope = namesInScope(source, at.start);
  return Object.entries(facts?.locals ?? {}).flatMap(([local, value]) =>
    scope.has(local) && value.keys.includes(name) ? [`${local}.${name}`] : [],
  );
}
