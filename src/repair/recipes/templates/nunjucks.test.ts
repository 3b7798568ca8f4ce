/** Nunjucks, which names the tag and no word, and templates that nobody finds. Messages as it words them. */
import { check } from '../cases.test-helper.ts';
import { missingFile } from '../files/missing-file.ts';
import { movedData } from '../files/moved-data.ts';
import { templateNames } from './template-names.ts';
import { templateParts } from './template-parts.ts';
import { viewName } from './view-name.ts';

const undefinedAt = (file: string, line: number, column: number): string =>
  `Template render error: (/srv/app/${file})\n  Template render error: (/srv/app/${file}) [Line ${line}, Column ${column}]\n  attempted to output null or undefined value`;
const views =
  'export const page = (name, values) => environment.render(`${name}.njk`, { site: settings, ...values });\n';
const pages = {
  'views.js': views,
  'routes.js':
    "app.get('/acts', (q, reply) => reply.page('act', { act, genres: act.styles.join() }));\napp.get('/tickets', (q, reply) => reply.page('ticket', { order, contact: settings.boxOffice }));\n",
  'pages/base.njk': '{% block body %}{% endblock %}',
  'pages/act.njk': '{% extends "base.njk" %}\n{% block body %}{{ act.name }} {{ genres }}{% endblock %}',
  'pages/ticket.njk': '{% extends "base.njk" %}\n{% block body %}{{ order.cents | euros }} {{ contact }}{% endblock %}',
};

check(templateNames, [
  {
    name: 'the word of a tag that outputs nothing, of which what is given is called so itself',
    class: 'unknown',
    message: undefinedAt('pages/ticket.njk', 2, 43),
    files: { ...pages, 'pages/ticket.njk': pages['pages/ticket.njk'].replace('contact', 'boxOffice') },
    first: { 'routes.js': /boxOffice: settings\.boxOffice/ },
    ask: null,
  },
  {
    name: 'a word that is made of what is called so',
    class: 'unknown',
    message: undefinedAt('pages/act.njk', 2, 32),
    files: { ...pages, 'pages/act.njk': pages['pages/act.njk'].replace('genres', 'styles') },
    first: { 'routes.js': /styles: act\.styles\.join/ },
    ask: null,
  },
]);

const notFound = (name: string) => ({ class: 'unknown' as const, message: `Error: template not found: ${name}` });

const { 'pages/ticket.njk': ticket, ...others } = pages;
const without = (files: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));

const renamedPages = { ...others, 'pages/order.njk': ticket };

const renamedLayout = {
  ...pages,
  'pages/base.njk': null,
  'pages/layout.njk': pages['pages/base.njk'],
  'pages/ticket.njk': ticket.replace('base.njk', 'layout.njk'),
};

check(templateParts, [
  {
    name: 'a layout that the other pages take in by its new name',
    class: 'unknown',
    message: 'Template render error: (/srv/app/pages/act.njk)\n  Error: template not found: base.njk',
    files: without(renamedLayout),
    first: { 'pages/act.njk': pages['pages/act.njk'].replace('base.njk', 'layout.njk') },
    ask: null,
  },
  {
    name: 'a layout where the other pages take in two',
    class: 'unknown',
    message: 'Template render error: (/srv/app/pages/act.njk)\n  Error: template not found: base.njk',
    files: { ...without(renamedLayout), 'pages/mail.njk': '{% extends "plain.njk" %}', 'pages/plain.njk': '' },
    first: null,
  },
]);

const endedPages = Object.fromEntries(
  Object.entries(pages).map(([name, text]) => [
    name.replace('pages/', 'views/').replace('.njk', '.html'),
    name.startsWith('pages/') ? text.replace('base.njk', 'base.html') : text,
  ]),
);

