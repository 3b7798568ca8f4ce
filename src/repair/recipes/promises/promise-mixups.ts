/** Promises and what they are taken for: `async` for nothing, callbacks that nobody gives, both ways to end at once, answers nobody returns. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { called, callsOf, reached } from '../../code/callees.ts';
import type { Call } from '../../code/callees.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { callsByName, canAwaitOutside } from '../../code/promises.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { importText, isEsm } from '../../code/insert.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  keyName,
  statementOf,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import { eolOf, indentAt, indentUnit, nextLine } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

export const promiseMixup: Recipe = {
  name: 'promise-mixup',
  classes: ['type', 'unknown', 'timeout', 'module_format', 'import_export'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A function is async and awaits nothing, though its value is used at once; a function with callback is awaited, or one that gives a promise is handed a callback, or one with callback is used for its value; an async plugin also calls `done`; a handler drops the promise of its answer.',
  ideas(context) {
    if (context.signal.kind === 'timeout') return [...unanswered(context), ...callbackUnheard(context)];
    // The program ended before anybody was called back.
    if (context.signal.beforeReady && context.signal.error === null) return callbackUnheard(context);
    const site = sitesOf(context)[0];
    const bothWays = twoEnds(context);
    return site === undefined
      ? bothWays
      : [...usedAtOnce(context, site), ...callbackMissing(context, site), ...answerTaken(context, site), ...bothWays];
  },
};

/** `const app = build()` outside any function, where nothing can be awaited. */
function usedAtOnce(context: RecipeContext, site: Site): Idea[] {
  const { source } = site;
  if (canAwaitOutside(source)) return [];
  return culprits(context, site).flatMap((node) => {
    const root = node.type === 'MemberExpression' ? node.object : node;
    const made = root.type === 'Identifier' ? namesInScope(source, root.start).get(root.name)?.node : undefined;
    if (made?.type !== 'VariableDeclarator' || made.init?.type !== 'CallExpression') return [];
    if (functionsAround(made).length > 0 || functionsAround(root).length > 0) return [];
    return called(context, source, made.init.callee).flatMap((each) =>
      each.fn.async ? [...withoutAsync(each.source, each.fn), ...behindThen(source, made)] : [],
    );
  });
}

/** The one function that a call reaches without its `async`, where nothing is awaited in it and nobody chains its promise. */
export function madePlain(context: RecipeContext, { source, node }: { source: Source; node: Node }): Idea[] {
  const [only, more] = node.type === 'CallExpression' ? reached(context, source, node.callee) : [];
  if (only === undefined || more !== undefined || !only.fn.async) return [];
  const isChained = callsByName(context, only.fn).some(
    ({ call: { parent } }) =>
      parent?.type === 'MemberExpression' && /^(?:then|catch|finally)$/.test(keyName(parent.property) ?? ''),
  );
  return isChained ? [] : withoutAsync(only.source, only.fn);
}

const headMax = 40;

function withoutAsync(source: Source, fn: FunctionNode): Idea[] {
  const waits = ['AwaitExpression', 'ForOfStatement'] as const;
  const isAwaiting = waits.some((type) =>
    all(fn, type).some((each) => functionsAround(each)[0] === fn && (each.type === 'AwaitExpression' || each.await)),
  );
  const method = fn.parent?.type === 'MethodDefinition' ? fn.parent : null;
  const start = method?.start ?? fn.start;
  const head = /^(?:static\s+)?(async\s+)/.exec(source.text.slice(start, method?.key.start ?? start + headMax));
  if (isAwaiting || head?.[1] === undefined) return [];
  const end = start + head[0].length;
  const splices = [{ start: end - head[1].length, end, text: '' }];
  return [
    ideaIn('promise-mixup', source, { title: 'nothing is awaited in it: the function is not async', rank: 0, splices }),
  ];
}

