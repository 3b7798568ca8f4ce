/** From the failing place back to where the wrong value came from: the member chains that may have been misspelt, likeliest first. */
import type { SourceTree } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import { handedOver as argumentsOf, takenFrom } from '../code/calls.ts';
import type { RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import { rootOf } from './kin.ts';
import { keysBeside } from '../code/siblings.ts';
import { isMissing, isNullish, sitesOf, valueOf } from './site.ts';
import type { Site } from './site.ts';
import { all, chainOf, functionsAround, isFunction, isReference, keyName, upwards, walk } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { offsetAt } from '../code/text.ts';

export type Member = Of<'MemberExpression'>;

/** `object.name` that may be wrong; `key` is the node to replace (a member's property or a pattern's key). */
export interface Suspect {
  readonly site: Site;
  readonly object: Node;
  readonly name: string;
  readonly key: Node;
  /** The member expression, or the pattern property. */
  readonly node: Node;
  /** Steps back from the place of the failure. */
  readonly steps: number;
}

/** How frameworks and Node say that a handler they were given is none. */
export const wantsFunction =
  /(?:must be|should be|expected) a function|must be of type function|requires? (?:a )?(?:callback|middleware|handler)s? functions?|requires a middleware function|Missing handler function|middleware must be a function/i;

/** The nullish or wrong-typed expression at the failing place: what stands before `.p`, the callee, the iterated value. */
export function culprits(context: RecipeContext, site: Site): Node[] {
  const { named, message } = context.diagnosis;
  const found: Node[] = [];
  const onLine = membersOnLine(site);
  if (site.depth === 0 && named.property !== undefined && named.nullish !== undefined) {
    for (const member of byNearness(site, onLine)) {
      if (memberName(member) === named.property && !member.optional) found.push(member.object);
    }
    for (const pattern of patternsNear(site)) if (patternHas(pattern.id, named.property)) found.push(pattern.init);
    if (found.length === 0)
      found.push(
        ...byNearness(
          site,
          onLine.filter(({ computed, optional }) => computed && !optional),
        )
          .slice(0, 1)
          .map(({ object }) => object),
      );
  }
  // What a builtin was handed to call: V8 says its value, not its name.
  const given = /^(?:TypeError: )?(?:undefined|null) is not a function$/.test(message) ? missingGiven(site) : [];
  if (/is not a function|is not a constructor/.test(message) && site.depth === 0)
    found.push(...(given.length > 0 ? given : callees(context, site)));
  // A compiler speaks of the member itself.
  if (/^TS\d{4,5}: Property /.test(message) && site.depth === 0)
    found.push(...byNearness(site, onLine).filter((member) => memberName(member) === named.property));
  if (/Invalid time value/.test(message) && site.depth === 0)
    found.push(...onLine.filter((member) => isCallee(member)).map(({ object }) => object as Node));
  if (/\b(?:NaN|undefined|null)\b/.test(message) && site.depth === 0) found.push(...refused(site));
  if (/^(?:TypeError: )?Class extends value/.test(message) && site.depth === 0) found.push(...parents(site));
  const wanted = wantsFunction.test(message) || /argument must be .*Received (?:undefined|null)\b/s.test(message);
  if (wanted && site.depth === 0) found.push(...handedOver(site));
  if (
    /not iterable|Cannot convert undefined or null|Cannot use 'in'|Cannot destructure/.test(message) &&
    site.depth === 0
  ) {
    for (const pattern of patternsNear(site)) found.push(pattern.init);
    for (const node of site.nodes) if (isIterated(node)) found.push(node);
  }
  if (site.facts !== null)
    for (const member of onLine) if (!isTarget(member) && isNullish(valueOf(site, member))) found.push(member);
  if (found.length === 0 && site.depth === 0) found.push(...takenNothing(site));
  if (site.depth > 0) found.push(...givenNothing(site));
  return [...new Set(found)];
}

/** `if (!Number.isInteger(cents)) throw …`: the names of a check that the project made itself, where they hold nothing that it could be. */
function refused(site: Site): Node[] {
  const [node] = site.nodes;
  const thrown = [node, ...(node === undefined ? [] : upwards(node))].find((each) => each?.type === 'ThrowStatement');
  const check = thrown === undefined ? undefined : upwards(thrown).find((each) => each.type === 'IfStatement');
  if (check?.type !== 'IfStatement' || check.alternate !== null) return [];
  const tested = new Set(all(check.test, 'Identifier'));
  return [...tested].filter((each) => {
    const seen = valueOf(site, each);
    return isReference(each) && (isNullish(seen) || (seen?.type === 'number' && seen.preview === 'NaN'));
  });
}

/** `new Intl.NumberFormat(language, { style: 'currency', currency })`: what Node refused is what holds nothing there. */
function takenNothing(site: Site): Node[] {
  const call = site.nodes.find((node) => node.type === 'CallExpression' || node.type === 'NewExpression');
  const given = call === undefined || !('arguments' in call) ? [] : call.arguments;
  return given.flatMap((each) =>
    all(each as Node, 'Identifier').filter((id) => isReference(id) && isNullish(valueOf(site, id))),
  );
}

/** What the class at the failing place extends. */
function parents({ nodes }: Site): Node[] {
  return nodes.flatMap((node) => {
    const owner = [node, node.parent].find(
      (each) => each?.type === 'ClassDeclaration' || each?.type === 'ClassExpression',
    );
    const isClass = owner?.type === 'ClassDeclaration' || owner?.type === 'ClassExpression';
    return isClass && owner.superClass !== null ? [owner.superClass as Node] : [];
  });
}

/** Names that a call further out was given and that hold nothing, as the debugger saw; `callback(null, …)` says that there is no error. */
function givenNothing(site: Site): Node[] {
  const call = site.nodes.find((node) => node.type === 'CallExpression');
  const given = call?.type === 'CallExpression' ? call.arguments : [];
  return given.filter(
    (each) =>
      each.type === 'Identifier' && !/^(?:e|err|error|undefined)$/.test(each.name) && isNullish(valueOf(site, each)),
  );
}

/** Names and members among what calls of the failing line were given that hold nothing, as the debugger saw. */
function missingGiven(site: Site): Node[] {
  const calls = site.nodes.filter((node) => node.type === 'CallExpression');
  return calls
    .flatMap((call) => call.arguments as Node[])
    .filter((each) => each.type === 'Identifier' || each.type === 'MemberExpression')
    .filter((each) => isNullish(valueOf(site, each)));
}

/** Names and members that the failing call was given, those that the debugger saw to be missing first. */
function handedOver(site: Site): Node[] {
  const calls = site.nodes.filter((node) => node.type === 'CallExpression').filter((node) => node.arguments.length > 0);
  // V8 points at the name of the method: in a chain of calls, that of the one that failed.
  const exact = site.column === null ? null : offsetAt(site.source.text, site.line, site.column);
  const call =
    calls.find(({ callee }) => callee.type === 'MemberExpression' && callee.property.start === exact) ?? calls[0];
  if (call === undefined) return [];
  const given = call.arguments.filter(
    (each) => each.type === 'Identifier' || each.type === 'MemberExpression' || each.type === 'CallExpression',
  );
  const missing = given.filter((each) => isNullish(valueOf(site, each)));
  return (missing.length > 0 ? missing : given) as Node[];
}

function isCallee({ parent, start }: Member): boolean {
  return parent?.type === 'CallExpression' && parent.callee.start === start;
}

/** `ctx.body = …` has nothing yet, and need not. */
function isTarget({ parent, start }: Member): boolean {
  return parent?.type === 'AssignmentExpression' && parent.operator === '=' && parent.left.start === start;
}

function memberName(node: Member): string | null {
  return node.computed ? null : keyName(node.property);
}

export function membersOnLine(site: Site): Member[] {
  const { text, program } = site.source;
  const start = offsetAt(text, site.line, 1);
  if (start === null) return [];
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  const found: Member[] = [];
  walk(program, (node) => {
    if (node.end < start || node.start > end) return node === program;
    if (node.type !== 'MemberExpression') return true;
    const isHere = node.property.start >= start && node.property.start <= end;
    // Of a chain over several lines a compiler's source map names the line before.
    const isBehind = node.object.end >= start && node.object.end <= end && node.property.start > end;
    if (isHere || isBehind) found.push(node);
    return true;
  });
  return found;
}

/** V8 points at the property's name (reads) or at the start of the call. */
function byNearness(site: Site, members: readonly Member[]): Member[] {
  const exact = site.column === null ? null : offsetAt(site.source.text, site.line, site.column);
  if (exact === null) return [...members];
  const away = (member: Member): number =>
    Math.min(
      Math.abs(member.property.start - exact),
      Math.abs(member.object.end - exact) + 1,
      Math.abs(member.start - exact) + 1,
    );
  return [...members].sort((a, b) => away(a) - away(b));
}

function callees(context: RecipeContext, site: Site): Node[] {
  const receiver = context.diagnosis.named.receiver;
  const property = context.diagnosis.named.property ?? context.diagnosis.named.identifier;
  const wanted =
    receiver !== undefined && property !== undefined && receiver !== property ? `${receiver}.${property}` : property;
  const calls = site.nodes.filter((node) => node.type === 'CallExpression' || node.type === 'NewExpression');
  // A compiler's name for what is imported as a default: in the text it is called by its own.
  const [said, members = ''] =
    /\b(?:import_\w+|\w+_\d+)\.default\b((?:\.[\w$]+)*)/.exec(context.diagnosis.message) ?? [];
  if (said !== undefined) {
    const locals = importsOf(site.source).flatMap(({ imported, local }) =>
      imported === 'default' && local !== null ? [`${local}${members}`] : [],
    );
    const nameOf = (callee: Node): string | null => (members === '' ? lastName(callee) : chainOf(callee));
    return calls.map(({ callee }): Node => callee).filter((callee) => locals.includes(nameOf(callee) ?? ''));
  }
  return calls
    .map((node): Node => node.callee)
    .filter((callee) => property === undefined || chainOf(callee) === wanted || lastName(callee) === property)
    .sort((a, b) => Number(chainOf(b) === wanted) - Number(chainOf(a) === wanted));
}

function lastName(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? memberName(node) : null;
}

function patternsNear(site: Site): { id: Of<'ObjectPattern'>; init: Node }[] {
  const found: { id: Of<'ObjectPattern'>; init: Node }[] = [];
  for (const node of site.nodes) {
    if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern' && node.init !== null) {
      found.push({ id: node.id, init: node.init });
    }
  }
  return found;
}

