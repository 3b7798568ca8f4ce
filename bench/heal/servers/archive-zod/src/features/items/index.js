import { Problem } from '../../lib/problems.js';
import { toView } from './view.js';

export const prefix = '/items';

export default async function items(app) {
  const { store } = app;

  app.get('/', { schema: { querystring: { type: 'object', properties: { kind: { type: 'string' } } } } }, async (request) => {
    const { kind } = request.query;
    return [...store.items.values()].filter((item) => !kind || item.kind === kind).map(toView);
  });

  app.get('/:shelfmark', async (request) => {
    const { shelfmark } = request.params;
    const item = store.items.get(shelfmark);
    if (!item) throw Problem.notFound('Item', shelfmark);
    const loan = store.loans.find((one) => one.shelfmark === shelfmark && !one.returned);
    return { ...toView(item), keywords: item.keywords, out: loan ? loan.due : null };
  });

  app.get('/:shelfmark/neighbours', async (request) => {
    const marks = [...store.items.keys()].sort();
    const at = marks.indexOf(request.params.shelfmark);
    if (at === -1) throw Problem.notFound('Item', request.params.shelfmark);
    return { before: marks[at - 1] ?? null, after: marks[at + 1] ?? null };
  });
}
