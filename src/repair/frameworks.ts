/** Which function around a place answers a request, in whose framework, and how it would refuse politely. */
import type { SourceTree } from '../incident/nouns.ts';
import { importsOf } from './bindings.ts';
import { declared } from './modules.ts';
import { boundIdentifiers } from './scope.ts';
import { all, chainOf, functionsAround, keyName, textOf, upwards, walk } from './syntax.ts';
import type { FunctionNode, Node, Source } from './syntax.ts';
import { eolOf, indentUnit } from './text.ts';

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
const contextNames = /^(?:ctx|context|c)$/i;

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
  const [first = null, second = null, third = null] = names;
  if (first === null || fn.params[0]?.type !== 'Identifier') return null;
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
  if (used.has('status') || used.has('json') || used.has('sendStatus') || used.has('render')) return 'express';
  if (used.has('code') || /^rep/i.test(at.response)) return 'fastify';
  const imported = oneOf(tree, source, ['express', 'fastify']);
  if (used.has('send')) return imported ?? 'express';
  if (used.has('writeHead') || (used.has('end') && imported === null)) return 'http';
  return imported ?? 'http';
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
export function refusalLines(source: Source, handler: Handler, refusal: Refusal): string[] {
  const { status, error } = refusal;
  const { response } = handler;
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
