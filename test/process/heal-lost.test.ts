/** A request that a person says fails, though it is answered below 500: a file of the project that is asked for in vain (decision 60). */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { committedPlace, type CommittedPlace, type Healed } from './committed-place.ts';

const server = `const fs = require('node:fs');
const path = require('node:path');
const promos = path.join(__dirname, 'data', 'promos.json');
const send = (response, file) =>
  fs.readFile(path.join(__dirname, file), (error, text) => {
    response.statusCode = error ? 404 : 200;
    response.end(error ? 'there is no such thing' : text);
  });
require('node:http')
  .createServer((request, response) => {
    if (request.url === '/about') return send(response, 'views/about.html');
    if (request.url.startsWith('/files/')) return send(response, path.join('public', request.url.slice(7)));
    fs.promises
      .readFile(promos, 'utf8')
      .catch(() => '[]')
      .then((text) => response.end(text));
  })
  .listen(0);
`;
const files = {
  'server.js': server,
  'views/about.html': '<h1>About</h1>\n',
  'data/promos.json': '[{"code":"SPRING"}]\n',
  'public/logo.svg': '<svg></svg>\n',
  '.gitignore': '.kintsugi\n',
};

interface Shop extends Pick<CommittedPlace, 'project' | 'commit'> {
  heal(url: string): Promise<Healed>;
}

async function shop(t: TestContext, more: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const place = await committedPlace(t, { ...files, ...more });
  return { ...place, heal: (url) => place.heal('--request', `GET ${url}`) };
}

test('CLI-6 REP-1 a path in the code that leads nowhere is corrected, where the answer to it is 404', async (t) => {
  const { project, heal } = await shop(t);
  writeFileSync(path.join(project, 'server.js'), server.replace('about.html', 'abuot.html'));
  const healed = await heal('/about');
  assert.deepEqual([healed.outcome, healed.repair?.proof], ['healed', 'replayed']);
  assert.equal(readFileSync(path.join(project, 'server.js'), 'utf8'), server);
});

test('CLI-6 REP-1 a folder that clients are served from is called by its name again', async (t) => {
  const { project, heal } = await shop(t);
  writeFileSync(path.join(project, 'server.js'), server.replace("'public'", "'pubic'"));
  assert.equal((await heal('/files/logo.svg')).outcome, 'healed');
  assert.equal(readFileSync(path.join(project, 'server.js'), 'utf8'), server);
});

test('CLI-6 REP-1 a committed file that the server does without is put back', async (t) => {
  const { project, heal } = await shop(t);
  const file = path.join(project, 'data/promos.json');
  rmSync(file);
  assert.equal((await heal('/promos')).outcome, 'healed');
  assert.equal(readFileSync(file, 'utf8'), files['data/promos.json']);
});

test('CLI-6 POL-8 one that a commit removed is put back only by a person', async (t) => {
  const { project, commit, heal } = await shop(t);
  rmSync(path.join(project, 'data/promos.json'));
  await commit();
  const healed = await heal('/promos');
  assert.deepEqual([healed.code, healed.outcome], [10, 'asked']);
  assert.equal(existsSync(path.join(project, 'data/promos.json')), false);
});

test('CLI-6 what was never there is no failure: a name that a client made up, a route that there is not', async (t) => {
  const { project, heal } = await shop(t);
  for (const url of ['/files/nope.svg', '/files/%zz', '/promos', '/about'])
    assert.deepEqual([url, (await heal(url)).outcome], [url, 'no_failure']);
  renameSync(path.join(project, 'public/logo.svg'), path.join(project, 'public/logos.svg'));
  rmSync(path.join(project, '.git'), { recursive: true });
  assert.equal((await heal('/files/logo.svg')).outcome, 'no_failure');
});

