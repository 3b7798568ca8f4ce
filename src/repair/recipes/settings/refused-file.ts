/** The name of a file that a check of the settings refuses: nothing is called so, and one that is there has another ending. */
import { posix } from 'node:path';
import type { Node as JsonNode } from 'jsonc-parser';
import type { DataFile } from '../../evidence/data-keys.ts';
import type { RecipeContext } from '../../recipe.ts';

interface Misnamed {
  readonly file: DataFile;
  readonly value: JsonNode;
  readonly to: string;
}

/** Of the values whose places the message names: `archive.files.readers: must match pattern …`. */
export function misnamedFiles({ signal, diagnosis, tree }: RecipeContext, files: readonly DataFile[]): Misnamed[] {
  const text = `${signal.stderr}\n${diagnosis.message}`.slice(-20_000);
  const places = new Set(text.match(/[A-Za-z_$][\w$-]*(?:[./][\w$-]+)*/g)?.map((place) => place.replaceAll('/', '.')));
  return files.flatMap((file) =>
    file.keys.flatMap(({ around, name, value }) => {
      if (value?.type !== 'string' || !places.has([...around, name].join('.'))) return [];
      const to = otherEnding(tree.files, String(value.value));
      return to === null ? [] : [{ file, value, to }];
    }),
  );
}

/** `readers.jsonl` where there is `data/readers.ndjson` alone. */
function otherEnding(files: readonly string[], said: string): string | null {
  const { dir, name, ext } = posix.parse(said.replace(/^\.\//, ''));
  const isThere = files.some((file) => `/${file}`.endsWith(`/${posix.join(dir, name + ext)}`));
  if (!/^\.[a-z]\w{0,9}$/i.test(ext) || isThere) return null;
  const stem = `/${posix.join(dir, name)}`;
  const [only, more] = files.filter((file) => `/${file.slice(0, -posix.extname(file).length)}`.endsWith(stem));
  return only === undefined || more !== undefined ? null : said.slice(0, -ext.length) + posix.extname(only);
}
