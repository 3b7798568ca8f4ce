/** A function of the project computes a value and never returns it: adds `return`. */
import type { Idea } from '../../incident/nouns.ts';
import { called } from '../callees.ts';
import type { Made } from '../callees.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { namesInScope } from '../scope.ts';
import { sitesOf } from '../site.ts';
import { all, functionsAround, isFunction, keyName, upwards } from '../syntax.ts';
import type { FunctionNode, Node, Source } from '../syntax.ts';
import { culprits } from '../suspects.ts';
import { eolOf, indentAt, semicolonOf, splice } from '../text.ts';

export const missingReturn: Recipe = {
  name: 'missing-return',
  classes: ['type', 'unknown', 'range', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A function or callback whose value is used but that returns nothing: returns what it computes.',
  ideas(context) {
    const found: Idea[] = [];
    const seen = new Set<FunctionNode>();
    for (const site of sitesOf(context).slice(0, 3)) {
      for (const node of culprits(context, site)) {
        for (const made of functionsBehind(context, site.source, { node, depth: 4 })) {
          if (seen.has(made.fn)) continue;
          seen.add(made.fn);
          found.push(...returned(made));
        }
      }
    }
    return found;
  },
};

/** The functions whose value the expression is: through initialisers, awaits, calls, and callbacks of array methods. */
function functionsBehind(context: RecipeContext, source: Source, at: { node: Node; depth: number }): Made[] {
  const { node, depth } = at;
  if (depth === 0) return [];
  const next = (inner: Node): Made[] => functionsBehind(context, source, { node: inner, depth: depth - 1 });
  if (node.type === 'AwaitExpression') return next(node.argument);
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression') return next(node.expression);
  if (node.type === 'MemberExpression') return next(node.object);
  if (node.type === 'Identifier') {
    const binding = namesInScope(source, node.start).get(node.name);
    if (binding?.kind === 'param') return fromArray(context, source, { id: binding.id, depth });
    const init = binding?.node.type === 'VariableDeclarator' ? binding.node.init : null;
    return init === null || init === undefined ? [] : next(init);
  }
  if (node.type !== 'CallExpression') return [];
  const callbacks = node.arguments
    .filter(isFunction)
    .filter(() =>
      /\.(?:map|filter|find\w*|reduce|some|every|flatMap|then|sort)$/.test(calleeText(source, node.callee)),
    );
  const inner = node.callee.type === 'MemberExpression' ? next(node.callee.object) : [];
  return [...callbacks.map((fn) => ({ source, fn })), ...called(context, source, node.callee), ...inner];
}

function calleeText(source: Source, callee: Node): string {
  return source.text.slice(callee.start, callee.end).replace(/\s+/g, '');
}

/** The element that a callback is given comes from the array it is called on. */
function fromArray(context: RecipeContext, source: Source, at: { id: Node; depth: number }): Made[] {
  const fn = upwards(at.id).find(isFunction);
  const call = fn?.parent;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return [];
  return functionsBehind(context, source, { node: call.callee.object, depth: at.depth - 1 });
}

/** The edits that make a function without any `return value` return its last value. */
function returned(made: Made): Idea[] {
  const { source, fn } = made;
  const { body } = fn;
  if (body?.type !== 'BlockStatement' || fn.generator) return [];
  const own = all(body, 'ReturnStatement').filter((each) => functionsAround(each)[0] === fn);
  if (own.some((each) => each.argument !== null)) return [];
  const last = body.body.at(-1);
  if (last === undefined || own.length > 0) return [];
  const put = (after: string, rank: number): Idea[] => [
    idea('missing-return', {
      title: `${nameOf(fn)} returns what it computes`,
      rank,
      edits: [{ path: source.path, before: source.text, after }],
    }),
  ];
  if (last.type === 'ExpressionStatement' && isEffect(last.expression)) return [];
  if (
    last.type === 'ExpressionStatement' &&
    last.expression.type !== 'AssignmentExpression' &&
    last.expression.type !== 'UpdateExpression'
  ) {
    return put(splice(source.text, { start: last.start, end: last.start, text: 'return ' }), 0);
  }
  const declared = last.type === 'VariableDeclaration' ? last.declarations.at(-1)?.id : null;
  const assigned =
    last.type === 'ExpressionStatement' && last.expression.type === 'AssignmentExpression'
      ? last.expression.left
      : null;
  const looped =
    last.type === 'ForOfStatement' || last.type === 'ForStatement' || last.type === 'IfStatement'
      ? firstDeclared(fn)
      : null;
  const name = [declared, assigned, looped]
    .map((each) => (each?.type === 'Identifier' ? each.name : null))
    .find((each) => each !== null);
  if (name === undefined || name === null) return [];
  const line = `${eolOf(source.text)}${indentAt(source.text, last.start)}return ${name}${semicolonOf(source.text)}`;
  return put(
    splice(source.text, { start: last.end, end: last.end, text: line }),
    looped === null || looped === undefined ? 0 : 1,
  );
}

/** A call for what it does, not for what it gives: `list.push(x)` gives a length. */
function isEffect(node: Node): boolean {
  const call = node.type === 'AwaitExpression' ? node.argument : node;
  return (
    call.type === 'CallExpression' &&
    call.callee.type === 'MemberExpression' &&
    /^(?:push|unshift|forEach|set|delete|add|clear|emit|on|once|log|info|warn|error|debug|send|json|end|write|writeFile|writeFileSync|appendFileSync|next|splice)$/.test(
      keyName(call.callee.property) ?? '',
    )
  );
}

/** `const result = []; for (…) result.push(…)`: what the body begins with. */
function firstDeclared(fn: FunctionNode): Node | null {
  if (fn.body?.type !== 'BlockStatement') return null;
  const declarations = fn.body.body.filter((each) => each.type === 'VariableDeclaration');
  const only = declarations[0];
  return declarations.length === 1 && only?.type === 'VariableDeclaration' ? (only.declarations[0]?.id ?? null) : null;
}

function nameOf(fn: FunctionNode): string {
  if (fn.type !== 'ArrowFunctionExpression' && fn.id !== null) return `\`${fn.id.name}\``;
  const parent = fn.parent;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return `\`${parent.id.name}\``;
  return 'the callback';
}
