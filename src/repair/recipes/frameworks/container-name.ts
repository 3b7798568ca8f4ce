/** A container (Awilix) that cannot resolve a name, or is told to make a class as a function, or a value as either. */
import { isTest } from '../../../kit/code.ts';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { declarationOf, exportsOf, importsOf } from '../../code/bindings.ts';
import { called } from '../../code/callees.ts';
import { addImport, specifierFor } from '../../code/insert.ts';
import { rankedNames } from '../../code/names.ts';
import {
  all,
  allSources,
  functionsAround,
  isFunction,
  isReference,
  openSource,
  parseSource,
  textOf,
} from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { asksOf, registrationsOf } from '../../evidence/container.ts';
import type { Ask, Registration } from '../../evidence/container.ts';
import { idea, ideaIn, ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { fileBehind } from '../modules/wrong-imports.ts';

const name = 'container-name';
const asksMax = 6;

export const containerName: Recipe = {
  name,
  classes: ['unknown', 'type', 'config'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A container (Awilix) that has no registration of the name it is asked for: the slip there or where it is asked, or the registration that is lost; a class that it is told to call, a value that it is told to make.',
  ideas(context) {
    const { message } = context.diagnosis;
    const missing = /Could not resolve '([\w$]+)'\.(?! Cyclic)/.exec(message)?.[1];
    const known = registrationsOf(context.tree);
    if (missing === undefined || known.some((each) => each.name === missing)) return otherwiseMade(context);
    const asks = asksOf(context.tree).filter((each) => each.name === missing && !isTest(each.source.path));
    if (known.length === 0 || asks.length === 0 || asks.length > asksMax) return [];
    const near = misnamed(context.tree, { missing, asks, known }) ?? lost(context.tree, missing, known);
    return near.length > 0 ? near : asTaken(context, asks, known);
  },
};

interface Missing {
  readonly missing: string;
  readonly asks: readonly Ask[];
  readonly known: readonly Registration[];
}

/** The near name, or the one under which the very thing is registered: where nobody asks for that, and several for the other, it is the one misspelt. */
function misnamed(tree: SourceTree, { missing, asks, known }: Missing): Idea[] | null {
  const same = known.filter(({ made }) => made !== null && serviceName(made.name) === missing);
  const near = rankedNames(
    missing,
    known.map((each) => each.name),
    2,
  );
  const meant =
    same.length > 0
      ? same.map((one) => ({ one, rank: same.length - 1 }))
      : near.flatMap(({ name: to, rank }) => known.filter((each) => each.name === to).map((one) => ({ one, rank })));
  if (meant.length === 0) return null;
  return meant.map(({ one, rank }) => {
    const isIdle = asksOf(tree).every((each) => each.name !== one.name);
    const isMeant = one.made !== null && serviceName(one.made.name) === missing;
    if (isIdle && (asks.length > 1 || isMeant)) {
      const { start, end } = one.key;
      const text = one.key.type === 'Identifier' ? missing : textOf(one.source, one.key).replace(one.name, missing);
      const title = `\`${one.name}\` is asked for as \`${missing}\``;
      return ideaIn(name, one.source, { title, rank, splices: [{ start, end, text }] });
    }
    const changes = asks.map(({ source, start, end, tail }) => ({
      source,
      splices: renamed(source, { start, end, name: missing, to: one.name, tail }),
    }));
    return ideaOf(name, { title: `\`${missing}\` is registered as \`${one.name}\``, rank }, changes);
  });
}

/** `{ clocks }` with all that it is read as becomes `{ clock }`; where that name is taken it stays here. */
function renamed(source: Source, ask: Omit<Ask, 'source'> & { readonly to: string }): Splice[] {
  const { start, end, name: was, to, tail } = ask;
  const id = all(source.program, 'Identifier').find((each) => each.start === start && each.end === end);
  const scope = id === undefined ? null : functionsAround(id)[0];
  const own = scope == null ? [] : all(scope, 'Identifier').filter(({ name: each }) => each === to || each === was);
  const reads = own.filter((each) => isReference(each) && each.start !== start);
  if (tail === '' || scope == null || own.some((each) => each.name === to && isReference(each)))
    return [{ start, end, text: `${to}${tail}` }];
  return [{ start, end, text: to }, ...reads.map((each) => ({ start: each.start, end: each.end, text: to }))];
}

/** `routes(box.resolve('settings'))` of a `routes(config)`, and `config` is registered. */
function asTaken(context: RecipeContext, asks: readonly Ask[], known: readonly Registration[]): Idea[] {
  return asks.flatMap(({ source, start, end }) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const at = call.arguments.findIndex(
        (each) => each.type === 'CallExpression' && each.arguments[0]?.start === start - 1,
      );
      const [made, more] = at < 0 ? [] : called(context, source, call.callee);
      const taken = made?.fn.params[at];
      const to = taken?.type === 'Identifier' ? taken.name : null;
      if (more !== undefined || to === null || !known.some((each) => each.name === to)) return [];
      const title = `what is handed over as \`${to}\` is registered so`;
      return [ideaIn(name, source, { title, rank: 0, splices: [{ start, end, text: to }] })];
    }),
  );
}

