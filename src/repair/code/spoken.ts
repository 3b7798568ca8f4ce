/** Which sources say a word anywhere in their text: a key that no source says is read by none. */
import { memoize } from '../../kit/memoize.ts';
import type { SourceTree } from '../../incident/nouns.ts';
import { allSources } from './syntax.ts';
import type { Source } from './syntax.ts';

/** The sources that have `word` whole, in comments and texts as well. */
export function speakersOf(tree: SourceTree, word: string): readonly Source[] {
  return byWord(tree).get(word) ?? [];
}

const byWord = memoize((tree: SourceTree) => {
  const found = new Map<string, Source[]>();
  for (const source of allSources(tree)) {
    for (const word of new Set(source.text.split(/[^\w$]+/))) {
      const same = found.get(word);
      if (same === undefined) found.set(word, [source]);
      else same.push(source);
    }
  }
  return found;
});
