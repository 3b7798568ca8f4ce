/** node:http in CommonJS, packages in a folder by `exports` of package.json, own views with partials and helpers, jobs by their names, tables of JSON. */
const boot = { boot: true };
const get = (where) => ({ requests: [`GET ${where}`] });
const wish = { requests: ['POST /requests {"listener":"Ben","track":"t2"}'] };
const fault = (id, cause, trigger, ...broken) => ({ id: `radio-${id}`, cause, expect: 'repair', break: broken, trigger });
const person = (...words) => ({ ...fault(...words), expect: 'ask' });
const edit = (file, find, replace) => ({ file: /\.\w+$/.test(file) ? file : `${file}.js`, find, replace });
const settings = 'radio.config.json';
const page = '<h1>Radio Harbour</h1>';

export default {
  server: 'radio-packages',
  half: 'dev',
  entry: 'bin/radio.js',
  checks: [
    { request: 'GET /', status: 200, json: { station: 'Radio Harbour', frequency: 98.4, days: 7 } },
    { request: 'GET /shows', status: 200, json: [{ id: 1, title: 'Morning Tide', host: 'Kay Moreau', kind: 'Mixed' }, { id: 2, host: 'Ola Brandt', kind: 'Talk' }, { id: 3, title: 'Deck & Live', kind: 'Live session' }] },
    { request: 'GET /shows?day=sat', status: 200, json: [{ id: 3 }] },
    { request: 'GET /shows?day=xyz', status: 400, json: { error: 'xyz is no day' } },
    { request: 'GET /shows/3', status: 200, json: { id: 3, host: 'Kay Moreau', slug: 'deck-live', starts: '20:15', days: ['sat'] } },
    { request: 'GET /shows/9', status: 404, json: { error: 'No show 9' } },
    { request: 'GET /programme/mon', status: 200, text: page, headers: { 'content-type': 'text/html; charset=utf-8' } },
    { request: 'GET /programme/mon', status: 200, text: '<li>6:30 am Morning Tide with Kay Moreau</li>' },
    { request: 'GET /programme/mon', status: 200, text: '<li>12:00 pm Harbour Talk with Ola Brandt</li>' },
    { request: 'GET /programme/sat', status: 200, text: '<li>8:15 pm Deck &amp; Live with Kay Moreau</li>' },
    { request: 'GET /programme/sat', status: 200, text: '<footer>98.4 MHz</footer>' },
    { request: 'GET /programme/xx', status: 404, json: { error: 'xx is no day' } },
    { request: 'GET /charts', status: 200, json: [{ place: 1, title: 'Salt', artist: 'Nell Ames', points: 29 }, { place: 2, title: 'Low Water', points: 20 }, { place: 3, title: 'Lanterns', points: 0 }] },
    { request: 'POST /requests {"listener":"Ben"}', status: 400, json: { error: 'listener and track are needed' } },
    { request: 'POST /requests {"listener":"Ben","track":"t9"}', status: 404, json: { error: 'No track t9' } },
    { request: 'POST /requests {"listener":"Ben","track":"t2"}', status: 201, json: { number: 1, title: 'Salt', waiting: 1 } },
    { request: 'GET /requests', status: 200, text: '<p>1 request</p>' },
    { request: 'POST /requests {"listener":"Ben","track":"t1"}', status: 201, json: { number: 2, title: 'Low Water', waiting: 2 } },
    { request: 'POST /requests {"listener":"Ben","track":"t1"}', status: 429, json: { error: 'Ben has 2 requests already' } },
    { request: 'GET /requests', status: 200, text: '<p>2. Low Water for Ben</p>' },
    { request: 'GET /nothing', status: 404, json: { error: 'Nothing plays at /nothing' } },
  ],
  cases: [
    fault('package-name', 'dependency', boot, edit('app/index', "'radio-harbour/packages/stencil'", "'@radio-harbour/packages/stencil'")),
    fault('package-subpath', 'path', boot, edit('app/index', "'radio-harbour/packages/clockwork'", "'radio-harbour/packages/clockworks'")),
    fault('package-inner', 'path', boot, { move: ['packages/stencil/lib/tokens.js', 'packages/stencil/lib/tokenizer.js'] }),
    fault('class-braces', 'import', boot, edit('app/index', 'const Stencil = require', 'const { Stencil } = require')),
    fault('class-exported-bare', 'import', boot, edit('app/desk', 'module.exports = { RequestDesk };', 'module.exports = RequestDesk;')),
    fault('exports-assigned', 'import', boot, edit('app/helpers', 'exports.plural = (count', 'exports = (count')),
    fault('helper-name', 'config', boot, edit(settings, '"helpers": ["clock", "plural"]', '"helpers": ["clock", "plurals"]')),
    fault('helper-in-view', 'name', get('/programme/mon'), edit('views/programme.html', '{{clock starts}}', '{{time starts}}')),
    fault('partial-name', 'name', get('/programme/sat'), edit('views/programme.html', '{{> footer}}', '{{> foot}}')),
    fault('partial-moved', 'file', { requests: ['POST /requests {"listener":"Ben","track":"t2"}', 'GET /requests'] }, { move: ['views/partials/header.html', 'views/header.html'] }),
    fault('placeholder', 'name', get('/programme/mon'), edit('views/programme.html', 'with {{host.name}}', 'with {{presenter.name}}')),
    fault('view-block', 'syntax', get('/programme/mon'), edit('views/programme.html', '{{/each}}\n', '')),
    fault('view-name', 'path', { requests: ['POST /requests {"listener":"Ben","track":"t2"}', 'GET /requests'] }, edit('app/routes', "views.render('requests'", "views.render('request'")),
    fault('job-name', 'config', boot, edit(settings, '"name": "cleanup"', '"name": "clean-up"')),
    fault('job-span', 'config', boot, edit(settings, '"every": "1h"', '"every": "1 hour"')),
    fault('job-method', 'name', boot, edit('jobs/charts', 'exports.run = ', 'exports.start = ')),
    fault('job-renamed', 'name', boot, edit('packages/clockwork/index', '  runNow(name) {', '  trigger(name) {'), edit('packages/clockwork/index', 'setInterval(() => this.runNow(name)', 'setInterval(() => this.trigger(name)')),
    fault('level-name', 'config', boot, edit(settings, '"level": "warn"', '"level": "warning"')),
    fault('config-renamed', 'config', boot, edit(settings, '"data": { "dir": "data"', '"data": { "folder": "data"')),
    fault('config-comma', 'syntax', boot, edit(settings, '"runAtStart": true },', '"runAtStart": true }')),
    fault('table-name', 'config', boot, edit(settings, '"files": ["shows", "tracks", "hosts"]', '"files": ["shows", "track", "hosts"]')),
    fault('table-example', 'file', boot, { move: ['data/hosts.json', 'data/hosts.example.json'] }),
    fault('table-key', 'config', get('/shows'), edit('data/shows.json', '"title": "Harbour Talk", "hostId": "ola"', '"title": "Harbour Talk", "host": "ola"')),
    fault('points-depth', 'path', boot, edit('jobs/charts', "'../data/points.json'", "'./data/points.json'")),
    fault('builtin', 'dependency', boot, edit('packages/journal/index', "require('node:util')", "require('node:utils')")),
    fault('constant', 'import', get('/'), edit('app/constants', 'module.exports = { DAYS, kinds };', 'module.exports = { kinds };')),
    fault('constant-entry', 'name', get('/shows'), edit('app/constants', "  mix: {", "  mixed: {")),
    fault('quote', 'syntax', boot, edit('app/text', ".replace(/^-|-$/g, '')", ".replace(/^-|-$/g, ')")),
    fault('paren', 'syntax', boot, edit('app/store', 'path.join(this.dir, `${name}.json`)', 'path.join(this.dir, `${name}.json`')),
    fault('levels-file', 'path', boot, edit('packages/journal/index', "'./levels.json'", "'../levels.json'")),
    fault('exports-gone', 'config', boot, edit('package.json', '    "./store": "./app/store.js",\n', '')),
    person('dependency-missing', 'undeclared', boot, edit('app/router', "const mime = require('mime-types');", "const mime = require('mime-db-lookup');")),
    { ...fault('data-empty', 'file', boot, { file: 'data/tracks.json', remove: true }), expect: 'ask' },
  ],
};
