/** TypeScript on Koa, a barrel in every folder, settings in YAML held to a schema, menus in JSON, pages from templates. */
const boot = { boot: true };
const get = (where) => ({ requests: [`GET ${where}`] });
const order = { requests: ['POST /orders {"dish":"pasta","count":2,"group":"student"}'] };
const receipt = { requests: [...order.requests, 'GET /orders/1/receipt'] };
const fault = (id, cause, trigger, ...broken) => ({ id: `menus-${id}`, cause, expect: 'repair', break: broken, trigger });
const edit = (file, find, replace) => ({ file, find, replace });
const src = (name) => `src/${name}.ts`;
const past = { history: true };

export default {
  server: 'menus-ts',
  half: 'dev',
  entry: 'src/main.ts',
  checks: [
    { request: 'GET /about', status: 200, json: { name: 'North Canteen', seats: 120, closes: '10:00' } },
    { request: 'GET /allergens', status: 200, json: [{ name: 'gluten', dishes: ['soup', 'curry', 'roast'] }, { name: 'milk', dishes: ['soup', 'curry'] }, { name: 'nuts', dishes: ['soup', 'pasta', 'roast'] }] },
    { request: 'GET /weeks/current', status: 200, json: { id: 'w21', days: ['mon', 'tue', 'wed'] } },
    { request: 'GET /weeks/w22', status: 200, json: { id: 'w22', days: ['mon', 'tue'] } },
    { request: 'GET /weeks/w9', status: 404, json: { error: 'No such week' } },
    { request: 'GET /weeks/w22/tue', status: 200, json: [{ key: 'pasta', title: 'Pasta al forno', price: 11, vegan: false }, { key: 'curry', title: 'Green curry', price: 12.8, vegan: true }] },
    { request: 'GET /weeks/w21/wed', status: 200, json: [{ key: 'soup', title: 'Lentil soup', price: 6.5, vegan: true }, { key: 'roast', title: 'Sunday roast', price: 16.4, vegan: false }] },
    { request: 'GET /weeks/current/mon/page', status: 200, text: '<h1>North Canteen: Mon</h1>\n<ul>\n<li>Lentil soup, CHF 6.50</li>\n<li>Pasta al forno, CHF 11.00</li>\n</ul>' },
    { request: 'POST /orders {"dish":"pasta","count":2,"group":"student"}', status: 201, json: { dish: 'pasta', count: 2, group: 'student', id: 1, total: 16.5 } },
    { request: 'POST /orders {"dish":"soup","count":1,"group":"staff"}', status: 201, json: { id: 2, total: 5.85 } },
    { request: 'POST /orders {"dish":"soup","count":3}', status: 201, json: { id: 3, group: 'guest', total: 19.5 } },
    { request: 'POST /orders {"dish":"pasta","count":5}', status: 400, json: { error: 'At most 3' } },
    { request: 'POST /orders {"dish":"pasta","count":"many"}', status: 400 },
    { request: 'GET /orders/1/receipt', status: 200, text: 'North Canteen\n2 x Pasta al forno\nTotal CHF 16.50' },
    { request: 'GET /orders/9', status: 404, json: { error: 'No such order' } },
  ],
  cases: [
    fault('file-name', 'path', boot, edit(src('menus/index'), "import { MenuService } from './menu-service.js'", "import { MenuService } from './menuService.js'")),
    fault('barrel-lacks', 'import', boot, edit(src('shared/index'), "export { render } from './template.js';\n", '')),
    fault('named-koa', 'import', boot, edit(src('http/index'), 'import Koa from', 'import { Koa } from')),
    fault('default-router', 'import', boot, edit(src('http/routes'), 'import { Router }', 'import Router')),
    fault('export-default', 'import', boot, edit(src('menus/menu-service'), 'export class MenuService', 'export default class MenuService')),
    fault('yaml-tab', 'syntax', boot, edit('config/app.yaml', '  discounts:\n    student: 25', '  discounts:\n\t\tstudent: 25')),
    fault('yaml-level', 'config', boot, edit('config/app.yaml', '    student: 25\n    staff: 10', '  student: 25\n  staff: 10')),
    fault('yaml-colon', 'syntax', boot, edit('config/app.yaml', '  seats: 120', '  seats 120')),
    fault('yaml-key', 'config', boot, edit('config/app.yaml', 'closeHour', 'closingHour')),
    { ...fault('yaml-type', 'config', boot, edit('config/app.yaml', 'seats: 120', 'seats: "120"')), ...past },
    fault('yaml-section', 'config', boot, edit('config/app.yaml', '\ncontent:', '\ncontents:')),
    fault('yaml-list', 'config', boot, edit('config/app.yaml', 'allergens:\n  - gluten\n  - milk\n  - nuts', 'allergens: gluten, milk, nuts')),
    fault('yaml-renamed', 'file', boot, { move: ['config/app.yaml', 'config/app.yml'] }),
    { ...fault('yaml-gone', 'file', boot, { file: 'config/app.yaml', remove: true }), ...past },
    fault('json-bracket', 'syntax', boot, edit('content/dishes.json', '"allergens": ["nuts"], "tags": ["vegan", "hot"] }', '"allergens": ["nuts"], "tags": ["vegan", "hot" }')),
    fault('merge-marker', 'syntax', boot, edit('content/weeks.json', '  "current": "w21",\n', '<<<<<<< HEAD\n  "current": "w21",\n=======\n  "current": "w21",\n>>>>>>> menus-may\n')),
    fault('package-name', 'dependency', boot, edit(src('orders/order-schema'), "from 'zod'", "from 'zodd'")),
    fault('schema-moved', 'path', boot, { move: ['src/orders/order-schema.ts', 'src/orders/schema.ts'] }),
    fault('paren', 'syntax', boot, edit(src('http/routes'), 'findOrder(Number(id)));', 'findOrder(Number(id));')),
    fault('url-level', 'path', boot, edit(src('config/index'), "'../../config/app.yaml'", "'../config/app.yaml'")),
    fault('method-renamed', 'name', get('/weeks/w22/tue'), edit(src('menus/menu-service'), 'private toItem(', 'private asItem(')),
    fault('misspelt', 'name', get('/allergens'), edit(src('menus/menu-service'), 'dish.allergens.', 'dish.alergens.')),
    fault('section-read', 'name', order, edit(src('orders/order-service'), '> settings.orders.maxPerPerson)', '> settings.order.maxPerPerson)')),
    fault('record-key', 'config', get('/weeks/w22/tue'), edit('content/dishes.json', '"allergens": ["nuts"], "tags"', '"allergens": ["nuts"], "tag"')),
    { ...fault('week-key', 'config', get('/weeks/w22'), edit('content/weeks.json', '"id": "w22", "days"', '"id": "w22", "day"')), ...past },
    fault('price-text', 'config', get('/weeks/current/mon/page'), edit('content/dishes.json', '"price": 11,', '"price": "11",')),
    fault('placeholder', 'name', receipt, edit('templates/receipt.txt', '{title}', '{titel}')),
    fault('template-renamed', 'file', get('/weeks/current/mon/page'), { move: ['templates/day.html', 'templates/menu.html'] }),
    fault('not-imported', 'import', get('/weeks/current/mon/page'), edit(src('http/routes'), '{ badRequest, capitalize, price, render }', '{ badRequest, price, render }')),
    { ...fault('function-renamed', 'name', boot, edit(src('orders/order-service'), 'export function findOrder(', 'export function getOrder(')), ...past },
  ],
};
