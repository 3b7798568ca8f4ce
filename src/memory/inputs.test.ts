/** What a handler reads of its requests, as frameworks write it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FunctionMap } from '../incident/map.ts';
import { readDefinitions } from './definitions.ts';
import { inputsOf } from './inputs.ts';

interface Read {
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

/** The route stands on the first line that says `HERE`. */
function readBy(files: Readonly<Record<string, string>>): Read {
  const map: FunctionMap = Object.entries(files).map(([file, text]) => {
    const { functions, classes, exports } = readDefinitions(file, text);
    return { file, routes: [], functions, classes, exports };
  });
  const [file = '', text = ''] = Object.entries(files).find((each) => each[1].includes('HERE')) ?? [];
  const line = text.split('\n').findIndex((each) => each.includes('HERE')) + 1;
  const { query, body, words } = inputsOf({ map, read: (name) => files[name] ?? null }, [{ file, line }]);
  return {
    ...(query.length === 0 ? {} : { query }),
    ...(body.length === 0 ? {} : { body }),
    ...(words.size === 0 ? {} : { words: Object.fromEntries([...words].map(([name, each]) => [name, [...each]])) }),
  };
}

const cases: readonly { readonly name: string; readonly files: Record<string, string>; readonly reads: Read }[] = [
  {
    name: 'Express, with what stands beside it left out',
    files: {
      'a.js': `app.get('/a', (req, res) => { // HERE
  const page = Number(req.query.page ?? 1);
  if (req.query.order === 'desc' || ['list', 'grid'].includes(req.query['view'])) return;
});
app.get('/b', (req, res) => res.json(req.query.other));`,
    },
    reads: { query: ['page', 'order', 'view'], words: { order: ['desc'], view: ['list', 'grid'] } },
  },
  {
    name: 'destructured, renamed and with defaults',
    files: {
      'a.js': `app.post('/a', ({ body: { mail }, query }, res) => { // HERE
  const { page: nth = 1, ...rest } = query ?? {};
});`,
    },
    reads: { query: ['page'], body: ['mail'] },
  },
  {
    name: 'a bare server: the branch of the dispatcher',
    files: {
      'a.js': `http.createServer(async (request, response) => {
  const url = new URL(request.url, 'http://a');
  if (url.pathname === '/x') {
    return url.searchParams.get('no');
  } else if (url.pathname === '/y') { // HERE
    const input = await readBody(request);
    switch (url.searchParams.get('kind')) { case 'big': return input.size; }
  }
});`,
    },
    reads: { query: ['kind'], body: ['size'], words: { kind: ['big'] } },
  },
  {
    name: 'Hono',
    files: {
      'a.ts': `app.get('/a', async (c) => { // HERE
  const limit = c.req.query('limit');
  const { name } = await c.req.json<{ name: string }>();
  return c.json(limit + name);
});`,
    },
    reads: { query: ['limit'], body: ['name'] },
  },
  {
    name: 'Nest, and the service that it hands the whole query to',
    files: {
      'a.ts': `class A { constructor(private readonly rooms: Rooms) {}
  @Get('a')
  list(@Query('floor') floor: string, @Query() filter: Filter, @Body('note') note: string) { // HERE
    return this.rooms.find(floor);
  }
}`,
    },
    reads: { query: ['floor'], body: ['note'] },
  },
  {
    name: 'a handler of another file, a helper, and a part that is handed on',
    files: {
      'routes.js': `router.get('/a', auth, books.list); // HERE`,
      'books.js': `const { pageOf } = require('./paging');
class Books { search({ text, sort }) {} }
exports.list = (req, res) => res.json(repository.search(req.query, pageOf(req)));`,
      'paging.js': `function pageOf(req) { const given = req.query; return given.page; }
function unused(req) { return req.query.unused; }
module.exports = { pageOf };`,
    },
    reads: { query: ['text', 'sort', 'page'] },
  },
  {
    name: "Fastify's schema",
    files: {
      'a.js': `app.get('/a', { // HERE
  schema: { querystring: { type: 'object', properties: { since: { type: 'string' } } } },
}, async (request) => find(request.query));`,
    },
    reads: { query: ['since'] },
  },
  {
    name: 'what is asked of a database is no query of a request',
    files: {
      'a.js': `app.get('/a', async (req, res) => { // HERE
  const { rows } = await pool.query('SELECT 1');
  res.json(rows.length);
});`,
    },
    reads: {},
  },
];

for (const { name, files, reads } of cases)
  test(`POL-1 what a handler reads of its requests: ${name}`, () => {
    assert.deepEqual(readBy(files), reads);
  });