/** `singerService` of a `SingerService` that the project has, registered like its siblings. */
function lost(tree: SourceTree, missing: string, known: readonly Registration[]): Idea[] {
  const found = allSources(tree)
    .filter(({ path }) => !isTest(path))
    .flatMap((home) => {
      const given = [...exportsOf(tree, home).names.keys()].find((each) => serviceName(each) === missing);
      const kind = given === undefined ? null : kindOf(declarationOf(home, given));
      return given === undefined || kind === null ? [] : [{ home, given, kind }];
    });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const siblings = known.filter(({ by, made, entry }) => by === only.kind && made !== null && entry !== null);
  const sibling = siblings.at(-1);
  if (sibling?.entry == null || sibling.made === null) return [];
  const { source, entry, made } = sibling;
  const wayOf = (each: Registration): string => (each.made === null || each.entry === null ? '' : without(each));
  const isUsual = siblings.every((each) => wayOf(each) === wayOf(sibling));
  const { start: from, end: to } = entry.value;
  const value = `${source.text.slice(from, made.start)}${only.given}${source.text.slice(made.end, to)}`;
  const line = `,${eolOf(source.text)}${indentAt(source.text, entry.start)}${missing}: ${value}`;
  const text = splice(source.text, { start: entry.end, end: entry.end, text: line });
  const longer = parseSource(source.path, text);
  if (longer === null) return [];
  const isKnown = importsOf(source).some(({ local }) => local === only.given);
  const specifier = specifierFor(tree, source, only.home.path);
  const { after } = isKnown
    ? { after: text }
    : addImport(tree, longer, { local: only.given, imported: only.given, specifier });
  const title = `\`${missing}\` is registered nowhere: ${only.kind}(${only.given})`;
  return [idea(name, { title, rank: isUsual ? 0 : 1, edits: [{ path: source.path, before: source.text, after }] })];
}

/** The text of a registration but for its name and what it is made of. */
function without({ source, entry, made }: Registration): string {
  if (entry === null || made === null) return '';
  return source.text.slice(entry.value.start, made.start) + source.text.slice(made.end, entry.value.end);
}

/** `asFunction(Store)` of a class, `asClass(settings)` of a value. */
function otherwiseMade(context: RecipeContext): Idea[] {
  const { message } = context.diagnosis;
  const [, asked, got] = /(as\w+): expected \w+ to be \w+, but got ([^\n]+)/.exec(message) ?? [];
  const uncalled = /Class constructor (\w+) cannot be invoked without 'new'/.exec(message)?.[1];
  if (uncalled === undefined && (asked === undefined || /^undefined/.test(got ?? ''))) return [];
  return registrationsOf(context.tree).flatMap((each) => {
    const { source, made, by } = each;
    const kind = made === null ? null : kindBehind(context, source, made.name);
    const isIt =
      uncalled === undefined ? by === asked && kind === null : by === 'asFunction' && made?.name === uncalled;
    const to = uncalled === undefined ? 'asValue' : 'asClass';
    const known = importsOf(source).find(({ local }) => local === to);
    const callee = made?.parent?.type === 'CallExpression' ? made.parent.callee : null;
    if (!isIt || made === null || callee?.type !== 'Identifier' || known === undefined) return [];
    const splices = [{ start: callee.start, end: callee.end, text: to }];
    return [
      ideaIn(name, source, {
        title: `\`${made.name}\` is a ${to === 'asClass' ? 'class' : 'value'}`,
        rank: 0,
        splices,
      }),
    ];
  });
}

function kindBehind(context: RecipeContext, source: Source, local: string): 'asClass' | 'asFunction' | null {
  const own = kindOf(declarationOf(source, local));
  const from = importsOf(source).find((each) => each.local === local);
  if (own !== null || from === undefined) return own;
  const file = fileBehind(context, source, from);
  const home = file === null ? null : openSource(context.tree, file);
  return home === null ? null : kindOf(declarationOf(home, from.imported));
}

/** How a container makes what is declared so; null where it is neither a class nor a function. */
function kindOf(node: Node | null): 'asClass' | 'asFunction' | null {
  if (node === null) return null;
  if (/^Class/.test(node.type)) return 'asClass';
  const value = node.type === 'VariableDeclarator' ? node.init : node;
  if (value !== null && isFunction(value)) return 'asFunction';
  return value !== null && /^Class/.test(value.type) ? 'asClass' : null;
}

/** `singerService` of `SingerService`, `pricing` of `createPricing`. */
function serviceName(made: string): string {
  const bare = /^(?:create|make|build)([A-Z]\w*)$/.exec(made)?.[1] ?? made;
  return `${bare.charAt(0).toLowerCase()}${bare.slice(1)}`;
}
