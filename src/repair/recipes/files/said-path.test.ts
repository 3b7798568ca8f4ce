import { check, historyOf } from '../cases.test-helper.ts';
import { saidPath } from './said-path.ts';

const missing = (path: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, open '/app/${path}'`,
  named: { code: 'ENOENT', path: `/app/${path}` },
});
const render =
  "exports.render = (name) => fs.readFileSync(join(folder, `${name}.hbs`), 'utf8');\nexports.page = () => exports.render('timetable');\n";
const settings = '{\n  "features": ["routes", "notices"],\n  "template": "notice"\n}\n';
const loader =
  'export const load = (settings) => settings.features.map((name) => import(`./features/${name}/index.js`));\n';
const noFeature = {
  class: 'missing_module' as const,
  message: "Cannot find module '/app/src/features/notices/index.js' imported from /app/src/app.js",
  named: { module: '/app/src/features/notices/index.js', importer: '/app/src/app.js' },
};

const parts = {
  'src/views.js':
    "exports.parts = { order: 'order.hbs' };\nexports.open = (file) => fs.readFileSync(join(folder, file), 'utf8');\n",
  'src/pages.js': "exports.page = (reply) => reply.view('orders.hbs');\n",
  'templates/orders.hbs': '{{> order}}\n',
};

check(saidPath, [
  {
    name: 'a file that git has is put back, and none of a near name is taken for it',
    ...missing('templates/order.hbs'),
    files: parts,
    context: { git: historyOf({ lost: { 'templates/order.hbs': '<li></li>\n' } }) },
    at: [['src/views.js', '‸fs.readFileSync']],
    first: null,
  },
  {
    name: 'a template of the file is not read in its place',
    ...missing('data/hosts.json'),
    files: {
      'radio.json': '{ "files": ["shows", "hosts"] }\n',
      'src/store.js': "exports.load = (name) => fs.readFileSync(`data/${name}.json`, 'utf8');\n",
      'data/shows.json': '[]\n',
      'data/hosts.example.json': '[]\n',
    },
    at: [['src/store.js', '‸fs.readFileSync']],
    first: null,
  },
  {
    name: 'one of the other number, which is asked for elsewhere',
    ...missing('templates/order.hbs'),
    files: parts,
    at: [['src/views.js', '‸fs.readFileSync']],
    first: { 'src/views.js': /order: 'orders\.hbs'/ },
    ask: /may be two different things/,
  },
  {
    name: 'a file that moved, named by the call that asks for it',
    ...missing('src/templates/timetable.hbs'),
    files: { 'src/render.js': render, 'src/templates/routes/timetable.hbs': '', 'src/templates/notice.hbs': '' },
    at: [['src/render.js', '‸fs.readFileSync']],
    first: { 'src/render.js': render.replace("render('timetable')", "render('routes/timetable')") },
    ask: null,
  },
  {
    name: 'another ending, at the end of a text that is put together',
    ...missing('views/programme.html'),
    files: {
      'src/render.js': 'exports.render = (folder, view) => read(path.join(folder, `${view}.html`));\n',
      'views/programme.ejs': '',
      'views/index.ejs': '',
    },
    at: [['src/render.js', '‸read(']],
    first: { 'src/render.js': 'exports.render = (folder, view) => read(path.join(folder, `${view}.ejs`));\n' },
    ask: null,
  },
  {
    name: 'one of the other number, whose name a route and a module have as well',
    ...missing('data/concert.json'),
    files: {
      'src/rows.js': "exports.read = (folder) => read(path.join(folder, 'concert.json'));\n",
      'src/app.js': "require('./concerts')(router, '/concerts');\n",
      'src/concerts.js': 'module.exports = () => {};\n',
      'data/concerts.json': '[]\n',
    },
    at: [['src/rows.js', '‸read(']],
    first: { 'src/rows.js': /'concerts\.json'/ },
    ask: null,
  },
  {
    name: 'another ending than all the others have that are read so',
    ...missing('views/programme.html'),
    files: {
      'src/render.js': 'exports.render = (folder, view) => read(path.join(folder, `${view}.html`));\n',
      'views/programme.ejs': '',
      'views/about.html': '',
    },
    at: [['src/render.js', '‸read(']],
    first: null,
  },
  {
    name: 'another ending, in a folder that is handed over',
    ...missing('seed/notices.csv'),
    files: { 'src/db.js': "exports.open = (read) => read('notices.csv');\n", 'seed/notices.txt': 'id;text\n' },
    at: [['src/db.js', "‸read('"]],
    first: { 'src/db.js': "exports.open = (read) => read('notices.txt');\n" },
  },
  {
    name: 'a near name in the settings',
    ...missing('src/templates/notices.hbs'),
    files: {
      'settings.json': settings.replace('"notice"', '"notices"').replace(', "notices"]', ']'),
      'src/render.js': 'exports.render = (name) => fs.readFileSync(join(folder, `${name}.hbs`));\n',
      'src/templates/notice.hbs': '',
    },
    at: [['src/render.js', '‸fs.readFileSync']],
    first: { 'settings.json': settings.replace(', "notices"]', ']') },
  },
  {
    name: 'a folder of a list of YAML, which was renamed',
    ...noFeature,
    files: {
      'settings.yaml': 'features:\n  - routes\n  - notices\n',
      'src/app.js': loader,
      'src/features/routes/index.js': '',
      'src/features/notice/index.js': '',
    },
    at: [['src/app.js', '‸import(']],
    context: { root: '/app' },
    first: { 'settings.yaml': 'features:\n  - routes\n  - notice\n' },
  },
  {
    name: 'a folder that is there is not led elsewhere',
    ...missing('src/templates/timetable.hbs'),
    files: {
      'src/render.js':
        "const folder = join(root, 'templates');\nexports.render = (name) => fs.readFileSync(join(folder, `${name}.hbs`));\n",
      'src/templates/notice.hbs': '',
      'src/templates/routes/timetable.hbs': '',
    },
    at: [['src/render.js', '‸fs.readFileSync']],
    first: null,
  },
  {
    name: 'a join that leads to the folder as a whole is mended as one',
    ...missing('seed/routes.json'),
    files: {
      'src/db.js':
        "const folder = path.resolve(__dirname, '..', 'seed');\nexports.read = (name) => fs.readFileSync(path.join(folder, name));\n",
      'data/seed/routes.json': '[]',
    },
    at: [['src/db.js', '‸fs.readFileSync']],
    first: null,
  },
  {
    name: 'two files of that name say nothing',
    ...missing('src/templates/timetable.hbs'),
    files: { 'src/render.js': render, 'src/templates/a/timetable.hbs': '', 'src/templates/b/timetable.hbs': '' },
    at: [['src/render.js', '‸fs.readFileSync']],
    first: null,
  },
  {
    name: 'a name that a request gave is nobody’s text',
    ...missing('public/loga.txt'),
    files: { 'app.js': 'exports.send = (name) => fs.readFileSync(join(folder, name));\n', 'public/logo.txt': '' },
    at: [['app.js', '‸fs.readFileSync']],
    first: null,
  },
]);

const mails = {
  'config/app.json': '{ "mails": { "folder": "mail" } }',
  'mails/welcome.hbs': 'Dear {{name}}',
  'src/features/mail/index.js':
    "export const all = readdirSync(config.folder).map((file) => basename(file, '.hbs'));\n",
  'src/app.js': "import { all } from './features/mail/index.js';\nexport default all;\n",
};

check(saidPath, [
  {
    name: 'a folder that is listed is the near one beside it, and not the modules of that name',
    ...missing('mail'),
    named: { code: 'ENOENT', path: '/srv/project/mail', syscall: 'scandir' },
    message: "ENOENT: no such file or directory, scandir '/srv/project/mail'",
    files: mails,
    at: [['src/features/mail/index.js', '‸readdirSync']],
    first: { 'config/app.json': '{ "mails": { "folder": "mails" } }' },
  },
]);

const manifest = (file: string): string =>
  `{ "files": [{ "slug": "sowing", "file": "guides/${file}" }, { "file": "guides/saving.txt" }] }\n`;
const guide = {
  ...missing('downloads/guides/sowing-guide.txt'),
  at: [['send.js', '‸fs.createReadStream']] as const,
};
const send = 'exports.send = (entry) => fs.createReadStream(path.join(folder, entry.file));\n';

check(saidPath, [
  {
    name: 'the one file that nothing names and that has a word of the name, though something else is called so',
    ...guide,
    files: {
      'send.js': send,
      'downloads/index.json': manifest('sowing-guide.txt'),
      'downloads/guides/sowing.txt': 'a\n',
      'downloads/guides/saving.txt': 'b\n',
    },
    first: { 'downloads/index.json': manifest('sowing.txt') },
  },
  {
    name: 'two files that nothing names',
    ...guide,
    files: {
      'send.js': send,
      'downloads/index.json': manifest('sowing-guide.txt'),
      'downloads/guides/sowing-spring.txt': 'a\n',
      'downloads/guides/sowing-autumn.txt': 'b\n',
    },
    first: null,
  },
]);
