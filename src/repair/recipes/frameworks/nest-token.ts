/** NestJS: what is provided under a token is not listed, not exported or not imported. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { edited, editsOf, imported, listed, listOf, lists } from '../../evidence/nest-modules.ts';
import type { NestModule } from '../../evidence/nest-modules.ts';
import { provisionsOf, tokensOf } from '../../evidence/nest-tokens.ts';
import type { Provision } from '../../evidence/nest-tokens.ts';
import { idea } from '../../recipe.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';

interface Wanted {
  readonly modules: readonly NestModule[];
  /** As Nest writes it. */
  readonly token: string;
  /** The module whose class asks for it. */
  readonly module: string;
}

/** Null where it is no token, and its class is to be looked for. */
export function tokenProvisions(tree: SourceTree, { modules, token, module }: Wanted): Idea[] | null {
  // A class that is provided under a token is to be asked for by that.
  if (provisionsOf(tree).some(({ useClass }) => useClass === token)) return [];
  const [only, more] = provisionsOf(tree).filter(({ said }) => said === token);
  const here = modules.find(({ name }) => name === module);
  if (only === undefined) return otherwiseProvided(tree, modules, token);
  if (more !== undefined || here === undefined) return [];
  const [from, other] = modules.filter((each) => provides(each, only));
  if (other !== undefined || from === here) return [];
  return from === undefined ? unlisted(tree, { here, only, modules }) : fromModule(tree, { here, from, only });
}

/** `provide: 'SETTINGS'`, which nobody asks for, where `SETTINGS_FILE` is asked for and provided by nobody; null where that is no constant. */
function otherwiseProvided(tree: SourceTree, modules: readonly NestModule[], token: string): Idea[] | null {
  const constant = tokensOf(tree).find(({ said }) => said === token);
  if (constant === undefined) return null;
  const asked = new Set(
    allSources(tree).flatMap(({ program }) =>
      all(program, 'CallExpression').flatMap(({ callee, arguments: [given] }) =>
        chainOf(callee) === 'Inject' && given !== undefined
          ? [stringValue(given as Node) ?? chainOf(given as Node)]
          : [],
      ),
    ),
  );
  const idle = provisionsOf(tree).filter(
    ({ name, said }) =>
      !asked.has(said) && (name === null || (!asked.has(name) && tokensOf(tree).some((each) => each.name === name))),
  );
  const [only, more] = idle;
  const home = modules.find(({ source }) => source === only?.source);
  const key = only?.node.properties.find((each) => each.type === 'Property' && keyName(each.key) === 'provide');
  if (home === undefined || more !== undefined || key?.type !== 'Property') return [];
  const { start, end } = key.value;
  const taken = imported(tree, home, { name: constant.name, owner: constant.source });
  const title = `what nobody asks for is provided as \`${constant.name}\``;
  const edit = edited(home, [{ start, end, text: constant.name }, ...taken]);
  return [idea('nest-provider', { title, rank: 0, edits: [edit] })];
}

/** A constant that no module lists: the one that needs it lists it, and exports it to those that import it and need it, too. */
function unlisted(
  tree: SourceTree,
  { here, only, modules }: { here: NestModule; only: Provision; modules: readonly NestModule[] },
): Idea[] {
  const { constant: name, source: owner } = only;
  if (name === null) return [];
  const takers = modules.filter((each) => lists(each, 'imports', here.name) && asksFor(tree, each, only));
  const isGiven = takers.length === 0 || lists(here, 'exports', name);
  const splices = [
    listed(here, 'providers', name),
    ...(isGiven ? [] : [listed(here, 'exports', name)]),
    ...imported(tree, here, { name, owner }),
  ];
  const title = `${here.name} provides ${name}`;
  return [idea('nest-provider', { title, rank: 0, edits: [edited(here, splices)] })];
}

function fromModule(
  tree: SourceTree,
  { here, from, only }: { here: NestModule; from: NestModule; only: Provision },
): Idea[] {
  const name = only.constant ?? only.name;
  if (name === null) return [];
  const isGiven = [only.constant, only.name].some((each) => each !== null && lists(from, 'exports', each));
  const exporting = isGiven ? [] : [listed(from, 'exports', name)];
  const importing = lists(here, 'imports', from.name)
    ? []
    : [listed(here, 'imports', from.name), ...imported(tree, here, { name: from.name, owner: from.source })];
  const titles = [
    ...(exporting.length > 0 ? [`${from.name} exports ${name}`] : []),
    ...(importing.length > 0 ? [`${here.name} imports ${from.name}`] : []),
  ];
  if (titles.length === 0) return [];
  const edits =
    from.source === here.source
      ? [edited(from, [...exporting, ...importing])]
      : editsOf([from, exporting], [here, importing]);
  return [idea('nest-provider', { title: titles.join(', '), rank: titles.length - 1, edits })];
}

function provides(module: NestModule, { node, source, constant }: Provision): boolean {
  if (constant !== null) return lists(module, 'providers', constant);
  const list = listOf(module, 'providers');
  return module.source === source && list !== null && list.start <= node.start && node.end <= list.end;
}

/** A class that the module lists has the token in its constructor. */
function asksFor(tree: SourceTree, module: NestModule, { name }: Provision): boolean {
  const classes = ['providers', 'controllers'].flatMap((key) =>
    (listOf(module, key)?.elements ?? []).flatMap((each) => (each?.type === 'Identifier' ? each.name : [])),
  );
  return allSources(tree).some(({ program }) =>
    all(program, 'ClassDeclaration').some(
      (each) =>
        each.id !== null &&
        classes.includes(each.id.name) &&
        all(each, 'CallExpression').some(
          ({ callee, arguments: [given] }) =>
            keyName(callee) === 'Inject' && given?.type === 'Identifier' && given.name === name,
        ),
    ),
  );
}