/** Everything behind the declaration into `then`, where that is nothing but statements that do something. */
function behindThen(source: Source, made: Of<'VariableDeclarator'>): Idea[] {
  const { program, text } = source;
  const at = program.body.findIndex((each) => each.start <= made.start && made.end <= each.end);
  const statement = program.body[at];
  const rest = program.body.slice(at + 1);
  const last = rest.at(-1);
  const isPlain = rest.every((each) => each.type === 'ExpressionStatement' || each.type === 'VariableDeclaration');
  if (statement === undefined || last === undefined || !isPlain || made.init === null || made.id.type !== 'Identifier')
    return [];
  const inner = text.slice(nextLine(text, statement.end), last.end);
  if (/`|\bmodule\.exports\b|\bexports\./.test(inner)) return [];
  const [eol, unit] = [eolOf(text), indentUnit(text)];
  const body = inner.split('\n').map((line) => (line.trim() === '' ? line : unit + line));
  const put = `${textOf(source, made.init)}.then((${made.id.name}) => {${eol}${body.join('\n')}${eol}});`;
  const splices = [{ start: statement.start, end: last.end, text: put }];
  return [ideaIn('promise-mixup', source, { title: `go on when \`${made.id.name}\` is there`, rank: 1, splices })];
}

/** `const row = find(id);` of a function that hands its row to a callback: what follows goes into one. */
function answerTaken(context: RecipeContext, site: Site): Idea[] {
  if (!/is not a function/.test(context.diagnosis.message)) return [];
  return culprits(context, site)
    .flatMap((callee) => (callee.type === 'Identifier' ? callsWithout(context, site.source, callee) : []))
    .flatMap(({ source, call }) => intoCallback(context, source, call))
    .slice(0, 2);
}

/** The calls that leave out the callback which a parameter holds, directly or through a function that hands it on. */
function callsWithout(context: RecipeContext, source: Source, id: Of<'Identifier'>, depth = 4): Call[] {
  const binding = namesInScope(source, id.start).get(id.name);
  const fn =
    binding?.kind === 'param' ? functionsAround(id).find((each) => each.params.at(-1) === binding.id) : undefined;
  if (fn === undefined || depth === 0) return [];
  const at = fn.params.length - 1;
  return callsOf(context, fn).flatMap(({ source: there, call }) => {
    const given = call.arguments[at];
    if (given === undefined) return call.arguments.length === at ? [{ source: there, call }] : [];
    return given.type === 'Identifier' ? callsWithout(context, there, given, depth - 1) : [];
  });
}

/** An error goes where errors of the function around go; nothing is known of it where there is no such way. */
function intoCallback(context: RecipeContext, source: Source, call: Of<'CallExpression'>): Idea[] {
  const { text } = source;
  const made = call.parent;
  const statement = statementOf(call);
  const block = statement?.parent;
  const last = block?.type === 'BlockStatement' ? block.body.at(-1) : undefined;
  const owner = functionsAround(call)[0];
  if (made?.type !== 'VariableDeclarator' || made.id.type !== 'Identifier' || owner?.async || !statement || !last)
    return [];
  const back = owner?.params.at(-1);
  const next = owner === undefined ? null : (handlerOf(context.tree, source, owner)?.next ?? null);
  const way = next ?? (back?.type === 'Identifier' && /^(?:cb|callback|done)$/.test(back.name) ? back.name : null);
  const rest = text.slice(statement.end, last.end);
  if (way === null || owner?.body !== block || rest.includes('`')) return [];
  const [eol, unit, indent] = [eolOf(text), indentUnit(text), indentAt(text, statement.start)];
  const given = call.arguments.length === 0 ? '' : ', ';
  const open = `${text.slice(call.start, call.end - 1)}${given}function (err, ${made.id.name}) {${eol}${indent}${unit}if (err) return ${way}(err);`;
  const body = rest.replaceAll(/\n(?=[^\S\n]*\S)/g, `\n${unit}`);
  const put = `${open}${body}${eol}${indent}});`;
  const title = `\`${made.id.name}\` comes by the callback of \`${textOf(source, call.callee)}\``;
  return [
    ideaIn('promise-mixup', source, {
      title,
      rank: 0,
      splices: [{ start: statement.start, end: last.end, text: put }],
    }),
  ];
}

const withPromise =
  /^(?:readFile|writeFile|appendFile|readdir|mkdir|stat|lstat|unlink|rm|rename|copyFile|access|open|readlink|realpath|mkdtemp|setTimeout|setImmediate|lookup|pipeline|finished)$/;

