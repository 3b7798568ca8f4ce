/** The places where a failure showed: own frames with their tree, the node that failed and what the debugger saw there. */
import type { FrameFacts, ValueFacts } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import type { RecipeContext } from '../recipe.ts';
import { ownPath } from '../code/paths.ts';
import { importsOf } from '../code/bindings.ts';
import { allSources, chainOf, functionsAround, keyName, nodesNear, openSource } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';
import { offsetAt } from '../code/text.ts';

export interface Site {
  readonly source: Source;
  readonly line: number;
  readonly column: number | null;
  readonly fn: string | null;
  readonly facts: FrameFacts | null;
  /** 0 is where it was thrown. */
  readonly depth: number;
  /** Nodes at that place, nearest first. */
  readonly nodes: readonly Node[];
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
  readonly fn: string | null;
}

const sitesMax = 4;
const stackMax = 12;

/** The own frames whose file parses, innermost first: all that the stack tells. */
export const stackOf = memoize((context: RecipeContext): readonly Site[] => {
  const sites: Site[] = [];
  for (const place of placesOf(context)) {
    const source = openSource(context.tree, place.file);
    if (source === null || sites.length >= stackMax) continue;
    const at = sites.length === 0 ? whereNamed(context, source, place) : place;
    const nodes = nodesNear(source, at.line, at.column);
    sites.push({ ...at, source, nodes, facts: factsAt(context, place), depth: sites.length });
  }
  return sites;
});

/** The nearest of them, where a failure has its cause as a rule. */
export const sitesOf = memoize((context: RecipeContext): readonly Site[] => stackOf(context).slice(0, sitesMax));

const nearLines = 3;

/** A loader that keeps no source map (swc, Babel) tells lines of what it made: then the only line that speaks of what was named is meant. */
function whereNamed({ diagnosis }: RecipeContext, { text }: Source, place: Place): Place {
  const word = diagnosis.named.identifier ?? diagnosis.named.property;
  if (word === undefined || !/^[\w$]{2,}$/.test(word)) return place;
  // Of what is private to a class V8 names the class, which is said elsewhere.
  if ((text.split('\n')[place.line - 1] ?? '').includes('.#')) return place;
  const speaks = new RegExp(String.raw`(?<![\w$])${word.replaceAll('$', String.raw`\$`)}(?![\w$])`);
  const lines = text.split('\n').flatMap((line, at) => (speaks.test(line) ? [at + 1] : []));
  const [only, more] = lines;
  if (only === undefined || more !== undefined || Math.abs(only - place.line) <= nearLines) return place;
  return { ...place, line: only, column: (text.split('\n')[only - 1] ?? '').search(speaks) + 1 };
}

function placesOf(context: RecipeContext): Place[] {
  const { diagnosis, facts } = context;
  const own = diagnosis.frames.filter((frame) => frame.own && frame.line > 0);
  const seen: Place[] = own.map(({ file, line, column, fn }) => ({
    file,
    line,
    column: column > 0 ? column : null,
    fn,
  }));
  if (seen.length === 0 && facts !== null) seen.push(...facts.frames);
  if (seen.length === 0 && diagnosis.file !== null && diagnosis.line !== null) {
    seen.push({ file: diagnosis.file, line: diagnosis.line, column: diagnosis.column, fn: null });
  }
  return seen;
}

function factsAt(context: RecipeContext, place: Place): FrameFacts | null {
  const frames = context.facts?.frames.filter((each) => each.file === place.file) ?? [];
  return frames.find((each) => each.line === place.line) ?? null;
}

/** What the debugger saw in the function around a node: a name of another function is another thing. */
export function framesAround({ facts }: RecipeContext, source: Source, node: Node): readonly FrameFacts[] {
  const fn = functionsAround(node)[0] ?? source.program;
  return (facts?.frames ?? []).filter(({ file, line, column }) => {
    const at = file === source.path ? offsetAt(source.text, line, column ?? 1) : null;
    return at !== null && fn.start <= at && at <= fn.end;
  });
}

/** What the debugger saw of a plain chain of names at a place; null where it saw nothing. */
export function valueOf(site: Site, node: Node): ValueFacts | null {
  const chain = chainOf(node);
  return chain === null ? null : valueOfChain(site, chain);
}

export function valueOfChain(site: Site, chain: string): ValueFacts | null {
  const { facts } = site;
  if (facts === null) return null;
  if (Object.hasOwn(facts.expressions, chain)) return facts.expressions[chain] ?? null;
  return Object.hasOwn(facts.locals, chain) ? (facts.locals[chain] ?? null) : null;
}

export function isNullish(value: ValueFacts | null): boolean {
  return value !== null && (value.type === 'undefined' || value.type === 'null');
}

/** Seen to hold nothing, or a member that its object was seen not to have. */
export function isMissing(site: Site, node: Node): boolean {
  if (isNullish(valueOf(site, node))) return true;
  const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
  const keys = node.type === 'MemberExpression' ? (valueOf(site, node.object)?.keys ?? []) : [];
  return name !== null && keys.length > 0 && !keys.includes(name);
}

/** Who may have asked for the module that was not found: whom the message names first, then the file and the frames; of a bundle whoever takes it. */
export function importersOf(context: RecipeContext): Source[] {
  const { named, file, frames } = context.diagnosis;
  const importers = [ownPath(context, named.importer), file, ...frames.map((frame) => frame.file)];
  const found = [...new Set(importers)].flatMap((each) => (each ? (openSource(context.tree, each) ?? []) : []));
  const { module } = named;
  if (found.length > 0 || module === undefined) return found;
  const isIt = (specifier: string): boolean => specifier === module || specifier.startsWith(`${module}/`);
  return allSources(context.tree).filter((source) => importsOf(source).some(({ specifier }) => isIt(specifier)));
}
