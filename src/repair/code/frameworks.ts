/** Which function around a place answers a request, in whose framework, and how it would refuse politely. */
import type { SourceTree } from '../../incident/nouns.ts';
import { importsOf } from './bindings.ts';
import { declared } from './modules.ts';
import { boundIdentifiers } from './scope.ts';
import { all, allSources, chainOf, functionsAround, keyName, stringValue, textOf, upwards, walk } from './syntax.ts';
import type { FunctionNode, Node, Of, Source } from './syntax.ts';
import { eolOf, indentUnit, quoted } from './text.ts';

export type Framework = 'express' | 'fastify' | 'koa' | 'hono' | 'nest' | 'http';

export interface Handler {
  readonly framework: Framework;
  readonly fn: FunctionNode;
  /** Name of the request (Express, Fastify, http) or of the context (Koa, Hono); null in Nest. */
  readonly request: string | null;
  readonly response: string | null;
  readonly next: string | null;
}

const responseNames = /^_?(?:res|resp|response|reply|rep|rs)$/i;
const errorNames = /^_?e(?:rr(?:or)?)?$/i;
const contextNames = /^(?:ctx|context|c)$/i;

/** What comes behind a middleware of Koa or Hono is a promise, which its `next()` gives. */
export function isNextPromised(
  tree: SourceTree,
  source: Source,
  { call: { callee }, fn }: { readonly call: Of<'CallExpression'>; readonly fn: FunctionNode },
): boolean {
  const handler = handlerOf(tree, source, fn);
  const waits = handler?.framework === 'koa' || handler?.framework === 'hono';
  return waits && callee.type === 'Identifier' && callee.name === handler.next;
}

/** The innermost function around a node that answers requests; null where there is none. */
export function handlerAround(tree: SourceTree, source: Source, node: Node): Handler | null {
  for (const fn of functionsAround(node)) {
    const found = handlerOf(tree, source, fn);
    if (found !== null) return found;
  }
  return null;
}

export function handlerOf(tree: SourceTree, source: Source, fn: FunctionNode): Handler | null {
  const names = fn.params.map((param) => boundIdentifiers(param)[0]?.name ?? null);
  if (inNestClass(source, fn)) return { framework: 'nest', fn, request: null, response: null, next: null };
  const [first = null, second = null, third = null, fourth = null] = names;
  if (first === null || fn.params[0]?.type !== 'Identifier') return null;
  // `(err, req, res, next)`, `(error, request, reply)`
  if (errorNames.test(first) && third !== null && responseNames.test(third) && fn.params[2]?.type === 'Identifier') {
    const framework = fourth === null ? twoParameters(tree, source, { fn, response: third }) : 'express';
    return { framework, fn, request: second, response: third, next: fourth };
  }
  if (second !== null && responseNames.test(second) && fn.params[1]?.type === 'Identifier') {
    const framework = twoParameters(tree, source, { fn, response: second });
    return { framework, fn, request: first, response: second, next: third };
  }
  if (contextNames.test(first)) {
    const framework = oneOf(tree, source, ['koa', 'hono']);
    if (framework !== null) return { framework, fn, request: first, response: first, next: second };
  }
  return null;
}

function inNestClass(source: Source, fn: FunctionNode): boolean {
  if (fn.parent?.type !== 'MethodDefinition') return false;
  const owner = upwards(fn).find((each) => each.type === 'ClassDeclaration' || each.type === 'ClassExpression');
  if (owner === undefined || !('decorators' in owner) || !owner.decorators) return false;
  return owner.decorators.some((each) => /^@(?:Controller|Injectable)\b/.test(textOf(source, each)));
}

/** Express, Fastify or plain http, by how the response is used, then by what the file and the project import. */
function twoParameters(tree: SourceTree, source: Source, at: { fn: FunctionNode; response: string }): Framework {
  const call = at.fn.parent?.type === 'CallExpression' ? chainOf(at.fn.parent.callee) : null;
  if (call !== null && /(?:^|\.)createServer$/.test(call)) return 'http';
  const used = new Set<string>();
  walk(at.fn, (node) => {
    const chain = node.type === 'MemberExpression' ? chainOf(node) : null;
    if (chain !== null && chain.startsWith(`${at.response}.`)) used.add(chain.slice(at.response.length + 1));
  });
  const speaksExpress = ['status', 'json', 'sendStatus', 'render'].some((each) => used.has(each));
  // A plain server may have given its responses a `json` of its own.
  const imported = oneOf(tree, source, ['express', 'fastify']);
  const isPlain = imported === null && allSources(tree).some(servesPlainly);
  if (speaksExpress && !isPlain && imported !== 'fastify') return 'express';
  if ((used.has('code') && imported !== 'express') || /^rep/i.test(at.response)) return 'fastify';
  if (used.has('send')) return imported ?? 'express';
  if (used.has('writeHead') || (used.has('end') && imported === null)) return 'http';
  return imported ?? 'http';
}

