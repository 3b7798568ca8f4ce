/** The modules of NestJS as the project's sources write them, and how something is put into their lists. */
import type { Edit, SourceTree } from '../../incident/nouns.ts';
import { importsOf } from '../code/bindings.ts';
import { importText, specifierFor } from '../code/insert.ts';
import { all, allSources, chainOf, keyName } from '../code/syntax.ts';
import type { Of, Source } from '../code/syntax.ts';
import { eolOf, splice } from '../code/text.ts';
import type { Splice } from '../code/text.ts';

export interface NestModule {
  readonly name: string;
  readonly source: Source;
  readonly target: Of<'ClassDeclaration'>;
  readonly options: Of<'ObjectExpression'>;
}

export function modulesOf(source: Source): NestModule[] {
  return all(source.program, 'ClassDeclaration').flatMap((each) => {
    const options = moduleOptions(each);
    return options === null || each.id === null ? [] : [{ name: each.id.name, source, target: each, options }];
  });
}

export function editsOf(...parts: [NestModule, Splice[]][]): Edit[] {
  return parts.filter(([, splices]) => splices.length > 0).map(([module, splices]) => edited(module, splices));
}

export function edited({ source }: NestModule, splices: Splice[]): Edit {
  return { path: source.path, before: source.text, after: splice(source.text, ...splices) };
}

export function listOf({ options }: NestModule, key: string): Of<'ArrayExpression'> | null {
  const list = options.properties.find((each) => each.type === 'Property' && keyName(each.key) === key);
  return list?.type === 'Property' && list.value.type === 'ArrayExpression' ? list.value : null;
}

export function lists(module: NestModule, key: string, name: string): boolean {
  return listOf(module, key)?.elements.some((each) => each?.type === 'Identifier' && each.name === name) === true;
}

/** The name at the end of the module's list; a list that is not there begins before the first one that is. */
export function listed(module: NestModule, key: string, name: string): Splice {
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
export function imported(
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

/** A class that the module lists takes the wanted one in. */
export function needs(tree: SourceTree, module: NestModule, wanted: string): boolean {
  const listed = ['providers', 'controllers'].flatMap((key) => listOf(module, key)?.elements ?? []);
  return listed.some((each) => {
    const name = each?.type === 'Identifier' ? each.name : null;
    const owner = allSources(tree).find(({ program }) =>
      all(program, 'ClassDeclaration').some(({ id }) => id !== null && id.name === name),
    );
    return owner !== undefined && importsOf(owner).some(({ imported: taken }) => taken === wanted);
  });
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
