/** Whether the last change only called settings otherwise, or put them elsewhere, and nobody reads them so. */
import { getNodeValue } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import type { Edit } from '../../incident/nouns.ts';
import { isCodeFile } from '../../kit/code.ts';
import { memoize } from '../../kit/memoize.ts';
import { templatesOf } from '../code/templates.ts';
import type { Template } from '../code/templates.ts';
import type { RecipeContext } from '../recipe.ts';
import { keysOf } from './data-keys.ts';
import { memberNames } from './member-names.ts';

/** `money: { currency: … }` where it was `currency: …`: every value is there then as it is now, and neither code nor a view reads the new keys. */
export function onlyIdleKeys({ tree }: RecipeContext, edits: readonly Edit[]): boolean {
  const { read, spoken } = memberNames(tree);
  const views = templatesOf(tree);
  return edits.every(({ path, before, after }) => {
    if (before === null || after === null || isCodeFile(path)) return false;
    const [now, then] = [before, after].map((text) => keysOf(path, text));
    const known = new Set(then?.map(({ name }) => name));
    const fresh = new Set(now?.flatMap(({ name }) => (known.has(name) ? [] : [name])));
    const [is, was] = [now, then].map((keys) => (keys ?? []).flatMap(({ value }) => leafOf(value)).toSorted());
    const isSame = is !== undefined && is.length > 0 && is.join('\n') === was?.join('\n');
    const isIdle = (name: string): boolean =>
      !read.has(name) && !spoken.has(name) && !views.some((view) => wordsOf(view).has(name));
    return isSame && fresh.size > 0 && [...fresh].every(isIdle);
  });
}

const wordsOf = memoize((view: Template) => new Set(view.text.match(/[\w$-]+/g)));

/** What is written there, unless it is a section or a list of records: their keys have values of their own. */
function leafOf(value: JsonNode | null): string[] {
  const isSection = value?.type === 'object' || value?.children?.some(({ type }) => type === 'object') === true;
  return isSection ? [] : [JSON.stringify(value === null ? null : getNodeValue(value))];
}
