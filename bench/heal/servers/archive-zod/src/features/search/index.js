import { Problem } from '../../lib/problems.js';
import * as scoring from './scoring.js';

export const prefix = '/search';

export default async function search(app, { config: { search: options } }) {
  app.get('/', async (request) => {
    const words = scoring.wordsOf(request.query.q ?? '');
    if (words.join('').length < options.minimum) throw new Problem(400, 'Too short', { minimum: options.minimum });
    const hits = [...app.store.items.values()]
      .map((item) => ({ shelfmark: item.shelfmark, score: scoring.score(item, words, options.fields) }))
      .filter((hit) => hit.score > 0);
    return hits.sort((a, b) => b.score - a.score || a.shelfmark.localeCompare(b.shelfmark));
  });
}