function servesPlainly(source: Source): boolean {
  return importsOf(source).some((each) => /^(?:node:)?https?$/.test(each.specifier));
}

/** The one of these frameworks that the file imports, else the one that the project declares. */
function oneOf<T extends Framework>(tree: SourceTree, source: Source, names: readonly T[]): T | null {
  const imports = importsOf(source).map((each) => each.specifier);
  const known = [...declared(tree, source.path).keys()];
  const isOf = (name: string) => (each: string) =>
    each === name || each === `${name}4` || each === `${name}2` || each.startsWith(`@${name}/`);
  return names.find((name) => imports.some(isOf(name))) ?? names.find((name) => known.some(isOf(name))) ?? null;
}

/** The major version of a declared framework, 0 where it is unknown. */
export function majorOf(tree: SourceTree, name: string): number {
  const range = declared(tree).get(name) ?? '';
  return Number(/\d+/.exec(range.replace(/^npm:.*@/, ''))?.[0] ?? 0);
}

export interface Refusal {
  readonly status: number;
  readonly error: string;
}

/** Statements that answer with a status and end the handler, each on its own line, without indentation. */
export function refusalLines(source: Source, handler: Handler, refusal: Refusal, tree?: SourceTree): string[] {
  const { status, error } = refusal;
  const { response } = handler;
  const thrown = tree === undefined ? null : thrownRefusal(tree, source, { refusal, context: handler.request });
  if (thrown !== null) return [thrown];
  const own = handler.framework === 'http' ? null : ownRefusal(source, handler, status);
  if (own !== null) return [own];
  switch (handler.framework) {
    case 'express':
      return [`return ${response}.status(${status}).json({ error: '${error}' });`];
    case 'fastify':
      return [`return ${response}.code(${status}).send({ error: '${error}' });`];
    case 'koa':
      return [`${response}.status = ${status};`, `${response}.body = { error: '${error}' };`, 'return;'];
    case 'hono':
      return [`return ${response}.json({ error: '${error}' }, ${status});`];
    case 'nest':
      return [`throw new ${nestException(status)}('${error}');`];
    default:
      return [
        `${response}.writeHead(${status}, { 'Content-Type': 'application/json' });`,
        `${response}.end(JSON.stringify({ error: '${error}' }));`,
        'return;',
      ];
  }
}

export function nestException(status: number): string {
  return status === 404 ? 'NotFoundException' : 'BadRequestException';
}

/** How this file already refuses with that status: a statement that needs nothing but the response. */
function ownRefusal(source: Source, handler: Handler, status: number): string | null {
  for (const node of all(source.program, 'ReturnStatement')) {
    const value = node.argument;
    if (value?.type !== 'CallExpression' || !textOf(source, value).includes(String(status))) continue;
    const names = all(value, 'Identifier').filter(
      (id) => id.parent?.type !== 'MemberExpression' && id.parent?.type !== 'Property',
    );
    const root = all(value, 'MemberExpression')
      .map((each) => chainOf(each.object))
      .find((each) => each !== null);
    const plain = all(value, 'Property').every((each) => each.value.type === 'Literal' && keyName(each.key) !== null);
    const text = textOf(source, node);
    if (root === handler.response && names.length === 0 && plain && !text.includes('\n') && !text.includes('`')) {
      return text.endsWith(';') ? text : `${text};`;
    }
  }
  return null;
}

const refusalWords: Readonly<Record<number, RegExp>> = {
  404: /\b404\b|not_?found/i,
  400: /\b400\b|bad_?request|\binvalid/i,
};

/**
 * How the project throws such a refusal: `throw notFound('…')`, `throw new ApiError(404, '…')`, `ctx.throw(404, '…')`, with
 * names that this file has; else one of another status, with this one in its place. `context` is what Koa's context is called here.
 */
export function thrownRefusal(
  tree: SourceTree,
  source: Source,
  wanted: { readonly refusal: Refusal; readonly context: string | null },
): string | null {
  return (
    thrownAs(tree, source, wanted) ??
    thrownAs(tree, source, { ...wanted, other: true }) ??
    byTable(tree, source, wanted.refusal)
  );
}