check(viewName, [
  {
    name: 'views that all end otherwise now, by every name with the old ending',
    ...notFound('act.njk'),
    files: {
      ...endedPages,
      'routes.js':
        "app.get('/acts', (q, s) => s.render('act.njk', { act }));\napp.get('/t', (q, s) => s.render('ticket.njk', { order }));\napp.get('/f', (q, s) => s.send('feed.njk'));\n",
    },
    at: [['routes.js', "‸s.render('act.njk'"]],
    first: {
      'routes.js':
        "app.get('/acts', (q, s) => s.render('act.html', { act }));\napp.get('/t', (q, s) => s.render('ticket.html', { order }));\napp.get('/f', (q, s) => s.send('feed.njk'));\n",
    },
    ask: null,
  },
  {
    name: 'a template that Nunjucks does not find, and the one that asks for what it alone is given',
    ...notFound('ticket.njk'),
    files: renamedPages,
    at: [['routes.js', "‸reply.page('ticket'"]],
    first: { 'routes.js': /reply\.page\('order', \{ order/ },
  },
]);

check(movedData, [
  {
    name: 'a folder of templates that settings name, and that lies elsewhere',
    ...notFound('act.njk'),
    files: {
      'views.js': views,
      'settings.yaml': 'title: A\npaths:\n  pages: pages\n',
      'app/pages/act.njk': '<p>',
    },
    first: { 'settings.yaml': 'title: A\npaths:\n  pages: app/pages\n' },
  },
  {
    name: 'templates that all end otherwise than they are asked for',
    ...notFound('act.html'),
    files: { 'views.js': views.replace('.njk', '.html'), 'pages/act.njk': '<p>' },
    first: { 'views.js': /`\$\{name\}\.njk`/ },
  },
  {
    name: 'a folder that is named twice beside the same one, and lies there by another name',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, scandir '/srv/project/content/acts'",
    named: { code: 'ENOENT', path: '/srv/project/content/acts', syscall: 'scandir' },
    files: {
      'a.js':
        "const folder = join(home, settings.content);\nexports.all = () =>\n  readdirSync(join(folder, 'acts'))\n    .filter((name) => name.endsWith('.json'))\n    .map((name) => readFileSync(join(folder, 'acts', name)));\n",
      'content/artists/a.json': '{}',
      'content/words/en.json': '{}',
      'b.js': "exports.words = () => readFileSync('content/words/en.json');\n",
    },
    at: [['a.js', '‸readdirSync']],
    first: { 'a.js': /readdirSync\(join\(folder, 'artists'\)\)[\s\S]*join\(folder, 'artists', name\)/ },
  },
]);

check(templateParts, [
  {
    name: 'a layout of which all that is left in its folder is one that nobody names',
    class: 'unknown',
    message: 'Template render error: (/srv/app/pages/act.njk)\n  Error: template not found: layouts/base.njk',
    files: {
      'pages/act.njk': '{% extends "layouts/base.njk" %}\n',
      'pages/layouts/main.njk': '<p>{% block body %}{% endblock %}\n',
    },
    first: { 'pages/act.njk': '{% extends "layouts/main.njk" %}\n' },
  },
  {
    name: 'a folder of parts that is counted from the folder of all templates',
    class: 'unknown',
    message: 'Template render error: (/srv/app/pages/act.njk)\n  Error: template not found: blocks/menu.njk',
    files: {
      'pages/act.njk': '{% include "blocks/menu.njk" %}{% include "blocks/foot.njk" %}\n',
      'pages/press/list.njk': '{% include "blocks/menu.njk" %}\n',
      'pages/partials/menu.njk': '<p>\n',
      'pages/partials/foot.njk': '<p>\n',
    },
    first: {
      'pages/act.njk': '{% include "partials/menu.njk" %}{% include "partials/foot.njk" %}\n',
      'pages/press/list.njk': '{% include "partials/menu.njk" %}\n',
    },
  },
  {
    name: 'a macro that nobody takes, for one that is not there',
    class: 'unknown',
    message: "Template render error: (/srv/app/pages/act.njk)\n  Error: cannot import 'card'",
    files: {
      'pages/act.njk': '{% from "blocks/cards.njk" import card %}{{ card(act) }}\n',
      'pages/blocks/cards.njk': '{% macro actTile(act) %}<p>{% endmacro %}\n',
    },
    first: { 'pages/act.njk': '{% from "blocks/cards.njk" import actTile %}{{ actTile(act) }}\n' },
  },
]);

check(
  missingFile,
  (
    [
      ['of which code reads most keys', 'title: A\nlanguages: []\npaths: 1\n', /'settings', 'festival\.yaml'/],
      ['of which it reads few', 'one: A\ntwo: 1\nthree: 2\n', null],
    ] as const
  ).map(([how, text, first]) => ({
    name: `the one YAML file of a folder ${how}, under another name`,
    class: 'missing_file' as const,
    message: "ENOENT: no such file or directory, open '/app/settings/site.yaml'",
    named: { code: 'ENOENT', path: '/app/settings/site.yaml', syscall: 'open' },
    files: {
      'a.js':
        "const settings = load(readFileSync(path.join(home, 'settings', 'site.yaml')));\nexports.all = (name) => [settings.languages, settings.paths, `${name}.yaml`];\n",
      'settings/festival.yaml': text,
    },
    at: [['a.js', '‸readFileSync'] as const],
    first: first === null ? null : { 'a.js': first },
  })),
);

const board = (layout: string, place: string) => ({
  class: 'config' as const,
  message: `unable to access template "${layout}"`,
  files: {
    'app.js': `app.register(view, { root: path.join(__dirname, ${place}), layout: '${layout}' });\napp.get('/', (request, reply) => reply.view('table.hbs', { rows }));\n`,
    'views/frame.hbs': '<html>{{{body}}}</html>\n',
    'views/table.hbs': '<table>{{rows}}</table>\n',
  },
  at: [['app.js', '‸app.register']] as const,
});
check(viewName, [
  {
    name: 'a layout that is not there: the one template that has a place for the body of others',
    ...board('main.hbs', "'views'"),
    first: { 'app.js': /layout: 'frame\.hbs'/ },
  },
  {
    name: 'a layout that is there, looked for elsewhere, is no matter of its name',
    ...board('frame.hbs', "'src', 'views'"),
    first: null,
  },
]);
