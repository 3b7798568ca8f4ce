/** A look-up that the project guards elsewhere, and forgot to guard here: the very guard, put behind it. Never a new one. */
import type { Idea } from '../../incident/nouns.ts';
import { reached } from '../callees.ts';
import { lastNameOf } from '../fields.ts';
import { handlerAround } from '../frameworks.ts';
import { ideaIn } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { namesInScope } from '../scope.ts';
import { sitesOf, valueOf } from '../site.ts';
import { all, allSources, chainOf, functionsAround, isReference, keyName, statementOf, textOf } from '../syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../syntax.ts';
import { culprits } from '../suspects.ts';
import { eolOf, indentAt, lineStart } from '../text.ts';
import { valuesOf } from './floating-promise.ts';

export const forgottenGuard: Recipe = {
  name: 'forgotten-guard',
  classes: ['type', 'unknown', 'syntax'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A thing that was looked up is missing, and the project refuses that elsewhere: the guard of the like look-up, or `null` where the callers ask for it.',
  ideas(context) {
    const { named, message } = context.diagnosis;
    if (named.nullish === undefined && !/Cannot destructure|not iterable|"undefined" is not valid JSON/.test(message))
      return [];
    const found = sitesOf(context)
      .slice(0, 3)
      .flatMap((site) =>
        [...culprits(context, site), ...(site.depth === 0 ? [] : argumentsOf(site.nodes))]
          .filter((node) => valueOf(site, node)?.thenable !== true)
          .flatMap((node) => lookUpsBehind(context, site.source, node)),
      );
    return [...new Map(found.map((each) => [each.declarator, each])).values()]
      .slice(0, 3)
      .flatMap((each, rank) => guarded(context, each, rank));
  },
};

/** What the failing call was given. */
function argumentsOf(nodes: readonly Node[]): Node[] {
  const call = nodes.find((each) => each.type === 'CallExpression');
  return call?.type === 'CallExpression' ? call.arguments.filter((each) => each.type === 'Identifier') : [];
}

/** `const name = callee(…)`. */
interface LookUp {
  readonly source: Source;
  readonly declarator: Of<'VariableDeclarator'>;
  readonly name: string;
  readonly call: Of<'CallExpression'>;
}

/** The look-up that a missing value came from: its declaration, or the one in the function that was called. */
function lookUpsBehind(context: RecipeContext, source: Source, node: Node, depth = 3): LookUp[] {
  if (depth === 0) return [];
  if (node.type === 'AwaitExpression') return lookUpsBehind(context, source, node.argument, depth);
  if (node.type === 'Identifier') {
    const made = namesInScope(source, node.start).get(node.name)?.node;
    const own = made === undefined ? null : lookUpOf(source, made);
    if (own === null) return [];
    const text = chainOf(own.call.callee) === 'JSON.parse' ? own.call.arguments[0] : undefined;
    if (text?.type === 'Identifier') return lookUpsBehind(context, source, text, depth - 1);
    return [own, ...lookUpsBehind(context, source, own.call, depth - 1)];
  }
  if (node.type !== 'CallExpression') return [];
  return reached(context, source, node.callee).flatMap((made) =>
    valuesOf(made.fn).flatMap((value) => lookUpsBehind(context, made.source, value, depth - 1)),
  );
}

function lookUpOf(source: Source, node: Node): LookUp | null {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init === null) return null;
  const call = node.init.type === 'AwaitExpression' ? node.init.argument : node.init;
  const isAlone = node.parent?.type === 'VariableDeclaration' && node.parent.declarations.length === 1;
  return call.type === 'CallExpression' && isAlone ? { source, declarator: node, name: node.id.name, call } : null;
}

interface Precedent extends LookUp {
  readonly guard: Of<'IfStatement'>;
}

/** Every look-up of the project that is guarded by the statement behind it. */
function precedents(context: RecipeContext): Precedent[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'VariableDeclarator').flatMap((node) => {
      const made = lookUpOf(source, node);
      const guard = made === null ? null : guardBehind(made);
      return made === null || guard === null ? [] : [{ ...made, guard }];
    }),
  );
}

