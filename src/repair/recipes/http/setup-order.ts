/** What handlers read of a request, response or context before the middleware that sets it has run, or where it never runs. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { called, callsOf } from '../../code/callees.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import { mayRefuse } from '../../evidence/refusing.ts';
import { keyRead, readersOf, settersIn } from '../../evidence/request-keys.ts';
import type { Setter } from '../../evidence/request-keys.ts';
import { isMiddleware, otherKey } from './other-key.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { shareWord } from '../../code/names.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  stringValue,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { lineStart, nextLine } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

export const setupOrder: Recipe = {
  name: 'setup-order',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A handler reads `req.user`, `ctx.state.x` or `c.get(…)` before the middleware that sets it: moves that one up, registers it, or mends its key.',
  ideas(context) {
    for (const site of sitesOf(context)) {
      for (const node of culprits(context, site)) {
        const key = isTarget(node) ? null : keyRead(context, site, { node, depth: 3 });
        const found = key === null ? [] : ideasFor(context, site, key);
        if (found.length > 0) return found;
      }
    }
    return [];
  },
};

function isTarget(node: Node): boolean {
  return node.parent?.type === 'AssignmentExpression' && node.parent.left === node;
}

function ideasFor(context: RecipeContext, site: Site, key: string): Idea[] {
  const setters = allSources(context.tree).flatMap((source) => settersIn(context, source));
  const own = setters.filter((each) => each.key === key);
  if (own.length === 0) return otherKey(context, setters, key);
  const inPlace = own.flatMap((setter) => setAbove(context, setter));
  if (inPlace.length > 0) return inPlace;
  return own.flatMap((setter) =>
    functionsAround(setter.node)
      .filter((fn) => isMiddleware(context, setter.source, fn))
      .slice(0, 1)
      .flatMap((fn) => registered(context, { setter, fn, site })),
  );
}

/** The statement that sets it stands behind the one that needs it. */
function setAbove(context: RecipeContext, { source, node }: Setter): Idea[] {
  const [own] = statementsAround(node);
  const around = functionsAround(node)[0];
  for (const statement of statementsAround(node).filter((each) => functionsAround(each)[0] === around)) {
    const isCaught = statement.type === 'TryStatement' && statement !== own && own !== undefined;
    if (isCaught && sitesOf(context).some((site) => site.source === source && holdsFrame(site, statement.handler)))
      return [moved(source, { statement: own, before: statement, title: 'set before it is read' })];
    const list = listOf(statement);
    const reader = list.find((each) =>
      sitesOf(context).some((site) => site.source === source && holdsFrame(site, each)),
    );
    if (reader === undefined || reader.start >= statement.start) continue;
    return [moved(source, { statement, before: reader, title: 'set before it is read' })];
  }
  return [];
}

/** Where the failing frame is, or who else reads. */
type Reader = Pick<Site, 'source' | 'nodes'>;

function holdsFrame(site: Reader, statement: Node | null): boolean {
  const [node] = site.nodes;
  return node !== undefined && statement !== null && statement.start <= node.start && node.end <= statement.end;
}

/** Statements in a list around a node, innermost first. */
function statementsAround(node: Node): Node[] {
  return upwards(node).filter(({ parent }) => parent?.type === 'BlockStatement' || parent?.type === 'Program');
}

function listOf(statement: Node): Node[] {
  const { parent } = statement;
  return parent?.type === 'BlockStatement' || parent?.type === 'Program' ? [...(parent.body as Node[])] : [];
}

const registers = /(?:^|\.)(?:use|addHook|register)$/;

interface Late {
  readonly setter: Setter;
  /** The middleware that sets the key. */
  readonly fn: FunctionNode;
  readonly site: Site;
}

/** Where the middleware is registered, and what of the failing request comes before it. */
function registered(context: RecipeContext, late: Late): Idea[] {
  const places = allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const at = call.arguments.findIndex((given) => makes(context, source, { given: given as Node, fn: late.fn }));
      return at < 0 || !/\.\w+$/.test(chainOf(call.callee) ?? '') ? [] : [{ source, call, at }];
    }),
  );
  const global = places.filter(({ call }) => registers.test(chainOf(call.callee) ?? ''));
  const own = settersIn(context, late.setter.source).filter(({ node }) => upwards(node).includes(late.fn));
  // Who reads another of its keys, and has not failed yet, needs it as well.
  const needing = [late.site, ...readersOf(context, new Set(own.map(({ key }) => key)))];
  const guard = mayRefuse(context, { source: late.setter.source, fn: late.fn });
  const moves = global.flatMap(({ source, call }) =>
    movedUp(context, { source, node: call, needing, guard, depth: 2 }),
  );
  if (moves.length > 0) return moves;
  const reader = routeOf(context, late.site);
  if (reader !== null && global.length === 0 && places.length > 0) return onRoute(context, reader, places, late);
  return places.length === 0 ? added(context, late) : [];
}

