/** Templates: names that nobody gives them, and what they ask for by a wrong name. Messages as EJS, Pug, Handlebars and Nunjucks word them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTemplate } from '../../code/templates.ts';
import { mendTemplate } from '../../mending/template-code.ts';
import { check } from '../cases.test-helper.ts';
import { templateNames } from './template-names.ts';
import { templateParts } from './template-parts.ts';

const words = (file: string, text: string): string[] =>
  readTemplate(file, text).words.map(({ of, name, start, end }) => {
    assert.equal(text.slice(start, end), name);
    return of === null ? name : `${of}.${name}`;
  });

test('the words of a template are those of its code', () => {
  assert.deepEqual(words('a.ejs', "<p class='x'>in <%= user.name %> <%# no %> <%- include('b', { title: t }) %></p>"), [
    'user',
    'user.name',
    't',
  ]);
  assert.deepEqual(
    words('a.pug', 'ul.list\n  each item in shop.items\n    li(class=kind)= item.name\n  p said #{who}\n  | plain'),
    ['item', 'shop', 'shop.items', 'kind', 'item', 'item.name', 'who'],
  );
  assert.deepEqual(words('a.njk', '{% for row in rows %}{{ row.title | upper }}{# no #}{% endfor %}'), [
    'row',
    'rows',
    'row',
    'row.title',
    'upper',
  ]);
  assert.deepEqual(words('a.ejs', '<%= rows[0].name %>'), ['rows', '.name']);
  assert.deepEqual(words('a.hbs', '{{#each rows}}{{upper this.title}}{{/each}}{{!-- no --}}'), [
    'rows',
    'upper',
    'this.title',
  ]);
  assert.deepEqual(words('a.hbs', '{{> parts/head title=name}}'), ['name']);
});

const app = (locals: string): string =>
  `const { all } = require('./store');\napp.get('/', (req, res) => {\n  const items = all();\n  res.render('list', ${locals});\n});\n`;
const store = 'const items = [{ id: 1, title: "a" }];\nexports.all = () => items;\n';
const ejs = (line: number, said: string): string =>
  `/srv/app/views/list.ejs:${line}\n    1| <ul>\n >> ${line}| …\n\n${said}`;
const page = '<ul>\n<% items.forEach((item) => { %>\n  <li><%= item.title %></li>\n<% }) %>\n</ul>\n';

const passes = (key: string) => ({
  'app.js':
    "const { passes } = JSON.parse(fs.readFileSync('lifts.json', 'utf8'));\napp.get('/', (q, res) => res.render('list', { passes }));\n",
  'lifts.json': `{ "passes": { "${key}": 44, "week": 230 } }`,
  'views/list.ejs': '<p><%= passes.day.toFixed(2) %></p>\n',
});

const engine = (locals: string) => ({
  'view.js':
    "exports.view = (name, values) => readFileSync(`templates/${name}.html`, 'utf8').replace(/{{ *(\\w+) *}}/g, (_, key) => values[key].toString());\n",
  'routes.js': `app.get('/', (request, reply) => {\n  const member = one(request.params.id);\n  return reply.view('card', ${locals});\n});\n`,
});
const ownEngine = (word: string) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'toString')",
  named: { property: 'toString', nullish: 'undefined' as const },
  at: [['view.js', 'values[key].‸toString']] as const,
  facts: { key: { type: 'string' as const, preview: `"${word}"` } },
});

check(templateNames, [
  ...(
    [
      ['what makes it gathers it under the name that the template has', 'groups', null],
      ['under another name', 'found', /are they one\?$/],
    ] as const
  ).map(([name, local, ask]) => ({
    name: `a loop over what nobody gives is not over what the loop makes of each; ${name}`,
    class: 'reference' as const,
    message: ejs(2, 'groups is not defined'),
    named: { identifier: 'groups' },
    files: {
      'catalog.js': `exports.byComposer = function byComposer() {\n  const ${local} = new Map();\n  return [...${local}];\n};\n`,
      'app.js': "app.get('/', (req, res) => res.render('list', { composers: catalog.byComposer() }));\n",
      'views/list.ejs': '<ul>\n<% for (const group of groups) { %><li><%= group.title %></li><% } %>\n</ul>\n',
    },
    first: { 'app.js': /\{ groups: catalog\.byComposer\(\) \}/ },
    ...(ask === null ? {} : { ask }),
  })),
  {
    name: 'a word that the own engine does not find, of which who renders gives a part',
    ...ownEngine('clubName'),
    files: {
      ...engine('{ name: member.name, club: clubs.name }'),
      'templates/card.html': '<h1>{{ clubName }}, {{ name }}</h1>',
    },
    first: { 'routes.js': /\{ name: member\.name, clubName: clubs\.name \}/ },
    ask: null,
  },
  {
    name: 'a word that the own engine does not find, given under another name',
    ...ownEngine('since'),
    files: {
      ...engine('{ name: member.name, joined: member.since }'),
      'templates/card.html': '<h1>{{ since }}, {{ name }}</h1>',
    },
    first: { 'routes.js': /\{ name: member\.name, since: member\.since \}/ },
    ask: null,
  },
  {
    name: 'a word that templates ask for in two places',
    ...ownEngine('since'),
    files: {
      ...engine('{ name: member.name, joined: member.since }'),
      'templates/card.html': '<h1>{{ since }}, {{ name }}</h1>',
      'templates/list.html': '<h1>{{ since }}, {{ name }}</h1>',
    },
    first: null,
  },
  {
    name: 'a key of a data file that the template reads in lower case',
    class: 'type',
    message: ejs(1, "Cannot read properties of undefined (reading 'toFixed')"),
    files: passes('Day'),
    first: { 'lifts.json': '{ "passes": { "day": 44, "week": 230 } }' },
  },
  {
    name: 'what the file takes, nothing uses and the template asks for',
    class: 'reference',
    message: ejs(3, 'health is not defined'),
    files: {
      'app.js':
        "const { items, health } = require('./store');\nrouter.get('/', (req, res) => res.render('list', { items }));\n",
      'views/list.ejs': page.replace('item.title', 'health(item)'),
    },
    first: { 'app.js': /\{ items, health \}\)/ },
    ask: null,
  },
  {
    name: 'what is handed over under another name than its own',
    class: 'reference',
    message: ejs(3, 'makers is not defined'),
    files: {
      'app.js':
        "const { items, makers } = require('./store');\nrouter.get('/', (req, res) => res.render('list', { items, producers: makers }));\n",
      'views/list.ejs': page.replace('item.title', 'makers[item.id].name'),
    },
    first: { 'app.js': /\{ items, makers: makers \}/ },
    ask: null,
  },
  {
    name: 'what all templates call by its first letter',
    class: 'reference',
    message: ejs(3, 't is not defined'),
    files: {
      'app.js':
        "app.use((req, res, next) => {\n  res.locals.translate = translator();\n  next();\n});\napp.get('/', (req, res) => res.render('list', { items }));\n",
      'views/list.ejs': page.replace('item.title', "t('left')"),
    },
    first: { 'app.js': /res\.locals\.t = translator/ },
    ask: null,
  },
  {
    name: 'a slip in the template',
    class: 'reference',
    message: ejs(3, 'itme is not defined'),
    files: {
      'app.js': app('{ items }'),
      'store.js': store,
      'views/list.ejs': page.replace('item.title', 'itme.title'),
    },
    first: { 'views/list.ejs': page },
  },
  {
    name: 'a slip where it is rendered',
    class: 'reference',
    message: ejs(2, 'items is not defined'),
    files: { 'app.js': app('{ itmes: items }'), 'store.js': store, 'views/list.ejs': page },
    first: { 'app.js': app('{ items: items }') },
  },
  {
    name: 'what stands ready and is not handed over',
    class: 'reference',
    message: ejs(2, 'items is not defined'),
    files: { 'app.js': app("{ title: 'All' }"), 'store.js': store, 'views/list.ejs': page },
    first: { 'app.js': app("{ title: 'All', items }") },
  },
  {
    name: 'what the file takes for all, and hands to another template',
    class: 'reference',
    message: ejs(1, 'money is not defined'),
    files: {
      'app.js':
        "const money = require('./money');\napp.get('/', (req, res) => res.render('list', { title: 'All' }));\napp.get('/a', (req, res) => res.render('one', { money }));\n",
      'money.js': 'exports.of = String;\n',
      'views/list.ejs': '<%= money.of(1) %> <%= title %>\n',
      'views/one.ejs': '<%= money.of(2) %>\n',
    },
    first: { 'app.js': /render\('list', \{ title: 'All', money \}\)/ },
  },
  {
    name: 'a slip in a part that a page takes in: the part is named last',
    class: 'reference',
    message: `/srv/app/views/list.ejs:2\n >> 2| <% items.forEach(…) %>\n\n/srv/app/views/parts/one.ejs:1\n >> 1| <li>\n\nitme is not defined`,
    files: {
      'app.js': app('{ items }'),
      'store.js': store,
      'views/list.ejs': "<% items.forEach((item) => { %><%- include('parts/one', { item }) %><% }) %>\n",
      'views/parts/one.ejs': '<li><%= itme.title %> <%= item.id %></li>\n',
    },
    first: { 'views/parts/one.ejs': '<li><%= item.title %> <%= item.id %></li>\n' },
  },
  {
    name: 'of all that templates are given nobody asks for one name, and nobody gives the other',
    class: 'reference',
    message: ejs(1, 'siteName is not defined'),
    files: {
      'app.js': `app.locals.siteTitle = 'A';\napp.locals.year = 2026;\n${app('{ items }')}`,
      'store.js': store,
      'views/list.ejs': `<h1><%= siteName %> <%= year %></h1>\n${page}`,
    },
    first: { 'app.js': `app.locals.siteName = 'A';\napp.locals.year = 2026;\n${app('{ items }')}` },
  },
  {
    name: 'where the two names have no word in common, a person says whether they are one',
    class: 'reference',
    message: ejs(1, 'total is not defined'),
    files: {
      'app.js': app('{ items, count: items.length }'),
      'store.js': store,
      'views/list.ejs': `<h1><%= total %></h1>\n${page}`,
    },
    first: { 'app.js': app('{ items, total: items.length }') },
    ask: /are they one\?$/,
  },
  {
    name: 'two names are left over',
    class: 'reference',
    message: ejs(1, 'siteName is not defined'),
    files: {
      'app.js': `app.locals.siteTitle = 'A';\napp.locals.siteOwner = 'B';\n${app('{ items }')}`,
      'store.js': store,
      'views/list.ejs': `<h1><%= siteName %></h1>\n${page}`,
    },
    first: null,
  },
  {
    name: 'a name that nothing is near to',
    class: 'reference',
    message: ejs(2, 'currency is not defined'),
    files: {
      'app.js': app('{ items }'),
      'store.js': store,
      'views/list.ejs': `<%= items.length %> <%= currency %>\n${page}`,
    },
    first: null,
  },
  {
    name: 'a member that is misspelt',
    class: 'type',
    message: ejs(2, "Cannot read properties of undefined (reading 'forEach')"),
    files: {
      'app.js': app('{ shop: { items } }'),
      'store.js': store,
      'views/list.ejs': page.replace('items.', 'shop.itmes.'),
    },
    first: { 'views/list.ejs': page.replace('items.', 'shop.items.') },
  },
  {
    name: 'a method that is misspelt',
    class: 'type',
    message: ejs(2, 'items.froEach is not a function'),
    files: { 'app.js': app('{ items }'), 'store.js': store, 'views/list.ejs': page.replace('forEach', 'froEach') },
    first: { 'views/list.ejs': page },
  },
  {
    name: 'Pug, a loop over what nobody gives',
    class: 'type',
    message:
      "/srv/app/views/list.pug:2\n    1| ul\n  > 2|   each item in items\n    3|     li= item.title\n\nCannot read properties of undefined (reading 'length')",
    files: {
      'app.js': app('{ itmes: items }'),
      'store.js': store,
      'views/list.pug': 'ul\n  each item in items\n    li= item.title\n',
    },
    first: { 'app.js': app('{ items: items }') },
  },
  {
    name: 'Nunjucks, a call of what is not there',
    class: 'unknown',
    message:
      '(/srv/app/views/list.njk)\n  Error: Unable to call `shop["itmes"]["slice"]`, which is undefined or falsey',
    files: {
      'app.js': app('{ shop: { items } }'),
      'store.js': store,
      'views/list.njk': '{% for item in shop.itmes.slice(0, 3) %}{{ item.title }}{% endfor %}\n',
    },
    first: { 'views/list.njk': '{% for item in shop.items.slice(0, 3) %}{{ item.title }}{% endfor %}\n' },
  },
]);

const helper = "hbs.registerHelper('uppr', (text) => text.toUpperCase());\n";

check(templateParts, [
  {
    name: 'a part that the layout of the page takes in, which moved',
    class: 'unknown',
    message: '(/srv/app/views/home.njk)\n  Error: template not found: partials/nav.njk',
    files: {
      'views/home.njk': '{% extends "layout.njk" %}\n',
      'views/layout.njk': '{% include "partials/nav.njk" %}\n',
      'views/nav.njk': '<nav></nav>\n',
    },
    first: { 'views/layout.njk': '{% include "nav.njk" %}\n' },
  },
  {
    name: 'a macro that is taken in by a misspelt name',
    class: 'unknown',
    message: "Template render error: (/srv/app/views/list.njk)\n  Error: cannot import 'rows'",
    files: {
      'views/list.njk': '{% from "macros.njk" import rows %}\n{% for item in rows %}{{ rows(item) }}{% endfor %}\n',
      'views/macros.njk': '{% macro row(item) %}{{ item.name }}{% endmacro %}\n{% macro foot() %}{% endmacro %}\n',
    },
    first: {
      'views/list.njk': '{% from "macros.njk" import row %}\n{% for item in rows %}{{ row(item) }}{% endfor %}\n',
    },
  },
  {
    name: 'a misspelt tag',
    class: 'unknown',
    message: 'Template render error: (/srv/app/views/list.njk) [Line 2, Column 4]\n  unknown block tag: endfr',
    files: { 'views/list.njk': '{% for row in rows %}<p>endfr</p>\n{% endfr %}\n' },
    first: { 'views/list.njk': '{% for row in rows %}<p>endfr</p>\n{% endfor %}\n' },
  },
  {
    name: 'a block of Nunjucks that is not closed',
    class: 'unknown',
    message: '(/srv/app/views/list.njk)\n  parseIf: expected elif, else, or endif, got end of file',
    files: { 'views/list.njk': '<ul>\n{% if rows %}\n<li>{{ rows.length }}</li>\n</ul>\n' },
    first: { 'views/list.njk': '<ul>\n{% if rows %}\n<li>{{ rows.length }}</li>\n{% endif %}\n</ul>\n' },
  },
  {
    name: 'a block of EJS that lacks its bracket',
    class: 'unknown',
    message: 'Missing catch or finally after try in /srv/app/views/list.ejs while compiling ejs',
    files: { 'views/list.ejs': '<% if (rows.length) %>\n<p><%= rows.length %></p>\n<% } %>\n' },
    first: { 'views/list.ejs': '<% if (rows.length) { %>\n<p><%= rows.length %></p>\n<% } %>\n' },
  },
  {
    name: 'one of two blocks of EJS that lack their bracket: which one is not known',
    class: 'unknown',
    message: 'Missing catch or finally after try in /srv/app/views/list.ejs while compiling ejs',
    files: { 'views/list.ejs': '<% if (a) %>\n<p></p>\n<% if (b) %>\n<p></p>\n<% } %>\n' },
    first: null,
  },
  {
    name: 'a helper that a strict template misspells',
    class: 'unknown',
    message: '"uppr" not defined in [object Object] - 1:5',
    files: {
      'app.js': helper.replace('uppr', 'upper'),
      'views/list.hbs': '<b>{{uppr name}}</b>\n',
      'views/item.hbs': '<i>{{upper name}}</i>\n',
    },
    first: { 'views/list.hbs': '<b>{{upper name}}</b>\n' },
  },
  {
    name: 'a helper under another name, of which the engine says none, since a field is called so, too',
    class: 'type',
    message: '(lookupProperty(...) || alias1(...)).call is not a function',
    files: {
      'app.js':
        "Handlebars.registerHelper('kilo', (value) => `${value} kg`);\nHandlebars.registerHelper('upper', up);\n",
      'views/list.hbs': '{{upper name}} {{#each rows}}{{kilos kilos}}{{/each}}\n',
    },
    first: { 'app.js': /registerHelper\('kilos'/ },
  },
  {
    name: 'a partial that is registered under another name than templates take it in by',
    class: 'unknown',
    message: 'The partial head could not be found',
    files: {
      'app.js': "Handlebars.registerPartial('top', read('head'));\nHandlebars.registerPartial('foot', read('foot'));\n",
      'views/list.hbs': '{{> head}}\n{{> foot}}\n',
    },
    first: {
      'app.js':
        "Handlebars.registerPartial('head', read('head'));\nHandlebars.registerPartial('foot', read('foot'));\n",
    },
  },
  {
    name: 'a tag of EJS that has half of its end',
    class: 'unknown',
    message: 'Could not find matching close tag for "<%".',
    files: { 'views/a.ejs': '<% if (n) { %><b>1</b><% } else { ><i><%= n %></i><% } %>\n' },
    first: { 'views/a.ejs': '<% if (n) { %><b>1</b><% } else { %><i><%= n %></i><% } %>\n' },
  },
  {
    name: 'a partial that was renamed, in all templates that take it in',
    class: 'unknown',
    message: 'The partial header could not be found',
    files: {
      'pages/a.hbs': '{{> header}}\n<p>a</p>\n',
      'mails/b.hbs': '{{>header}}\n<p>header</p>\n',
      'partials/head.hbs': '<h1></h1>',
    },
    first: { 'pages/a.hbs': '{{> head}}\n<p>a</p>\n', 'mails/b.hbs': '{{>head}}\n<p>header</p>\n' },
  },
  {
    name: 'a helper that is registered by a misspelt name',
    class: 'unknown',
    message: '/srv/app/views/list.hbs: Missing helper: "upper"',
    files: { 'app.js': helper, 'views/list.hbs': '<b>{{upper name}}</b>\n' },
    first: { 'app.js': helper.replace('uppr', 'upper') },
  },
  {
    name: 'a helper that one template misspells',
    class: 'unknown',
    message: '/srv/app/views/list.hbs: Missing helper: "uppr"',
    files: {
      'app.js': helper.replace('uppr', 'upper'),
      'views/list.hbs': '<b>{{uppr name}}</b>\n',
      'views/one.hbs': '<i>{{upper name}}</i>\n',
    },
    first: { 'views/list.hbs': '<b>{{upper name}}</b>\n' },
  },
  {
    name: 'a filter',
    class: 'unknown',
    message: '(/srv/app/views/list.njk)\n  Error: filter not found: captialize',
    files: { 'views/list.njk': '{{ name | captialize }}\n' },
    first: { 'views/list.njk': '{{ name | capitalize }}\n' },
  },
  ...(
    [
      ['the function that it has says the name', 'formatMoney', null],
      ['nothing says so', 'inEuros', /are they one\?$/],
    ] as const
  ).map(([name, fn, ask]) => ({
    name: `a filter that is registered by another name, which a template has for something else; ${name}`,
    class: 'unknown' as const,
    message: '(/srv/app/views/list.njk)\n  Error: filter not found: money',
    files: {
      'app.js': `env.addFilter('currency', ${fn});\n`,
      'views/list.njk': '{{ order.total | money(order.currency) }}\n',
    },
    first: { 'app.js': `env.addFilter('money', ${fn});\n` },
    ...(ask === null ? {} : { ask }),
  })),
  ...(
    [
      ['by one alone', '', true],
      ['by two', '{{ show.startsAt | day }}\n', false],
    ] as const
  ).map(([name, more, isMeant]) => ({
    name: `what is filtered elsewhere ${name}`,
    class: 'unknown' as const,
    message: '(/srv/app/views/list.njk)\n  Error: filter not found: startTime',
    files: {
      'app.js': "env.addFilter('start', formatStart);\nenv.addFilter('day', formatDay);\n",
      'views/list.njk': '{{ show.startsAt | startTime }}\n',
      'views/one.njk': `{{ order.startsAt | start }}\n${more}`,
    },
    first: isMeant ? { 'views/list.njk': '{{ show.startsAt | start }}\n' } : null,
  })),
  {
    name: 'a partial of Handlebars',
    class: 'unknown',
    message: '/srv/app/views/list.hbs: The partial haeder could not be found',
    files: { 'views/list.hbs': '{{> haeder}}\n', 'views/partials/header.hbs': '<h1>A</h1>\n' },
    first: { 'views/list.hbs': '{{> header}}\n' },
  },
  {
    name: 'an include of EJS',
    class: 'unknown',
    message: ejs(1, 'Could not find the include file "partials/haeder"'),
    files: {
      'views/list.ejs': "<%- include('partials/haeder', { a: 1 }) %>\n",
      'views/partials/header.ejs': '<h1>A</h1>\n',
    },
    first: { 'views/list.ejs': "<%- include('partials/header', { a: 1 }) %>\n" },
  },
  {
    name: 'an include from the wrong folder',
    class: 'unknown',
    message: ejs(1, 'Could not find the include file "header"').replace('list', 'shop/list'),
    files: { 'views/shop/list.ejs': "<%- include('header') %>\n", 'views/partials/header.ejs': '<h1>A</h1>\n' },
    first: { 'views/shop/list.ejs': "<%- include('../partials/header') %>\n" },
  },
  {
    name: 'a layout of Pug',
    class: 'missing_file',
    message:
      "ENOENT: no such file or directory, open '/srv/app/views/layuot.pug'\n    at /srv/app/views/list.pug line 1",
    files: { 'views/list.pug': 'extends layuot\nblock content\n', 'views/layout.pug': 'html\n' },
    first: { 'views/list.pug': 'extends layout\nblock content\n' },
  },
  {
    name: 'a layout of Nunjucks',
    class: 'unknown',
    message: '(/srv/app/views/list.njk)\n  Error: template not found: layuot.njk',
    files: { 'views/list.njk': '{% extends "layuot.njk" %}\n', 'views/layout.njk': '<html></html>\n' },
    first: { 'views/list.njk': '{% extends "layout.njk" %}\n' },
  },
  {
    name: 'a mixin',
    class: 'type',
    message: '/srv/app/views/list.pug:3\n  > 3|   +crad("x")\n\npug_mixins.crad is not a function',
    files: { 'views/list.pug': 'mixin card(title)\n  b= title\n+crad("x")\n' },
    first: { 'views/list.pug': 'mixin card(title)\n  b= title\n+card("x")\n' },
  },
  {
    name: 'a tag that is not closed',
    class: 'unknown',
    message: 'Could not find matching close tag for "<%=".',
    files: { 'views/list.ejs': '<ul>\n  <li><%= item.title </li>\n</ul>\n', 'views/one.ejs': '<b><%= a %></b>\n' },
    first: { 'views/list.ejs': '<ul>\n  <li><%= item.title %></li>\n</ul>\n' },
  },
  {
    name: 'a part that has moved is taken in from its new place by all',
    class: 'unknown',
    message: ejs(1, 'Could not find the include file "parts/row"'),
    files: {
      'views/list.ejs': "<%- include('parts/row', { a: 1 }) %>\n",
      'views/one.ejs': '<b><%- include("parts/row") %></b>\n',
      'views/row.ejs': '<i>row</i>\n',
    },
    first: { 'views/list.ejs': "<%- include('row', { a: 1 }) %>\n", 'views/one.ejs': '<b><%- include("row") %></b>\n' },
  },
  {
    name: 'a block that is not closed',
    class: 'type',
    message: "Unexpected token 'catch' in /srv/app/views/list.ejs while compiling ejs",
    files: { 'views/list.ejs': page.replace('<% }) %>\n', '') },
    first: { 'views/list.ejs': page },
  },
  {
    name: 'an inner block that is not closed',
    class: 'syntax',
    message: 'SyntaxError: missing ) after argument list in /srv/app/views/list.ejs while compiling ejs',
    files: {
      'views/list.ejs': page.replace('<%= item.title %>', '<% if (item.old) { %><b>old</b>'),
    },
    first: { 'views/list.ejs': page.replace('<%= item.title %>', '<% if (item.old) { %><b>old</b><% } %>') },
  },
  {
    name: 'a block that is not closed, with more than one thing that may stand in it',
    class: 'syntax',
    message: "SyntaxError: Unexpected token 'catch' in /srv/app/views/list.ejs while compiling ejs",
    files: { 'views/list.ejs': '<div>\n<% if (a) { %>\n<p>one</p>\n<p>two</p>\n</div>\n' },
    first: { 'views/list.ejs': '<div>\n<% if (a) { %>\n<p>one</p>\n<p>two</p>\n<% } %>\n</div>\n' },
    ask: /for you to say$/,
  },
  {
    name: 'a tag of Handlebars that has half of its end',
    class: 'unknown',
    message: "Parse error on line 1:\n<li>{{kiln.name} since\n---^\nExpecting 'CLOSE', got 'INVALID'",
    files: { 'views/row.hbs': '<li>{{kiln.name} since {{day}}</li>\n' },
    first: { 'views/row.hbs': '<li>{{kiln.name}} since {{day}}</li>\n' },
    ask: null,
  },
  {
    name: 'a section in no element, which is not closed',
    class: 'unknown',
    message: "Parse error on line 4:\n...</ul>\n---^\nExpecting 'OPEN_ENDBLOCK', got 'EOF'",
    files: { 'views/page.hbs': '{{#if rush}}\n<p>Rush.</p>\n<ul>\n<li>{{name}}</li></ul>\n' },
    first: { 'views/page.hbs': '{{#if rush}}\n<p>Rush.</p>\n{{/if}}\n<ul>\n<li>{{name}}</li></ul>\n' },
    ask: /for you to say$/,
  },
  {
    name: 'a partial by a longer name than it is handed over by',
    class: 'unknown',
    message: 'The partial orderRow could not be found',
    files: {
      'app.js': "app.register(view, { options: { partials: { order: 'order.hbs', foot: 'foot.hbs' } } });\n",
      'views/page.hbs': '{{> orderRow this}}{{> foot}}\n',
    },
    first: { 'app.js': /partials: \{ orderRow: 'order\.hbs'/ },
    ask: null,
  },
  {
    name: 'the one helper that no template calls',
    class: 'unknown',
    message: 'Missing helper: "date"',
    files: {
      'app.js': "H.registerHelper('money', money);\nH.registerHelper('day', day);\n",
      'views/page.hbs': '{{money price}} {{date createdAt}}\n',
    },
    first: { 'app.js': /registerHelper\('date', day\)/ },
    ask: /are they one\?$/,
  },
  {
    name: 'a bracket lost within a tag',
    class: 'syntax',
    message: 'SyntaxError: missing ) after argument list in /srv/app/views/list.ejs while compiling ejs',
    files: { 'views/list.ejs': page.replace('<% }) %>', '<% } %>') },
    first: { 'views/list.ejs': page },
  },
  {
    name: 'a bracket lost at the end of a loop over a function, with more behind it',
    class: 'syntax',
    message: 'SyntaxError: missing ) after argument list in /srv/app/views/list.ejs while compiling ejs',
    files: {
      'views/list.ejs':
        '<% if (all.length) { %>\n<ul>\n<% all.forEach(function (one) { %>\n  <li><%= one.name %></li>\n<% } %>\n</ul>\n<% } %>\n<%- include("foot") %>\n',
    },
    first: { 'views/list.ejs': /<\/li>\n<% \}\) %>\n<\/ul>\n<% \} %>/ },
  },
  {
    name: 'an else without the bracket before it',
    class: 'syntax',
    message: "SyntaxError: Unexpected token 'else' in /srv/app/views/list.ejs while compiling ejs",
    files: { 'views/list.ejs': '<% if (a) { %>\n<p><%= a %></p>\n<% else { %>\n<p>no</p>\n<% } %>\n' },
    first: { 'views/list.ejs': '<% if (a) { %>\n<p><%= a %></p>\n<% } else { %>\n<p>no</p>\n<% } %>\n' },
  },
  {
    name: 'a section of Handlebars that is not closed',
    class: 'unknown',
    message: '{{#each shows}} is never closed',
    files: {
      'views/day.html': '{{> head}}\n<ul>\n{{#each shows}}\n  <li>{{title}}</li>\n</ul>\n',
      'views/list.html': '<p>{{#if a}}{{a}}{{/if}}</p>\n',
    },
    first: { 'views/day.html': '{{> head}}\n<ul>\n{{#each shows}}\n  <li>{{title}}</li>\n{{/each}}\n</ul>\n' },
  },
  {
    name: 'a bracket of what is shown',
    class: 'syntax',
    message: "SyntaxError: Unexpected token ')' in /srv/app/views/list.ejs while compiling ejs",
    files: {
      'views/list.ejs': '<% if (a) { %>\n<br><img src="<%= b %>">\n<% } else { %><p>no</p>\n<% } %>\n<%= (c %>\n',
    },
    first: { 'views/list.ejs': /<%= c %>\n$/ },
  },
]);

test('REP-8 of a head in a template whose brace was lost the other one is not taken out: it would guard nothing', () => {
  const lost = '<% if (show) { %>\n<p>a</p>\n<% if (user.admin) %>\n<b>secret</b>\n<% } %>\n<p>b</p>\n<% } %>\n';
  assert.deepEqual(
    mendTemplate(lost).filter(({ text }) => text.split('}').length < lost.split('}').length),
    [],
  );
});

const noPart = { class: 'unknown' as const, message: 'Error: The partial heading could not be found' };
const pages = (own: string) => ({
  'views/home.hbs': '{{> header app=app nav=nav}}\n<p>{{title}}</p>\n',
  'views/list.hbs': `{{> heading ${own}}}\n<p>{{title}}</p>\n`,
  'views/partials/header.hbs': '<h1>{{app}}</h1>\n',
});

check(templateParts, [
  {
    name: 'a section that ends by a name that is none',
    class: 'unknown',
    message: "Error: each doesn't match eech - 1:3",
    files: { 'views/a.hbs': '{{#each rows}}{{name}}{{/eech}}{{#if more}}…{{/if}}\n' },
    first: { 'views/a.hbs': '{{#each rows}}{{name}}{{/each}}{{#if more}}…{{/if}}\n' },
  },
  {
    name: 'a section that begins by a name that is none',
    class: 'unknown',
    message: "Error: eahc doesn't match each - 1:3",
    files: { 'views/a.hbs': '{{#eahc rows}}{{name}}{{/each}}\n' },
    first: { 'views/a.hbs': '{{#each rows}}{{name}}{{/each}}\n' },
  },
  {
    name: 'two sections of the engine that cross',
    class: 'unknown',
    message: "Error: each doesn't match if - 1:3",
    files: { 'views/a.hbs': '{{#if more}}{{#each rows}}{{/if}}{{/each}}\n' },
    first: null,
  },
  {
    name: 'a part that others take in with the same words',
    ...noPart,
    files: pages('app=app nav=nav'),
    first: { 'views/list.hbs': '{{> header app=app nav=nav}}\n<p>{{title}}</p>\n' },
  },
  { name: 'a part that is given other words may be another one', ...noPart, files: pages('app=app'), first: null },
]);

check(templateNames, [
  {
    name: 'a member of what a section goes through',
    class: 'unknown',
    message: 'Error: "varieti" not defined in [object Object] - 1:17',
    files: {
      'templates/trees.hbs': '{{#each trees}}{{varieti}}{{/each}}\n',
      'a.js': "const view = (tree) => ({ variety: tree[0] });\nrender('trees', { trees: all.map(view) });\n",
    },
    first: { 'templates/trees.hbs': '{{#each trees}}{{variety}}{{/each}}\n' },
  },
  {
    name: 'a name of the page itself is no member',
    class: 'unknown',
    message: 'Error: "varieti" not defined in [object Object] - 1:3',
    files: {
      'templates/trees.hbs': '{{varieti}}{{#each trees}}{{name}}{{/each}}\n',
      'a.js': "const view = (tree) => ({ variety: tree[0] });\nrender('trees', { trees: all.map(view) });\n",
    },
    first: null,
  },
]);

const locals = (more: string) =>
  `const { formatMoney, formatDate } = require('./format');\nmodule.exports = (app) => {\n  ${more}app.locals.formatDate = formatDate;\n};\n`;
const unformatted = {
  class: 'reference' as const,
  message: '/srv/views/a.ejs:1\n >> 1| <%= formatMoney(cents) %>\n\nformatMoney is not defined',
};

check(templateNames, [
  {
    name: 'what is imported beside what every template is given, and used nowhere',
    ...unformatted,
    files: { 'app.js': locals(''), 'views/a.ejs': '<%= formatMoney(cents) %>\n' },
    first: {
      'app.js': locals('').replace('= formatDate;', '= formatDate;\n  app.locals.formatMoney = formatMoney;'),
    },
  },
  {
    name: 'what the file uses for itself is no such thing',
    ...unformatted,
    files: { 'app.js': locals('app.price = formatMoney(2);\n  '), 'views/a.ejs': '<%= formatMoney(cents) %>\n' },
    first: null,
  },
]);

/** What a page is given by another number of its name, read so or so. */
const numbered = (read: string, locals: string, more = '') => ({
  class: 'reference' as const,
  message: ejs(2, `${/\w+/.exec(read)?.[0]} is not defined`),
  files: {
    'store.js': store,
    'app.js': app(locals),
    'views/list.ejs': `<ul>\n<li><%= ${read} %></li>\n<% if (items) for (const item of items) { %><%= item.title %><% } %></ul>${more}\n`,
  },
  at: [['app.js', 'res.‸render']] as const,
});

check(templateNames, [
  {
    name: 'a list is counted, and one thing has a name; what a loop calls by the same word is not touched',
    ...numbered('item.length', '{ items }'),
    first: {
      'views/list.ejs': /<%= items\.length %>.*\n<% if \(items\) for \(const item of items\) \{ %><%= item\.title/,
    },
    ask: null,
  },
  {
    name: 'one thing has a name',
    ...numbered('owners.name', '{ items, owner: items[0] }', '<%= owner.id %>'),
    first: { 'views/list.ejs': /<%= owner\.name %>/ },
    ask: null,
  },
  {
    name: 'one thing is not counted',
    ...numbered('owners.length', '{ items, owner: items[0] }', '<%= owner.id %>'),
    first: { 'views/list.ejs': /<%= owner\.length %>/ },
    ask: /may be two different things/,
  },
]);