function patternHas(pattern: Of<'ObjectPattern'>, name: string): boolean {
  return pattern.properties.some((each) => each.type === 'Property' && keyName(each.key) === name);
}

function isIterated(node: Node): boolean {
  const parent = node.parent;
  if (parent?.type === 'ForOfStatement' || parent?.type === 'ForInStatement') return parent.right === node;
  if (parent?.type === 'SpreadElement') return true;
  if (parent?.type === 'VariableDeclarator') return parent.init === node && parent.id.type === 'ArrayPattern';
  if (parent?.type === 'CallExpression')
    return /^(?:Object|Promise|Array)\.\w+$|^(?:Map|Set)$/.test(chainOf(parent.callee) ?? '');
  return parent?.type === 'NewExpression' || (parent?.type === 'BinaryExpression' && parent.right === node);
}

/** Follows a culprit back through initialisers, destructurings, calls and parameters to the members it was read from. */
export function suspectsOf(context: RecipeContext): Suspect[] {
  const found: Suspect[] = [];
  const sites = sitesOf(context);
  for (const site of sites)
    for (const node of culprits(context, site)) trace({ tree: context.tree, sites, found }, { site, node, steps: 0 });
  found.push(...nestedIn(context, sites[0]));
  const seen = new Set<Node>();
  return found.filter((each) => !seen.has(each.key) && seen.add(each.key)).sort((a, b) => a.steps - b.steps);
}

