/** Hooks and middleware of Fastify, Koa and Hono that never hand over: `next()` that nobody waits for, a hook that never ends. */
import type { Idea } from '../../../incident/nouns.ts';
import { called } from '../../code/callees.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { nearNames } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  keyName,
  statementOf,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, lineStart, nextLine, semicolonOf } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { madeAsync } from '../../code/promises.ts';

export const unawaitedNext: Recipe = {
  name: 'unawaited-next',
  classes: ['unknown', 'type', 'timeout', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'Koa and Hono: `next()` that is not awaited, and an answer that is not returned.',
  ideas(context) {
    const { message } = context.diagnosis;
    if (
      !/Context is not finalized|Can't set headers|headers after they are sent|next\(\) called multiple/.test(message)
    )
      return [];
    return allSources(context.tree).flatMap((source) => {
      const splices = handlersOf(context, source).flatMap((fn) => [
        ...awaits(context, source, fn),
        ...passesOn(context, source, fn),
        ...returns(context, source, fn),
      ]);
      return splices.length === 0
        ? []
        : [ideaIn('unawaited-next', source, { title: `what ${source.path} begins is waited for`, rank: 0, splices })];
    });
  },
};

function functionsIn(source: Source): FunctionNode[] {
  return [
    ...all(source.program, 'FunctionDeclaration'),
    ...all(source.program, 'FunctionExpression'),
    ...all(source.program, 'ArrowFunctionExpression'),
  ];
}

function handlersOf(context: RecipeContext, source: Source): FunctionNode[] {
  return functionsIn(source).filter((fn) =>
    /^(?:koa|hono)$/.test(handlerOf(context.tree, source, fn)?.framework ?? ''),
  );
}

/** Calls that stand alone as a statement, by a function itself. */
function statementsOf(fn: FunctionNode): Of<'CallExpression'>[] {
  return fn.body === null
    ? []
    : all(fn.body, 'CallExpression').filter(
        ({ parent }) => parent?.type === 'ExpressionStatement' && functionsAround(parent)[0] === fn,
      );
}

function awaits(context: RecipeContext, source: Source, fn: FunctionNode): Splice[] {
  const next = handlerOf(context.tree, source, fn)?.next ?? null;
  const calls = statementsOf(fn).filter((call) => next !== null && chainOf(call.callee) === next);
  const head = fn.async || calls.length === 0 ? [] : madeAsync(context, source, fn);
  if (head === null) return [];
  return [...head, ...calls.map(({ start }) => ({ start, end: start, text: 'await ' }))];
}

/** Hono: a middleware that takes `next` and never calls it goes on with it at its end. */
function passesOn(context: RecipeContext, source: Source, fn: FunctionNode): Splice[] {
  const handler = handlerOf(context.tree, source, fn);
  const last = fn.body?.type === 'BlockStatement' ? fn.body.body.at(-1) : undefined;
  if (handler?.framework !== 'hono' || handler.next === null || last === undefined || !fn.async) return [];
  const isCalled = fn.body !== null && all(fn.body, 'Identifier').some(({ name }) => name === handler.next);
  if (isCalled || last.type === 'ReturnStatement' || last.type === 'ThrowStatement') return [];
  return [{ start: last.end, end: last.end, text: behind(source, last, `await ${handler.next}()`) }];
}

/** A statement on a line of its own behind another one. */
function behind({ text }: Source, statement: Node, added: string): string {
  return `${eolOf(text)}${indentAt(text, statement.start)}${added}${semicolonOf(text)}`;
}

/** Hono: `c.json(…)` as the last statement. */
function returns(context: RecipeContext, source: Source, fn: FunctionNode): Splice[] {
  const handler = handlerOf(context.tree, source, fn);
  const last = fn.body?.type === 'BlockStatement' ? fn.body.body.at(-1) : undefined;
  if (handler?.framework !== 'hono' || last === undefined) return [];
  const answer = new RegExp(`^${handler.request}\\.(?:json|text|html|body|redirect|notFound|newResponse)$`);
  const found = statementsOf(fn).filter(
    (call) => statementOf(call) === last && answer.test(chainOf(call.callee) ?? ''),
  );
  return found.map(({ start }) => ({ start, end: start, text: 'return ' }));
}

const hookNames =
  'onRequest preParsing preValidation preHandler preSerialization onSend onResponse onError onTimeout onRequestAbort onReady onListen onClose preClose onRoute onRegister'.split(
    ' ',
  );

export const fastifyHook: Recipe = {
  name: 'fastify-hook',
  classes: ['timeout', 'unknown', 'type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'Fastify: a hook that is neither async nor calls `done`, an async one that takes `done`, and one that is called where it should be handed over.',
  ideas(context) {
    const { signal, diagnosis } = context;
    const isWrong = /Async hooks should not use the 'done' argument|FST_ERR_HOOK_INVALID_ASYNC_HANDLER/.test(
      `${diagnosis.message} ${diagnosis.named.code ?? ''}`,
    );
    if (/hook not supported/.test(diagnosis.message) || isWrong) {
      const renamed = misspelt(context);
      if (renamed.length > 0) return renamed;
    }
    const handed = /(\w+) hook should be a function, instead got \[object Promise\]/.exec(diagnosis.message)?.[1];
    if (handed !== undefined) return calledEarly(context, handed);
    if (!isWrong && signal.kind !== 'timeout') return [];
    return hooksOf(context)
      .flatMap(({ source, fn }) => (isWrong ? withoutDone(source, fn) : ended(context, source, fn)))
      .slice(0, 4);
  },
};

/** `addHook('onSending', …)`: no hook of Fastify is called so. */
function misspelt(context: RecipeContext): Idea[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap(({ callee, arguments: [name] }) => {
      const hook = stringValue(name as Node | undefined);
      if (name === undefined || hook === null || chainOf(callee)?.endsWith('.addHook') !== true) return [];
      if (hookNames.includes(hook)) return [];
      const near = hookNames.filter((each) => hook.startsWith(each) || each.startsWith(hook));
      // `close` as any other emitter calls it
      const event = hookNames.find((each) => each.toLowerCase() === `on${hook.toLowerCase()}`);
      const meant = event ?? nearNames(hook, hookNames)[0]?.name ?? (near.length === 1 ? near[0] : undefined);
      if (meant === undefined) return [];
      const splices = [{ start: name.start + 1, end: name.end - 1, text: meant }];
      return [ideaIn('fastify-hook', source, { title: `the hook is called \`${meant}\``, rank: 0, splices })];
    }),
  );
}

interface Hook {
  readonly source: Source;
  readonly fn: FunctionNode;
}

/** Functions given as `{ preHandler: guard }` or by `addHook('onRequest', guard)`. */
function hooksOf(context: RecipeContext): Hook[] {
  return allSources(context.tree).flatMap((source) => {
    const options = all(source.program, 'Property').flatMap(({ key, value }) => {
      if (!hookNames.includes(keyName(key) ?? '')) return [];
      return value.type === 'ArrayExpression' ? (value.elements as Node[]) : [value as Node];
    });
    const added = all(source.program, 'CallExpression').flatMap(({ callee, arguments: [, hook] }) =>
      chainOf(callee)?.endsWith('.addHook') === true && hook !== undefined ? [hook as Node] : [],
    );
    return [...options, ...added].flatMap((node) =>
      isFunction(node) ? [{ source, fn: node }] : called(context, source, node),
    );
  });
}

/** Neither a promise nor `done`: the hook becomes async; one that takes `done` calls it at its end. */
function ended(context: RecipeContext, source: Source, fn: FunctionNode): Idea[] {
  const done = fn.params.length > 2 ? fn.params.at(-1) : undefined;
  const end = fn.body?.type === 'BlockStatement' ? fn.body.body.at(-1) : undefined;
  if (!fn.async && done?.type === 'Identifier' && end !== undefined && end.type !== 'ReturnStatement') {
    if (all(fn, 'Identifier').some(({ name, start }) => name === done.name && start !== done.start)) return [];
    const splices = [{ start: end.end, end: end.end, text: behind(source, end, `${done.name}()`) }];
    return [ideaIn('fastify-hook', source, { title: `the hook calls \`${done.name}\``, rank: 0, splices })];
  }
  const isPlain = !fn.async && fn.params.length < 3 && fn.body?.type === 'BlockStatement';
  const gives = all(fn, 'ReturnStatement').some((each) => each.argument !== null && functionsAround(each)[0] === fn);
  const head =
    isPlain && !gives ? (madeAsync(context, source, fn) ?? [{ start: fn.start, end: fn.start, text: 'async ' }]) : [];
  if (head.length === 0) return [];
  return [ideaIn('fastify-hook', source, { title: 'a hook without `done` is async', rank: 0, splices: head })];
}

/** `{ preHandler: app.guard() }`, where `guard` is the hook itself. */
function calledEarly(context: RecipeContext, hook: string): Idea[] {
  const title = `the hook is handed over, not called`;
  return allSources(context.tree).flatMap((source) => {
    const given = all(source.program, 'Property').flatMap(({ key, value }) => {
      const values = value.type === 'ArrayExpression' ? (value.elements as Node[]) : [value as Node];
      return keyName(key) === hook ? values : [];
    });
    const splices = given.flatMap((call) => {
      if (call.type !== 'CallExpression' || call.arguments.length > 0) return [];
      const made = called(context, source, call.callee);
      return made.every(({ fn }) => fn.async) ? [{ start: call.callee.end, end: call.end, text: '' }] : [];
    });
    return splices.length === 0 ? [] : [ideaIn('fastify-hook', source, { title, rank: 0, splices })];
  });
}

/** An async hook gives back what it would hand to `done`, and throws its error. */
function withoutDone(source: Source, fn: FunctionNode): Idea[] {
  const last = fn.params.at(-1);
  const previous = fn.params.at(-2);
  if (!fn.async || fn.params.length < 2 || last?.type !== 'Identifier' || previous === undefined) return [];
  if (!/^(?:done|next|cb|callback)$/.test(last.name)) return [];
  const calls = all(fn, 'CallExpression').filter(
    ({ callee, parent }) =>
      chainOf(callee) === last.name && /^(?:Expression|Return)Statement$/.test(parent?.type ?? ''),
  );
  const uses = all(fn, 'Identifier').filter(({ name }) => name === last.name);
  if (uses.length !== calls.length + 1 || calls.some((call) => functionsAround(call)[0] !== fn)) return [];
  const splices = calls.map((call) => givenBack(source, fn, call));
  return [
    ideaIn('fastify-hook', source, {
      title: 'an async hook takes no `done`',
      rank: 0,
      splices: [{ start: previous.end, end: last.end, text: '' }, ...splices],
    }),
  ];
}

/** `done(null, payload)` as `return payload`, `done(error)` as `throw error`; the last `done()` goes with its line. */
function givenBack(source: Source, fn: FunctionNode, call: Of<'CallExpression'>): Splice {
  const statement = call.parent ?? call;
  const [error = 'null', value] = call.arguments.map((each) => textOf(source, each as Node));
  const isFault = !/^(?:null|undefined)$/.test(error);
  const isLast = fn.body?.type === 'BlockStatement' && fn.body.body.at(-1) === statement;
  if (isLast && !isFault && value === undefined)
    return { start: lineStart(source.text, statement.start), end: nextLine(source.text, statement.end), text: '' };
  const said = isFault ? `throw ${error}` : value === undefined ? 'return' : `return ${value}`;
  return { start: statement.start, end: call.end, text: said };
}
