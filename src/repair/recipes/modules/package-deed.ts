/** A function that another package of the kind has: `load` of a package that calls it `parse`. */
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { isOwn } from '../../code/modules.ts';
import { all, allSources, keyName, openSource } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

/** What packages call a function that takes the same first and gives the same back. */
const deeds = [
  'parse load decode read deserialize unserialize safeLoad loads',
  'stringify dump encode serialize format write safeDump dumps',
  'lookup getType mimeType',
  'valid validate isValid',
  'render renderString to_html',
].map((group) => group.split(' '));

/** What other packages of the kind call that function. */
export function likeDeeds(name: string): string[] {
  return deeds.find((group) => group.includes(name))?.filter((each) => each !== name) ?? [];
}

export const packageDeed: Recipe = {
  name: 'package-deed',
  classes: ['type', 'import_export', 'config', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A function of a package that another one of its kind has, and which this one gives out by another name: `load` and `parse`, `dump` and `stringify`.',
  ideas(context) {
    const { diagnosis, tree } = context;
    const { exportName, module } = diagnosis.named;
    const called = /(?:^|[\s(])(?:([\w$]+)\.(?:default\.)?)?([\w$]+) is not a function/.exec(diagnosis.message);
    const [, object, name = exportName] = called ?? [];
    const files = [diagnosis.file, ...diagnosis.frames.map(({ file }) => file)];
    const source = files.map((file) => (file === null ? null : openSource(tree, file))).find((each) => each !== null);
    if (name === undefined || source === undefined || source === null) return [];
    const from = importsOf(source).find(
      (each) =>
        !isOwn(tree, source.path, each.specifier) &&
        (called === null
          ? each.specifier === module && each.imported === name
          : object === undefined
            ? each.local === name && each.imported === name
            : each.local === object && /^(?:\*|default)$/.test(each.imported)),
    );
    if (from === undefined) return [];
    const given = exportsOfSpecifier(tree, source.path, from.specifier)?.names;
    const others = likeDeeds(name).filter((each) => given?.has(each));
    return given?.has(name) === true ? [] : others.map((to) => ideaFor(context, { from, name, to, of: others }));
  },
};

interface Deed {
  readonly from: Import;
  readonly name: string;
  readonly to: string;
  /** All names that it may have. */
  readonly of: readonly string[];
}

/** In every file that takes it of the package. */
function ideaFor({ tree }: RecipeContext, { from, name, to, of }: Deed): Idea {
  const changes = allSources(tree).flatMap((source) => {
    const splices = importsOf(source)
      .filter((each) => each.specifier === from.specifier)
      .flatMap((each) => placesOf(source, each, name, to));
    return splices.length === 0 ? [] : [{ source, splices }];
  });
  const title = `\`${name}\` of \`${from.specifier}\` is called \`${to}\` there`;
  return ideaOf('package-deed', { title, rank: of.length === 1 ? 0 : 1 }, changes);
}

/** Where a file takes that name of an import: the import itself, which keeps the name it has in the file, or each member. */
export function placesOf(source: Source, { node, local, imported }: Import, name: string, to: string): Splice[] {
  if (imported === name) {
    const alias = node.type === 'ImportSpecifier' ? ' as ' : ': ';
    const text = local === to ? to : `${to}${alias}${local ?? name}`;
    return [{ start: node.start, end: node.end, text }];
  }
  if (!/^(?:\*|default)$/.test(imported) || local === null) return [];
  return all(source.program, 'MemberExpression').flatMap(({ object, property, computed }) => {
    const isOf = object.type === 'Identifier' && object.name === local && !computed && keyName(property) === name;
    return isOf ? [{ start: property.start, end: property.end, text: to }] : [];
  });
}
