/** A word that a template asks for and nobody gives, and one that is given and that no template asks for. */
import { check, historyOf } from '../cases.test-helper.ts';
import { templateNames } from './template-names.ts';
import { templateParts } from './template-parts.ts';
import { viewName } from './view-name.ts';

const ejs = (said: string): string => `/srv/app/views/list.ejs:1\n >> 1| …\n\n${said} is not defined`;
const engine =
  "exports.view = (name, values) => readFileSync(`templates/${name}.html`, 'utf8').replace(/{{ *(\\w+) *}}/g, (_, key) => {\n  if (!(key in values)) throw new Error(`no value for ${key}`);\n  return values[key];\n});\n";

check(templateNames, [
  {
    name: 'what the code itself reads of what all templates are given is left over for no template',
    class: 'reference',
    message: ejs('mouldings'),
    files: {
      'app.js':
        "app.locals.store = open();\napp.get('/', (req, res) => {\n  const { store } = req.app.locals;\n  res.render('list', { mouldingList: store.all() });\n});\n",
      'views/list.ejs': '<% for (const one of mouldings) { %><%= one.label %><% } %>\n',
    },
    first: { 'app.js': /\{ mouldings: store\.all\(\) \}/ },
    ask: null,
  },
  {
    name: 'a list whose items the template calls by its singular',
    class: 'reference',
    message: ejs('frames'),
    files: {
      'app.js': "app.get('/', (req, res) => {\n  const mouldings = all();\n  res.render('list', { mouldings });\n});\n",
      'views/list.ejs': '<% for (const moulding of frames) { %><%= moulding.label %><% } %>\n',
    },
    first: { 'app.js': /\{ frames: mouldings \}/ },
    ask: null,
  },
  {
    name: 'an object that has all that templates read of it',
    class: 'reference',
    message: ejs('shop'),
    files: {
      'app.js':
        "app.locals.details = { name: 'A', currency: 'EUR' };\napp.get('/', (req, res) => res.render('list', {}));\n",
      'views/list.ejs': '<%= shop.name %> <%= shop.currency %>\n',
    },
    first: { 'app.js': /app\.locals\.shop = \{ name/ },
    ask: null,
  },
  {
    name: 'what the function that renders adds to what it is given',
    class: 'unknown',
    message: 'Error: "hut" not defined in [object Object] - 1:2',
    files: {
      'mailer.js':
        "exports.send = async (name, values) => compile(await read(`mails/${name}.hbs`), { strict: true })({ ...values, hutName: 'A' });\n",
      'a.js': "const { send } = require('./mailer');\nexports.book = (guest) => send('booked', { guest });\n",
      'mails/booked.hbs': '{{hut}} {{guest.name}}\n',
    },
    first: { 'mailer.js': /\{ \.\.\.values, hut: 'A' \}/ },
    ask: null,
  },
  {
    name: 'a member of what stands in the code with all else that templates read of it',
    class: 'unknown',
    message: 'Error: "room" not defined in [object Object] - 1:12',
    files: {
      'a.js':
        "exports.book = (night) => {\n  const booking = { night, persons: 2, roomCode: 'A1' };\n  return send('booked', { booking });\n};\n",
      'mails/booked.hbs': '{{booking.room}} {{booking.night}} {{booking.persons}}\n',
    },
    first: { 'mails/booked.hbs': '{{booking.roomCode}} {{booking.night}} {{booking.persons}}\n' },
  },
  {
    name: 'a column of the table that is called as what the template reads it of',
    class: 'unknown',
    message: 'Template value customer.name is not defined',
    files: {
      'view.js': engine,
      'schema.sql': 'CREATE TABLE customers (id int, full_name text, email text);\n',
      'routes.js': "exports.page = (id) => render('page', { customer: db.get('SELECT * FROM customers', id) });\n",
      'templates/page.html': '<h1>{{customer.name}}</h1>{{customer.email}}\n',
    },
    first: { 'templates/page.html': '<h1>{{customer.full_name}}</h1>{{customer.email}}\n' },
  },
  {
    name: 'a word that an engine of the project’s own says it has no value for',
    class: 'unknown',
    message: 'no value for boardTitle',
    files: {
      'view.js': engine,
      'routes.js':
        "exports.board = () => render('board', { title: 'A', rows: [] });\nconst render = require('./view').view;\n",
      'templates/board.html': '<h1>{{boardTitle}}</h1>{{#rows}}<li>{{name}}</li>{{/rows}}\n',
    },
    first: { 'routes.js': /\{ boardTitle: 'A', rows: \[\] \}/ },
  },
  ...(
    [
      [
        'a word of what a section goes through, where one object has all the rest',
        '{ day: each.day, pay: 1 }',
        /\{ day: each\.day, amount: 1 \}/,
      ],
      ['none where it has two that the section does not ask for', '{ day: each.day, pay: 1, hours: 2 }', null],
    ] as const
  ).map(([name, item, first]) => ({
    name,
    class: 'unknown' as const,
    message: 'no value for amount',
    files: {
      'view.js': engine,
      'routes.js': `exports.slip = (shifts) => render('slip', { items: shiftsOf({ day: 1, driverId: 2 }).map((each) => (${item})) });\n`,
      'templates/slip.html': '{{#items}}<td>{{day}}</td><td>{{amount}}</td>{{/items}}\n',
    },
    first: first === null ? null : { 'routes.js': first },
  })),
]);

check(templateNames, [
  {
    name: 'what a page hands to its part under that name is no word that the part asks of who renders',
    class: 'reference',
    message: ejs('price'),
    files: {
      'app.js':
        "app.get('/', (req, res) => res.render('list', { amount: prices.of(req.query.id) }));\napp.get('/all', (req, res) => res.render('all', { lines: all() }));\n",
      'views/list.ejs': "<%- include('cents', { amount: price }) %>\n",
      'views/all.ejs': "<% lines.forEach((line) => { %><%- include('cents', { amount: line.price }) %><% }) %>\n",
      'views/cents.ejs': '<b><%= amount %></b>\n',
    },
    first: { 'app.js': /render\('list', \{ price: prices\.of\(req\.query\.id\) \}\)/ },
  },
]);

check(viewName, [
  {
    name: 'a view that two routes render, under another name',
    class: 'unknown',
    message: 'Failed to lookup view "cart" in views directory "/srv/project/views"',
    files: {
      'app.js':
        "app.get('/', (req, res) => res.render('cart', { lines: [] }));\napp.post('/', (req, res) => res.render('cart', { lines: all() }));\n",
      'views/Cart.ejs': '<%= lines.length %>\n',
      'views/list.ejs': '<p></p>\n',
    },
    first: {
      'app.js':
        "app.get('/', (req, res) => res.render('Cart', { lines: [] }));\napp.post('/', (req, res) => res.render('Cart', { lines: all() }));\n",
    },
  },
]);

const looked = {
  class: 'unknown' as const,
  message: 'Failed to lookup view "cart" in views directory "/srv/project/views"',
};
const rendering = "app.get('/', (req, res) => res.render('cart', { lines: [] }));\n";
const page = '<%= lines.length %>\n';

check(viewName, [
  {
    name: 'a view that was deleted is what git has of it, and no near one',
    ...looked,
    files: { 'app.js': rendering, 'views/card.ejs': '<p></p>\n' },
    context: { git: historyOf({ lost: { 'views/cart.ejs': page } }) },
    first: { 'views/cart.ejs': page },
  },
  {
    name: 'a view whose text lives on under another name was renamed',
    ...looked,
    files: { 'app.js': rendering, 'views/carts.ejs': page },
    context: { git: historyOf({ lost: { 'views/cart.ejs': page } }) },
    first: { 'app.js': /render\('carts'/ },
  },
]);

check(viewName, [
  {
    name: 'a view under another word, beside one of a near name that is rendered by that',
    ...looked,
    files: {
      'app.js':
        "app.get('/', (req, res) => res.render('cart', { lines: all(), sum: 5 }));\napp.get('/all', (req, res) => res.render('carts', { carts: all() }));\n",
      'views/carts.ejs': '<%= carts.length %>\n',
      'views/basket.ejs': '<%= lines.length %> <%= sum %>\n',
    },
    first: { 'app.js': /render\('basket', \{ lines[^]*render\('carts'/ },
  },
]);

check(templateParts, [
  {
    name: 'a part that was deleted is what git has of it',
    class: 'unknown',
    message: 'Error: /srv/project/views/list.ejs:1\n >> 1| …\n\nCould not find the include file "parts/price"',
    files: {
      'app.js': "app.get('/', (req, res) => res.render('list', {}));\n",
      'views/list.ejs': "<%- include('parts/price') %>\n",
      'views/parts/foot.ejs': '<p></p>\n',
    },
    context: { git: historyOf({ lost: { 'views/parts/price.ejs': '<b>5</b>\n' } }) },
    first: { 'views/parts/price.ejs': '<b>5</b>\n' },
  },
  {
    name: 'a part that git has in the folder of the others, and that lies under another name there, by which nothing asks for it',
    class: 'unknown',
    message: 'Error: The partial money-line could not be found',
    files: {
      'app.js': "hbs.registerPartial(path.parse(file).name, source('partials', file));\n",
      'views/claim.hbs': '{{> money-line}}\n{{> note}}\n',
      'views/partials/amount.hbs': '<b>{{sum}}</b>\n',
      'views/partials/note.hbs': '<p></p>\n',
    },
    context: { git: historyOf({ lost: { 'views/partials/money-line.hbs': '<b>{{sum}}</b>\n' } }) },
    first: { 'views/partials/money-line.hbs': '<b>{{sum}}</b>\n' },
  },
]);

check(viewName, [
  {
    name: 'a view that is rendered with a callback: the last file that Express looked for is all that was thrown',
    class: 'missing_file',
    message: "Error: ENOENT: no such file or directory, stat '/srv/project/views/mail/note/index.ejs'",
    files: {
      'app.js': "exports.mail = (app, done) => app.render('mail/note', { id: 1 }, done);\n",
      'views/mails/note.ejs': '<%= id %>\n',
      'views/list.ejs': '<p></p>\n',
    },
    first: { 'app.js': /app\.render\('mails\/note'/ },
  },
  ...(
    [
      ['in another case, with what the last change wrote in it', 'views/Home.ejs', { 'app.js': /render\('Home'/ }],
      ['by another name, with what the last change wrote in it', 'views/start.ejs', null],
      [
        'nowhere any more',
        'views/list.ejs',
        { 'views/home.ejs': '<h1>We</h1>\n<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>\n' },
      ],
    ] as const
  ).map(([what, file, first]) => ({
    name: `a view that is there ${what}`,
    class: 'unknown' as const,
    message: 'Error: Failed to lookup view "home" in views directory "/srv/project/views"',
    files: {
      'app.js': "app.get('/', (req, res) => res.render('home'));\n",
      [file]: '<h1>We all</h1>\n<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>\n',
    },
    lastGood: {
      'app.js': "app.get('/', (req, res) => res.render('home'));\n",
      'views/home.ejs': '<h1>We</h1>\n<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>\n',
      ...(file === 'views/list.ejs' ? { [file]: '<h1>We all</h1>\n' } : {}),
    },
    first,
  })),
]);

check(templateNames, [
  {
    name: 'what a template calls is the one function that all are given and none asks for',
    class: 'reference',
    message: ejs('day'),
    files: {
      'app.js':
        "app.use((req, res, next) => {\n  res.locals.locale = req.locale;\n  res.locals.formatDate = (text) => text.slice(0, 10);\n  next();\n});\napp.get('/', (req, res) => res.render('list', { at: now() }));\n",
      'views/list.ejs': '<%= day(at) %>\n',
    },
    first: { 'app.js': /res\.locals\.day = \(text\)/ },
    ask: /are they one/,
  },
  {
    name: 'a key of what a list holds that no template asks for, beside one that the code reads',
    class: 'unknown',
    message: 'Error: "label" not defined in [object Object] - 1:20',
    files: {
      'app.js':
        "exports.all = (rows) => rows.map((row) => ({ id: row.id, displayName: row.title, plan: row.plan }));\nexports.show = (ctx) => ctx.render('list', { rows: all() });\n",
      'views/list.hbs': '{{#each rows}}{{label}} {{plan}}{{/each}}\n',
    },
    first: { 'app.js': /id: row\.id, label: row\.title, plan/ },
  },
]);
