/** A data file in the place of a module: it is one only where it has what the importer takes from it, or reads of it. */
import type { SourceTree } from '../../../incident/nouns.ts';
import { prototypeMembers } from '../../code/members.ts';
import { readJson } from '../../code/modules.ts';
import type { Import } from '../../code/bindings.ts';
import { all, keyName } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';

/** `import limits from './limits.json'` where `limits.most` is read; a store that is gone and reads `users.json` is not that file, nor is what is only handed on. */
export function isData(
  tree: SourceTree,
  source: Source,
  { imported, local, file }: Pick<Import, 'imported' | 'local'> & { readonly file: string },
): boolean {
  const isList = tree.read(file)?.trimStart().startsWith('[') === true;
  const keys = isList ? prototypeMembers('Array').concat('length') : Object.keys(readJson(tree, file) ?? {});
  const wanted = imported === '*' || imported === 'default' ? membersOf(source, local) : [imported];
  return wanted.length > 0 && wanted.every((each) => keys.includes(each));
}

/** What a source reads of a name. */
export function membersOf({ program }: Source, local: string | null): string[] {
  return all(program, 'MemberExpression').flatMap(({ computed, object, property }) =>
    !computed && object.type === 'Identifier' && object.name === local ? (keyName(property) ?? []) : [],
  );
}
