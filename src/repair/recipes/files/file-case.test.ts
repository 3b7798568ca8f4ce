import { check } from '../cases.test-helper.ts';
import { fileCase } from './file-case.ts';

const loader = "exports.actions = ['AddTag', 'ListShards'].map((name) => require('./actions/' + lowerFirst(name)));\n";
const missing = {
  class: 'missing_module' as const,
  message: "Cannot find module './actions/listShards'",
  named: { module: './actions/listShards', importer: 'index.js' },
};

check(fileCase, [
  ...(
    [
      ['it ends otherwise than the others', { 'views/ticket.njk': '{{ id }}' }, true],
      ['another one ends so, too', { 'views/ticket.njk': '{{ id }}', 'views/list.html': '{{ id }}' }, false],
    ] as const
  ).map(([name, others, isOdd]) => ({
    name: `a view whose name is put together: ${name}`,
    class: 'unknown' as const,
    message: 'template not found: programme.njk',
    files: {
      'views.js': 'export const view = (name, values) => env.render(`${name}.njk`, values);\n',
      'views/programme.html': '{% for show in shows %}{{ show.title }}{% endfor %}\n',
      ...others,
    },
    first: isOdd ? { 'views/programme.njk': '{% for show in shows %}{{ show.title }}{% endfor %}\n' } : null,
    ask: null,
  })),
  {
    name: 'a text with another ending than all that lie beside it',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/mails/digest.txt'",
    named: { code: 'ENOENT', path: 'mails/digest.txt' },
    files: {
      'index.js': "read(join(mails, name + '.txt'));\n",
      'mails/digest.tmpl': 'Open: {open}\n',
      'mails/order.txt': 'Dear {name}\n',
    },
    at: [['index.js', '‸read(']],
    first: { 'mails/digest.txt': 'Open: {open}\n' },
    ask: null,
  },
  {
    name: 'a module that is required by a name put together',
    ...missing,
    files: {
      'index.js': loader,
      'actions/addTag.js': 'exports.a = 1;\n',
      'actions/ListShards.js': 'exports.b = 1;\n',
    },
    at: [['index.js', '‸require(']],
    first: { 'actions/listShards.js': 'exports.b = 1;\n' },
    ask: /under both names/,
  },
  {
    name: 'data that is read by a name put together',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/mocks/import/data.json'",
    named: { code: 'ENOENT', path: 'mocks/import/data.json' },
    files: { 'index.js': "read(join(root, file));\nreq.on('data', add);\n", 'mocks/import/Data.json': '{}\n' },
    at: [['index.js', '‸read(']],
    first: { 'mocks/import/data.json': '{}\n' },
    ask: null,
  },
  {
    name: 'a module that is required by its name',
    ...missing,
    files: {
      'index.js': "exports.b = require('./actions/listShards');\n",
      'actions/ListShards.js': 'exports.b = 1;\n',
    },
    at: [['index.js', '‸require(']],
    first: null,
  },
  {
    name: 'a file of settings by a name that other settings list',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/locales/nl.yml'",
    named: { code: 'ENOENT', path: 'locales/nl.yml' },
    files: {
      'index.js': 'read(join(root, `${code}.yml`));\n',
      'config.yaml': 'languages: [en, nl]\n',
      'locales/en.yml': 'a: 1\n',
      'locales/NL.yml': 'a: 2\n',
    },
    at: [['index.js', '‸read(']],
    together: true,
    first: { 'locales/nl.yml': 'a: 2\n' },
  },
  {
    name: 'an ending that no other file beside it has',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/app/locales/de.yml'",
    named: { code: 'ENOENT', path: 'locales/de.yml' },
    files: {
      'index.js': 'read(join(root, `${code}.yml`));\n',
      'locales/en.yml': 'a: 1\n',
      'locales/de.yaml': 'a: 2\n',
    },
    at: [['index.js', '‸read(']],
    first: { 'locales/de.yml': 'a: 2\n' },
  },
  {
    name: 'a view that ends otherwise than the others',
    class: 'unknown',
    message: 'Failed to lookup view "room" in views directory "/app/views"',
    files: {
      'index.js': "app.get('/rooms', (req, res) => res.render('room', { name: 1 }));\n",
      'views/home.ejs': '<%= name %>\n',
      'views/parts/head.ejs': '<head>\n',
      'views/room.html': '<p><%= name %>\n',
    },
    at: [['index.js', '‸res.render']],
    first: { 'views/room.ejs': '<p><%= name %>\n' },
  },
  {
    name: 'a view of another ending, whose route and whose module are called like it',
    class: 'unknown',
    message: 'Failed to lookup view "room" in views directory "/app/views"',
    files: {
      'index.js': "app.use('/room', require('./routes/room'));\n",
      'routes/room.js': "exports.room = (req, res) => res.render('room', { name: 1 });\n",
      'views/home.ejs': '<%= name %>\n',
      'views/room.html': '<p><%= name %>\n',
    },
    at: [['routes/room.js', '‸res.render']],
    first: { 'views/room.ejs': '<p><%= name %>\n' },
  },
  {
    name: 'a view of another ending that is asked for by its path',
    class: 'unknown',
    message: 'Failed to lookup view "room" in views directory "/app/views"',
    files: {
      'index.js':
        "app.get('/rooms', (req, res) => res.render('room', { name: 1 }));\napp.get('/plain', (req, res) => res.sendFile('/srv/views/room.html'));\n",
      'views/home.ejs': '<%= name %>\n',
      'views/room.html': '<p><%= name %>\n',
    },
    at: [['index.js', '‸res.render']],
    first: null,
  },
  {
    name: 'a page without tags is no view',
    class: 'unknown',
    message: 'Failed to lookup view "room" in views directory "/app/views"',
    files: {
      'index.js': "app.get('/rooms', (req, res) => res.render('room', { name: 1 }));\n",
      'views/home.ejs': '<%= name %>\n',
      'views/room.html': '<p>room\n',
    },
    at: [['index.js', '‸res.render']],
    first: null,
  },
]);
