/** A promise where its value was meant: adds `await`, and `async` to the handler around it. */
import type { Idea, ValueFacts } from '../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf, declarationOf } from '../bindings.ts';
import { handlerOf, majorOf } from '../frameworks.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { namesInScope } from '../scope.ts';
import { sitesOf, valueOf } from '../site.ts';
import type { Site } from '../site.ts';
import { all, chainOf, functionsAround, hasModuleSyntax, isFunction, upwards, walk } from '../syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../syntax.ts';
import { eolOf, indentAt, indentUnit, splice } from '../text.ts';
import type { Splice } from '../text.ts';

export const missingAwait: Recipe = {
  name: 'missing-await',
  classes: ['type', 'range', 'unknown', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A promise is used as if it were its value: awaits it, in a handler that is or becomes async.',
  ideas(context) {
    const found: Idea[] = [];
    for (const site of sitesOf(context).slice(0, 2)) {
      for (const [index, target] of promisesAt(context, site).slice(0, 2).entries())
        found.push(...awaited(context, site, { target, rank: index }));
    }
    return found;
  },
};

interface Target {
  /** The expression to await. */
  readonly node: Node;
  readonly seen: boolean;
}

/** Expressions on the failing line that are promises: the debugger saw it, or an async function made them. */
function promisesAt(context: RecipeContext, site: Site): Target[] {
  const found: Target[] = [];
  const done = new Set<Node>();
  const add = (node: Node, seen: boolean): void => {
    if (done.has(node) || node.parent?.type === 'AwaitExpression') return;
    done.add(node);
    found.push({ node, seen });
  };
  for (const node of onLine(site)) {
    const value = valueOf(site, node);
    if (value?.thenable === true && isUsedAsValue(node) && !isOwnThenable(site, node, value))
      add(sourceOf(site, node), true);
    else if (node.type === 'CallExpression' && isUsedAsValue(node) && isAsyncCall(context, site.source, node))
      add(node, false);
    else if (node.type === 'Identifier' && isUsedAsValue(node)) {
      const made = sourceOf(site, node);
      if (made !== node && made.type === 'CallExpression' && isAsyncCall(context, site.source, made)) add(made, false);
    }
  }
  for (const declarator of patternsOnLine(site))
    if (declarator.init?.type === 'CallExpression' && isAsyncCall(context, site.source, declarator.init))
      add(declarator.init, false);
  return found.sort((a, b) => Number(b.seen) - Number(a.seen));
}

/** What a framework hands to its handlers may have a `then` of its own (Fastify's reply) and is not to be awaited. */
function isOwnThenable(site: Site, node: Node, value: ValueFacts): boolean {
  if (value.className === 'Promise' || node.type !== 'Identifier') return false;
  const binding = namesInScope(site.source, node.start).get(node.name);
  return binding?.kind === 'param' || binding === undefined;
}

function onLine(site: Site): Node[] {
  const { text } = site.source;
  const starts = text
    .split('\n')
    .slice(0, site.line - 1)
    .reduce((sum, line) => sum + line.length + 1, 0);
  const end = text.indexOf('\n', starts) < 0 ? text.length : text.indexOf('\n', starts);
  const found: Node[] = [];
  walk(site.source.program, (node) => {
    if (node.end < starts || node.start > end) return node.type === 'Program';
    if (node.start >= starts || node.end <= end) found.push(node);
    return true;
  });
  return found;
}

function patternsOnLine(site: Site): Of<'VariableDeclarator'>[] {
  return onLine(site).filter(
    (node): node is Of<'VariableDeclarator'> => node.type === 'VariableDeclarator' && node.id.type !== 'Identifier',
  );
}

/** Read from, iterated, spread, or handed to something that wants the value; not returned, not chained by `then`. */
function isUsedAsValue(node: Node): boolean {
  const parent = node.parent;
  if (!parent) return false;
  if (parent.type === 'MemberExpression' && parent.object === node) {
    return !(
      parent.property.type === 'Identifier' &&
      /^(?:then|catch|finally)$/.test(parent.property.name) &&
      !parent.computed
    );
  }
  if (parent.type === 'ForOfStatement') return parent.right === node;
  if (parent.type === 'VariableDeclarator') return parent.init === node && parent.id.type !== 'Identifier';
  return parent.type === 'SpreadElement' || (parent.type === 'BinaryExpression' && parent.operator !== 'instanceof');
}

/** For a name: the call that its declaration was initialised with. */
function sourceOf(site: Site, node: Node): Node {
  if (node.type !== 'Identifier') return node;
  const binding = namesInScope(site.source, node.start).get(node.name);
  const init =
    binding?.node.type === 'VariableDeclarator' && binding.node.id.type === 'Identifier' ? binding.node.init : null;
  return init?.type === 'CallExpression' || init?.type === 'NewExpression' || init?.type === 'ImportExpression'
    ? init
    : node;
}

/** True where the called function of the project is async. */
function isAsyncCall(context: RecipeContext, source: Source, call: Of<'CallExpression'>): boolean {
  const [root = '', member, more] = chainOf(call.callee)?.split('.') ?? [];
  if (more !== undefined) return false;
  if (member === 'json' && /^c$|^ctx$/.test(root)) return false;
  const binding = namesInScope(source, call.start).get(root);
  if (binding === undefined) return false;
  const from = importsOf(source).find((each) => each.local === root && upwards(binding.id).includes(each.node));
  if (from === undefined) return member === undefined && isAsync(binding.node);
  const exported = exportsOfSpecifier(context.tree, source.path, from.specifier);
  const given = exported?.names.get(member ?? from.imported);
  return given !== undefined && given !== null && isAsync(given);
}

function isAsync(node: Node): boolean {
  if (isFunction(node)) return node.async;
  if (node.type === 'VariableDeclarator') return node.init !== null && isAsync(node.init);
  if (node.type === 'MethodDefinition') return isAsync(node.value);
  if (node.type === 'Property') return node.shorthand ? byName(node.value) : isAsync(node.value);
  if (node.type === 'ExportDefaultDeclaration') return isAsync(node.declaration);
  return node.type === 'Identifier' && byName(node);
}

function byName(node: Node): boolean {
  const program = upwards(node).at(-1);
  if (node.type !== 'Identifier' || program?.type !== 'Program') return false;
  const declaration = declarationOf({ program } as unknown as Source, node.name);
  return declaration !== null && declaration !== node && isAsync(declaration);
}

function awaited(context: RecipeContext, site: Site, at: { target: Target; rank: number }): Idea[] {
  const { source } = site;
  const { node } = at.target;
  const fn = functionsAround(node)[0];
  const wrap = node.parent?.type === 'MemberExpression' && node.parent.object === node;
  const splices: Splice[] = [
    { start: node.start, end: node.start, text: wrap ? '(await ' : 'await ' },
    ...(wrap ? [{ start: node.end, end: node.end, text: ')' }] : []),
  ];
  if (fn === undefined) {
    if (!hasModuleSyntax(source) && !source.path.endsWith('.mjs')) return [];
  } else if (!fn.async) {
    const made = madeAsync(context, source, fn);
    if (made === null) return [];
    splices.push(...made);
  }
  const after = splice(source.text, ...splices);
  return [
    idea('missing-await', {
      title: 'await the promise that is used as its value',
      rank: at.rank,
      edits: [{ path: source.path, before: source.text, after }],
    }),
  ];
}

/** `async` before a handler; in Express 4 its rejections are handed to `next`. Null for functions that others call for their value. */
export function madeAsync(context: RecipeContext, source: Source, fn: FunctionNode): Splice[] | null {
  const handler = handlerOf(context.tree, source, fn);
  if (fn.generator || handler === null) return null;
  const start =
    fn.parent?.type === 'MethodDefinition' || (fn.parent?.type === 'Property' && fn.parent.method)
      ? fn.parent.key.start
      : fn.start;
  const head: Splice = { start, end: start, text: 'async ' };
  if (handler.framework !== 'express' || majorOf(context.tree, 'express') >= 5 || caught(fn)) return [head];
  const wrapped = handedToNext(source, fn, handler.next);
  return wrapped === null ? [head] : [head, ...wrapped];
}

function caught(fn: FunctionNode): boolean {
  return fn.body?.type === 'BlockStatement' && fn.body.body.length === 1 && fn.body.body[0]?.type === 'TryStatement';
}

/** The body in `try { … } catch (error) { next(error) }`. */
function handedToNext(source: Source, fn: FunctionNode, next: string | null): Splice[] | null {
  const { body } = fn;
  const last = fn.params.at(-1);
  if (
    body?.type !== 'BlockStatement' ||
    last === undefined ||
    all(body, 'TemplateLiteral').some((each) => source.text.slice(each.start, each.end).includes('\n'))
  )
    return null;
  const first = body.body[0];
  const end = body.body.at(-1);
  if (first === undefined || end === undefined) return null;
  const eol = eolOf(source.text);
  const unit = indentUnit(source.text);
  const indent = indentAt(source.text, first.start);
  const inner = source.text.slice(first.start, end.end).split('\n');
  const lines: Splice[] = [];
  let at = first.start;
  for (const line of inner) {
    if (line.trim() !== '')
      lines.push({ start: at, end: at, text: at === first.start ? `try {${eol}${indent}${unit}` : unit });
    at += line.length + 1;
  }
  const name = next ?? 'next';
  const parameter = next === null ? [{ start: last.end, end: last.end, text: `, ${name}` }] : [];
  const close = `${eol}${indent}} catch (error) {${eol}${indent}${unit}${name}(error);${eol}${indent}}`;
  return [...parameter, ...lines, { start: end.end, end: end.end, text: close }];
}
