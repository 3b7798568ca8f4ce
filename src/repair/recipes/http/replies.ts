/** Answers that go out twice, input that cannot be parsed, and streams whose errors nobody hears. */
import type { Idea } from '../../../incident/nouns.ts';
import { handlerAround, refusalLines } from '../../code/frameworks.ts';
import type { Handler } from '../../code/frameworks.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { allNames, boundIdentifiers, namesInScope } from '../../code/scope.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  statementOf,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, indentUnit, lineStart, semicolonOf } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { wentOnBehindRefusal } from '../promises/went-on.ts';
import { insideFirst, ownHandler } from './ended-inside.ts';
import { refusedBody } from './refused-body.ts';

export const doubleSend: Recipe = {
  name: 'double-send',
  classes: ['type', 'unknown', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A handler answers and goes on to answer again, or a function calls its callback, or rejects, and goes on: returns after the first; what was handed the response has answered already: nothing more is answered.',
  ideas(context) {
    const { message, named } = context.diagnosis;
    if (
      !/headers after they are sent|write after end|Reply was already sent/.test(message) &&
      named.code !== 'ERR_HTTP_HEADERS_SENT' &&
      named.code !== 'ERR_STREAM_WRITE_AFTER_END'
    )
      return [...wentOn(context), ...(isOfNothing(context) ? wentOnBehindRefusal(context) : [])];
    for (const site of sitesOf(context)) {
      const node = site.nodes.find((each) => each.type === 'CallExpression');
      const handler = node === undefined ? null : (handlerAround(context.tree, site.source, node) ?? ownHandler(node));
      if (node === undefined || handler === null || handler.response === null) continue;
      const found = earlier(site.source, handler, node);
      if (found.length > 0) return found;
    }
    const late = answeredLate(context);
    if (late.length > 0) return late;
    const others = [...calledTwice(context), ...anywhere(context)];
    return others.length > 0 ? others : insideFirst(context);
  },
};

/** `setTimeout(() => res.status(503).end(), ms)` that nobody clears: it goes with the answer. */
function answeredLate(context: RecipeContext): Idea[] {
  return sitesOf(context)
    .slice(0, 1)
    .flatMap(({ source, nodes: [node] }) => {
      const handler = node === undefined ? null : handlerAround(context.tree, source, node);
      const call = node === undefined ? null : functionsAround(node)[0]?.parent;
      if (call?.type !== 'CallExpression' || chainOf(call.callee) !== 'setTimeout' || !handler?.response) return [];
      const made = call.parent?.type === 'VariableDeclarator' ? call.parent.id : null;
      const statement = statementOf(call);
      const named = made?.type === 'Identifier' ? made.name : null;
      const free = ['timer', 'timeout', 'answerTimer'].find((each) => !allNames(source).has(each));
      const name = named ?? free;
      if (statement === null || name === undefined || new RegExp(`clearTimeout\\(${name}\\)`).test(source.text))
        return [];
      if (named === null && (statement.type !== 'ExpressionStatement' || statement.start !== call.start)) return [];
      const { text } = source;
      const line = `${eolOf(text)}${indentAt(text, statement.start)}${handler.response}.on('close', () => clearTimeout(${name}))${semicolonOf(text)}`;
      const splices = [
        ...(named === null ? [{ start: call.start, end: call.start, text: `const ${name} = ` }] : []),
        { start: statement.end, end: statement.end, text: line },
      ];
      return [
        ideaIn('double-send', source, { title: 'the timer is cleared once the answer is out', rank: 0, splices }),
      ];
    });
}

/** `if (known) callback(null, known);` in a function that goes on to call the callback again: whoever waits for it is told twice. */
function calledTwice(context: RecipeContext): Idea[] {
  return allSources(context.tree)
    .flatMap((source) =>
      all(source.program, 'IfStatement').flatMap((branch) => {
        const last = branch.consequent.type === 'BlockStatement' ? branch.consequent.body.at(-1) : branch.consequent;
        const fn = functionsAround(branch)[0];
        const back = fn?.params.at(-1);
        if (fn === undefined || back?.type !== 'Identifier' || branch.alternate !== null) return [];
        if (last?.type !== 'ExpressionStatement' || !tells(last, back.name)) return [];
        const behind = all(fn, 'CallExpression').some((call) => call.start >= branch.end && tells(call, back.name));
        if (!behind || !/^(?:cb|callback|done|next|fn)$/.test(back.name)) return [];
        const title = `return after the first \`${back.name}\` in ${source.path}`;
        const splices = [{ start: last.start, end: last.start, text: 'return ' }];
        return [ideaIn('double-send', source, { title, rank: 0, splices })];
      }),
    )
    .slice(0, 3);
}

/** A call of the callback in these nodes, or one that hands it on to be called later. */
function tells(node: Node, name: string): boolean {
  return all(node, 'Identifier').some(
    (id) =>
      id.name === name &&
      id.parent?.type === 'CallExpression' &&
      (id.parent.callee === id || /^(?:process\.nextTick|setImmediate)$/.test(chainOf(id.parent.callee) ?? '')),
  );
}

const isOfNothing = ({ diagnosis }: RecipeContext): boolean =>
  /of (?:undefined|null)\b|is not (?:iterable|a function)|Cannot destructure/.test(diagnosis.message);

/** `if (!row) next(error)` without `return`, and what follows uses the `row` that is not there. */
function wentOn(context: RecipeContext): Idea[] {
  if (!isOfNothing(context)) return [];
  return sitesOf(context).flatMap(({ source, nodes }) => {
    const [node] = nodes;
    const handler = node === undefined ? null : handlerAround(context.tree, source, node);
    if (node === undefined || handler === null || handler.response === null) return [];
    const [fn] = functionsAround(node);
    const used = new Set(all(statementOf(node) ?? node, 'Identifier').map(({ name }) => name));
    const before = all(handler.fn, 'IfStatement').filter(
      (each) =>
        each.end <= node.start &&
        functionsAround(each)[0] === fn &&
        all(each.test, 'Identifier').some(({ name }) => used.has(name)),
    );
    return earlier(source, handler, node, before);
  });
}

/** The second answer came from an error handler around: any handler that answers on a condition and goes on. */
function anywhere(context: RecipeContext): Idea[] {
  const found: Idea[] = [];
  for (const source of allSources(context.tree)) {
    for (const branch of all(source.program, 'IfStatement')) {
      const handler = handlerAround(context.tree, source, branch) ?? ownHandler(branch);
      const block = branch.parent?.type === 'BlockStatement' ? branch.parent.body : [];
      const last = block.at(-1);
      if (handler?.response == null || last === undefined || last === (branch as Node) || branch.alternate !== null)
        continue;
      if (functionsAround(branch)[0] === handler.fn) found.push(...earlier(source, handler, last, [branch]));
    }
  }
  return found.slice(0, 3);
}

const sends = /^(?:json|jsonp|send|end|sendStatus|sendFile|redirect|render|download)$/;

/** Answers inside an `if` before the failing one, whose branch does not leave the function. */
function earlier(
  source: Source,
  handler: Handler,
  failing: Node,
  branches = all(handler.fn, 'IfStatement').filter((each) => each.end <= failing.start),
): Idea[] {
  const found: Idea[] = [];
  for (const each of branches.toReversed()) {
    const block = each.consequent;
    const inner = all(block, 'CallExpression').filter((call) => {
      const root = call.callee.type === 'MemberExpression' ? rootOf(call.callee.object) : null;
      const name = call.callee.type === 'MemberExpression' ? (chainOf(call.callee.property) ?? '') : '';
      const isNext = handler.next !== null && chainOf(call.callee) === handler.next && call.arguments.length > 0;
      const isAnswer = isNext || (root === handler.response && sends.test(name)) || isHelper(call, handler.response);
      return isAnswer && functionsAround(call)[0] === functionsAround(each)[0];
    });
    const last = block.type === 'BlockStatement' ? block.body.at(-1) : block;
    if (inner.length === 0 || last === undefined || last.type === 'ReturnStatement' || last.type === 'ThrowStatement')
      continue;
    const line = `${eolOf(source.text)}${indentAt(source.text, last.start)}return${semicolonOf(source.text)}`;
    const splices: Splice[] =
      last.type === 'ExpressionStatement' && inner.some((call) => call.end <= last.end && call.start >= last.start)
        ? [{ start: last.start, end: last.start, text: 'return ' }]
        : [{ start: last.end, end: last.end, text: line }];
    found.push(
      ideaIn('double-send', source, {
        title: `return after the first answer in ${source.path}`,
        rank: found.length,
        splices,
      }),
    );
  }
  return found.slice(0, 2);
}

/** `sendJson(res, 400, …)`, `respond.json(res, 400, …)`. */
function isHelper({ callee, arguments: given }: Of<'CallExpression'>, response: string | null): boolean {
  const places = callee.type === 'Identifier' ? given : given.slice(0, 1);
  const isGiven = places.some((each) => each.type === 'Identifier' && each.name === response);
  return isGiven && /send|respond|reply|json|render|answer|fail|error|redirect/i.test(lastNameOf(callee) ?? '');
}

function rootOf(node: Node): string | null {
  if (node.type === 'CallExpression') return rootOf(node.callee);
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node.name : null;
}

export const badInput: Recipe = {
  name: 'bad-input',
  classes: ['type', 'syntax', 'range', 'unknown', 'config'],
  kind: 'mitigation',
  needs: 'replayed',
  risk: 'ask',
  summary: 'Input of a request that cannot be parsed (JSON, URL, URI): the handler answers 400.',
  ideas(context) {
    const refused = refusedBody(context);
    if (refused.length > 0) return refused;
    for (const site of sitesOf(context)) {
      const call = parseCall(site);
      const whole = call === null ? [] : escaped(context, site, call);
      if (whole.length > 0) return whole;
      const handler = call === null ? null : handlerAround(context.tree, site.source, call);
      if (call === null || handler === null || !fromRequest(site.source, handler, call)) continue;
      const splices = caught(site.source, handler, call);
      if (splices !== null)
        return [
          ideaIn('bad-input', site.source, {
            title: `answer 400 where \`${textOf(site.source, call).slice(0, 50)}\` fails`,
            rank: 0,
            kind: 'mitigation',
            splices,
          }),
        ];
    }
    return [];
  },
};

/** `new RegExp(query)` beside an `escapeRegExp` that nobody calls any more. */
function escaped({ tree }: RecipeContext, { source }: Site, call: Node): Idea[] {
  if ((call.type !== 'NewExpression' && call.type !== 'CallExpression') || chainOf(call.callee) !== 'RegExp') return [];
  const [text] = call.arguments;
  const helper = all(source.program, 'FunctionDeclaration').find(
    ({ id, params }) => params.length === 1 && /esc\w*reg|reg\w*esc|quote\w*reg/i.test(id?.name ?? ''),
  )?.id?.name;
  if (text === undefined || helper === undefined || text.type === 'Literal') return [];
  const uses = allSources(tree).flatMap((each) =>
    all(each.program, 'Identifier').filter(({ name }) => name === helper),
  );
  if (uses.length > 1) return [];
  const splices = [
    { start: text.start, end: text.start, text: `${helper}(` },
    { start: text.end, end: text.end, text: ')' },
  ];
  return [
    ideaIn('bad-input', source, { title: `the text goes through \`${helper}\``, rank: 0, kind: 'cause', splices }),
  ];
}

const parsers = /^(?:JSON\.parse|decodeURI(?:Component)?|BigInt|Buffer\.from|(?:url\.)?parse|URL|RegExp|Intl\.\w+)$/;

function parseCall(site: Site): Of<'CallExpression'> | Of<'NewExpression'> | null {
  const found = site.nodes.find(
    (node) =>
      (node.type === 'CallExpression' || node.type === 'NewExpression') && parsers.test(chainOf(node.callee) ?? ''),
  );
  return found?.type === 'CallExpression' || found?.type === 'NewExpression' ? found : null;
}

/** True where an argument speaks of the request, or of text collected from it. */
function fromRequest(source: Source, handler: Handler, call: Of<'CallExpression'> | Of<'NewExpression'>): boolean {
  const names = call.arguments.flatMap((each) => all(each, 'Identifier').map((id) => id.name));
  if (handler.request !== null && names.includes(handler.request)) return true;
  return names.some((name) => {
    const binding = namesInScope(source, call.start).get(name);
    if (binding === undefined || !upwards(binding.id).includes(handler.fn)) return false;
    if (handler.framework === 'nest' || binding.kind === 'param') return true;
    const from =
      binding.node.type === 'VariableDeclarator' && binding.node.init !== null ? textOf(source, binding.node.init) : '';
    const collected = new RegExp(`\\b${name.replace(/\W/g, '')}\\s*(?:\\+=|\\.push\\()`).test(
      textOf(source, handler.fn),
    );
    return collected || (handler.request !== null && new RegExp(`\\b${handler.request}\\b`).test(from));
  });
}

/** The statement in `try`, with the refusal in `catch`; a declaration keeps its name outside. */
function caught(source: Source, handler: Handler, call: Node): Splice[] | null {
  const statement = statementOf(call);
  if (
    statement === null ||
    ((handler.framework === 'koa' || handler.framework === 'hono') && functionsAround(statement)[0] !== handler.fn)
  )
    return null;
  if (upwards(call).some((each) => each.type === 'TryStatement' && each.handler !== null && call.end <= each.block.end))
    return null;
  const { text } = source;
  const start = lineStart(text, statement.start);
  if (text.slice(start, statement.start).trim() !== '') return null;
  const eol = eolOf(text);
  const indent = indentAt(text, statement.start);
  const inner = indent + indentUnit(text);
  const lines = refusalLines(source, handler, { status: 400, error: 'Bad request' }).map((line) => inner + line);
  const tail = [`${indent}} catch {`, ...lines, `${indent}}`].join(eol);
  if (statement.type === 'VariableDeclaration') {
    const only = statement.declarations[0];
    if (only === undefined || statement.declarations.length !== 1 || only.init === null) return null;
    const names = boundIdentifiers(only.id).map((id) => id.name);
    const assign = textOf(source, only).replace(/^/, only.id.type === 'Identifier' ? '' : '(');
    const close = only.id.type === 'Identifier' ? ';' : ');';
    const made = [`${indent}let ${names.join(', ')};`, `${indent}try {`, `${inner}${assign}${close}`, tail].join(eol);
    return [{ start, end: statement.end, text: made }];
  }
  if (statement.type !== 'ExpressionStatement' && statement.type !== 'ReturnStatement') return null;
  return [{ start, end: statement.end, text: [`${indent}try {`, inner + textOf(source, statement), tail].join(eol) }];
}

export const unheardError: Recipe = {
  name: 'unheard-error',
  classes: ['missing_file', 'connection', 'unknown', 'type', 'permission'],
  kind: 'mitigation',
  needs: 'replayed',
  risk: 'ask',
  summary: "A stream or socket whose 'error' event nobody hears: answers 404, or closes the socket.",
  ideas(context) {
    const text = `${context.diagnosis.message}\n${context.signal.stderr}\n${context.signal.error?.stack ?? ''}`;
    if (!/Emitted 'error' event|Unhandled 'error' event/.test(text)) return [];
    return allSources(context.tree)
      .flatMap((source) => [...streams(context, source), ...sockets(source)])
      .slice(0, 4);
  },
};

/** `fs.createReadStream(…).pipe(res)` in a handler. */
function streams(context: RecipeContext, source: Source): Idea[] {
  return all(source.program, 'CallExpression').flatMap((call) => {
    if (
      !/(?:^|\.)createReadStream$/.test(chainOf(call.callee) ?? '') ||
      /\.on\(\s*['"]error/.test(source.text.slice(call.end, call.end + 200))
    )
      return [];
    const handler = handlerAround(context.tree, source, call);
    if (handler?.response === null || handler === null || !['http', 'express'].includes(handler.framework)) return [];
    const listener = `.on('error', () => { ${handler.response}.statusCode = 404; ${handler.response}.end('Not found'); })`;
    return [
      ideaIn('unheard-error', source, {
        title: 'answer 404 where the stream fails',
        rank: 0,
        kind: 'mitigation',
        splices: [{ start: call.end, end: call.end, text: listener }],
      }),
    ];
  });
}

/** `net.createServer((socket) => …)`, `wss.on('connection', (ws) => …)`. */
function sockets(source: Source): Idea[] {
  return all(source.program, 'CallExpression').flatMap((call) => {
    const chain = chainOf(call.callee) ?? '';
    const [event, listener] = call.arguments;
    const isServer = /^(?:net|tls)\.createServer$/.test(chain);
    const isConnection = chain.endsWith('.on') && event?.type === 'Literal' && event.value === 'connection';
    const fn = isServer ? call.arguments.find((each) => isFunction(each as Node)) : isConnection ? listener : undefined;
    if (fn === undefined || !isFunction(fn as Node) || !('params' in fn) || fn.body?.type !== 'BlockStatement')
      return [];
    const [socket] = fn.params;
    const first = fn.body.body[0];
    if (
      socket?.type !== 'Identifier' ||
      first === undefined ||
      new RegExp(`${socket.name}\\.(?:on|once)\\(\\s*['"]error`).test(textOf(source, fn as Node))
    )
      return [];
    const at = lineStart(source.text, first.start);
    const close = isServer ? 'destroy' : 'terminate';
    const line = `${indentAt(source.text, first.start)}${socket.name}.on('error', () => ${socket.name}.${close}());${eolOf(source.text)}`;
    return [
      ideaIn('unheard-error', source, {
        title: 'close a socket that fails',
        rank: 1,
        kind: 'mitigation',
        splices: [{ start: at, end: at, text: line }],
      }),
    ];
  });
}
