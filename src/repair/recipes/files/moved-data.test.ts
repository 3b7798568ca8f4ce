import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf } from '../cases.test-helper.ts';
import { configPlaces } from '../settings/config-places.ts';
import { movedData } from './moved-data.ts';

const missing = (path: string, syscall = 'open') => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, ${syscall} '${path}'`,
  named: { code: 'ENOENT', path, syscall },
});

const loader =
  "const folder = new URL('../handlers', import.meta.url);\nexport const load = (name) => import(new URL(name, folder));\n";

const lostView = {
  class: 'unknown' as const,
  message: 'Error: Failed to lookup view "home" in views directory "/srv/project/views"',
  at: [['app.js', '‸app.set']] as const,
};
const views = { 'app.js': "app.set('views', path.join(__dirname, 'views'));\n" };

const settings = { 'config/index.js': "module.exports = { root: path.join(__dirname, '..') };\n" };
const mailer =
  "const settings = require('../config');\nexports.mail = (name) => readFileSync(path.join(settings.root, 'views', 'mails', `${name}.ejs`));\n";

const below = {
  'src/db.js': "import { root } from './env.js';\nrun(path.join(root, 'db', name));\n",
  'src/app.js': "import { root as home } from './env.js';\napp.use(express.static(path.join(home, 'public')));\n",
  'db/schema.sql': 'SELECT 1;\n',
  'public/site.css': 'a {}\n',
};

check(movedData, [
  ...(
    [
      [
        'dirname(fileURLToPath(import.meta.url))',
        'load(join(root, ".env"));\n',
        /= join\(dirname\([^\n]+\), ["']\.\.["']\);/,
      ],
      ['dirname(fileURLToPath(import.meta.url))', '', /= dirname\(dirname\(fileURLToPath\(import\.meta\.url\)\)\);/],
      ['import.meta.dirname', 'load(join(root, ".env"));\n', /= join\(import\.meta\.dirname, ["']\.\.["']\);/],
      ['import.meta.dirname', '', null],
    ] as const
  ).map(([base, rest, first]) => ({
    name: `what the whole project counts from is given out by a file of src: ${base} ${rest.length}`,
    ...missing('/srv/project/src/db/schema.sql'),
    files: { ...below, 'src/env.js': `export const root = ${base};\n${rest}` },
    at: [['src/db.js', '‸run(path']] as const,
    first: first === null ? null : { 'src/env.js': first },
  })),
  {
    name: 'of what counts from there something is where it is said to be, so the one path is wrong',
    ...missing('/srv/project/src/db/schema.sql'),
    files: { ...below, 'src/env.js': 'export const root = import.meta.dirname;\n', 'src/public/a.css': 'a {}\n' },
    at: [['src/db.js', '‸run(path']],
    first: { 'src/db.js': /join\(root, '\.\.', 'db', name\)/ },
  },
  ...(
    [
      ["serveStatic({ root: './web' })", /root: '\.\/www'/],
      ["express.static('web')", /static\('www'\)/],
      ["sirv('web/', { dev })", /sirv\('www\/'/],
      ["app.get('web', page)", null],
    ] as const
  ).map(([said, first]) => ({
    name: `a folder that is named by a plain text: ${said}`,
    ...missing('/srv/project/web/css/main.css', 'stat'),
    files: {
      'src/index.js': `app.use(${said});\nconst icon = './web/icon.svg';\n`,
      'www/css/main.css': 'a {}\n',
      'www/icon.svg': '<svg/>',
    },
    first: first === null ? null : { 'src/index.js': new RegExp(`${first.source}[^]*'\\./www/icon\\.svg'`) },
  })),
  {
    name: 'a folder beside others that imports lead through, which is asked for before it is listed',
    ...missing('/srv/project/content/kb', 'access'),
    files: {
      'src/lib/articles.js':
        "const root = path.resolve(__dirname, '..', '..', 'content', 'kb');\nexports.list = () => (existsSync(root) ? readdirSync(root).filter((name) => name.endsWith('.md')) : []);\n",
      'src/routes/kb.js': "const articles = require('../lib/articles');\n",
      'content/articles/printers.md': '# Printers\n',
    },
    at: [['src/lib/articles.js', '(‸existsSync']],
    first: { 'src/lib/articles.js': /'content', 'articles'\)/ },
  },
  {
    name: 'one path of a file starts from another base than all the others, which lead somewhere',
    ...missing('/srv/project/src/lib/db/migrations', 'scandir'),
    files: {
      'src/config.js': "const root = path.join(__dirname, '..');\nmodule.exports = { root, database: load() };\n",
      'src/lib/db.js':
        "const config = require('../config');\nrun(path.join(config.root, config.database.schema));\nconst folder = path.join(__dirname, config.database.migrations);\nread(folder);\nrun(path.join(config.root, config.database.seed));\n",
      'db/migrations/001.sql': 'SELECT 1;\n',
    },
    at: [['src/lib/db.js', '‸read(folder)']],
    first: { 'src/lib/db.js': /path\.join\(config\.root, config\.database\.migrations\)/ },
  },

  {
    name: 'the folder of views, of which a plug-in names the template alone',
    class: 'config',
    message: 'unable to access template "layout.hbs"',
    files: {
      'src/config.mjs':
        "export const paths = { views: join(root, 'src', 'views'), data: join(root, 'data') };\nconst root = join(import.meta.dirname, '..');\n",
      'views/layout.hbs': '{{{body}}}\n',
      'data/a.json': '{}',
    },
    at: [['src/config.mjs', '‸export']],
    first: { 'src/config.mjs': /views: join\(root, 'views'\)/ },
  },
  ...(
    [
      ['code alone', 'loader.ts', /resolve\(here, '\.\.\/\.\.\/data'\)/],
      ['other data', 'rates.yaml', null],
    ] as const
  ).map(([name, file, first]) => ({
    name: `a folder of the same name, which holds ${name}`,
    ...missing('/srv/project/src/data/points.yaml'),
    files: {
      'src/read/index.ts':
        "const here = import.meta.dirname;\nconst folder = resolve(here, '../data');\nexport const load = (name: string) => parse(readFileSync(resolve(folder, `${name}.yaml`), 'utf8'));\n",
      [`src/data/${file}`]: '',
      'data/points.yaml': 'points: []\n',
      'data/stops.yaml': 'stops: []\n',
    },
    at: [['src/read/index.ts', '‸readFileSync']] as const,
    first: first === null ? null : { 'src/read/index.ts': first },
  })),
  {
    name: 'a folder that counts from what the settings give out, and what is put together below it',
    ...lostView,
    files: {
      ...settings,
      'app.js':
        "const settings = require('./config');\napp.set('views', path.join(settings.root, 'views'));\napp.get('/', (req, res) => res.render('home'));\n",
      'src/views/home.ejs': '<p>\n',
      'src/views/mails/hello.ejs': '<p>\n',
      'src/mailer.js': mailer,
    },
    first: {
      'app.js': /path\.join\(settings\.root, 'src', 'views'\)/,
      'src/mailer.js': /path\.join\(settings\.root, 'src', 'views', 'mails', `/,
    },
  },
  {
    name: 'the written part of a path whose file is put together',
    ...missing('/srv/project/views/mails/hello.ejs'),
    files: { ...settings, 'mails/hello.ejs': '<p>\n', 'src/mailer.js': mailer },
    at: [['src/mailer.js', '‸readFileSync']],
    first: { 'src/mailer.js': /path\.join\(settings\.root, 'mails', `/ },
  },
  {
    name: 'a path from the folder of one of several packages, in which the server runs',
    ...missing('/srv/project/apps/api/data/rates.json'),
    files: {
      'apps/api/lib/rates.js': "exports.rates = fs.readFileSync(path.resolve(process.cwd(), 'data/rates.json'));\n",
      'apps/api/assets/rates.json': '{}',
    },
    at: [['apps/api/lib/rates.js', '‸fs.readFileSync']],
    context: { cwd: 'apps/api' },
    first: { 'apps/api/lib/rates.js': /process\.cwd\(\), 'assets\/rates\.json'/ },
  },
  {
    name: 'the folder of an engine of templates, which says only what it did not find',
    class: 'unknown',
    message: 'Error: template not found: home.njk',
    files: {
      'lib/views.js':
        "const env = nunjucks.configure(path.join(__dirname, '..', 'templates'));\nexports.file = settings.resolve('foods');\n",
      'views/home.njk': '',
    },
    first: { 'lib/views.js': /path\.join\(__dirname, '\.\.', 'views'\)/ },
  },
  {
    name: 'a template that lies in two folders',
    class: 'unknown',
    message: 'Error: template not found: home.njk',
    files: {
      'lib/views.js': "const env = nunjucks.configure(path.join(__dirname, '..', 'templates'));\n",
      'views/home.njk': '',
      'mails/home.njk': '',
    },
    first: null,
  },
  {
    name: 'the folder of views, in which the framework looks in vain',
    class: 'unknown',
    message: 'Error: Failed to lookup view "index" in views directory "/app/src/views"',
    files: {
      'src/app.js': "app.set('views', path.join(__dirname, 'views'));\n",
      'views/index.ejs': '',
      'views/parts/head.ejs': '',
    },
    at: [['src/app.js', '‸app.set']],
    context: { root: '/app' },
    first: { 'src/app.js': "app.set('views', path.join(__dirname, '..', 'views'));\n" },
  },
  {
    name: 'a root that all paths start from, of which the first is read by a path that is written out',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/app/src/conf/desk.json'",
    named: { code: 'ENOENT', path: '/srv/app/src/conf/desk.json' },
    files: {
      'conf/desk.json': '{}',
      'data/stops.json': '[]',
      'src/core/settings.ts':
        "import path from 'path';\nexport const root = path.resolve(__dirname, '..');\nread(path.join(root, 'conf', 'desk.json'));\n",
    },
    context: { root: '/srv/app' },
    at: [['src/core/settings.ts', '‸read(']],
    first: { 'src/core/settings.ts': /root = path\.resolve\(__dirname, '\.\.', '\.\.'\)/ },
    ask: null,
  },
  {
    name: 'a root that is the path of a URL, from which names are read that settings give',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/app/src/conf/desk.json'",
    named: { code: 'ENOENT', path: '/srv/app/src/conf/desk.json' },
    files: {
      'conf/desk.json': '{}',
      'src/core/load.mjs':
        "const root = fileURLToPath(new URL('..', import.meta.url));\nexport const load = (folder, name) => read(path.join(root, folder, name));\n",
    },
    context: { root: '/srv/app' },
    at: [['src/core/load.mjs', '‸read(']],
    first: { 'src/core/load.mjs': /new URL\('\.\.\/\.\.', import\.meta\.url\)/ },
  },
  {
    name: 'what was compiled asks from its own folder: the source takes one level more',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/app/dist/config/orchard.yaml'",
    named: { code: 'ENOENT', path: '/srv/app/dist/config/orchard.yaml' },
    files: {
      'tsconfig.json': '{"compilerOptions":{"outDir":"dist","rootDir":"src"}}',
      'config/orchard.yaml': 'name: Low\n',
      'src/config/load.ts':
        "import { join } from 'node:path';\nconst file = join(__dirname, '..', 'config', 'orchard.yaml');\nread(file);\n",
    },
    context: { root: '/srv/app' },
    at: [['src/config/load.ts', '‸read(']],
    first: { 'src/config/load.ts': /join\(__dirname, '\.\.', '\.\.', 'config', 'orchard\.yaml'\)/ },
    ask: null,
  },
  {
    name: 'a folder that URLs are based on, without its slash',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/src/users.js' imported from /srv/project/src/core/loader.mjs",
    named: { module: '/srv/project/src/users.js' },
    files: { 'src/core/loader.mjs': loader, 'src/handlers/users.js': '' },
    first: { 'src/core/loader.mjs': loader.replace('handlers', 'handlers/') },
  },
  {
    name: 'a folder without its slash, where what is missing is in no such folder',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/src/users.js' imported from /srv/project/src/core/loader.mjs",
    named: { module: '/srv/project/src/users.js' },
    files: { 'src/core/loader.mjs': loader, 'src/handlers/orders.js': '' },
    first: null,
  },
  {
    name: 'a worker, named by its whole path, that lies in another folder',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/src/workers/digest.js'",
    named: { module: '/srv/project/src/workers/digest.js' },
    files: {
      'src/jobs/digest.js': '',
      'src/a.js': "new Worker(path.join(__dirname, 'workers', 'digest.js'));\n",
    },
    first: { 'src/a.js': "new Worker(path.join(__dirname, 'jobs', 'digest.js'));\n" },
  },
  {
    name: 'one level too few',
    ...missing('src/data/seed.json'),
    files: {
      'data/seed.json': '{}',
      'src/a.js': "const seed = read(path.join(__dirname, 'data', 'seed.json'));\n",
    },
    first: { 'src/a.js': "const seed = read(path.join(__dirname, '..', 'data', 'seed.json'));\n" },
  },
  {
    name: 'what moved with it is found too, from a root that another file gives out',
    ...missing('db/schema.sql'),
    files: {
      'package.json': '{"type":"module"}',
      'src/root.js': "export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');\n",
      'src/a.js':
        "import { root } from './root.js';\nread(path.join(root, 'db', 'schema.sql'));\nread(path.join(root, 'db', 'seed.sql'));\n",
    },
    outside: { 'db/new/schema.sql': '', 'db/new/seed.sql': '' },
    first: { 'src/a.js': /'db', 'new', 'schema.sql'\)\);\nread\(path\.join\(root, 'db', 'new', 'seed\.sql'/ },
  },
  {
    name: 'beside the project, of a file that moved',
    ...missing('src/content', 'scandir'),
    files: { 'src/core/x/a.mjs': "const folder = new URL('../../content/', import.meta.url);\n" },
    outside: { 'content/a.md': '' },
    first: { 'src/core/x/a.mjs': "const folder = new URL('../../../content/', import.meta.url);\n" },
  },
  {
    name: 'a folder under another name, which no other source speaks of',
    ...missing('content', 'scandir'),
    files: {
      'a.mjs': "const folder = new URL('./content/', import.meta.url);\nnames.filter((one) => one.endsWith('.md'));\n",
    },
    outside: { 'articles/a.md': '', 'pictures/b.png': '' },
    first: { 'a.mjs': /new URL\('\.\/articles\/', import\.meta\.url\)/ },
  },
  {
    name: 'two files of that name: both are tried, a tie is for a person',
    ...missing('x/seed.json'),
    files: {
      'a/seed.json': '{}',
      'b/seed.json': '{}',
      's.js': "read(path.join(__dirname, 'x', 'seed.json'));\n",
    },
    first: { 's.js': /'(?:a|b)', 'seed\.json'/ },
  },
  {
    name: 'no file of that name',
    ...missing('x/seed.json'),
    files: { 'a/other.json': '{}', 's.js': "read(path.join(__dirname, 'x', 'seed.json'));\n" },
    first: null,
  },

  {
    name: 'a folder of code that is listed, and the only one of which nobody speaks',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, scandir 'plugins'",
    named: { code: 'ENOENT', path: 'plugins', syscall: 'scandir' },
    files: {
      'lib/load.js': "const folder = path.resolve(__dirname, '../plugins');\nfs.readdirSync(folder);\n",
      'extensions/a.js': 'exports.a = 1;\n',
      'test/a.test.js': '',
    },
    at: [['lib/load.js', '‸fs.readdirSync']],
    first: { 'lib/load.js': /'\.\.\/extensions'/ },
  },
  {
    name: 'a folder that is joined to one that is handed over',
    ...missing('/srv/project/data/viability', 'scandir'),
    files: {
      'data/germination/2020.json': '[]',
      'data/taxa.json': '{}',
      'src/bank.js':
        "exports.open = (folder) => fs.readdirSync(path.join(folder, 'viability')).filter((name) => path.extname(name) === '.json');\n",
    },
    at: [['src/bank.js', '‸fs.readdirSync']],
    first: { 'src/bank.js': /path\.join\(folder, 'germination'\)/ },
  },
  {
    name: 'what is handed to a function that puts it beside the file',
    ...missing('/srv/project/src/etc/app.ini'),
    files: {
      'etc/app.ini': '',
      'src/core/config.mjs':
        "const here = (relative) => fileURLToPath(new URL(relative, import.meta.url));\nread(here('../etc/app.ini'));\n",
    },
    at: [['src/core/config.mjs', '‸read(']],
    first: { 'src/core/config.mjs': /here\('\.\.\/\.\.\/etc\/app\.ini'\)/ },
  },
  {
    name: 'a worker whose file is called almost so',
    class: 'missing_module',
    message: "Cannot find module '/srv/project/src/work/summaries.js'",
    named: { module: '/srv/project/src/work/summaries.js', code: 'MODULE_NOT_FOUND' },
    files: {
      'src/work/pool.js':
        "const path = require('path');\nexports.start = () => new Worker(path.join(__dirname, 'summaries.js'));\n",
      'src/work/summary.js': 'exports.run = () => 1;\n',
    },
    at: [['src/work/pool.js', '‸new Worker']],
    first: { 'src/work/pool.js': /path\.join\(__dirname, 'summary\.js'\)/ },
  },
  {
    name: 'a base that is one level too low, for all that is read from it',
    ...missing('/srv/project/src/config/default.yaml'),
    files: {
      'config/default.yaml': 'a: 1\n',
      'src/config/layers.mjs':
        "const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');\nexport const layer = (name) => readFileSync(path.join(root, 'config', `${name}.yaml`));\n",
    },
    at: [['src/config/layers.mjs', '‸readFileSync']],
    first: { 'src/config/layers.mjs': /import\.meta\.url\)\), '\.\.', '\.\.'\)/ },
  },
  {
    name: 'a base that the missing path does not begin with',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, scandir '/srv/project/data/notes'",
    named: { code: 'ENOENT', path: '/srv/project/data/notes', syscall: 'scandir' },
    files: {
      'notes/fog.md': '# fog\n',
      'data/ports.json': '{}',
      'src/store.js':
        "const folder = path.join(__dirname, '..', 'data');\nexports.load = (name) => readFileSync(path.join(folder, `${name}.json`));\n",
      'src/notes.js': "exports.notes = () => fs.readdirSync(path.join(__dirname, '../data/notes'));\n",
    },
    at: [['src/notes.js', 'fs.‸readdirSync']],
    first: { 'src/notes.js': "exports.notes = () => fs.readdirSync(path.join(__dirname, '../notes'));\n" },
  },
  {
    name: 'the folder of views that Express knows, where another holds the view',
    ...lostView,
    files: { ...views, 'templates/home.html': '<h1>', 'data/home.json': '{}', 'src/home.js': '' },
    first: { 'app.js': "app.set('views', path.join(__dirname, 'templates'));\n" },
  },
  {
    name: 'the folder of views that Express knows, where two others hold the view',
    ...lostView,
    files: { ...views, 'templates/home.html': '<h1>', 'pages/home.html': '<h1>' },
    first: null,
  },
  {
    name: 'a base from which something else is found',
    ...missing('/srv/project/src/config/default.yaml'),
    files: {
      'config/default.yaml': 'a: 1\n',
      'src/views/a.html': '',
      'src/config/layers.mjs':
        "const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');\nexport const views = path.join(root, 'views');\nexport const layer = (name) => readFileSync(path.join(root, 'config', `${name}.yaml`));\n",
    },
    at: [['src/config/layers.mjs', '‸readFileSync']],
    first: null,
  },
]);

test('recipes that lead to where a file lies now say the same, so nobody is asked which of them is meant', async () => {
  const context = contextOf({
    name: '',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/db/schema.sql'",
    named: { code: 'ENOENT', path: '/srv/project/db/schema.sql', syscall: 'open' },
    files: {
      'db/open.js': "const text = fs.readFileSync(path.join(__dirname, 'schema.sql'), 'utf8');\n",
      'db/sql/schema.sql': '',
    },
    first: null,
  });
  const found = [...(await movedData.ideas(context)), ...(await configPlaces.ideas(context))];
  assert.deepEqual(
    found.map(({ title }) => title),
    Array<string>(2).fill('`db/schema.sql` is `db/sql/schema.sql`'),
  );
});

const listing = (way: string): string =>
  `export const modulesOf = (folder) => readdir(new URL(\`${way}\${folder}/\`, import.meta.url));\n`;

check(movedData, [
  {
    name: 'a root that lies above the project',
    ...missing('/srv/config/app.yaml'),
    message:
      "ENOENT: no such file or directory, open '/srv/config/app.yaml'\n    at file:///srv/project/src/config.ts:2:20",
    files: {
      'config/app.yaml': 'a: 1\n',
      'src/config.ts':
        "const root = fileURLToPath(new URL('../..', import.meta.url));\nexport const raw = readFileSync(`${root}config/app.yaml`);\n",
    },
    at: [['src/config.ts', '‸readFileSync']],
    first: {
      'src/config.ts':
        "const root = fileURLToPath(new URL('..', import.meta.url));\nexport const raw = readFileSync(`${root}config/app.yaml`);\n",
    },
  },
  {
    name: 'a folder whose name is put behind a way that leads nowhere',
    ...missing('/srv/project/src/src/plugins', 'scandir'),
    files: { 'src/plugins/a.js': '', 'src/app.js': listing('./src/') },
    at: [['src/app.js', '‸readdir']],
    first: { 'src/app.js': listing('./') },
  },
  {
    name: 'one that leads up a level too many',
    ...missing('/srv/project/plugins', 'scandir'),
    files: { 'src/plugins/a.js': '', 'src/app.js': listing('../') },
    at: [['src/app.js', '‸readdir']],
    first: { 'src/app.js': listing('./') },
  },
]);

const homeOf = (base: string): string =>
  `const home = ${base};\nexports.settings = { pages: path.resolve(home, 'pages'), loans: path.resolve(home, process.env.LOANS ?? 'data/loans.json') };\n`;

check(movedData, [
  {
    name: 'a base that is a level too low for all that starts from it',
    ...missing('/srv/project/api/src/pages/a.html'),
    files: {
      'api/src/settings.js': homeOf('path.resolve(__dirname)'),
      'api/pages/a.html': '',
      'api/data/loans.json': '[]',
    },
    at: [['api/src/settings.js', '‸path.resolve(home']],
    first: { 'api/src/settings.js': homeOf("path.resolve(__dirname, '..')") },
  },
  {
    name: 'a base from which something is there stays: the one path is wrong',
    ...missing('/srv/project/api/src/pages/a.html'),
    files: {
      'api/src/settings.js': homeOf('path.resolve(__dirname)'),
      'api/pages/a.html': '',
      'api/src/data/loans.json': '[]',
    },
    at: [['api/src/settings.js', '‸path.resolve(home']],
    first: {
      'api/src/settings.js':
        /home = path\.resolve\(__dirname\);\n.*path\.resolve\(home, '\.\.', 'pages'\)|'\.\.\/pages'/,
    },
  },
  {
    name: 'a folder that is gone takes with it all that leads below it',
    ...missing('/srv/project/public/img/logo.svg'),
    files: {
      'app.js':
        "app.use(express.static(path.join(__dirname, 'public')));\nexports.logo = (res) => res.sendFile(path.join(__dirname, 'public', 'img', 'logo.svg'));\n",
      'static/img/logo.svg': '<svg/>',
    },
    at: [['app.js', '‸res.sendFile']],
    first: {
      'app.js':
        "app.use(express.static(path.join(__dirname, 'static')));\nexports.logo = (res) => res.sendFile(path.join(__dirname, 'static', 'img', 'logo.svg'));\n",
    },
  },
  {
    name: 'a folder that is still there keeps what leads to it',
    ...missing('/srv/project/public/img/logo.svg'),
    files: {
      'app.js':
        "app.use(express.static(path.join(__dirname, 'public')));\nexports.logo = (res) => res.sendFile(path.join(__dirname, 'public', 'img', 'logo.svg'));\n",
      'static/img/logo.svg': '<svg/>',
      'public/site.css': '',
    },
    at: [['app.js', '‸res.sendFile']],
    first: { 'app.js': /static\(path\.join\(__dirname, 'public'\)\)[^]*'static', 'img', 'logo\.svg'/ },
  },
]);

test('REP-2 a folder that was left empty by what moved leads to where that lies now; one that holds other data does not', async () => {
  const context = contextOf({
    ...{ name: '', ...missing('/srv/project/data/beds.json'), first: null },
    files: {
      'src/store.ts':
        "const folder = join(import.meta.dirname, '..', 'data');\nexport const read = (name: string) => readFileSync(join(folder, name), 'utf8');\n",
      'src/data/beds.json': '[]\n',
    },
  });
  const { exists, list } = context.tree;
  const titles = async (held: readonly string[]): Promise<readonly string[]> => {
    const tree = {
      ...context.tree,
      exists: (path: string) => path === 'data' || exists(path),
      list: (path: string) => (path === 'data' ? held : list(path)),
    };
    return (await movedData.ideas({ ...context, tree })).map(({ title }) => title);
  };
  assert.deepEqual(await titles([]), ['`data` is `src/data`']);
  assert.deepEqual(await titles(['rows.json']), []);
});

check(movedData, [
  {
    name: 'one call of a helper that counts from the wrong folder: the helper is wrong, not what it is called with',
    ...missing('/srv/project/src/config/default.json'),
    files: {
      'src/lib/paths.js':
        "const root = path.resolve(__dirname, '..');\nexports.fromRoot = (...parts) => path.join(root, ...parts);\n",
      'src/lib/settings.js':
        "const { fromRoot } = require('./paths');\nmodule.exports = JSON.parse(readFileSync(fromRoot('config', 'default.json')));\n",
      'config/default.json': '{}\n',
    },
    first: { 'src/lib/paths.js': /resolve\(__dirname, '\.\.', '\.\.'\)|resolve\(__dirname, '\.\.\/\.\.'\)/ },
  },
]);
