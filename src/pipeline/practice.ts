/** A failure of a small sample, looked at before there is a real one: V8 has compiled the recipes by then, and the first look takes 0.1 s, not 0.23. */
import type { ErrorReport, Signal, SourceTree } from '../incident/nouns.ts';
import { ideasFor } from '../repair/propose.ts';
import { triage } from '../triage/triage.ts';

const server = `const http = require('node:http');
const { readItems } = require('./items.js');
const config = require('./config.json');

const server = http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname !== '/items') return response.writeHead(404).end();
  const items = await readItems();
  const first = items.rows.find((item) => item.id === Number(searchParams.get('id')));
  response.end(JSON.stringify({ name: first.name, total: items.totl() }));
});
server.listen(process.env.PORT || config.port);
`;

const items = `class Items {
  constructor(rows) {
    this.rows = rows;
  }

  total() {
    return this.rows.reduce((sum, item) => sum + item.price, 0);
  }
}

async function readItems() {
  return new Items([{ id: 1, name: 'pen', price: 2 }]);
}

module.exports = { Items, readItems };
`;

const texts = new Map([
  ['config.json', '{ "port": 3000 }\n'],
  ['items.js', items],
  ['package.json', '{ "name": "sample", "main": "server.js" }\n'],
  ['server.js', server],
]);

const tree: SourceTree = {
  files: [...texts.keys()],
  read: (path) => texts.get(path) ?? null,
  exists: (path) => texts.has(path),
  list: () => [...texts.keys()],
};

const signal: Signal = {
  ...{ id: 'practice', subject: 'server.js', kind: 'error', at: '1970-01-01T00:00:00.000Z', count: 1 },
  ...{ stderr: '', exit: null, beforeReady: false, request: null, requestRef: null, route: null },
  ...{ status: 500, release: null, error: errorAt('totl', 'items.totl is not a function') },
};

function errorAt(name: string, message: string): ErrorReport {
  const lines = server.slice(0, server.indexOf(name)).split('\n');
  const place = `/sample/server.js:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
  const stack = `TypeError: ${message}\n    at Server.<anonymous> (${place})`;
  return { name: 'TypeError', message, stack, code: null, cause: null };
}

/** Resolves to the title of the first idea for the sample's failure. */
export async function practise(): Promise<string | undefined> {
  const project = { project: '/sample', subject: signal.subject, knownEnv: [], nameFunction: () => null };
  const [first] = await ideasFor(
    {
      ...{
        diagnosis: triage(signal, project),
        signal,
        root: project.project,
        cwd: '',
        tree,
        lastGood: null,
        facts: null,
      },
      ...{ envKeys: [], node: process.versions.node, manager: 'npm', git: null, staleInstance: null },
    },
    'recipes',
  );
  return first?.title;
}
