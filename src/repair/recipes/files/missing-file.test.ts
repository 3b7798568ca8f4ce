import assert from 'node:assert/strict';
import test from 'node:test';
import { check, contextOf, historyOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { missingFile } from './missing-file.ts';

const opening = {
  class: 'unknown' as const,
  message: 'Error: ConnectionFailed("Unable to open connection to local database [redacted]: 14")',
  named: { code: '' },
  at: [['a.js', 'new ‸Database']] as const,
  facts: { file: { type: 'string' as const, preview: '"var/library.db"' } },
  first: {},
};
const opens = { 'a.js': 'exports.open = (file) => new Database(file);\n' };

const parts = {
  'page.js':
    "const load = (name) => fs.readFileSync(path.join('views', `${name}.html`), 'utf8');\nload('sheet', { shop, title });\n",
  'views/sheet.html': '<h1>{{title}}</h1>{{> extras}}{{> footer}}',
  'views/parts/extras.html': '<ul></ul>',
  'views/parts/imprint.html': '<p>{{shop}}</p>',
};
const noFooter = {
  class: 'missing_file' as const,
  message: "ENOENT: no such file or directory, open '/app/views/parts/footer.html'",
  named: { code: 'ENOENT', path: '/app/views/parts/footer.html', syscall: 'open' },
};

const noNotes = {
  class: 'missing_file' as const,
  message: "ENOENT: no such file or directory, scandir '/app/data/notes'",
  named: { code: 'ENOENT', path: '/app/data/notes', syscall: 'scandir' },
  files: { 'data/a.json': '{}', 'app.js': "exports.notes = () => readdirSync('data/notes');\n" },
  at: [['app.js', '‸readdirSync']] as const,
};

const noGuests = {
  class: 'missing_file' as const,
  message: "ENOENT: no such file or directory, open '/srv/project/data/guests.json'",
  named: { code: 'ENOENT', path: '/srv/project/data/guests.json', syscall: 'open' },
};

const mails = {
  'mails/order.txt': 'Dear {name}, it is on its way.\n',
  'mails/parts/end.txt': 'Yours, the shop\n',
};
const noMail = {
  class: 'missing_file' as const,
  message: "ENOENT: no such file or directory, open '/srv/project/mails/order.txt'",
  named: { code: 'ENOENT', path: '/srv/project/mails/order.txt', syscall: 'open' },
  at: [['app.js', '‸readFileSync']] as const,
};
const mailer = { 'app.js': 'exports.mail = (kind) => readFileSync(join(root, `${kind}.txt`));\n' };

check(missingFile, [
  {
    name: 'one of a folder that is gone whole: the folder is put back',
    ...noMail,
    files: mailer,
    lastGood: { ...mailer, ...mails },
    first: mails,
  },
  {
    name: 'one of a folder that is gone whole and lies elsewhere, where nothing says which way: not it alone',
    ...noMail,
    files: { ...mailer, 'old/order.txt': mails['mails/order.txt'], 'old/parts/end.txt': mails['mails/parts/end.txt'] },
    lastGood: { ...mailer, ...mails },
    first: mails,
  },
  {
    name: 'a folder that was kept empty is made',
    ...noMail,
    at: [['app.js', '‸writeFileSync']] as const,
    files: { 'app.js': 'exports.keep = (kind) => writeFileSync(join(root, `${kind}.txt`), kind);\n' },
    context: { git: historyOf({ show: { 'mails/.gitkeep': '' } }) },
    first: {},
    firstOperation: { op: 'mkdir', path: 'mails' },
  },
  {
    name: 'a folder that a URL with a slash at its end leads to, and what others say of it',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, scandir '/srv/project/articles'",
    named: { code: 'ENOENT', path: '/srv/project/articles', syscall: 'scandir' },
    files: {
      'src/list.js':
        "const folder = new URL('../articles/', import.meta.url);\nexports.list = () => readdirSync(folder);\n",
      'src/topics.js': "const file = path.join(process.cwd(), 'articles', 'topics.json');\n",
      'article/topics.json': '[]\n',
      'article/bees.txt': 'Bees\n',
    },
    at: [['src/list.js', '‸readdirSync']],
    first: { 'src/list.js': /'\.\.\/article\/'/, 'src/topics.js': /'article', 'topics\.json'/ },
  },
  {
    name: 'a file that an option names by its whole path, in another folder',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, stat '/srv/project/web/index.html'",
    named: { code: 'ENOENT', path: '/srv/project/web/index.html', syscall: 'stat' },
    files: { 'app.js': "app.get('/', serveStatic({ path: './web/index.html' }));\n", 'index.html': '<h1>Hi</h1>\n' },
    at: [['app.js', '‸app.get']],
    first: { 'app.js': /path: '\.\/index\.html'/ },
    ask: null,
  },
  {
    name: 'a path that counts from the folder of one of several packages, in which the server runs',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open './data/ratse.json'",
    named: { code: 'ENOENT', path: './data/ratse.json', syscall: 'open' },
    files: {
      'apps/api/data/rates.json': '{}',
      'data/ratse.jsonc': '{}',
      'apps/api/server.js': "exports.rates = JSON.parse(fs.readFileSync('./data/ratse.json', 'utf8'));\n",
    },
    at: [['apps/api/server.js', '‸fs.readFileSync']],
    context: { cwd: 'apps/api' },
    first: { 'apps/api/server.js': /readFileSync\('\.\/data\/rates\.json'/ },
  },
  {
    name: 'the only file of its kind in the folder, which begins alike and nobody names',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/data/taxon.json'",
    named: { code: 'ENOENT', path: '/app/data/taxon.json', syscall: 'open' },
    files: {
      'data/taxa.json': '{}',
      'data/tests/2020.json': '[]',
      'bank.js':
        "exports.read = (folder) => fs.readFileSync(path.join(folder, 'taxon.json'), 'utf8');\nexports.isData = (file) => path.extname(file) === '.json';\n",
    },
    at: [['bank.js', '‸fs.readFileSync']],
    first: { 'bank.js': /path\.join\(folder, 'taxa\.json'\)/ },
    ask: null,
  },
  {
    name: 'an ending that the name lacks, in a folder that is handed over',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/data/tests/2020'",
    named: { code: 'ENOENT', path: '/app/data/tests/2020', syscall: 'open' },
    files: {
      'data/tests/2020.json': '[]',
      'bank.js':
        "exports.read = (folder, file) => {\n  const { name } = path.parse(file);\n  return fs.readFileSync(path.join(folder, name), 'utf8');\n};\n",
    },
    at: [['bank.js', '‸fs.readFileSync']],
    first: { 'bank.js': /path\.join\(folder, `\$\{name\}\.json`\)/ },
  },
  {
    name: 'a part of a template, and the one file beside it that no template takes in',
    ...noFooter,
    files: parts,
    at: [['page.js', '‸fs.readFileSync']],
    first: { 'views/sheet.html': '<h1>{{title}}</h1>{{> extras}}{{> imprint}}' },
    ask: null,
  },
  {
    name: 'the lone part, which begins as the one that is asked for',
    ...noFooter,
    files: {
      'page.js': parts['page.js'],
      'views/sheet.html': '<h1>{{title}}</h1>{{> footer}}',
      'views/parts/foot.html': '<p>{{shop}}</p>',
    },
    at: [['page.js', '‸fs.readFileSync']],
    first: { 'views/sheet.html': '<h1>{{title}}</h1>{{> foot}}' },
  },
  {
    name: 'a part that asks for what nobody gives is another one',
    ...noFooter,
    files: { ...parts, 'views/parts/imprint.html': '<p>{{campaign}}</p>' },
    at: [['page.js', '‸fs.readFileSync']],
    first: null,
  },
  {
    name: 'a part of the path that the code makes',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/data/boookings.json'",
    named: { code: 'ENOENT', path: 'data/boookings.json' },
    files: {
      'a.js': "exports.find = (id, back) => read('boookings', id, back);\n",
      'data/bookings.json': '[]',
      'data/ports.json': '[]',
    },
    at: [['a.js', '‸read(']],
    first: { 'a.js': "exports.find = (id, back) => read('bookings', id, back);\n" },
  },
  {
    name: 'a part that the request is held against is no slip of the code: the file is there by that name, too',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/reports/sold.json'",
    named: { code: 'ENOENT', path: 'reports/sold.json' },
    files: {
      'a.js':
        "const known = ['sold', 'waiting'];\nexports.run = (name) => known.includes(name) && read(`reports/${name}.json`);\n",
      'reports/Sold.json': '[]',
      'reports/waiting.json': '[]',
    },
    request: { method: 'GET', url: '/reports/sold' },
    at: [['a.js', '‸read(']],
    first: { 'reports/sold.json': '[]' },
  },
  {
    name: 'a slip in the name of a folder that is listed',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, scandir '/srv/project/plugin'",
    named: { code: 'ENOENT', path: '/srv/project/plugin', syscall: 'scandir' },
    files: { 'a.js': "module.exports = fs.readdirSync(__dirname + '/plugin');\n", 'plugins/b.js': '' },
    first: { 'a.js': "module.exports = fs.readdirSync(__dirname + '/plugins');\n" },
  },
  {
    name: 'the template of a JSON file that is required',
    class: 'missing_module',
    message: "Cannot find module './config/local.json'",
    named: { module: './config/local.json', importer: '/srv/project/a.js' },
    files: {
      'a.js': "module.exports = require('./config/local.json').size;\n",
      'config/local.example.json': '{"size":3}',
    },
    at: [['a.js', '‸require']],
    first: { 'config/local.json': '{"size":3}' },
  },
  {
    name: 'an example of records that nothing speaks of: a person is asked',
    ...noGuests,
    files: {
      'a.js':
        "exports.plan = fs.readFileSync('data/plan.json', 'utf8');\nexports.guests = JSON.parse(fs.readFileSync('data/guests.json', 'utf8'));\n",
      'data/plan.json': '[{ "title": "Talk", "host": "kay" }]',
      'data/guests.example.json': '[{ "id": "example", "name": "Name" }]',
    },
    first: { 'data/guests.json': '[{ "id": "example", "name": "Name" }]' },
    ask: /made up/,
  },
  {
    name: 'an example of records that other data name',
    ...noGuests,
    files: {
      'a.js':
        "exports.plan = fs.readFileSync('data/plan.json', 'utf8');\nexports.guests = JSON.parse(fs.readFileSync('data/guests.json', 'utf8'));\n",
      'data/plan.json': '[{ "title": "Talk", "host": "kay" }]',
      'data/guests.example.json': '[{ "id": "kay", "name": "Kay" }]',
    },
    first: { 'data/guests.json': '[{ "id": "kay", "name": "Kay" }]' },
  },
  {
    name: 'the folder of a log, by its whole path, where no frame of the project shows',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/logs/access.log'",
    named: { code: 'ENOENT', path: '/srv/project/logs/access.log', syscall: 'open' },
    files: { 'a.js': "fs.createWriteStream(path.join(__dirname, 'logs', 'access.log'));\n" },
    first: {},
    firstOperation: { op: 'mkdir', path: 'logs' },
  },
  {
    ...opening,
    name: 'the folder of a database, as the debugger saw it',
    files: opens,
    firstOperation: { op: 'mkdir', path: 'var' },
  },
  {
    ...opening,
    name: 'the folder of a database that is elsewhere, too: a person is asked',
    files: opens,
    outside: { 'db/library.db': '' },
    firstOperation: { op: 'mkdir', path: 'var' },
    ask: /db\/library\.db/,
  },
  { ...opening, name: 'the folder is there', files: opens, outside: { 'var/other': '' }, first: null },
  { ...opening, name: 'another failure with that value at hand', message: 'disk I/O error', files: opens, first: null },

  {
    name: 'an ending that the name lacks',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/data/tools'",
    named: { code: 'ENOENT', path: '/srv/data/tools', syscall: 'open' },
    files: {
      'lib/a.js': "exports.at = (name) => path.join(__dirname, '..', 'data', name);\n",
      'data/tools.json': '[]',
    },
    first: { 'lib/a.js': "exports.at = (name) => path.join(__dirname, '..', 'data', `${name}.json`);\n" },
  },
  {
    name: 'data that an ES module imports, from git',
    class: 'missing_module',
    message: "Cannot find module '/srv/locales/de.json' imported from /srv/src/words.js",
    named: { module: '/srv/locales/de.json', importer: 'src/words.js' },
    files: { 'src/words.js': 'import(`../locales/${name}.json`);\n', 'locales/en.json': '{}' },
    context: { git: historyOf({ show: { 'locales/de.json': '{"a":1}' } }) },
    first: { 'locales/de.json': '{"a":1}' },
  },
  {
    name: 'the settings of an environment under its short name, of which nobody speaks',
    class: 'missing_module',
    message: "Cannot find module './development.json'",
    named: { module: './development.json', importer: 'config/index.js', code: 'MODULE_NOT_FOUND' },
    files: {
      'config/index.js':
        "const env = process.env.NODE_ENV || 'development';\nmodule.exports = require(`./${env}.json`);\n",
      'config/dev.json': '{"a":1}\n',
      'config/production.json': '{"a":2}\n',
    },
    first: { 'config/development.json': '{"a":1}\n' },
  },
  {
    name: 'the texts of a language, called by its country as well',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/locales/fr.json'",
    named: { code: 'ENOENT', path: '/srv/project/locales/fr.json', syscall: 'open' },
    files: {
      'texts.js':
        "for (const lang of ['en', 'fr']) texts[lang] = JSON.parse(fs.readFileSync(`locales/${lang}.json`, 'utf8'));\n",
      'locales/en.json': '{"a":"x"}\n',
      'locales/fr-FR.json': '{"a":"y"}\n',
    },
    first: { 'locales/fr.json': '{"a":"y"}\n' },
  },
  {
    name: 'the settings of an environment that somebody asks for by that name',
    class: 'missing_module',
    message: "Cannot find module './development.json'",
    named: { module: './development.json', importer: 'config/index.js', code: 'MODULE_NOT_FOUND' },
    files: {
      'config/index.js':
        "const env = process.env.NODE_ENV || 'development';\nmodule.exports = require(`./${env}.json`);\n",
      'config/dev.json': '{"a":1}\n',
      'package.json': '{"scripts":{"dev":"NODE_ENV=dev node ."}}',
    },
    first: null,
  },
  {
    name: 'a file that is called almost so, beside a route of the same name',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/data/timetable.csv'",
    named: { code: 'ENOENT', path: '/srv/project/data/timetable.csv', syscall: 'open' },
    files: {
      'data/time-table.csv': 'a,b\n',
      'app.js':
        "app.get('/timetable.csv', (req, res) => createReadStream(path.join(__dirname, 'data/timetable.csv')).pipe(res));\n",
    },
    first: { 'app.js': /get\('\/timetable\.csv', .*__dirname, 'data\/time-table\.csv'\)/ },
    ask: null,
  },
  {
    name: 'a text under another ending',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/data/terms.txt'",
    named: { code: 'ENOENT', path: '/app/data/terms.txt', syscall: 'open' },
    files: { 'data/terms.md': 'none\n', 'app.js': "exports.terms = () => readFileSync('data/terms.txt', 'utf8');\n" },
    at: [['app.js', '‸readFileSync']],
    first: { 'app.js': "exports.terms = () => readFileSync('data/terms.md', 'utf8');\n" },
    ask: null,
  },
  {
    name: 'of two other endings none is it, nor one of another sort',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/data/terms.txt'",
    named: { code: 'ENOENT', path: '/app/data/terms.txt', syscall: 'open' },
    files: {
      'data/terms.md': 'none\n',
      'data/terms.csv': 'none\n',
      'app.js': "exports.terms = () => readFileSync('data/terms.txt', 'utf8');\n",
    },
    at: [['app.js', '‸readFileSync']],
    first: null,
  },
  {
    name: 'a folder that is listed, with what it held in git',
    ...noNotes,
    context: { git: historyOf({ lost: { 'data/notes/fog.md': '# fog\n', 'data/notes/ice.md': '# ice\n' } }) },
    first: { 'data/notes/fog.md': '# fog\n', 'data/notes/ice.md': '# ice\n' },
    ask: null,
  },
  {
    name: 'a folder with a file that is no text is put back by nobody',
    ...noNotes,
    context: { git: historyOf({ lost: { 'data/notes/fog.md': '# fog\n', 'data/notes/ice.png': '\uFFFD' } }) },
    first: {},
    firstOperation: { op: 'mkdir', path: 'data/notes' },
    ask: /it lacks what should be in it/,
  },
  {
    name: 'a file beside the code, which reads another one as what lies beside it',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open 'grades.yml'",
    named: { code: 'ENOENT', path: 'grades.yml', syscall: 'open' },
    files: {
      'config/index.js':
        "const path = require('path');\nconst all = fs.readFileSync(path.join(__dirname, 'all.json'));\nconst grades = fs.readFileSync('grades.yml', 'utf8');\n",
      'config/all.json': '{}',
      'config/grades.yml': 'a: 1\n',
    },
    at: [['config/index.js', "‸fs.readFileSync('grades.yml'"]],
    together: true,
    first: { 'config/index.js': /readFileSync\(path\.join\(__dirname, 'grades\.yml'\), 'utf8'\)/ },
  },
  {
    name: 'a file that git has: a near one beside it is another thing',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/views/order.hbs'",
    named: { code: 'ENOENT', path: '/srv/project/views/order.hbs', syscall: 'open' },
    files: {
      'a.js': "exports.part = 'order.hbs';\nexports.page = (reply) => reply.view('orders.hbs');\n",
      'views/orders.hbs': '<ul>{{#each orders}}{{> order}}{{/each}}</ul>\n',
      'views/layout.hbs': '{{{body}}}\n',
    },
    context: { git: historyOf({ lost: { 'views/order.hbs': '<li>{{id}}</li>\n' } }) },
    first: { 'views/order.hbs': '<li>{{id}}</li>\n' },
  },
]);

const inTemplate = (text: string) => ({
  class: 'missing_file' as const,
  message: "ENOENT: no such file or directory, open '/app/config/app.yaml'",
  named: { code: 'ENOENT', path: '/app/config/app.yaml', syscall: 'open' },
  files: { 'config/app.yml': 'a: 1\n', 'src/config.ts': text },
});

check(missingFile, [
  {
    name: 'a path at the end of a template',
    ...inTemplate('const raw = readFileSync(`${root}config/app.yaml`);\n'),
    first: { 'src/config.ts': 'const raw = readFileSync(`${root}config/app.yml`);\n' },
  },
  {
    name: 'a path in the middle of one is not the whole of it',
    ...inTemplate('const raw = readFileSync(`${root}config/app.yaml${end}`);\n'),
    first: null,
  },
]);

test('TRI-4 a file where a folder is wanted is told of, and by what it is', () => {
  const files = { 'a.js': "mkdirSync('var/notes', { recursive: true });\n" };
  const blocked = (named: Case['named'], outside: Case['outside']): string | null => {
    const given = { name: '', class: 'unknown' as const, message: 'EEXIST', files, first: null };
    return missingFile.action?.(contextOf({ ...given, named: named!, outside: outside! }))?.why ?? null;
  };
  const made = { code: 'EEXIST', syscall: 'mkdir', path: '/srv/project/var/notes' };
  assert.equal(
    blocked(made, { 'var/notes': '' }),
    'var/notes is an empty file, and a folder is wanted there: remove it',
  );
  assert.equal(blocked(made, { var: 'a\n' }), 'var is a file, and a folder is wanted there: move it away');
  assert.equal(blocked(made, {}), null);
  const opened = { code: 'ENOTDIR', syscall: 'open', path: '/srv/project/var/notes/a.txt' };
  assert.match(blocked(opened, { 'var/notes': '' }) ?? '', /^var\/notes is an empty file/);
});

test('REP-2 a folder that is gone is made where only the replay saw the error, and the answer said nothing', async () => {
  const lost = '/srv/project/var/rows.json';
  const context = contextOf({
    ...{ name: '', class: 'missing_file', message: `ENOENT: no such file or directory, open '${lost}'`, first: null },
    named: { code: 'ENOENT', syscall: 'open', path: lost },
    files: { 'a.js': 'exports.keep = (rows) => writeFile(join(folder, name), rows);\n' },
  });
  const ideas = await missingFile.ideas({ ...context, signal: { ...context.signal, error: null, stderr: '' } });
  assert.deepEqual(ideas[0]?.operations, [{ op: 'mkdir', path: 'var' }]);
});

test('REP-2 a page that is called almost so and asked for by others, and one of its word that nobody asks for, are tried alike', async () => {
  const pages = async (more: Readonly<Record<string, string>>): Promise<readonly (readonly [string, number])[]> => {
    const context = contextOf({
      ...{ name: '', class: 'missing_file', message: "ENOENT: open '/srv/project/views/beer.html'", first: null },
      named: { code: 'ENOENT', syscall: 'open', path: '/srv/project/views/beer.html' },
      files: {
        'a.js':
          "exports.render = (name) => readFileSync(`views/${name}.html`, 'utf8');\nexports.list = () => render('beers');\nexports.one = () => render('beer');\n",
        'views/beers.html': '<ul></ul>',
        ...more,
      },
    });
    return (await missingFile.ideas(context)).map(({ title, rank }) => [title, rank] as const);
  };
  const near = ['`beer` is `beers`', 0] as const;
  assert.deepEqual(await pages({ 'views/beer-detail.html': '<p></p>' }), [near, ['`beer` is `beer-detail`', 0]]);
  assert.deepEqual(await pages({ 'views/cellar.html': '<p></p>' }), [near]);
  assert.deepEqual(await pages({ 'views/beer-detail.html': '', 'views/beer-card.html': '' }), [near]);
});

test('REP-1 missing-file: a folder below one that is gone is made with the others that are written to', async () => {
  const context = contextOf({
    name: '',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/var/sessions/a.json'",
    named: { code: 'ENOENT', path: '/srv/project/var/sessions/a.json', syscall: 'open' },
    files: {
      'app.js': "exports.open = (id) => writeFile(path.join(__dirname, 'var', 'sessions', id), '{}');\n",
      'lib/audit.js':
        "const file = path.join(__dirname, '..', 'var', 'audit', 'access.log');\nexports.audit = (text) => appendFile(file, text);\n",
      'lib/rates.js': "exports.rates = () => readFile(path.join(__dirname, '..', 'var', 'rates', 'day.json'));\n",
    },
    at: [['app.js', '‸writeFile']],
    first: null,
  });
  const [first] = await missingFile.ideas(context);
  assert.deepEqual(
    first?.operations,
    ['var/sessions', 'var/audit'].map((path) => ({ op: 'mkdir', path })),
  );
});
