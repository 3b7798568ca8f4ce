/** NestJS: a list of a module that holds what is not to stand there, or a class that is asked for by itself and that no module provides. */
import path from 'node:path';
import type { Edit, Idea, SourceTree } from '../../../incident/nouns.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import { all, allSources } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { edited, imported, listed, listOf, lists, modulesOf, needs } from '../../evidence/nest-modules.ts';
import type { NestModule } from '../../evidence/nest-modules.ts';
import { idea } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { referencesTo } from '../modules/wrong-imports.ts';
import { misspeltKeys } from './nest-keys.ts';

const name = 'nest-lists';

export const nestLists: Recipe = {
  name,
  classes: ['unknown', 'config', 'type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'NestJS: a module that exports what it does not have, one that imports a service where it means the module of it, two that import each other, a class that is asked for and that no module provides, and a misspelt key of a module or a provider.',
  ideas({ diagnosis, signal, tree }) {
    const text = `${diagnosis.message}\n${signal.error?.message ?? ''}\n${signal.stderr.slice(-16_384)}`;
    const keys = misspeltKeys(tree, name, text);
    if (keys.length > 0) return keys;
    const modules = allSources(tree).flatMap((source) => modulesOf(source));
    const strange = /currently processed module \((\w+)\)[\s\S]{0,200}?exported (\w+) is available/.exec(text);
    const here = modules.find((each) => each.name === strange?.[1]);
    if (here !== undefined) return notItsOwn(tree, { modules, here, wanted: strange?.[2] ?? '' });
    const service = /"(\w+)"[^"\n]{0,200} (?:appear in|from all of) the "imports" array/.exec(text)?.[1];
    if (service !== undefined) return serviceImported(tree, modules, service);
    const [, circled, at] =
      /cannot create the (\w+) instance\.\s+The module at index \[(\d+)\] of the \w+ "imports" array is undefined/.exec(
        text,
      ) ?? [];
    const circle = modules.find((each) => each.name === circled);
    if (circle !== undefined) return inCircle(tree, { modules, here: circle, at: Number(at) });
    const asked = /Nest could not find (\w+) element/.exec(text)?.[1];
    return asked === undefined ? [] : unprovided(tree, modules, asked);
  },
};

interface Strange {
  readonly modules: readonly NestModule[];
  readonly here: NestModule;
  readonly wanted: string;
}

/** `exports: [OrdersService, PartsService]` of a module that imports the one of parts: who needs it is given that one, nobody is given nothing; what no module provides this one does. */
function notItsOwn(tree: SourceTree, { modules, here, wanted }: Strange): Idea[] {
  const owner = homeOf(tree, wanted);
  const from = modules.find((each) => each !== here && lists(each, 'providers', wanted));
  if (owner === null && from === undefined) return [];
  if (from === undefined && owner !== null) {
    const splices = [listed(here, 'providers', wanted), ...imported(tree, here, { name: wanted, owner })];
    return [idea(name, { title: `${here.name} provides ${wanted}`, rank: 0, edits: [edited(here, splices)] })];
  }
  if (from === undefined) return [];
  const isNeeded = modules.some(
    (each) => lists(each, 'imports', here.name) && !lists(each, 'imports', from.name) && needs(tree, each, wanted),
  );
  const isHanded = isNeeded && lists(here, 'imports', from.name);
  const title = isHanded ? `${here.name} hands on ${from.name}` : `${wanted} is exported by ${from.name}`;
  return [
    idea(name, {
      title,
      rank: 0,
      edits: [edited(here, exchanged(here, 'exports', wanted, isHanded ? from.name : null))],
    }),
  ];
}

/** `imports: [PartsService]`: the module that provides and exports it. */
function serviceImported(tree: SourceTree, modules: readonly NestModule[], wanted: string): Idea[] {
  const [from, more] = modules.filter((each) => lists(each, 'providers', wanted));
  const takers = modules.filter((each) => lists(each, 'imports', wanted));
  if (from === undefined || more !== undefined || takers.length === 0 || !lists(from, 'exports', wanted)) return [];
  const edits = takers.map((here) => {
    const isThere = here === from || lists(here, 'imports', from.name);
    const added = isThere ? [] : imported(tree, here, { name: from.name, owner: from.source });
    return edited(here, [...exchanged(here, 'imports', wanted, isThere ? null : from.name), ...added]);
  });
  return [idea(name, { title: `${wanted} comes with ${from.name}`, rank: 0, edits })];
}

/** Two modules that import each other: the one that takes nothing of the other need not; where both do, each is named only once it is there. */
function inCircle(
  tree: SourceTree,
  { modules, here, at }: { modules: readonly NestModule[]; here: NestModule; at: number },
): Idea[] {
  const element = listOf(here, 'imports')?.elements[at];
  const other = modules.find((each) => element?.type === 'Identifier' && each.name === element.name);
  if (other === undefined || !lists(other, 'imports', here.name)) return [];
  const takesOf = (taker: NestModule, giver: NestModule): boolean =>
    (listOf(giver, 'providers')?.elements ?? []).some(
      (each) => each?.type === 'Identifier' && needs(tree, taker, each.name),
    );
  const isElsewhere = (one: NestModule, but: NestModule): boolean =>
    modules.some((each) => each !== but && lists(each, 'imports', one.name));
  const idle = [
    { taker: other, giver: here },
    { taker: here, giver: other },
  ].find(({ taker, giver }) => !takesOf(taker, giver) && isElsewhere(giver, taker));
  if (idle !== undefined) {
    const { taker, giver } = idle;
    const edit = edited(taker, exchanged(taker, 'imports', giver.name, null));
    return [idea(name, { title: `${taker.name} takes nothing of ${giver.name}`, rank: 0, edits: [edit] })];
  }
  const edits = [
    [here, other],
    [other, here],
  ].flatMap(([one, wanted]) => (one === undefined || wanted === undefined ? [] : [forwarded(one, wanted.name)]));
  return [idea(name, { title: `${here.name} and ${other.name} import each other`, rank: 0, edits })];
}

function forwarded(module: NestModule, wanted: string): Edit {
  const { source } = module;
  const element = listOf(module, 'imports')?.elements.find(
    (each) => each?.type === 'Identifier' && each.name === wanted,
  );
  const kit = importsOf(source).find(
    ({ specifier, imported: taken }) => specifier === '@nestjs/common' && taken === 'Module',
  );
  const isKnown = importsOf(source).some(({ local }) => local === 'forwardRef');
  const taken =
    isKnown || kit === undefined ? [] : [{ start: kit.node.start, end: kit.node.start, text: 'forwardRef, ' }];
  const put = element == null ? [] : [{ start: element.start, end: element.end, text: `forwardRef(() => ${wanted})` }];
  return edited(module, [...taken, ...put]);
}

/** `app.get(TimingInterceptor)`, which no module provides: the one module of its folder does. */
function unprovided(tree: SourceTree, modules: readonly NestModule[], wanted: string): Idea[] {
  const owner = homeOf(tree, wanted);
  if (owner === null || modules.some((each) => lists(each, 'providers', wanted))) return [];
  const folder = path.posix.dirname(owner.path);
  const [here, more] = modules.filter(({ source }) => path.posix.dirname(source.path) === folder);
  if (here === undefined || more !== undefined) return [];
  const splices = [listed(here, 'providers', wanted), ...imported(tree, here, { name: wanted, owner })];
  return [idea(name, { title: `${here.name} provides ${wanted}`, rank: 0, edits: [edited(here, splices)] })];
}

function homeOf(tree: SourceTree, wanted: string): Source | null {
  const [home, more] = allSources(tree).filter(
    (source) =>
      exportsOf(tree, source).names.has(wanted) &&
      all(source.program, 'ClassDeclaration').some((each) => each.id?.name === wanted),
  );
  return more === undefined ? (home ?? null) : null;
}

/** The name in the list becomes another one, or goes with its comma; its import goes where nothing else of the file reads it. */
function exchanged(module: NestModule, key: string, was: string, to: string | null): Splice[] {
  const elements = listOf(module, key)?.elements ?? [];
  const at = elements.findIndex((each) => each?.type === 'Identifier' && each.name === was);
  const element = elements[at];
  if (element == null) return [];
  const { source } = module;
  const from = importsOf(source).find(({ local }) => local === was);
  const isLast =
    from !== undefined && from.statement.type === 'ImportDeclaration' && from.statement.specifiers.length === 1;
  const end = from === undefined ? 0 : source.text.indexOf('\n', from.statement.end) + 1;
  const gone =
    isLast && referencesTo(source, from).length === 1 ? [{ start: from.statement.start, end, text: '' }] : [];
  if (to !== null) return [{ start: element.start, end: element.end, text: to }, ...gone];
  const [before, behind] = [elements[at - 1], elements[at + 1]];
  const [start, stop] = before != null ? [before.end, element.end] : [element.start, behind?.start ?? element.end];
  return [{ start, end: stop, text: '' }, ...gone];
}
