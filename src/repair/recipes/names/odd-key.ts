/** A member that one of several files of a kind (`en.json`, `fr.json`) calls otherwise than the others: that file has the slip, not who reads it. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** `texts.errors`, where `en.json` has `errors`, and `fr.json` an `error` in its place. */
export function oddKey(context: RecipeContext, name: string, near: string): Idea | null {
  const files = dataFiles(context).filter(({ path: file }) => context.tree.files.includes(file));
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

const kindOf = ({ path: file }: DataFile): string => `${path.dirname(file)}/${path.extname(file)}`;

/** The other file has the name there, not the near one, and half of what stands beside. */
function hasInPlace({ keys }: DataFile, { around, name: near, siblings }: Key, name: string): boolean {
  const own = keys.find((key) => key.name === name && key.around.join('/') === around.join('/'));
  if (own === undefined || own.siblings.includes(near)) return false;
  const shared = siblings.filter((each) => own.siblings.includes(each)).length;
  return shared * 2 >= siblings.length - 1;
}