/** The function itself, or a call of what makes it. */
function makes(context: RecipeContext, source: Source, at: { given: Node; fn: FunctionNode }): boolean {
  const { given, fn } = at;
  if (given === fn) return true;
  const callee = given.type === 'CallExpression' ? given.callee : given;
  return called(context, source, callee).some((made) => made.fn === fn || upwards(fn).includes(made.fn));
}

/** The registration before the first statement of its list that leads to the failing place; else the call of the function around it. */
function movedUp(
  context: RecipeContext,
  at: { source: Source; node: Node; needing: readonly Reader[]; guard: boolean; depth: number },
): Idea[] {
  const { source, node, needing, guard, depth } = at;
  const statement = statementsAround(node)[0];
  if (statement === undefined) return [];
  const list = listOf(statement);
  const needs = (each: Node): boolean =>
    each !== statement && needing.some((site) => leadsTo(context, source, { statement: each, site }));
  const first = list.find(needs);
  const reader = first === undefined ? undefined : mountedAs(list, { reader: first, statement });
  if (reader !== undefined && reader.start < statement.start) {
    const line = firstLine(source, statement);
    const passed = list.filter(
      (each) => each.start > reader.start && each.end < statement.start && isRegistration(each) && !needs(each),
    );
    const [other] = passed;
    // It may as well be the reader that went up, past what anybody may ask for.
    const before = list.findLast((each) => each.end < reader.start);
    const isMountedAlike = before !== undefined && isMount(before) && isMount(reader);
    if (guard && isMountedAlike && other === undefined) {
      const ask = `only you know whether \`${firstLine(source, before)}\` is to be guarded, too`;
      return [moved(source, { statement, before: reader, title: `\`${line}\` before what needs it`, ask })];
    }
    const ask = guard && other !== undefined ? `\`${line}\` would guard \`${firstLine(source, other)}\`, too` : null;
    return [moved(source, { statement, before: reader, title: `\`${line}\` before what needs it`, ask })];
  }
  const around = functionsAround(statement)[0];
  if (first !== undefined || around === undefined || depth === 0) return [];
  return callsOf(context, around).flatMap(({ source: other, call }) =>
    movedUp(context, { source: other, node: call, needing, guard, depth: depth - 1 }),
  );
}

/** Routes that are put on a `router` before there is an `app`: who reads is mounted by `app.use(router.routes())`. Undefined where nothing tells. */
function mountedAs(list: readonly Node[], at: { readonly reader: Node; readonly statement: Node }): Node | undefined {
  const { reader, statement } = at;
  const names = (node: Node): Set<string> => new Set(all(node, 'Identifier').map(({ name }) => name));
  const own = names(statement);
  const made = list.findLast(
    (each) =>
      each.start > reader.start &&
      each.end <= statement.start &&
      each.type === 'VariableDeclaration' &&
      each.declarations.some(({ id }) => id.type === 'Identifier' && own.has(id.name)),
  );
  if (made === undefined) return reader;
  const given = names(reader);
  return list.find((each) => {
    if (each.start < made.start || each.start >= statement.start || !isRegistration(each)) return false;
    // `router`, `router.routes()`: itself, and not what only takes something of it.
    return all(each, 'CallExpression')[0]?.arguments.some((one) => given.has(rootOf(one as Node)));
  });
}

function rootOf(node: Node): string {
  const callee = node.type === 'CallExpression' && node.arguments.length === 0 ? node.callee : node;
  return chainOf(callee)?.split('.')[0] ?? '';
}

/** `app.use(…)`, `router.get('/x', …)`. */
function isRegistration(statement: Node): boolean {
  const call = statement.type === 'ExpressionStatement' ? statement.expression : null;
  const chain = call?.type === 'CallExpression' ? chainOf(call.callee) : null;
  return /\.(?:use|route|register|all|get|post|put|patch|delete)$/.test(chain ?? '');
}

/** `app.use('/jobs', jobs)`. */
function isMount(statement: Node): boolean {
  const call = statement.type === 'ExpressionStatement' ? statement.expression : null;
  return (
    call?.type === 'CallExpression' &&
    /\.use$/.test(chainOf(call.callee) ?? '') &&
    stringValue(call.arguments[0] as Node | undefined) !== null
  );
}