/** `({ param: { code } }) => …`: what a parameter is taken apart for, and taken apart again. */
function nestedIn({ diagnosis }: RecipeContext, site: Site | undefined): Suspect[] {
  const { property } = diagnosis.named;
  const inner = site?.nodes.find((node) => node.type === 'ObjectPattern' && patternHas(node, property ?? ''));
  const outer = inner?.parent?.type === 'Property' ? takenApart(inner) : null;
  return site === undefined || outer === null ? [] : [{ ...outer, site, object: outer.pattern, steps: 0 }];
}

interface Trail {
  readonly tree: SourceTree;
  readonly sites: readonly Site[];
  readonly found: Suspect[];
}

interface Point {
  readonly site: Site;
  readonly node: Node;
  readonly steps: number;
}

function trace(trail: Trail, point: Point): void {
  const { site, node, steps } = point;
  if (steps > 4) return;
  if (node.type === 'AwaitExpression') return trace(trail, { ...point, node: node.argument });
  if (
    node.type === 'ChainExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSNonNullExpression' ||
    node.type === 'TSSatisfiesExpression'
  )
    return trace(trail, { ...point, node: node.expression });
  if (node.type === 'LogicalExpression') return trace(trail, { ...point, node: node.left });
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].forEach((way) => trace(trail, { ...point, node: way }));
  // A date of nothing, and a text with nothing in it, are as wrong as what they were made of.
  const parts = isDate(node) ? node.arguments : node.type === 'TemplateLiteral' ? node.expressions : [];
  for (const part of parts) trace(trail, { ...point, node: part as Node, steps: steps + 1 });
  for (const part of reckonedOf(node)) trace(trail, { ...point, node: part });
  if (node.type === 'CallExpression') {
    trace(trail, { ...point, node: node.callee });
    // `films.get(screening.filmID)`: nothing is found by what is not there.
    const by = node.callee.type === 'MemberExpression' ? memberName(node.callee) : null;
    const [key] = node.arguments;
    const isName = node.arguments.length === 1 && (key?.type === 'MemberExpression' || key?.type === 'Identifier');
    // By whatever name a store looks things up, what was seen to be missing is what it was asked for.
    if (isName && (by === 'get' || (by !== null && isMissing(site, key))))
      trace(trail, { ...point, node: key, steps: steps + 1 });
    return;
  }
  if (node.type === 'MemberExpression') {
    const name = memberName(node);
    if (name !== null) trail.found.push({ site, object: node.object, name, key: node.property, node, steps });
    trace(trail, { site, node: node.object, steps: steps + 1 });
    if (node.computed) trace(trail, { site, node: node.property, steps: steps + 1 });
    return;
  }
  if (node.type === 'Identifier') traceName(trail, { site, node, steps });
}