function thrownAs(
  tree: SourceTree,
  source: Source,
  wanted: { readonly refusal: Refusal; readonly context: string | null; readonly other?: boolean },
): string | null {
  const { refusal, context, other = false } = wanted;
  const isMeant = (each: Source, call: Of<'NewExpression'> | Of<'CallExpression'>): boolean =>
    other ? isStatus(call.arguments[0]) : refusalWords[refusal.status]?.test(textOf(each, call)) === true;
  for (const each of [source, ...allSources(tree).filter((other) => other !== source)]) {
    const known = each === source ? null : new Set(importsOf(source).map((one) => one.local));
    for (const call of [...all(each.program, 'NewExpression'), ...all(each.program, 'CallExpression')]) {
      const callee = chainOf(call.callee);
      if (callee === null || !isMeant(each, call)) continue;
      const isContexts = callee.endsWith('.throw') && contextNames.test(callee.replace(/\.throw$/, ''));
      if (isContexts ? context === null : call.parent?.type !== 'ThrowStatement' || callee.includes('.')) continue;
      if (!isContexts && known?.has(callee) === false) continue;
      const given = call.arguments.map((one) =>
        wordsOf(each, one as Node, { refusal, isNear: each === source && !other }),
      );
      if (given.some((one) => one === null)) continue;
      if (isContexts) return `${context}.throw(${given.join(', ')});`;
      return `throw ${call.type === 'NewExpression' ? 'new ' : ''}${callee}(${given.join(', ')});`;
    }
  }
  return null;
}

function isStatus(node: Node | undefined): boolean {
  return node?.type === 'Literal' && typeof node.value === 'number' && node.value >= 400 && node.value < 500;
}

/** `throw new DomainError('SOLD_OUT', …)` beside `{ NOT_FOUND: 404, SOLD_OUT: 409 }`: the code of the table that has the status. */
function byTable(tree: SourceTree, source: Source, refusal: Refusal): string | null {
  const tables = allSources(tree).flatMap((each) => all(each.program, 'ObjectExpression').map(statusesOf));
  const table = tables.find((each) => each.has(refusal.status));
  if (table === undefined) return null;
  const codes = new Set(table.values());
  const imported = new Set(importsOf(source).map((each) => each.local));
  for (const each of allSources(tree)) {
    for (const call of all(each.program, 'NewExpression')) {
      const callee = chainOf(call.callee);
      const code = stringValue(call.arguments[0] as Node | undefined);
      if (call.parent?.type !== 'ThrowStatement' || callee === null || code === null || !codes.has(code)) continue;
      if (!imported.has(callee) && each !== source) continue;
      const words = [table.get(refusal.status) ?? '', ...(call.arguments.length > 1 ? [refusal.error] : [])];
      return `throw new ${callee}(${words.map((word) => quoted(word, source.text)).join(', ')});`;
    }
  }
  return null;
}

/** Codes by their HTTP status; empty where the object is no such table. */
function statusesOf(table: Node): Map<number, string> {
  const found = new Map<number, string>();
  if (table.type !== 'ObjectExpression') return found;
  for (const each of table.properties) {
    const { value } = each.type === 'Property' && each.value.type === 'Literal' ? each.value : { value: null };
    if (each.type !== 'Property' || typeof value !== 'number' || value < 400 || value > 599) return new Map();
    found.set(value, keyName(each.key) ?? '');
  }
  return found;
}

/** An argument of a refusal as it is written; a text for people of another file may speak of another thing. */
function wordsOf(source: Source, node: Node, at: { refusal: Refusal; isNear: boolean }): string | null {
  if (node.type === 'TemplateLiteral') return quoted(at.refusal.error, source.text);
  if (node.type !== 'Literal') return null;
  if (isStatus(node)) return String(at.refusal.status);
  const isText = typeof node.value === 'string' && !/^[A-Z][A-Z_]+$/.test(node.value);
  return isText && !at.isNear ? quoted(at.refusal.error, source.text) : textOf(source, node);
}

/** `if (condition) …` in the style of the file, indented, with its line break. */
export function guardText(
  source: Source,
  parts: { indent: string; condition: string; lines: readonly string[] },
): string {
  const { indent, condition, lines } = parts;
  const eol = eolOf(source.text);
  if (lines.length === 1) return `${indent}if (${condition}) ${lines[0]}${eol}`;
  const inner = indent + indentUnit(source.text);
  return [`${indent}if (${condition}) {`, ...lines.map((line) => inner + line), `${indent}}`, ''].join(eol);
}
