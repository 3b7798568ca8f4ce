/** A key of YAML that has nothing, and behind it keys that lost their step in: they stand beside it, and are read as what it has. */
import type { Idea } from '../../../incident/nouns.ts';
import { indentUnit, lineStart } from '../../code/text.ts';
import { yamlTree } from '../../code/yaml.ts';
import { dataFiles, keysAt } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** What stands behind the empty key is put into it, up to what the code reads beside it. */
export function lostStep(recipe: string, context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  if (site === undefined || context.diagnosis.named.nullish !== 'null') return [];
  const names = new Set(culprits(context, site).map((node) => lastNameOf(node)));
  const found = dataFiles(context).flatMap((file) =>
    /\.ya?ml$/.test(file.path)
      ? file.keys
          .filter((key) => key.value?.type === 'null' && names.has(key.name) && isBare(file, key))
          .flatMap((key) => stepIn(context, file, key) ?? [])
      : [],
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { file, key, splices } = only;
  const title = `what stands behind \`${key.name}\` in ${file.path} belongs into it`;
  return [ideaIn(recipe, file, { title, rank: 0, splices })];
}

/** `fees:`, and not `fees: null`. */
function isBare({ text }: DataFile, { end }: Key): boolean {
  return /^:[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/.test(text.slice(end));
}

function stepIn({ tree }: RecipeContext, file: DataFile, key: Key) {
  const { read } = memberNames(tree);
  const parent = key.around.at(-1);
  const readers = ({ name }: Key) => (read.get(name) ?? []).map(({ object }) => lastNameOf(object));
  // At the top everything else that has the name may be what stands beside it.
  const isReadBeside = (one: Key): boolean =>
    parent === undefined ? readers(one).length > 0 && !readers(one).includes(key.name) : readers(one).includes(parent);
  const behind = keysAt(file, key.place).filter((one) => one.start > key.start);
  const at = behind.findIndex(isReadBeside);
  const run = at < 0 ? behind : behind.slice(0, at);
  const [first] = run;
  if (first === undefined) return null;
  const last = run.at(-1)?.start ?? first.start;
  const isWithin = (one: Key): boolean => one.around.length > key.around.length;
  const next = file.keys.find((one) => one.start > last && !isWithin(one));
  const { text } = file;
  const [from, to] = [lineStart(text, first.start), next === undefined ? text.length : lineStart(text, next.start)];
  const unit = indentUnit(text);
  const splices = [...text.slice(from, to).matchAll(/^(?=[ ]*\S)/gm)].map(({ index }) => ({
    start: from + index,
    end: from + index,
    text: unit,
  }));
  const after = splices.reduceRight((made, { start }) => made.slice(0, start) + unit + made.slice(start), text);
  return yamlTree(after) === null ? null : { file, key, splices };
}