/** `await readFile(path)` of `node:fs`, which wants a callback: the promise of it, or its synchronous like where nothing waits. */
function callbackMissing(context: RecipeContext, site: Site): Idea[] {
  if (
    !/"?cb"? argument must be of type function|callback.*must be (?:of type )?(?:a )?function|"streams\[stream\.length - 1\]" property must be of type function/i.test(
      context.diagnosis.message,
    )
  )
    return [];
  const { source } = site;
  return site.nodes
    .filter((each) => each.type === 'CallExpression')
    .flatMap((call) => {
      const [root = '', member] = chainOf(call.callee)?.split('.') ?? [];
      const from = importsOf(source).find(
        (each) => each.local === root && /^(?:node:)?(?:fs|timers|dns|stream)$/.test(each.specifier),
      );
      const method = member ?? from?.imported ?? '';
      if (from === undefined || !withPromise.test(method)) return [];
      const isAwaited = isWaitedFor(call);
      if (member === undefined) return isAwaited ? fromPromises(context, source, from) : [];
      const name = call.callee.type === 'MemberExpression' ? call.callee.property : call.callee;
      const splices: Splice[] = isAwaited
        ? [{ start: name.start, end: name.start, text: 'promises.' }]
        : [{ start: name.end, end: name.end, text: 'Sync' }];
      const title = isAwaited ? `the promise of \`${method}\`` : `\`${method}Sync\`, which gives its value at once`;
      return [ideaIn('promise-mixup', source, { title, rank: 0, splices })];
    })
    .slice(0, 2);
}

function isWaitedFor(call: Node): boolean {
  const { parent } = call;
  if (parent?.type === 'AwaitExpression' || parent?.type === 'ReturnStatement') return true;
  if (parent?.type === 'ArrowFunctionExpression' && parent.body === call) return true;
  return parent?.type === 'MemberExpression' && /^(?:then|catch)$/.test(keyName(parent.property) ?? '');
}

/** What is awaited was meant to come from `fs/promises`; what stands beside it in the same statement and has no promise stays. */
function fromPromises(context: RecipeContext, source: Source, taken: Import): Idea[] {
  const { specifier, literal, statement, node, imported } = taken;
  const wanted = `${specifier}/promises`;
  const beside = importsOf(source).filter((each) => each.statement === statement);
  const hasCallback = all(source.program, 'CallExpression').some(
    ({ callee, arguments: given }) => chainOf(callee) === taken.local && given.some((each) => isFunction(each as Node)),
  );
  if (hasCallback) return [];
  const title = `take \`${imported}\` from \`${wanted}\``;
  if (beside.every((each) => withPromise.test(each.imported))) {
    const splices = [{ start: literal.end - 1, end: literal.end - 1, text: '/promises' }];
    return [ideaIn('promise-mixup', source, { title, rank: 0, splices })];
  }
  if (taken.local === null || beside.length < 2) return [];
  const { text } = source;
  const [after] = /^\s*,\s*/.exec(text.slice(node.end)) ?? [''];
  const [before] = after === '' ? (/,\s*$/.exec(text.slice(0, node.start)) ?? ['']) : [''];
  const line = importText(source, isEsm(context.tree, source), { local: taken.local, imported, specifier: wanted });
  const end = nextLine(text, statement.end);
  const splices = [
    { start: node.start - before.length, end: node.end + after.length, text: '' },
    { start: end, end, text: `${line}${eolOf(text)}` },
  ];
  return [ideaIn('promise-mixup', source, { title, rank: 0, splices })];
}

/** Fastify: an async plugin or hook that also takes `done`. */
function twoEnds(context: RecipeContext): Idea[] {
  const { message, named } = context.diagnosis;
  if (
    !/INVALID_ASYNC_HANDLER/.test(named.code ?? '') &&
    !/mix(?:es|ing)? async and callback styles|Async function has too many arguments/.test(message)
  )
    return [];
  return allSources(context.tree)
    .flatMap((source) =>
      [
        ...all(source.program, 'FunctionDeclaration'),
        ...all(source.program, 'FunctionExpression'),
        ...all(source.program, 'ArrowFunctionExpression'),
      ]
        .filter((fn) => fn.async && isDone(fn.params.at(-1)))
        .flatMap((fn) => withoutDone(source, fn)),
    )
    .slice(0, 3);
}

function isDone(node: Node | undefined): boolean {
  return node?.type === 'Identifier' && /^(?:done|next|cb|callback)$/.test(node.name);
}

