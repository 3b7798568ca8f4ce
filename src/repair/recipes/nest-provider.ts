/** NestJS cannot resolve a dependency: the class is in the project, and its module neither provides it nor imports one that does. */
import type { Edit, Idea, SourceTree } from '../../incident/nouns.ts';
import { exportsOf, importsOf } from '../code/bindings.ts';
import { importText, specifierFor } from '../code/insert.ts';
import { idea } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { all, allSources, chainOf, keyName } from '../code/syntax.ts';
import type { Of, Source } from '../code/syntax.ts';
import { eolOf, splice } from '../code/text.ts';
import type { Splice } from '../code/text.ts';

export const nestProvider: Recipe = {
  name: 'nest-provider',
  classes: ['unknown', 'config', 'type', 'reference'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'NestJS: a provider, an export or an import that its module does not list.',
  ideas({ diagnosis, signal, tree }) {
    const text = `${diagnosis.message}\n${signal.error?.message ?? ''}\n${signal.stderr.slice(-16_384)}`;
    const match =
      /resolve dependencies of (?:the )?(\w+) \(([^)]*)\)[\s\S]{0,80}?argument "?'?(?:dependency )?(\w+)"?'? at index \[\d+\] is available in the (\w+)/.exec(
        text,
      );
    const [, , , wanted, module] = match ?? [];
    if (wanted === undefined || module === undefined) return [];
    const sources = allSources(tree);
    const modules = sources.flatMap((source) => modulesOf(source));
    const here = modules.find((each) => each.name === module);
    const owner = sources.find(
      (source) =>
        exportsOf(tree, source).names.has(wanted) &&
        all(source.program, 'ClassDeclaration').some((each) => each.id?.name === wanted),
    );
    if (here === undefined || owner === undefined) return [];
    const providers = modules.filter((each) => each !== here && lists(each, 'providers', wanted));
    // A second instance beside the one there is would share none of its state: only what nobody provides is provided.
    if (providers.length === 0)
      return [
        idea('nest-provider', {
          title: `${module} provides ${wanted}`,
          rank: 0,
          edits: [edited(here, [listed(here, 'providers', wanted), ...imported(tree, here, { name: wanted, owner })])],
        }),
      ];
    return providers.map((from): Idea => {
      const others = modules.filter((each) => each !== from && !lists(each, 'imports', from.name));
      const isMeantForAll = others.filter((each) => needs(tree, each, wanted)).length > 1;
      const isTakenIn = modules.some((each) => lists(each, 'imports', from.name));
      if (isMeantForAll && isTakenIn && lists(from, 'exports', wanted))
        return idea('nest-provider', { title: `${from.name} is for all modules`, rank: 0, edits: [globalOf(from)] });
      const exporting = lists(from, 'exports', wanted) ? [] : [listed(from, 'exports', wanted)];
      const importing = lists(here, 'imports', from.name)
        ? []
        : [listed(here, 'imports', from.name), ...imported(tree, here, { name: from.name, owner: from.source })];
      const titles = [
        ...(exporting.length > 0 ? [`${from.name} exports ${wanted}`] : []),
        ...(importing.length > 0 ? [`${module} imports ${from.name}`] : []),
      ];
      return idea('nest-provider', {
        title: titles.join(', '),
        rank: titles.length - 1,
        edits:
          from.source === here.source
            ? [edited(from, [...exporting, ...importing])]
            : editsOf([from, exporting], [here, importing]),
      });
    });
  },
};

/** A class that the module lists takes the wanted one in. */
function needs(tree: SourceTree, module: NestModule, wanted: string): boolean {
  const listed = ['providers', 'controllers'].flatMap((key) => listOf(module, key)?.elements ?? []);
  return listed.some((each) => {
    const name = each?.type === 'Identifier' ? each.name : null;
    const owner = allSources(tree).find(({ program }) =>
      all(program, 'ClassDeclaration').some(({ id }) => id !== null && id.name === name),
    );
    return owner !== undefined && importsOf(owner).some(({ imported: taken }) => taken === wanted);
  });
}

