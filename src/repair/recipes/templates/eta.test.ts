/** Templates of Eta, whose errors name no file unless one is not there. */
import { check } from '../cases.test-helper.ts';
import { templateNames } from './template-names.ts';
import { templateParts } from './template-parts.ts';
import { viewName } from './view-name.ts';

const pages = {
  'views.js':
    "const eta = new Eta({ views: 'views' });\nexport const render = (view, data) => eta.render(view, { club, ...data });\n",
  'routes.js':
    "import { render } from './views.js';\napp.get('/', (c) => {\n  const courses = all();\n  return c.html(render('list', { courses }));\n});\n",
  'views/list.eta':
    "<% layout('layout', { title: it.club }) %>\n<% it.courses.forEach((course) => { %>\n<li><%= course.title %></li>\n<% }) %>\n<%~ include('parts/foot', it) %>\n",
  'views/layout.eta': '<main><%~ it.body %></main>\n',
  'views/parts/foot.eta': '<i>foot</i>\n',
};
const list = pages['views/list.eta'];
const asked = (text: string) => ({ ...pages, 'views/list.eta': text });
const undefinedList = {
  class: 'type',
  message: "TypeError: Cannot read properties of undefined (reading 'forEach')",
  named: { property: 'forEach', nullish: 'undefined' },
  at: [['routes.js', 'c.html(‸render(']],
} as const;

check(templateNames, [
  {
    name: 'what is handed over by another name than the template reads it by, and is called like a variable of it',
    ...undefinedList,
    files: asked(list.replace('it.courses', 'it.course')),
    first: { 'views/list.eta': list },
  },
  {
    name: 'what is handed over and undefined is no slip of the template',
    ...undefinedList,
    files: pages,
    first: null,
  },
  {
    name: 'a page that the failing code does not render',
    ...undefinedList,
    files: { ...asked(list.replace('it.courses', 'it.course')), 'routes.js': "const page = 'list';\nrender(page);\n" },
    at: [['routes.js', '‸render(page)']],
    first: null,
  },
  {
    name: 'a name of Handlebars, where the name of the mail is handed on with what it is given',
    class: 'unknown',
    message: 'Error: "daysLeft" not defined in [object Object] - 1:17',
    files: {
      'mail.js':
        "export const mail = (name, data) => all.get(name)({ club, ...data });\nexport const send = (name, member, data) => mail(name, { member, ...data });\nsend('due', ada, { course, dates, days });\n",
      'mails/due.hbs':
        '{{club}} {{member.name}}: {{course}} in {{daysLeft}} days {{#each dates}}{{at}}{{/each}} {{> footer}}\n',
    },
    first: {
      'mail.js':
        "export const mail = (name, data) => all.get(name)({ club, ...data });\nexport const send = (name, member, data) => mail(name, { member, ...data });\nsend('due', ada, { course, dates, daysLeft: days });\n",
    },
  },
]);

const priced = (part: string) => ({
  ...asked("<%~ include('parts/price', { cents: it.cents, money: it.money }) %>\n"),
  'views/parts/price.eta': part,
});
const noCall = (said: string) =>
  ({
    class: 'type',
    message: `TypeError: it.${said} is not a function`,
    at: [['routes.js', 'c.html(‸render(']],
  }) as const;

check(templateNames, [
  {
    name: 'a method of the language in other letters',
    ...noCall('club.name.toUppercase'),
    files: asked('<h1><%= it.club.name.toUppercase() %></h1>\n'),
    first: { 'views/list.eta': '<h1><%= it.club.name.toUpperCase() %></h1>\n' },
  },
  {
    name: 'what a part is not given, and the one thing that it is given and does not ask for',
    ...noCall('format'),
    files: priced('<b><%= it.format(it.cents) %></b>\n'),
    first: { 'views/parts/price.eta': '<b><%= it.money(it.cents) %></b>\n' },
  },
  {
    name: 'a page that is given a list under another key, which is called by what lists it',
    ...undefinedList,
    files: {
      ...pages,
      'routes.js': "app.get('/', (c) => {\n  return c.html(render('list', { rows: listCourses() }));\n});\n",
    },
    first: { 'routes.js': /\{ courses: listCourses\(\) \}/ },
    ask: null,
  },
  {
    name: 'a member of Handlebars that other mails read by the shorter name',
    class: 'unknown',
    message: 'Error: "fullName" not defined in [object Object] - 1:7',
    files: {
      'mails/a.hbs': 'Dear {{member.fullName}}\n',
      'mails/b.hbs': 'Dear {{member.name}}\n',
      'a.js': "send('a', { member });\n",
    },
    first: { 'mails/a.hbs': 'Dear {{member.name}}\n' },
  },
]);

const lost = (file: string) =>
  ({
    class: 'unknown',
    message: `EtaFileResolution Error: Could not find template: /srv/project/${file}`,
    at: [['routes.js', '‸app.get']],
  }) as const;

check(templateParts, [
  {
    name: 'a part in a folder that is called otherwise',
    ...lost('views/part/foot.eta'),
    files: asked(list.replace('parts/foot', 'part/foot')),
    first: { 'views/list.eta': list },
  },
  {
    name: 'a layout in other letters, where the word of its call is left alone',
    ...lost('views/layout.eta'),
    files: {
      'routes.js': pages['routes.js'],
      'views/list.eta': list,
      'views/Layout.eta': pages['views/layout.eta'],
    },
    first: { 'views/list.eta': list.replace("'layout'", "'Layout'") },
  },
  {
    name: 'the one template whose code is not whole',
    class: 'unknown',
    message: 'EtaParser Error: Bad template syntax\n\nUnexpected token',
    files: asked(list.replace('<% }) %>', '<% } %>')),
    first: { 'views/list.eta': list },
  },
]);

check(viewName, [
  {
    name: 'a page that is rendered by another name, through a function of the project',
    ...lost('views/lists.eta'),
    files: { ...pages, 'routes.js': pages['routes.js'].replace("'list'", "'lists'") },
    first: { 'routes.js': pages['routes.js'] },
  },
]);

check(viewName, [
  {
    name: 'a slip in a view that is asked for by `./`, as it is written',
    ...lost('views/lst.eta'),
    files: {
      'routes.js': "const eta = new Eta({ views: 'views' });\napp.get('/', (c) => c.html(eta.render('./lst', {})));\n",
      'views/list.eta': list,
      'views/layout.eta': pages['views/layout.eta'],
    },
    first: {
      'routes.js': "const eta = new Eta({ views: 'views' });\napp.get('/', (c) => c.html(eta.render('./list', {})));\n",
    },
  },
]);
