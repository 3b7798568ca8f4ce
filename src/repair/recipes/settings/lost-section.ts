/** A section that lost its head: what belongs into it stands beside it, and is read of it. */
import { getNodeValue } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { Idea } from '../../../incident/nouns.ts';
import { dataChanged } from '../../code/data-text.ts';
import { keysWithin } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { holdersOf, topKeys } from '../../evidence/holders.ts';
import type { Holder } from '../../evidence/holders.ts';
import { namesReadOf } from '../../evidence/read-so.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import type { Change } from './refused-kinds.ts';

/** `folder`, `items`, `readers` beside one another, where `archive.files.items` and `archive.files.readers` are read. */
export function gathered(context: RecipeContext, file: DataFile, place: readonly string[]): Change[] {
  const wanted = place.at(-1) ?? '';
  const around = place.slice(0, -1);
  const inner = namesReadOf(context.tree, wanted);
  const owner = around.at(-1);
  const keys = inner
    .flatMap((each) => keysWithin(file, around).find((key) => key.name === each) ?? [])
    .toSorted((a, b) => a.start - b.start);
  const isRead = (key: Key): boolean => owner !== undefined && namesReadOf(context.tree, owner).includes(key.name);
  if (keys.length === 0 || keys.length !== inner.length || keys.some((key) => key.value === null || isRead(key)))
    return [];
  const section = Object.fromEntries(keys.map(({ name: key, value }) => [key, getNodeValue(value as JsonNode)]));
  const without = keys.reduce(
    (text, key) => dataChanged({ ...file, text }, [...around, key.name], undefined),
    file.text,
  );
  const after = dataChanged({ ...file, text: without }, [...place], section);
  const title = `\`${inner.join('`, `')}\` in ${file.path} belong to \`${wanted}\``;
  return after === without ? [] : [{ title, file, splice: null, after }];
}

/** `defaults.mail.from` and `defaults.mail.outbox`, where the file has no `mail`, and at its top a `from` and an `outbox` that nobody reads there. */
export function lostSections(context: RecipeContext, { files }: Holder, wanted: string): Idea[] {
  const inner = namesReadOf(context.tree, wanted);
  const found = files.flatMap((file) => {
    // By its reads alone `mail` is taken for an object that holds the file.
    const others = holdersOf(context).filter((each) => each.name !== wanted && each.files.includes(file));
    // `config.outbox` of a module that gives out an `outbox` of its own reads that.
    const isOwn = ({ held }: Holder, name: string): boolean =>
      held.some((each) => 'property' in each && each.name === name);
    const taken = new Set(
      others.flatMap((each) => each.reads.flatMap(({ name }) => (isOwn(each, name) ? [] : [name]))),
    );
    const own = topKeys(file).flatMap(({ name }) => (taken.has(name) ? [] : [name]));
    return inner.length > 1 && inner.every((each) => own.includes(each)) ? gathered(context, file, [wanted]) : [];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { title, file, after } = only;
  return [idea('config-shape', { title, rank: 0, edits: [{ path: file.path, before: file.text, after }] })];
}