function guardBehind({ declarator, name, source }: LookUp): Of<'IfStatement'> | null {
  const statement = statementOf(declarator);
  const block = statement?.parent;
  const body = block?.type === 'BlockStatement' || block?.type === 'Program' ? (block.body as Node[]) : [];
  const next = statement === null ? undefined : body[body.indexOf(statement) + 1];
  if (next?.type !== 'IfStatement' || next.alternate !== null) return null;
  const test = textOf(source, next.test).replace(/\s+/g, '');
  const last = next.consequent.type === 'BlockStatement' ? next.consequent.body.at(-1) : next.consequent;
  const asks = [`!${name}`, ...['null', 'undefined'].flatMap((one) => [`${name}==${one}`, `${name}===${one}`])];
  return asks.includes(test) && /^(?:Return|Throw)Statement$/.test(last?.type ?? '') ? next : null;
}

const refuses = /404|not_?found/i;

/** The guard of the likest look-up; else what the callers of this function ask for. */
function guarded(context: RecipeContext, made: LookUp, rank: number): Idea[] {
  if (guardBehind(made) !== null) return [];
  const known = precedents(context).filter((each) => refuses.test(textOf(each.source, each.guard)));
  const sorted = known.toSorted((a, b) => likeness(made, b) - likeness(made, a));
  const text = sorted.map((each) => transferred(context, each, made)).find((each) => each !== null);
  if (text !== undefined)
    return placed(made, {
      text,
      rank,
      title: `refuse where \`${made.name}\` is missing, as the project does elsewhere`,
    });
  const owner = functionsAround(made.declarator)[0];
  const name = owner === undefined ? null : nameOf(owner);
  const asked = known.find((each) => name !== null && lastNameOf(each.call.callee) === name);
  if (asked === undefined) return [];
  const nothing = /===undefined/.test(textOf(asked.source, asked.guard.test).replace(/\s+/g, '')) ? '' : ' null';
  return placed(made, {
    text: `if (!${made.name}) return${nothing};`,
    rank,
    title: `give${nothing || ' nothing'} where \`${made.name}\` is missing: the callers ask for it`,
  });
}

function nameOf(fn: FunctionNode): string | null {
  const { parent } = fn;
  if (parent?.type === 'MethodDefinition' || parent?.type === 'Property') return keyName(parent.key);
  if (parent?.type === 'VariableDeclarator') return lastNameOf(parent.id);
  return fn.type === 'ArrowFunctionExpression' ? null : (fn.id?.name ?? null);
}

/** 3 the same call, 2 the same method, 1 by a part of the path too, 0 none of it. */
function likeness(a: LookUp, b: LookUp): number {
  const [left, right] = [a, b].map((each) => textOf(each.source, each.call.callee).replace(/\s+/g, ''));
  if (left === right) return 3;
  if (left?.split('.').at(-1) === right?.split('.').at(-1)) return 2;
  return [a, b].every((each) => /\bparams?\b/.test(textOf(each.source, each.call))) ? 1 : 0;
}

/** The text of the guard with the names of the other place; null where it speaks of something that is not there. */
function transferred(context: RecipeContext, from: Precedent, to: LookUp): string | null {
  if (likeness(from, to) === 0) return null;
  const there = namesInScope(to.source, to.declarator.end);
  const [old, now] = [from, to].map(({ source, declarator }) => handlerAround(context.tree, source, declarator));
  const renamed = new Map([[from.name, to.name]]);
  for (const key of ['request', 'response', 'next'] as const) {
    const [was, is] = [old?.[key], now?.[key]];
    if (typeof was === 'string' && typeof is === 'string') renamed.set(was, is);
  }
  const isKnown = all(from.guard, 'Identifier')
    .filter((id) => isReference(id))
    .every(({ name }) => renamed.has(name) || name === 'undefined' || there.has(name));
  if (!isKnown) return null;
  const names = [...renamed.keys()].map((name) => name.replaceAll('$', '\\$')).join('|');
  const text = textOf(from.source, from.guard).replace(
    new RegExp(`(?<![\\w$.])(?:${names})(?![\\w$])`, 'g'),
    (name) => renamed.get(name) ?? name,
  );
  const [indent, own] = [indentAt(from.source.text, from.guard.start), indentAt(to.source.text, to.declarator.start)];
  return text
    .split(/\r?\n/)
    .map((line, at) => (at === 0 ? line : own + line.slice(indent.length)))
    .join(eolOf(to.source.text));
}

function placed(made: LookUp, put: { text: string; rank: number; title: string }): Idea[] {
  const { source, declarator } = made;
  const statement = statementOf(declarator);
  if (statement === null || lineStart(source.text, statement.start) > statement.start) return [];
  const text = `${eolOf(source.text)}${indentAt(source.text, statement.start)}${put.text}`;
  const splices = [{ start: statement.end, end: statement.end, text }];
  return [ideaIn('forgotten-guard', source, { title: put.title, rank: put.rank, splices })];
}