test('CLI-6 REP-1 what a page of the project leads to is there by a near name', async (t) => {
  const { project, heal } = await shop(t, {
    'views/about.html': '<link href="/files/site.css">\n',
    'public/sites.css': 'a {}\n',
  });
  assert.equal((await heal('/files/size.css')).outcome, 'no_failure', 'nothing leads there');
  assert.equal((await heal('/files/site.css')).outcome, 'healed');
  assert.equal(readFileSync(path.join(project, 'public/site.css'), 'utf8'), 'a {}\n');
});

const answered = (file: string): string =>
  server.replace(
    "return send(response, 'views/about.html');",
    `return fs.readFile(${file}, (error, text) => {\n      response.statusCode = error ? 404 : 200;\n      response.end(error ? 'no' : text);\n    });`,
  );

test('CLI-6 REP-1 a path that leaves the project for want of a slash, and ends in what it has, is asked for in vain, too', async (t) => {
  const { project, heal } = await shop(t);
  writeFileSync(path.join(project, 'server.js'), answered("__dirname + 'views/about.html'"));
  const healed = await heal('/about');
  assert.deepEqual([healed.outcome, healed.repair?.proof], ['healed', 'replayed']);
  assert.equal(readFileSync(path.join(project, 'server.js'), 'utf8'), answered("__dirname + '/views/about.html'"));
});

test('CLI-6 a file outside of the project, of which it has nothing, need never have been there', async (t) => {
  const { project, heal } = await shop(t);
  writeFileSync(path.join(project, 'server.js'), answered("'/srv/none/of/these.html'"));
  assert.equal((await heal('/about')).outcome, 'no_failure');
});

const boot = `const fs = require('node:fs');
const path = require('node:path');
let sites = null;
fs.promises
  .readFile(path.join(__dirname, 'data', 'sites.json'), 'utf8')
  .then(
    (text) => (sites = JSON.parse(text)),
    (error) => console.error('sites: ' + error.message),
  )
  .then(() => server.listen(0));
const names = () => {
  if (sites === null) throw new Error('the sites are not ready');
  return sites.map((site) => site.name).join(', ');
};
const server = require('node:http').createServer((request, response) => {
    try {
      response.end(names());
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
`;

test('REP-1 a file that is lacking at boot, told of and gone on without, is found where nothing helps what a request shows', async (t) => {
  const { project, heal } = await shop(t, { 'server.js': boot, 'data/places/sites.json': '[{"name":"Hill"}]' });
  const healed = await heal('/');
  assert.deepEqual([healed.outcome, healed.repair?.kind], ['healed', 'cause']);
  assert.match(readFileSync(path.join(project, 'server.js'), 'utf8'), /'data', 'places(?:\/|', ')sites\.json'/);
});

const handbook = `const fs = require('node:fs');
const path = require('node:path');
const docs = path.join(__dirname, 'docs');
require('node:http')
  .createServer((request, response) => {
    if (request.url === '/handbook') {
      return fs.readFile(path.join(docs, 'handbook.txt'), (error, text) => {
        response.writeHead(error ? 404 : 200);
        response.end(text ?? '');
      });
    }
    fs.createReadStream(path.join(docs, 'licence.txt'))
      .on('error', (error) => {
        console.warn('not sent: ' + error.message);
        response.end();
      })
      .pipe(response);
  })
  .listen(0);
`;

test('CLI-6 a file that the code names whole is meant, whatever part of its name the client says; so is one that the server tells it went without', async (t) => {
  const { project, heal } = await shop(t, { 'server.js': handbook, 'docs/staff-handbook.txt': 'Be kind.\n' });
  assert.equal((await heal('/handbook')).outcome, 'healed');
  assert.match(readFileSync(path.join(project, 'server.js'), 'utf8'), /'staff-handbook\.txt'/);
  writeFileSync(path.join(project, 'docs/license.txt'), 'Free.\n');
  assert.equal((await heal('/licence')).outcome, 'healed');
});