/** Without the last parameter and the statements that call it. */
function withoutDone(source: Source, fn: FunctionNode): Idea[] {
  const { text } = source;
  const [last, before] = [fn.params.at(-1), fn.params.at(-2)];
  if (last?.type !== 'Identifier') return [];
  const uses = all(fn, 'Identifier').filter((id) => id.name === last.name && id !== last && isReference(id));
  const calls = uses.map(({ parent }) =>
    parent?.type === 'CallExpression' && parent.arguments.length === 0 ? parent.parent : null,
  );
  const splices = calls.flatMap((statement) => {
    if (statement?.type !== 'ExpressionStatement' && statement?.type !== 'ReturnStatement') return [];
    const start = text.lastIndexOf('\n', statement.start);
    const blank = /\n[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
    return [{ start: start - blank, end: statement.end, text: '' }];
  });
  if (splices.length < uses.length) return [];
  const head = { start: before === undefined ? last.start : before.end, end: last.end, text: '' };
  const title = `an async function in ${source.path} ends by itself, without \`${last.name}\``;
  return [ideaIn('promise-mixup', source, { title, rank: 0, splices: [head, ...splices] })];
}

/** `fs.promises.readFile(path, (error, text) => …)`: a promise calls nobody back, so the one of `fs` is meant. */
function callbackUnheard(context: RecipeContext): Idea[] {
  return allSources(context.tree)
    .flatMap((source) => [
      ...ofPromises(source),
      ...all(source.program, 'CallExpression').flatMap(({ callee, arguments: given }) => {
        const last = given.at(-1) as Node | undefined;
        const from = callee.type === 'MemberExpression' ? callee.object : null;
        const isBack = last !== undefined && isFunction(last) && last.params.length > 0;
        const name = callee.type === 'MemberExpression' ? (keyName(callee.property) ?? '') : '';
        if (!isBack || from?.type !== 'MemberExpression' || keyName(from.property) !== 'promises') return [];
        if (!withPromise.test(name)) return [];
        const splices = [{ start: from.object.end, end: from.end, text: '' }];
        const title = `\`${name}\` with a callback in ${source.path}`;
        return [ideaIn('promise-mixup', source, { title, rank: 0, splices })];
      }),
    ])
    .slice(0, 3);
}

/** `require('fs/promises')`, of which every function is handed a callback. */
function ofPromises(source: Source): Idea[] {
  const from = importsOf(source).find(({ specifier }) => /^(?:node:)?fs\/promises$/.test(specifier));
  const calls = all(source.program, 'CallExpression').filter(
    ({ callee }) =>
      callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      callee.object.name === (from?.local ?? ''),
  );
  const areBack = calls.every(({ arguments: given }) => given.length > 0 && isFunction(given.at(-1) as Node));
  const literals = all(source.program, 'Literal').filter(({ value }) => value === from?.specifier);
  const [literal, more] = literals;
  if (literal === undefined || more !== undefined || calls.length === 0 || !areBack) return [];
  const splices = [{ start: literal.end - 1 - '/promises'.length, end: literal.end - 1, text: '' }];
  return [ideaIn('promise-mixup', source, { title: 'what is handed a callback is of `fs`', rank: 0, splices })];
}

/** A handler of Fastify whose last statement has the answer and does not return it. */
function unanswered(context: RecipeContext): Idea[] {
  const { request } = context.signal;
  const asked = request?.url.split('?')[0]?.split('/').filter(Boolean) ?? [];
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const method = call.callee.type === 'MemberExpression' ? keyName(call.callee.property) : null;
      const route = stringValue(call.arguments[0] as Node | undefined);
      const fn = call.arguments.at(-1) as Node | undefined;
      if (method !== request?.method.toLowerCase() || route === null || fn === undefined || !isFunction(fn)) return [];
      return endsLike(asked, route) ? returning(context, source, fn) : [];
    }),
  );
}

/** `/carts/c1` ends in `/:cartId`; the prefix stands elsewhere. */
function endsLike(asked: readonly string[], route: string): boolean {
  const parts = route.split('/').filter(Boolean);
  const tail = asked.slice(asked.length - parts.length);
  return parts.length <= asked.length && parts.every((part, at) => part.startsWith(':') || part === tail[at]);
}

function returning(context: RecipeContext, source: Source, fn: FunctionNode): Idea[] {
  const handler = handlerOf(context.tree, source, fn);
  const last = fn.body?.type === 'BlockStatement' ? fn.body.body.at(-1) : undefined;
  if (handler?.framework !== 'fastify' || last?.type !== 'ExpressionStatement') return [];
  const value = last.expression.type === 'AwaitExpression' ? last.expression.argument : last.expression;
  if (value.type !== 'CallExpression' || chainOf(value.callee)?.split('.')[0] === handler.response) return [];
  const splices = [{ start: last.start, end: last.start, text: 'return ' }];
  return [ideaIn('promise-mixup', source, { title: `return the answer in ${source.path}`, rank: 0, splices })];
}