/** A sum of something that is no number, and the number that is made of it, are none either. */
function reckonedOf(node: Node): Node[] {
  if (node.type === 'BinaryExpression' && /^[-+*/%]$/.test(node.operator)) return [node.left as Node, node.right];
  const isMade =
    node.type === 'CallExpression' && /^(?:Number|Date\.parse|Math\.\w+)$/.test(chainOf(node.callee) ?? '');
  return isMade ? (node.arguments as Node[]) : [];
}

function isDate(node: Node): node is Of<'NewExpression'> {
  return node.type === 'NewExpression' && chainOf(node.callee) === 'Date';
}

function traceName(trail: Trail, point: Point & { readonly node: Of<'Identifier'> }): void {
  const { site, node, steps } = point;
  const binding = namesInScope(site.source, node.start).get(node.name);
  if (binding === undefined) return;
  const declarator = binding.node;
  if (declarator.type === 'VariableDeclarator' && declarator.init !== null) {
    if (declarator.id.type === 'Identifier') return trace(trail, { site, node: declarator.init, steps: steps + 1 });
    if (declarator.id.type === 'ObjectPattern') {
      const property = declarator.id.properties.find(
        (each) => each.start <= binding.id.start && binding.id.end <= each.end,
      );
      const name = property?.type === 'Property' && !property.computed ? keyName(property.key) : null;
      if (property?.type === 'Property' && name !== null) {
        trail.found.push({ site, object: declarator.init, name, key: property.key, node: property, steps: steps + 1 });
      }
      return trace(trail, { site, node: declarator.init, steps: steps + 2 });
    }
  }
  if (binding.kind === 'param') traceArgument(trail, point, binding.id);
}

