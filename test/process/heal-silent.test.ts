/** A fault of files that no answer below 500 tells of: damaged, emptied, renamed or unwritable in silence (decision 60). */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { committedPlace, type CommittedPlace } from './committed-place.ts';

const server = `const fs = require('node:fs');
const path = require('node:path');
const { render } = require('./src/render');
const load = (name) => {
  try {
    return JSON.parse(fs.readFileSync(path.join(__dirname, 'config', name), 'utf8'));
  } catch {
    return {};
  }
};
const config = { team: 'Support', ...load('desk.json') };
const routes = {
  '/team': async () => config.team,
  '/page': async () => render(config),
  '/notes': () =>
    fs.promises.writeFile(path.join(__dirname, 'var', 'notes', Date.now() + '.txt'), 'note').then(
      () => 'kept',
      () => 'not kept',
    ),
  '/audited': () =>
    fs.promises.appendFile(path.join(__dirname, 'logs', 'audit.log'), 'read').then(
      () => 'well',
      (error) => {
        console.error('audit: ' + error.message);
        return 'well';
      },
    ),
};
const logo = path.join(__dirname, 'public', 'logo.svg');
require('node:http')
  .createServer(async (request, response) => {
    const send = () => fs.createReadStream(logo).pipe(response);
    if (request.url === '/logo.svg') return fs.stat(logo + '.br', (error) => error && fs.stat(logo, send));
    const route = routes[request.url];
    response.statusCode = route ? 200 : 404;
    response.end(route ? await route() : 'no');
  })
  .listen(0);
`;
const render = `const fs = require('node:fs');
const path = require('node:path');
const file = path.join(__dirname, '..', 'layouts', 'page.html');
exports.render = ({ team }) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '{team}').replace('{team}', team);
`;
const settings = '{\n  "team": "Night owls",\n  "size": 4\n}\n';
const files = {
  'server.js': server,
  'src/render.js': render,
  'config/desk.json': settings,
  'layouts/page.html': '<h1>{team}</h1>\n',
  'public/logo.svg': '<svg></svg>\n',
  'var/notes/first.txt': 'first\n',
  'logs/first.log': 'first\n',
  '.gitignore': '.kintsugi\n',
};

const desk = (t: TestContext, more: Readonly<Record<string, string>> = {}): Promise<CommittedPlace> =>
  committedPlace(t, { ...files, ...more });

test('CLI-6 REP-2 settings that do not parse, and in whose place others are taken in silence, are mended', async (t) => {
  const { at, heal, commit } = await desk(t);
  writeFileSync(at('config/desk.json'), `\uFEFF${settings}`);
  await commit();
  assert.equal((await heal('--request', 'GET /team')).outcome, 'healed');
  assert.equal(readFileSync(at('config/desk.json'), 'utf8'), settings);
});

test('CLI-6 comments in settings are no fault where the code knows how to read them', async (t) => {
  const { at, heal, commit } = await desk(t, {
    'server.js': server.replace('JSON.parse(', "require('./src/json5').parse("),
    'src/json5.js': "exports.parse = (text) => JSON.parse(text.replace(/\\/\\/.*/g, ''));\n",
  });
  writeFileSync(at('config/desk.json'), `// of the team\n${settings}`);
  await commit();
  assert.equal((await heal('--request', 'GET /team')).outcome, 'no_failure');
});

test('CLI-6 REP-3 a file that is empty now and had a text when last committed gets it back', async (t) => {
  const { at, heal } = await desk(t);
  writeFileSync(at('layouts/page.html'), '');
  assert.equal((await heal('--request', 'GET /page')).outcome, 'healed');
  assert.equal(readFileSync(at('layouts/page.html'), 'utf8'), files['layouts/page.html']);
  writeFileSync(at('public/logo.svg'), '');
  assert.equal((await heal('--request', 'GET /logo.svg')).outcome, 'healed', 'sent, and not read as a whole');
  assert.equal(readFileSync(at('public/logo.svg'), 'utf8'), files['public/logo.svg']);
});

test('CLI-6 REP-1 a file in whose place another text is taken in silence is called by its new name', async (t) => {
  const { at, heal } = await desk(t);
  renameSync(at('layouts'), at('layout'));
  rmSync(at('.git'), { recursive: true });
  assert.equal((await heal('--request', 'GET /page')).outcome, 'healed');
  assert.match(readFileSync(at('src/render.js'), 'utf8'), /'layout', 'page\.html'/);
});

test('CLI-6 REP-1 a folder that is gone whole is put back whole, whichever of its files was asked for', async (t) => {
  const { at, heal } = await desk(t);
  rmSync(at('var'), { recursive: true });
  assert.equal((await heal('--request', 'GET /notes')).outcome, 'healed');
  assert.equal(readFileSync(at('var/notes/first.txt'), 'utf8'), 'first\n');
});

test('CLI-6 REP-1 a folder that is written to is made, though only the answer, or the log, says that it is missing', async (t) => {
  const { at, heal } = await desk(t);
  rmSync(at('var/notes'), { recursive: true });
  rmSync(at('logs'), { recursive: true });
  rmSync(at('.git'), { recursive: true });
  assert.equal((await heal('--request', 'GET /notes')).outcome, 'healed');
  assert.equal(existsSync(at('var/notes')), true);
  assert.equal((await heal('--request', 'GET /audited')).outcome, 'healed');
  assert.equal(existsSync(at('logs')), true);
});

test('CLI-6 REP-1 a start that ends without a word for want of what it lists is one for want of that', async (t) => {
  const parts = `const parts = path.join(__dirname, 'parts');
const found = fs.existsSync(parts) ? fs.readdirSync(parts).filter((name) => name.endsWith('.json')) : [];
if (found.length === 0) process.exit(0);
`;
  const { at, heal, commit } = await desk(t, {
    'server.js': server.replace('const load', `${parts}const load`),
    'pieces/one.json': '{}\n',
  });
  await commit().catch(() => undefined);
  assert.equal((await heal()).outcome, 'healed');
  assert.match(readFileSync(at('server.js'), 'utf8'), /__dirname, 'pieces'/);
});

test('CLI-6 what need not be there is no failure: an own setting, a folder that a commit took away, a name that a client made up', async (t) => {
  const local = "const config = { team: 'Support', ...load('desk.json'), ...load('desk.local.json') };";
  const { at, heal, commit } = await desk(t, {
    'server.js': server.replace(/const config = .*/, `fs.existsSync(path.join(__dirname, 'plugins'));\n${local}`),
    'plugins/a.json': '{}\n',
    'config/desk.example.json': settings,
  });
  rmSync(at('plugins'), { recursive: true });
  await commit();
  for (const url of ['/team', '/page', '/nothing'])
    assert.deepEqual([url, (await heal('--request', `GET ${url}`)).outcome], [url, 'no_failure']);
});