export function firstLine(source: Source, node: Node): string {
  return textOf(source, node).split('\n')[0]?.replace(/;$/, '').slice(0, 60) ?? '';
}

/** What hands over the failing function, what makes it, or what its file gives out. */
function leadsTo(context: RecipeContext, source: Source, at: { statement: Node; site: Reader }): boolean {
  const { statement, site } = at;
  if (statement.type !== 'ExpressionStatement' && statement.type !== 'VariableDeclaration') return false;
  if (site.source === source && holdsFrame(site, statement)) return true;
  const isFailing = (node: Node): boolean =>
    called(context, source, node).some((each) => each.source === site.source && holdsFrame(site, each.fn));
  // A table of handlers: `{ 'POST /hook': receive }`.
  if (all(statement, 'Property').some(({ value }) => value.type === 'Identifier' && isFailing(value))) return true;
  return all(statement, 'CallExpression').some((call) =>
    [call.callee as Node, ...(call.arguments as Node[])].some((given) => {
      const callee = given.type === 'CallExpression' ? given.callee : given;
      const made = called(context, source, callee);
      if (made.length > 0) return made.some((each) => each.source === site.source && holdsFrame(site, each.fn));
      const name = chainOf(given)?.split('.')[0];
      const from =
        given.type === 'CallExpression' && chainOf(given.callee) === 'require'
          ? stringValue(given.arguments[0] as Node)
          : importsOf(source).find((each) => each.local === name)?.specifier;
      const target = from === null || from === undefined ? null : resolveSpecifier(context.tree, source.path, from);
      return target?.to === 'file' && target.path === site.source.path && given !== call.callee;
    }),
  );
}

function moved(source: Source, at: { statement: Node; before: Node; title: string; ask?: string | null }): Idea {
  const { title, ask = null } = at;
  return ideaIn('setup-order', source, { title, rank: 0, ask, splices: lifted(source, at) });
}

/** A statement with its lines, put before another one. */
export function lifted(source: Source, at: { readonly statement: Node; readonly before: Node }): Splice[] {
  const { text } = source;
  const from = { start: lineStart(text, at.statement.start), end: nextLine(text, at.statement.end) };
  const to = lineStart(text, at.before.start);
  const lines = text.slice(from.start, from.end);
  const indent = /^[ \t]*/.exec(text.slice(to))?.[0] ?? '';
  const own = /^[ \t]*/.exec(lines)?.[0] ?? '';
  const fitted = lines
    .split('\n')
    .map((line) => (line.startsWith(own) ? indent + line.slice(own.length) : line))
    .join('\n')
    .replace(/[ \t]+$/, '');
  return [
    { ...from, text: '' },
    { start: to, end: to, text: fitted.endsWith('\n') ? fitted : `${fitted}\n` },
  ];
}

interface Route {
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
  /** Which argument is the handler. */
  readonly at: number;
}

/** The call that registers the failing handler by a path. */
function routeOf(context: RecipeContext, site: Site): Route | null {
  for (const source of allSources(context.tree)) {
    for (const call of all(source.program, 'CallExpression')) {
      if (!/\.(?:get|post|put|patch|delete|all)$/.test(chainOf(call.callee) ?? '') || call.arguments.length < 2)
        continue;
      const at = call.arguments.findIndex((given) => {
        if (isFunction(given as Node)) return source === site.source && holdsFrame(site, given as Node);
        return called(context, source, given as Node).some(
          (made) => made.source === site.source && holdsFrame(site, made.fn),
        );
      });
      if (at > 0) return { source, call, at };
    }
  }
  return null;
}