const tables = `const fs = require('node:fs');
const path = require('node:path');
const rows = {};
for (const name of ['clubs', 'members', 'en-US']) {
  const file = path.join(__dirname, 'data', name + '.json');
  rows[name] = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : [];
}
require('node:http')
  .createServer((request, response) => {
    const [, table, id] = request.url.split('/');
    const row = (rows[table] ?? []).find((each) => each.id === id);
    response.statusCode = row ? 200 : 404;
    response.end(JSON.stringify(row ?? { error: 'not found' }));
  })
  .listen(0);
`;

test('CLI-6 REP-1 data that are looked for in vain and lie in another folder are meant where the answer is 404; what falls back to a shorter name is not', async (t) => {
  const { project, heal } = await shop(t, {
    'server.js': tables,
    'src/data/clubs.json': '[{"id":"c1"}]\n',
    'data/members.json': '[{"id":"m1"}]\n',
    'data/en.json': '[]\n',
  });
  const healed = await heal('/clubs/c1');
  assert.deepEqual([healed.outcome, healed.repair?.proof], ['healed', 'replayed']);
  assert.equal(readFileSync(path.join(project, 'data/clubs.json'), 'utf8'), '[{"id":"c1"}]\n');
  assert.equal((await heal('/members/none')).outcome, 'no_failure');
});

const routed = `const routes = {
  'GET /stats': () => ({ clubs: 2 }),
  'GET /clubs/1': () => require('./clubs.json').find(({ id }) => id === 1),
};
require('node:http')
  .createServer((request, response) => {
    const answer = routes[\`\${request.method} \${request.url}\`]?.();
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(answer ?? { error: 'not found' }));
  })
  .listen(0);
`;

test('CLI-6 REP-3 a route that the last change lost is the failure where the answer is 404: a slip goes back, what was taken away waits for a person', async (t) => {
  const { project, commit, heal } = await shop(t, {
    'server.js': routed,
    'clubs.json': '[{"id":1}]\n',
    'public/index.html': '<a href="/stats">Stats</a>\n',
  });
  const file = path.join(project, 'server.js');
  assert.equal((await heal('/nothing')).outcome, 'no_failure');
  writeFileSync(file, routed.replace('/stats', '/statts'));
  const healed = await heal('/stats');
  assert.deepEqual([healed.outcome, healed.repair?.proof, readFileSync(file, 'utf8')], ['healed', 'replayed', routed]);
  const without = routed.replace(/.*stats.*\n/, '');
  writeFileSync(file, without);
  await commit();
  const asked = await heal('/stats');
  assert.deepEqual([asked.outcome, readFileSync(file, 'utf8')], ['asked', without]);
  // A record that is gone is answered in the same words, and rightly so.
  writeFileSync(path.join(project, 'clubs.json'), '[{"id":2}]\n');
  assert.equal((await heal('/clubs/1')).outcome, 'no_failure');
});

const listed = `const fs = require('node:fs');
const path = require('node:path');
const folder = path.join(__dirname, 'articles');
const names = fs.readdirSync(folder).filter((each) => each.endsWith('.md'));
require('node:http')
  .createServer((request, response) => {
    const name = names.find((each) => request.url === '/articles/' + each.slice(0, -3));
    response.statusCode = name ? 200 : 404;
    response.end(name ? fs.readFileSync(path.join(folder, name)) : 'no article ' + request.url);
  })
  .listen(0);
`;

test('CLI-6 REP-3 what the last change moved out of a folder that is listed is the failure where the answer is 404, and comes back by a person; what it took out is not', async (t) => {
  const { project, commit, heal } = await shop(t, {
    'server.js': listed,
    'articles/start.md': '# Start\n',
    'articles/paths.md': '# Paths\n',
    'articles/old.md': '# Old\n',
  });
  mkdirSync(path.join(project, 'articles/guide'));
  renameSync(path.join(project, 'articles/paths.md'), path.join(project, 'articles/guide/paths.md'));
  rmSync(path.join(project, 'articles/old.md'));
  await commit();
  const asked = await heal('/articles/paths');
  assert.deepEqual([asked.outcome, asked.repair?.kind], ['asked', 'rollback']);
  assert.equal((await heal('/articles/old')).outcome, 'no_failure');
});
