/** A member that one of several files of a kind (`en.json`, `fr.json`), or a few records of a list, call otherwise than the others: there is the slip, not where it is read. */
import path from 'node:path';
import type { Action, Idea } from '../../../incident/nouns.ts';
import { nearNames } from '../../code/names.ts';
import { dataFiles, filesOutside, keysAt } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { ideaIn } from '../../recipe.ts';
import { valueOf } from '../../evidence/site.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `texts.errors`, where `en.json` has `errors`, and `fr.json` an `error` in its place. */
export function oddKey(context: RecipeContext, name: string, near: string): Idea | null {
  const files = ownFiles(context);
  const rows = files.flatMap((file) => {
    const { odd, like } = rowsOf(file, name, near);
    return odd.length > 0 && like.length >= 2 * odd.length ? [{ file, odd }] : [];
  });
  const [few, others] = rows;
  if (few !== undefined) {
    const title = `\`${near}\` is \`${name}\` in the other records of ${few.file.path}`;
    const splices = few.odd.map(({ start, end }) => ({ start, end, text: name }));
    return others === undefined ? ideaIn('property', few.file, { title, rank: 0, splices }) : null;
  }
  const odd = files.flatMap((file) =>
    file.keys.flatMap((key) => {
      const isIt = key.name === near && !key.siblings.includes(name) && !key.around.includes('*');
      const beside = files.filter((other) => other !== file && kindOf(other) === kindOf(file));
      return isIt && beside.some((other) => hasInPlace(other, key, name)) ? [{ file, key }] : [];
    }),
  );
  const [only, more] = odd;
  if (only === undefined || more !== undefined) return null;
  const { file, key } = only;
  const title = `\`${near}\` in ${file.path} is \`${name}\` in its like`;
  return ideaIn('property', file, { title, rank: 0, splices: [{ start: key.start, end: key.end, text: name }] });
}

/** The same of records that are no part of the release, which no repair writes: their owner is told. */
export function oddOutside(context: RecipeContext): Action | null {
  const found = suspectsOf(context).flatMap(({ site, object, name }) => {
    const seen = valueOf(site, object)?.keys ?? [];
    return filesOutside(context).flatMap((file) =>
      nearNames(name, seen).flatMap(({ name: near }) => {
        const { odd, like } = rowsOf(file, name, near);
        return odd.length > 0 && like.length >= 2 * odd.length ? [{ name, near, file }] : [];
      }),
    );
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return null;
  const { name, near, file } = only;
  const why = `\`${near}\` is \`${name}\` in the other records of ${file.path}; it is no part of the release, so nobody but you changes it`;
  return { why, command: null };
}

/** Why no reader is to follow a record that says `near`: others of its list say `name`; null where none does. */
export function recordsDoubt(context: RecipeContext, name: string, near: string): string | null {
  const mixed = [...ownFiles(context), ...filesOutside(context)].find((file) => {
    const { odd, like } = rowsOf(file, name, near);
    return odd.length > 0 && like.length > 0;
  });
  return mixed === undefined ? null : `some records of ${mixed.path} have \`${name}\`, and others \`${near}\``;
}

/** Keys `near` of records without a `name`, and keys `name` of records without a `near`, of the same list and kind. */
function rowsOf({ keys }: DataFile, name: string, near: string): { odd: readonly Key[]; like: readonly Key[] } {
  const placeOf = ({ around, value }: Key): string => [value?.type, ...around].join('\n');
  const alone = (key: string, other: string): Key[] =>
    keys.filter((each) => each.name === key && each.around.includes('*') && !each.siblings.includes(other));
  const [odd, like] = [alone(near, name), alone(name, near)];
  const places = new Set(odd.map(placeOf));
  return { odd, like: like.filter((each) => places.has(placeOf(each))) };
}

function ownFiles(context: RecipeContext): DataFile[] {
  return dataFiles(context).filter(({ path: file }) => context.tree.files.includes(file));
}

const kindOf = ({ path: file }: DataFile): string => `${path.dirname(file)}/${path.extname(file)}`;

/** The other file has the name there, not the near one, and half of what stands beside. */
function hasInPlace(file: DataFile, { place, name: near, siblings }: Key, name: string): boolean {
  const own = keysAt(file, place).find((key) => key.name === name);
  if (own === undefined || own.siblings.includes(near)) return false;
  const shared = siblings.filter((each) => own.siblings.includes(each)).length;
  return shared * 2 >= siblings.length - 1;
}