/** Other routes of the file name the middleware; this one does not, or names it behind its handler. */
function onRoute(context: RecipeContext, { source, call, at }: Route, places: readonly Route[], { fn }: Late): Idea[] {
  const here = places.find((each) => each.call === call);
  const handler = call.arguments[at];
  if (handler === undefined || (isFunction(handler) === false && handler === (fn as Node))) return [];
  if (here !== undefined) {
    const given = call.arguments[here.at];
    if (given === undefined || here.at < at) return [];
    const swapped = [
      { start: handler.start, end: handler.end, text: textOf(source, given as Node) },
      { start: given.start, end: given.end, text: textOf(source, handler as Node) },
    ];
    return [ideaIn('setup-order', source, { title: 'the middleware before the handler', rank: 0, splices: swapped })];
  }
  const beside = places.filter((each) => each.source === source);
  const texts = (beside.length > 0 ? beside : places).flatMap((each) => {
    const given = each.call.arguments[each.at] as Node | undefined;
    return given === undefined || isFunction(given) ? [] : [textOf(each.source, given)];
  });
  // Of another file it must be known here, and all must name it so.
  const [text, other] = beside.length > 0 ? texts.slice(0, 1) : [...new Set(texts)];
  const name = /^[\w$]+/.exec(text ?? '')?.[0] ?? '';
  if (text === undefined || other !== undefined) return [];
  if (beside.length === 0 && !isKnownAs({ context, source, call }, name, fn)) return [];
  const splices = [{ start: handler.start, end: handler.start, text: `${text}, ` }];
  return [ideaIn('setup-order', source, { title: `\`${text}\` on this route, too`, rank: 0, splices })];
}

/** The name stands for the middleware, or for what makes it, in this file, too. */
function isKnownAs(
  { context, source, call }: { context: RecipeContext; source: Source; call: Node },
  name: string,
  fn: FunctionNode,
): boolean {
  const id = namesInScope(source, call.start).get(name)?.id;
  return (
    id !== undefined && called(context, source, id).some((made) => made.fn === fn || upwards(fn).includes(made.fn))
  );
}

/** Nobody registers it: before the statement that leads to the failing place, where the file already knows its name. */
function added(context: RecipeContext, { setter, fn, site }: Late): Idea[] {
  return allSources(context.tree).flatMap((source) => {
    const names = [...namesInScope(source, source.text.length - 1).values()];
    const known = names.find(
      ({ id }) =>
        id.type === 'Identifier' &&
        called(context, source, id).some(
          (made) => made.source === setter.source && (made.fn === fn || upwards(fn).includes(made.fn)),
        ),
    );
    if (known === undefined) return [];
    for (const call of all(source.program, 'CallExpression')) {
      const statement = statementsAround(call)[0];
      const app = /^([\w.]+)\.(?:use|route|register|get|post)$/.exec(chainOf(call.callee) ?? '')?.[1];
      if (app === undefined || statement === undefined || !leadsTo(context, source, { statement, site })) continue;
      const isMade = called(context, source, known.id).every((made) => made.fn !== fn);
      if (
        isMade &&
        fn.params.length > 0 &&
        called(context, source, known.id).some((made) =>
          made.fn.params.some((param) => param.type !== 'AssignmentPattern'),
        )
      )
        return [];
      const given = `${known.name}${isMade ? '()' : ''}`;
      const title = `\`${known.name}\` is never registered`;
      const isGuard = mayRefuse(context, { source: setter.source, fn });
      const own = isGuard ? guarded(context, call, { name: known.name, given, setter }) : null;
      if (own !== null) return [ideaIn('setup-order', source, { title, rank: 0, ...own })];
      const start = lineStart(source.text, statement.start);
      const indent = source.text.slice(start, statement.start);
      const end = textOf(source, statement).endsWith(';') ? ';' : '';
      const line = `${indent}${app}.use(${given})${end}\n`;
      const ask = isGuard ? `\`${known.name}\` may refuse what comes behind it: only you know what it guards` : null;
      return [ideaIn('setup-order', source, { title, rank: 0, ask, splices: [{ start, end: start, text: line }] })];
    }
    return [];
  });
}

/** A guard in the route or the mount that leads to the failing place, so that nothing else is turned away; null where it has no path. */
function guarded(
  context: RecipeContext,
  call: Of<'CallExpression'>,
  { name, given, setter }: { name: string; given: string; setter: Setter },
): { splices: Splice[]; ask: string | null } | null {
  const [first, ...others] = call.arguments as Node[];
  const path = stringValue(first);
  if (first === undefined || path === null || others.length === 0) return null;
  const splices = [{ start: first.end, end: first.end, text: `, ${given}` }];
  if (/\.(?:get|post)$/.test(chainOf(call.callee) ?? '')) return { splices, ask: null };
  const around = functionsAround(setter.node).map((each) => handlerOf(context.tree, setter.source, each)?.framework);
  if (!around.includes('express') || !/\.use$/.test(chainOf(call.callee) ?? '')) return null;
  const words = [path, ...others.map((each) => lastNameOf(each) ?? '')];
  const isCalledSo = words.some((word) => shareWord(name, word.replace(/\W+/g, '_')));
  return { splices, ask: isCalledSo ? null : `\`${name}\` may refuse: only you know whether it guards all of ${path}` };
}