function globalOf({ source, target }: NestModule): Edit {
  const [first] = target.decorators ?? [];
  const kit = importsOf(source).find(
    ({ specifier, imported: taken }) => specifier === '@nestjs/common' && taken === 'Module',
  );
  const known = importsOf(source).some(({ local }) => local === 'Global');
  const at = first?.start ?? target.start;
  const taken = known || kit === undefined ? [] : [{ start: kit.node.start, end: kit.node.start, text: 'Global, ' }];
  const after = splice(source.text, ...taken, { start: at, end: at, text: `@Global()${eolOf(source.text)}` });
  return { path: source.path, before: source.text, after };
}

interface NestModule {
  readonly name: string;
  readonly source: Source;
  readonly target: Of<'ClassDeclaration'>;
  readonly options: Of<'ObjectExpression'>;
}

function modulesOf(source: Source): NestModule[] {
  return all(source.program, 'ClassDeclaration').flatMap((each) => {
    const options = moduleOptions(each);
    return options === null || each.id === null ? [] : [{ name: each.id.name, source, target: each, options }];
  });
}

function editsOf(...parts: [NestModule, Splice[]][]): Edit[] {
  return parts.filter(([, splices]) => splices.length > 0).map(([module, splices]) => edited(module, splices));
}

function edited({ source }: NestModule, splices: Splice[]): Edit {
  return { path: source.path, before: source.text, after: splice(source.text, ...splices) };
}

function listOf({ options }: NestModule, key: string): Of<'ArrayExpression'> | null {
  const list = options.properties.find((each) => each.type === 'Property' && keyName(each.key) === key);
  return list?.type === 'Property' && list.value.type === 'ArrayExpression' ? list.value : null;
}

function lists(module: NestModule, key: string, name: string): boolean {
  return listOf(module, key)?.elements.some((each) => each?.type === 'Identifier' && each.name === name) === true;
}

/** The name at the end of the module's list; a list that is not there begins before the first one that is. */
function listed(module: NestModule, key: string, name: string): Splice {
  const list = listOf(module, key);
  if (list !== null) {
    const last = list.elements.at(-1);
    const at = last?.end ?? list.start + 1;
    return { start: at, end: at, text: last ? `, ${name}` : name };
  }
  const first = module.options.properties[0];
  const { text } = module.source;
  if (first === undefined)
    return { start: module.options.start + 1, end: module.options.start + 1, text: ` ${key}: [${name}] ` };
  const between = /^\s*/.exec(text.slice(module.options.start + 1, first.start))?.[0] ?? ' ';
  return { start: first.start, end: first.start, text: `${key}: [${name}],${between}` };
}

/** The import statement for a class that the module's file does not know yet. */
function imported(
  tree: SourceTree,
  { source }: NestModule,
  { name, owner }: { name: string; owner: Source },
): Splice[] {
  if (owner === source || importsOf(source).some((each) => each.local === name)) return [];
  const specifier = specifierFor(tree, source, owner.path);
  const at = importEnd(source);
  const text = `${importText(source, true, { local: name, imported: name, specifier })}${eolOf(source.text)}`;
  return [{ start: at, end: at, text }];
}

function moduleOptions(target: Of<'ClassDeclaration'>): Of<'ObjectExpression'> | null {
  for (const each of target.decorators ?? []) {
    const call = each.expression;
    if (call.type !== 'CallExpression' || chainOf(call.callee) !== 'Module') continue;
    const [options] = call.arguments;
    if (options?.type === 'ObjectExpression') return options;
  }
  return null;
}

function importEnd(source: Source): number {
  const last =
    importsOf(source)
      .filter((each) => each.style === 'import')
      .at(-1)?.statement.end ?? 0;
  const newline = source.text.indexOf('\n', last);
  return newline < 0 ? source.text.length : newline + 1;
}
