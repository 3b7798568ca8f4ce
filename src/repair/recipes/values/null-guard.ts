/** A looked-up value that is not there: the handler answers 404 or 400 instead of failing. Makes the symptom bearable, no more. */
import type { Idea } from '../../../incident/nouns.ts';
import { guardText, handlerAround, nestException, refusalLines } from '../../code/frameworks.ts';
import type { Handler, Refusal } from '../../code/frameworks.ts';
import { importsOf } from '../../code/bindings.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { allNames, namesInScope } from '../../code/scope.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import {
  all,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  keyName,
  statementOf,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import { indentAt, lineStart, splice } from '../../code/text.ts';
import { guardsAtSource } from '../guards/guard-at-source.ts';
import { isLesserItem } from './known-null.ts';
import { isOptionalText, optionalField } from './optional-value.ts';
import type { Splice } from '../../code/text.ts';

export const nullGuard: Recipe = {
  name: 'null-guard',
  classes: ['type', 'unknown'],
  kind: 'mitigation',
  needs: 'replayed',
  risk: 'ask',
  summary:
    'A value looked up for a request is missing: the handler answers 404 (looked up) or 400 (sent by the client).',
  ideas(context) {
    if (context.diagnosis.named.nullish === undefined) return [];
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    const seen = new Set<Node>();
    return culprits(context, site)
      .filter((node) => !seen.has(node) && seen.add(node))
      .slice(0, 2)
      .flatMap((node, index) => guardIdea(context, site, { node, index }));
  },
};

function guardIdea(context: RecipeContext, site: Site, at: { node: Node; index: number }): Idea[] {
  const { source } = site;
  const { node } = at;
  if (valueOf(site, node)?.thenable === true || neverThere(site, node)) return [];
  // The thing was found and lacks a field: that is no refusal.
  if (isLesserItem(source, node)) return [];
  if (optionalField(context, source, node) !== null || isOptionalText(context, source, node)) return [];
  const atSource = guardsAtSource(context, source, node);
  if (atSource.length > 0) return atSource;
  const handler = handlerAround(context.tree, source, node);
  if (handler === null || functionsAround(node)[0] !== handler.fn) return [];
  const origin = originOf(source, handler, node);
  if (origin === null) return [];
  const status = origin === 'looked up' ? 404 : 400;
  const refusal: Refusal = { status, error: status === 404 ? 'Not found' : 'Bad request' };
  const edits = guard(context, source, { handler, node, refusal });
  if (edits === null) return [];
  const after = splice(source.text, ...edits, ...nestImport(source, handler, { status, edits }));
  const title = `answer ${status} where \`${textOf(source, node).replace(/\s+/g, ' ').slice(0, 60)}\` is missing`;
  return [
    idea('null-guard', {
      title,
      kind: 'mitigation',
      rank: at.index,
      edits: [{ path: source.path, before: source.text, after }],
    }),
  ];
}

/** The object is there and knows no such member: that is a fault of the code, not a thing that was not found. */
function neverThere(site: Site, node: Node): boolean {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return false;
  const holder = valueOf(site, node.object);
  if (holder === null || holder.type !== 'object' || holder.keys.includes(node.property.name)) return false;
  return !/(?:^|\.)(?:body|query|params|headers|cookies)$/.test(chainOf(node.object) ?? '');
}

/** The statement that answers, before the one that fails; a call is first given a name. */
function guard(
  context: RecipeContext,
  source: Source,
  what: { handler: Handler; node: Node; refusal: Refusal },
): Splice[] | null {
  const { handler, node, refusal } = what;
  const statement = statementOf(node);
  const lines = refusalLines(source, handler, refusal, context.tree);
  if (statement === null || functionsAround(statement)[0] !== handler.fn)
    return expressionBody(source, handler, { node, lines });
  if (isLoopHead(statement, node)) return null;
  const at = lineStart(source.text, statement.start);
  if (source.text.slice(at, statement.start).trim() !== '') return inLine(source, statement, { node, lines });
  const indent = indentAt(source.text, statement.start);
  const chain = guardChain(node);
  if (chain !== null)
    return [{ start: at, end: at, text: guardText(source, { indent, condition: `${chain} == null`, lines }) }];
  if (!isPlainStatement(statement) || conditional(node, statement)) return null;
  const name = freeName(source, node);
  const text = `${indent}const ${name} = ${textOf(source, node)};\n${guardText(source, { indent, condition: `${name} == null`, lines })}`;
  const start =
    source.text[node.start - 1] === '(' && source.text[node.end] === ')' && node.type === 'AwaitExpression' ? 1 : 0;
  return [
    { start: at, end: at, text },
    { start: node.start - start, end: node.end + start, text: name },
  ];
}

/** A handler written on one line stays on one line. */
function inLine(source: Source, statement: Node, what: { node: Node; lines: readonly string[] }): Splice[] | null {
  const { node, lines } = what;
  const answer = lines.length === 1 ? (lines[0] ?? '') : `{ ${lines.join(' ')} }`;
  const chain = guardChain(node);
  const at = statement.start;
  if (chain !== null) return [{ start: at, end: at, text: `if (${chain} == null) ${answer} ` }];
  if (!isPlainStatement(statement) || conditional(node, statement)) return null;
  const name = freeName(source, node);
  return [
    { start: at, end: at, text: `const ${name} = ${textOf(source, node)}; if (${name} == null) ${answer} ` },
    { start: node.start, end: node.end, text: name },
  ];
}

/** `(req, res) => res.json(find(req.params.id).name)` gets a body. */
function expressionBody(
  source: Source,
  handler: Handler,
  what: { node: Node; lines: readonly string[] },
): Splice[] | null {
  const { fn } = handler;
  if (fn.type !== 'ArrowFunctionExpression' || fn.body.type === 'BlockStatement') return null;
  const { node, lines } = what;
  const indent = indentAt(source.text, fn.start);
  const inner = `${indent}  `;
  const chain = guardChain(node);
  const name = chain ?? freeName(source, node);
  const head = chain === null ? `${inner}const ${name} = ${textOf(source, node)};\n` : '';
  const body =
    chain === null
      ? splice(textOf(source, fn.body), {
          start: node.start - fn.body.start,
          end: node.end - fn.body.start,
          text: name,
        })
      : textOf(source, fn.body);
  const text = `{\n${head}${guardText(source, { indent: inner, condition: `${name} == null`, lines })}${inner}return ${body};\n${indent}}`;
  return [{ start: fn.body.start, end: fn.body.end, text }];
}

/** The expression to compare, safe where an earlier part of it is missing; null for calls. */
function guardChain(node: Node): string | null {
  const chain = chainOf(node);
  if (chain === null) return null;
  const [root, ...rest] = chain.split('.');
  return rest.length < 2 ? chain : `${root}.${rest[0]}?.${rest.slice(1).join('?.')}`;
}

function isLoopHead(statement: Node, node: Node): boolean {
  const heads = upwards(node).slice(0, upwards(node).indexOf(statement) + 1);
  return heads.some((each) => /^(?:For|While|DoWhile)/.test(each.type));
}

function isPlainStatement(statement: Node): boolean {
  return ['ExpressionStatement', 'ReturnStatement', 'VariableDeclaration', 'ThrowStatement', 'IfStatement'].includes(
    statement.type,
  );
}

/** True where the expression is evaluated only on a condition: naming it before would evaluate it always. */
function conditional(node: Node, statement: Node): boolean {
  const between = upwards(node).slice(1, upwards(node).indexOf(statement) + 1);
  return between.some((each, index) => {
    const below = between[index - 1] ?? node;
    if (each.type === 'ConditionalExpression') return each.test !== below;
    if (each.type === 'LogicalExpression') return each.right === below;
    return each.type === 'IfStatement' ? each.test !== below : isFunction(each);
  });
}

function freeName(source: Source, node: Node): string {
  const taken = allNames(source);
  for (const name of ['found', 'result', 'entry'])
    if (!taken.has(name) && !namesInScope(source, node.start).has(name)) return name;
  return 'foundValue';
}

/** Where a value came from: a look-up for this request, the request itself, or neither. */
function originOf(source: Source, handler: Handler, node: Node): 'looked up' | 'sent' | null {
  const depth = 4;
  return trace(source, handler, { node, depth });
}

const lookups =
  /(?:^|\.)(?:find\w*|get\w*|load\w*|fetch\w*|read\w*|lookup\w*|by[A-Z]\w*|at|match|exec|query|queryOne|first|one|select\w*|shift|pop)$/;

function trace(source: Source, handler: Handler, at: { node: Node; depth: number }): 'looked up' | 'sent' | null {
  const { node, depth } = at;
  if (depth === 0) return null;
  const next = (inner: Node): 'looked up' | 'sent' | null => trace(source, handler, { node: inner, depth: depth - 1 });
  switch (node.type) {
    case 'AwaitExpression':
      return next(node.argument);
    case 'ChainExpression':
    case 'TSAsExpression':
      return next(node.expression);
    case 'CallExpression': {
      const callee = chainOf(node.callee) ?? textOf(source, node.callee);
      if (isLeftByOthers(handler, callee) || isFilledHere(source, handler, node)) return null;
      return lookups.test(callee) || usesRequest(handler, node)
        ? isRequestPart(handler, node.callee)
          ? 'sent'
          : 'looked up'
        : null;
    }
    case 'MemberExpression':
      if (isRequestPart(handler, node))
        return /(?:^|\.)(?:user|session|auth)\b/.test(chainOf(node) ?? '') ? null : 'sent';
      if (node.computed) return 'looked up';
      return next(node.object) ?? (chainOf(node)?.startsWith('this.') === true ? null : null);
    case 'Identifier': {
      const binding = namesInScope(source, node.start).get(node.name);
      if (binding === undefined || !upwards(binding.id).includes(handler.fn)) return null;
      if (binding.kind === 'param') return handler.framework === 'nest' ? 'sent' : null;
      if (binding.node.type !== 'VariableDeclarator' || binding.node.init === null)
        return assignedIn(source, handler, { name: node.name, depth });
      return next(binding.node.init);
    }
    default:
      return null;
  }
}

/** `c.get('member')` of Hono's context: what a middleware is to leave there is nothing that was looked for. */
function isLeftByOthers({ framework, request }: Handler, callee: string): boolean {
  return framework === 'hono' && request !== null && callee === `${request}.get`;
}

/** `counts.get(sku)` before `counts.set(sku, …)`, of a Map that the handler begins empty: the first of each is always missing. */
function isFilledHere(source: Source, { fn }: Handler, { callee, start }: Of<'CallExpression'>): boolean {
  const base = callee.type === 'MemberExpression' && keyName(callee.property) === 'get' ? callee.object : null;
  const made = base?.type === 'Identifier' ? namesInScope(source, start).get(base.name)?.node : undefined;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  if (base?.type !== 'Identifier' || init?.type !== 'NewExpression' || !upwards(init).includes(fn)) return false;
  return (
    init.arguments.length === 0 && all(fn, 'CallExpression').some((each) => chainOf(each.callee) === `${base.name}.set`)
  );
}

function assignedIn(
  source: Source,
  handler: Handler,
  at: { name: string; depth: number },
): 'looked up' | 'sent' | null {
  const assigned = all(handler.fn, 'AssignmentExpression').filter((each) => chainOf(each.left) === at.name);
  const only = assigned[0];
  return only === undefined || assigned.length > 1
    ? null
    : trace(source, handler, { node: only.right, depth: at.depth - 1 });
}

function isRequestPart(handler: Handler, node: Node): boolean {
  const chain = chainOf(node) ?? (node.type === 'MemberExpression' ? chainOf(node.object) : null);
  if (chain === null || handler.request === null) return false;
  const [root, part = ''] = chain.split('.');
  return (
    root === handler.request && /^(?:body|query|params|headers|cookies|req|request|param|header|file|files)$/.test(part)
  );
}

function usesRequest(handler: Handler, call: Node): boolean {
  if (handler.framework === 'nest')
    return all(call, 'Identifier').some(
      (id) => isReference(id) && handler.fn.params.some((param) => 'name' in param && param.name === id.name),
    );
  return all(call, 'Identifier').some((id) => isReference(id) && id.name === handler.request);
}

/** Nest's exception has to be imported. */
function nestImport(source: Source, handler: Handler, made: { status: number; edits: readonly Splice[] }): Splice[] {
  const name = nestException(made.status);
  if (handler.framework !== 'nest' || !made.edits.some((each) => each.text.includes(name))) return [];
  const imports = importsOf(source);
  if (imports.some((each) => each.local === name)) return [];
  const from = imports
    .filter((each) => each.specifier === '@nestjs/common' && each.node.type === 'ImportSpecifier')
    .at(-1);
  if (from !== undefined) return [{ start: from.node.end, end: from.node.end, text: `, ${name}` }];
  return [{ start: 0, end: 0, text: `import { ${name} } from '@nestjs/common';\n` }];
}