/** A parameter came from the caller, which is the next frame. */
function traceArgument(trail: Trail, point: Point & { readonly node: Of<'Identifier'> }, id: Node): void {
  const fn = upwards(id).find(isFunction);
  const at = fn?.params.findIndex((param) => param.start <= id.start && id.end <= param.end) ?? -1;
  // What a function around took when it made this one came from another call than that of the stack.
  const isOwn = fn !== undefined && functionsAround(point.node)[0] === fn;
  const caller = isOwn ? trail.sites[point.site.depth + 1] : undefined;
  if (caller === undefined || at < 0) return fromAnyCaller(trail, point);
  const call = caller.nodes.find(
    (node) =>
      (node.type === 'CallExpression' || node.type === 'NewExpression') &&
      lastName(node.callee) ===
        point.site.fn
          ?.split('.')
          .at(-1)
          ?.replace(/^(?:async|new) /, ''),
  );
  const argument = call !== undefined && 'arguments' in call ? call.arguments[at] : undefined;
  const taken = takenApart(id);
  if (argument !== undefined && taken !== null)
    trail.found.push({ ...taken, site: caller, object: argument, steps: point.steps + 1 });
  if (argument !== undefined) return trace(trail, { site: caller, node: argument, steps: point.steps + 1 });
  fromAnyCaller(trail, point);
}

/** `{ name }` of a parameter that is taken apart. */
function takenApart(
  id: Node | undefined,
): (Pick<Suspect, 'name' | 'key' | 'node'> & { readonly pattern: Of<'ObjectPattern'> }) | null {
  const property = id === undefined ? undefined : upwards(id).find((each) => each.type === 'Property');
  const name = property === undefined || property.computed ? null : keyName(property.key);
  const pattern = property?.parent;
  if (property === undefined || name === null || pattern?.type !== 'ObjectPattern') return null;
  return { pattern, name, key: property.key, node: property };
}

/** The caller is long gone: every call that the text shows. */
function fromAnyCaller(trail: Trail, point: Point & { readonly node: Of<'Identifier'> }): void {
  const { site, steps } = point;
  const from = (source: Source): Site => ({
    ...site,
    ...{ source, line: 0, column: null, facts: null, depth: site.depth + 1, nodes: [] },
  });
  for (const { source, node: object, property, key: name } of takenFrom(trail.tree, site.source, point.node))
    trail.found.push({ site: from(source), object, name, key: property.key, node: property, steps: steps + 1 });
  for (const { source, node } of argumentsOf(trail.tree, site.source, point.node)) {
    const there = from(source);
    trace(trail, { site: there, node, steps: steps + 1 });
  }
  // Nobody of the project calls it by its name: it is handed over, and its siblings tell what it is given.
  const taken = takenApart(namesInScope(site.source, point.node.start).get(point.node.name)?.id);
  const isKnown =
    taken !== null && (keysBeside(trail.tree, taken.pattern).length > 0 || rootOf(site.source, taken.pattern) !== null);
  if (isKnown) trail.found.push({ ...taken, site, object: taken.pattern, steps: steps + 1 });
}
