import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noRouteCode } from '../../incident/nouns.ts';
import { contextOf } from '../recipes/cases.test-helper.ts';
import { routeDoubt } from './lost-route.ts';

interface Change {
  readonly title: string;
  readonly path?: string;
  readonly was: string;
  readonly now: string;
  readonly url?: string;
  /** Other files of the project. */
  readonly more?: Readonly<Record<string, string>>;
  /** What a person is asked; null where it comes back by itself. */
  readonly doubt: RegExp | null;
}

const mount = "app.use('/stats', require('./lib/stats'));\n";
const byId = "router.get('/:id', (req, res) => res.json(find(req.params.id)));\n";
const counts = "app.get('/counts', (req, res) => res.json(all));\n";

const changes: readonly Change[] = [
  {
    title: 'a slip in a mount, beside the name of its module',
    was: mount,
    now: mount.replace('/stats', '/statts'),
    doubt: null,
  },
  {
    title: 'a slip in a prefix that the file is named after',
    path: 'routes/clubs.routes.js',
    was: "module.exports = { prefix: '/clubs', router };\n",
    now: "module.exports = { prefix: '/club', router };\n",
    doubt: null,
  },
  {
    title: 'a parameter without its colon, which the handler reads',
    was: byId,
    now: byId.replace('/:id', '/id'),
    doubt: null,
  },
  {
    title: 'a slip, and a page leads to the path as it was',
    was: counts,
    now: counts.replace('/counts', '/cuonts'),
    url: '/counts',
    more: { 'public/index.html': '<a href="/counts">Counts</a>' },
    doubt: null,
  },
  {
    title: 'a slip that nothing speaks of',
    was: counts,
    now: counts.replace('/counts', '/count'),
    url: '/counts',
    doubt: /nothing else/,
  },
  {
    title: 'a page leads to the new path',
    was: counts,
    now: counts.replace('/counts', '/count'),
    url: '/counts',
    more: { 'public/index.html': '<a href="/count">Count</a>' },
    doubt: /leads to \/count/,
  },
  {
    title: 'the file is named after the new path',
    path: 'routes/club.js',
    was: "app.use('/clubs', router);\n",
    now: "app.use('/club', router);\n",
    doubt: /wrote `\/club`/,
  },
  { title: 'quite another path', was: mount, now: mount.replace('/stats', '/figures'), doubt: /took that route away/ },
  { title: 'a route that is gone', was: `${mount}listen();\n`, now: 'listen();\n', doubt: /took that route away/ },
  {
    title: 'another method',
    was: counts,
    now: counts.replace('get', 'post'),
    url: '/counts',
    doubt: /took that route away/,
  },
];

for (const { title, path = 'server.js', was, now, url = '/stats', more = {}, doubt } of changes) {
  test(`CLI-6 POL-8 a lost route comes back ${doubt === null ? 'by itself' : 'by a person'}: ${title}`, () => {
    const files = { ...more, [path]: now };
    const context = contextOf({
      ...{ name: '', class: 'unknown', message: '', first: null },
      ...{ files, named: { code: noRouteCode }, request: { url } },
    });
    const told = routeDoubt(context, [{ path, before: now, after: was }]);
    if (doubt === null) assert.equal(told, null);
    else assert.match(told ?? '', doubt);
  });
}
