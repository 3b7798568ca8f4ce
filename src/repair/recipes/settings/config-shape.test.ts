import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, contextOf, historyOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { configPlaces } from './config-places.ts';
import { configShape } from './config-shape.ts';
import { envKey } from './elsewhere.ts';

const loader = "const config = JSON.parse(require('fs').readFileSync('config/app.json', 'utf8'));\n";
const app = `${loader}exports.title = config.title;\nexports.size = config.pageSize;\n`;
const broken = { class: 'type', message: "Cannot read properties of undefined (reading 'from')" } as const;

check(configShape, [
  {
    name: 'a section that the file of another environment still has by its name',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'port')",
    named: { property: 'port', nullish: 'undefined' },
    files: {
      'config/default.json': '{ "server": { "port": 3000, "limit": "1kb" }, "shop": { "name": "x" } }',
      'config/production.json': '{ "http": { "limit": "5kb" } }',
      'a.js': 'app.use(json({ limit: config.http.limit }));\nexports.shop = config.shop.name;\n',
      'b.js': 'listen(config.http.port);\n',
    },
    at: [['b.js', 'config.http.‸port']],
    first: { 'config/default.json': /"http": \{ "port": 3000/ },
  },
  {
    name: 'a key of one of several files that one line of code reads by their names: the others say it as it is read',
    class: 'type',
    message: 'Cannot convert undefined or null to object',
    files: {
      'queries/sold.json': '{ "from": "items", "where": { "state": "sold" } }',
      'queries/lost.json': '{ "from": "items", "filter": { "state": "lost" } }',
      'a.js':
        "const { readFileSync } = require('fs');\nexports.run = (name, rows) => {\n  const query = JSON.parse(readFileSync(`queries/${name}.json`, 'utf8'));\n  return rows[query.from].filter((row) => fits(row, Object.entries(query.where)));\n};\n",
    },
    at: [['a.js', '‸Object.entries']],
    first: { 'queries/lost.json': '{ "from": "items", "where": { "state": "lost" } }' },
  },
  {
    name: 'a section by a like name that has nothing of what is read of it is asked for',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'percent')",
    named: { property: 'percent', nullish: 'undefined' },
    files: {
      'config/app.json': '{ "title": "A", "taxes": { "mainland": 9, "islands": 4 } }',
      'a.js': `${loader}exports.title = config.title;\nexports.tax = (cents) => (cents * config.tax.percent) / 100;\n`,
    },
    at: [['a.js', 'config.tax.‸percent']],
    first: { 'a.js': /config\.taxes\.percent/ },
    ask: /only you know/,
  },
  {
    name: 'a slip in the file, of a name that the code hands on',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'find')",
    named: { property: 'find', nullish: 'undefined' },
    files: {
      'config/app.json': '{ "title": "A", "dicounts": [{ "code": "X" }] }',
      'a.js': `${loader}const { title, discounts } = config;\nexports.pricing = new Pricing({ discounts, title });\n`,
      'b.js':
        'class Pricing {\n  constructor({ discounts }) {\n    this.discounts = discounts;\n  }\n  of(code) {\n    return this.discounts.find((one) => one.code === code);\n  }\n}\nmodule.exports = { Pricing };\n',
    },
    at: [['b.js', 'discounts.‸find']],
    first: { 'config/app.json': /"discounts": \[/ },
  },
  {
    name: 'a setting that left its section and kept both names',
    class: 'type',
    message: 'The "path" argument must be of type string. Received undefined',
    files: {
      'config/app.json': '{ "pagesFolder": "pages", "pages": { "title": "A" }, "port": 1 }',
      'a.js': `${loader}exports.port = config.port;\nexports.title = config.pages.title;\nexports.page = (name) => join(config.pages.folder, name);\n`,
    },
    at: [['a.js', '‸join(']],
    first: { 'a.js': /join\(config\.pagesFolder, name\)/ },
  },
  {
    name: 'one that went into a section and left a part of its name outside',
    class: 'type',
    message: 'The "path" argument must be of type string. Received undefined',
    files: {
      'config/app.json': '{ "pages": { "title": "A", "folder": "pages" }, "port": 1 }',
      'a.js': `${loader}exports.port = config.port;\nexports.title = config.pages.title;\nexports.page = (name) => join(config.pagesFolder, name);\n`,
    },
    at: [['a.js', '‸join(']],
    first: { 'a.js': /join\(config\.pages\.folder, name\)/ },
  },
  {
    name: 'a key that only the code calls otherwise, told by what is read of it',
    ...broken,
    files: {
      'app.cjs': `${app}exports.hours = () => config.openingTimes.to - config.openingTimes.from;\n`,
      'config/app.json': '{ "title": "A", "pageSize": 2, "office": { "from": 8, "to": 18 } }\n',
      'config/app.example.json': '{ "title": "A", "pageSize": 2, "office": { "from": 8, "to": 18 } }\n',
    },
    first: { 'app.cjs': /config\.office\.to - config\.office\.from/ },
  },
  {
    name: 'a key that only the file calls otherwise',
    ...broken,
    files: {
      'app.cjs': `${app}exports.hours = () => config.opening.to - config.opening.from;\n`,
      'config/app.json': '{ "title": "A", "pageSize": 2, "openingHours": { "from": 8, "to": 18 } }\n',
      'config/app.example.json': '{ "title": "A", "pageSize": 2, "opening": { "from": 8, "to": 18 } }\n',
    },
    first: { 'config/app.json': '{ "title": "A", "pageSize": 2, "opening": { "from": 8, "to": 18 } }\n' },
  },
  {
    name: 'a section that lies in another one, which is handed on by its name',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'ttl')",
    named: { property: 'ttl', nullish: 'undefined' },
    files: {
      'default.json': '{ "pages": { "size": 4 }, "flags": { "stars": true, "cache": { "ttl": 3 } } }',
      'config.js':
        "const defaults = require('./default.json');\nmodule.exports = { pages: defaults.pages, flags: defaults.flags, cache: defaults.cache };\n",
      'a.js': "const config = require('./config');\nmodule.exports = new Cache(config.cache.ttl);\n",
    },
    at: [['a.js', 'config.cache.‸ttl']],
    first: { 'config.js': /cache: defaults\.flags\.cache \}/ },
  },
  ...(
    [
      ['paging', 'http: { paging }', '"paging": { "size": 3 }'],
      ['paging: pages = {}', 'http: { paging: pages = {} }', '"paging": { "size": 3 }'],
      ['httpPaging', 'http: { paging: httpPaging }', '"paging": { "size": 3 }'],
    ] as const
  ).map(([taken, deeper, section]) => ({
    name: `a section that lies in another one, which is read itself, taken out as \`${taken}\``,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'size')",
    named: { property: 'size', nullish: 'undefined' as const },
    files: {
      'config.json': `{ "title": "A", "http": { "port": 1, ${section} }, "fees": { "full": 2 } }`,
      'app.js': "const config = require('./config.json');\nlisten(config.http.port, config.title);\n",
      'a.js': `const config = require('./config.json');\nconst { fees, ${taken} } = config;\nexports.list = () => [${taken.replace(/^paging: | = .*/g, '')}.size, fees.full];\n`,
    },
    at: [['a.js', `[${taken.replace(/^paging: | = .*/g, '')}.‸size`]] as const,
    first: {
      'a.js': `const config = require('./config.json');\nconst { fees, ${deeper} } = config;\nexports.list = () => [${taken.replace(/^paging: | = .*/g, '')}.size, fees.full];\n`,
    },
  })),
  {
    name: 'a section that lies in two others',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'size')",
    named: { property: 'size', nullish: 'undefined' },
    files: {
      'config.json':
        '{ "title": "A", "http": { "port": 1, "paging": { "size": 3 } }, "mail": { "paging": { "size": 9 } } }',
      'app.js': "const config = require('./config.json');\nlisten(config.http.port, config.title, config.mail);\n",
      'a.js':
        "const config = require('./config.json');\nconst { title, paging } = config;\nexports.list = () => [paging.size, title];\n",
    },
    at: [['a.js', '[paging.‸size']],
    first: null,
  },
  {
    name: 'a key one level too deep',
    ...broken,
    files: {
      'app.cjs': `${app}exports.list = () => config.discounts.map(String);\n`,
      'config/app.json': '{\n  "title": "A",\n  "pageSize": 2,\n  "pricing": { "discounts": [1] }\n}\n',
    },
    first: { 'config/app.json': /"pageSize": 2,\s+"discounts": \[\s*1\s*\]\s*\}/ },
  },
  {
    name: 'a key that an example has and the file lacks',
    ...broken,
    files: {
      'app.cjs': `${app}exports.list = () => config.discounts.map(String);\n`,
      'config/app.json': '{\n  "title": "A",\n  "pageSize": 2\n}\n',
      'config/app.example.json': '{ "title": "B", "pageSize": 3, "discounts": [1] }\n',
    },
    first: { 'config/app.json': /"pageSize": 2,\s+"discounts": \[/ },
  },
  {
    name: 'a placeholder is no value',
    ...broken,
    files: {
      'app.cjs': `${app}exports.key = () => config.apiKey.trim();\n`,
      'config/app.json': '{ "title": "A", "pageSize": 2 }\n',
      'config/app.example.json': '{ "title": "A", "pageSize": 2, "apiKey": "change-me" }\n',
    },
    first: null,
  },
  {
    name: 'what was a list before',
    ...broken,
    files: {
      'app.cjs': `${app}exports.list = () => config.discounts.map(String);\n`,
      'config/app.json': '{ "title": "A", "pageSize": 2, "discounts": { "half": 1, "full": 2 } }\n',
    },
    context: {
      git: historyOf({ show: { 'config/app.json': '{ "title": "A", "pageSize": 2, "discounts": [1, 2] }\n' } }),
    },
    first: { 'config/app.json': /"discounts": \[\s*1,\s*2\s*\]/ },
  },
  ...(
    [
      [
        'flags, of which one is off',
        '{ "mail": true, "sms": false, "fax": true }',
        '["mail"]',
        /\[\s*"mail",\s*"fax"\s*\]/,
      ],
      ['records by their key', '{ "a": { "cents": 5 } }', '[{ "id": "b", "cents": 2 }]', /"id": "b"/],
      ['records with all they had', '{ "a": { "id": "a", "cents": 5 } }', '[{ "id": "b", "cents": 2 }]', /"cents": 5/],
    ] as const
  ).map(([kind, now, before, after]) => ({
    name: `what was a list before, and is ${kind}`,
    ...broken,
    files: {
      'app.cjs': `${app}exports.list = () => config.discounts.entries().toArray();\n`,
      'config/app.json': `{ "title": "A", "pageSize": 2, "discounts": ${now} }\n`,
    },
    context: {
      git: historyOf({ show: { 'config/app.json': `{ "title": "A", "pageSize": 2, "discounts": ${before} }\n` } }),
    },
    first: { 'config/app.json': after },
  })),
  {
    name: 'a list that was written as text',
    class: 'type',
    message: 'config.zones.map is not a function',
    files: {
      'app.cjs': `${app}exports.list = () => config.zones.map((each) => each.trim());\n`,
      'config/app.json': '{ "title": "A", "pageSize": 2, "zones": "home, eu" }\n',
    },
    first: { 'config/app.json': /"zones": \[\s*"home",\s*"eu"\s*\]/ },
  },
  {
    name: 'settings of a module that groups them otherwise',
    class: 'type',
    message: "Cannot read properties of undefined (reading 'days')",
    files: {
      'settings.js': "export const settings = {\n  port: 1,\n  loanDays: 21,\n  file: 'a',\n};\n",
      'app.js':
        "import { settings } from './settings.js';\nexport default [settings.port, settings.file, settings.loans.days];\n",
    },
    first: { 'app.js': /settings\.file, settings\.loanDays\]/ },
  },
  ...(
    [
      ['is idle', ''],
      ['others read', 'exports.many = config.mail.size;\n'],
    ] as const
  ).map(([which, more]) => ({
    name: `one word that a section which ${which} has among others, where the one that is read is gone`,
    class: 'type' as const,
    message: "Cannot read properties of undefined (reading 'rate')",
    named: { property: 'rate', nullish: 'undefined' as const },
    files: {
      'app.cjs': `${app}exports.vat = () => config.tax.rate;\n${more}`,
      'config/app.json': '{ "title": "A", "pageSize": 2, "mail": { "size": 10, "rate": 5 } }\n',
    },
    at: [['app.cjs', 'config.tax.‸rate'] as const],
    first: { 'app.cjs': /config\.mail\.rate/ },
    ask: /only you know/,
  })),
  {
    name: 'two names that have nothing in common are a question',
    ...broken,
    files: {
      'app.cjs': `${app}exports.most = () => config.maxItems.toFixed();\n`,
      'config/app.json': '{ "title": "A", "pageSize": 2, "legacy": 3 }\n',
    },
    first: { 'app.cjs': /config\.legacy\.toFixed/ },
    ask: /only you know/,
  },
  {
    name: 'an object of the app that has a key or two of a module is no settings',
    ...broken,
    files: {
      'errors.js': "export const names = { name: 'x', other: 1, third: 2 };\n",
      'app.js': 'export default (user) => [user.name, user.email];\n',
    },
    first: null,
  },
  {
    name: 'an environment that empties a setting',
    class: 'type',
    message: "Cannot read properties of null (reading 'find')",
    files: {
      'app.cjs': `${app}exports.at = () => config.steps.find(Boolean);\n`,
      'config/app.json': '{ "title": "A", "pageSize": 2, "steps": [1] }\n',
      'config/production.json': '{ "pageSize": 9, "steps": null }\n',
    },
    first: { 'config/production.json': /^\{\s*"pageSize": 9\s*\}\n$/ },
  },
]);

const template = 'CARRIER_TOKEN=\nLOAN_DAYS=21\nPORT=3000\n';

check(envKey, [
  {
    name: 'a variable that is taken out of the environment, and used by nobody',
    class: 'config',
    message: 'options.port should be >= 0 and < 65536. Received type number (NaN).',
    files: {
      'settings.js': 'const { PORT } = process.env;\nmodule.exports = { port: Number(process.env.SHOP_PORT) };\n',
      'index.js': "const settings = require('./settings');\nserver.listen(settings.port);\n",
    },
    at: [['index.js', '‸server.listen']],
    context: { envKeys: ['PORT', 'HOME'] },
    first: { 'settings.js': /port: Number\(PORT\)/ },
    ask: null,
  },
  {
    name: 'a name that a helper reads, told by the one that is set and nobody reads',
    class: 'env_missing',
    message: 'Missing environment variable CARRIER_API_TOKEN',
    named: { envKey: 'CARRIER_API_TOKEN' },
    files: { 'app.cjs': "const need = (name) => process.env[name];\nneed('CARRIER_API_TOKEN');\nneed('LOAN_DAYS');\n" },
    outside: { '.env.example': template },
    context: { envKeys: ['CARRIER_TOKEN', 'LOAN_DAYS', 'PATH'] },
    first: { 'app.cjs': /need\('CARRIER_TOKEN'\);\nneed\('LOAN_DAYS'\)/ },
  },
  {
    name: 'a name that is read elsewhere is not what was meant',
    class: 'env_missing',
    message: 'Missing environment variable CARRIER_API_TOKEN',
    named: { envKey: 'CARRIER_API_TOKEN' },
    files: {
      'app.cjs': "const need = (name) => process.env[name];\nneed('CARRIER_API_TOKEN');\nneed('CARRIER_TOKEN');\n",
    },
    outside: { '.env.example': template },
    context: { envKeys: ['CARRIER_TOKEN', 'PATH'] },
    first: null,
  },
  {
    name: 'a name whose value is taken out of the settings where it fails',
    class: 'type',
    message: 'The "path" argument must be of type string. Received undefined',
    named: { code: 'ERR_INVALID_ARG_TYPE' },
    files: {
      'settings.js': 'module.exports = { stockFile: process.env.STOCKFILE, rate: process.env.RATE };\n',
      'stock.js': "const { stockFile } = require('./settings');\nconst file = path.join(__dirname, stockFile);\n",
    },
    at: [['stock.js', 'path.‸join(']],
    outside: { '.env': 'STOCK_FILE=a.json\nRATE=1\n' },
    context: { envKeys: ['STOCK_FILE', 'RATE', 'PATH'] },
    first: { 'settings.js': /stockFile: process\.env\.STOCK_FILE,/ },
  },
  {
    name: 'a name whose value is handed over on the way to where it fails',
    class: 'type',
    message: 'The "paths[0]" argument must be of type string. Received undefined',
    named: { code: 'ERR_INVALID_ARG_TYPE' },
    files: {
      'env.js': 'exports.env = { contentDir: process.env.CONTENT_DIR };\n',
      'index.js': "const { env } = require('./env');\nexports.bank = new Bank(env.contentDir);\n",
      'bank.js': 'class Bank {\n  constructor(folder) {\n    this.folder = path.resolve(folder);\n  }\n}\n',
    },
    at: [
      ['bank.js', 'path.‸resolve('],
      ['index.js', '‸new Bank('],
    ],
    outside: { '.env': 'QUIZ_CONTENT_DIR=content\n' },
    context: { envKeys: ['QUIZ_CONTENT_DIR', 'PATH'] },
    first: { 'env.js': /process\.env\.QUIZ_CONTENT_DIR/ },
  },
]);

check(configPlaces, [
  {
    name: 'one file of a folder lies elsewhere, and the folder has others below it: it is not the folder that moved',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/content/nav.json'",
    named: { code: 'ENOENT', path: '/srv/project/content/nav.json', syscall: 'open' },
    files: {
      'src/paths.js':
        "exports.content = path.join(root, 'content');\nexports.data = path.join(root, 'data');\nexports.nav = path.join(exports.content, 'nav.json');\n",
      'content/guide/install.md': '# Install\n',
      'data/nav.json': '[]\n',
    },
    at: [['src/paths.js', '‸exports.nav']],
    first: { 'content/nav.json': '[]\n' },
  },
  {
    name: 'one part of a path that is put together names another folder than is there',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/conf/defaults.json'",
    named: { code: 'ENOENT', path: '/srv/project/conf/defaults.json', syscall: 'open' },
    files: {
      'lib/a.js':
        "const read = (name) => fs.readFileSync(path.join(__dirname, '..', 'conf', name), 'utf8');\nread('defaults.json');\nread('live.json');\n",
      'config/defaults.json': '{}',
      'config/live.json': '{}',
    },
    at: [['lib/a.js', '‸fs.readFileSync']],
    first: { 'lib/a.js': /'\.\.', 'config', name/ },
  },
  {
    name: 'a file that a setting misspells',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/content/question.json'",
    named: { code: 'ENOENT', path: '/srv/project/content/question.json', syscall: 'open' },
    files: {
      'config.json': '{ "file": "content/question.json" }',
      'content/questions.json': '[]',
      'content/answers.json': '[]',
      'a.js': 'load();\n',
    },
    at: [['a.js', '‸load']],
    first: { 'config.json': '{ "file": "content/questions.json" }' },
  },
  {
    name: 'one file of a folder that a setting names, and in which the others still lie: the text that names the file',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/data/tickets.json'",
    named: { code: 'ENOENT', path: '/srv/project/data/tickets.json', syscall: 'open' },
    files: {
      'config.json': '{ "data": "data" }',
      'data/concerts.json': '[]',
      'data/seed/tickets.json': '[]',
      'a.js': "read(path.join(config.data, 'tickets.json'));\nread(path.join(config.data, 'concerts.json'));\n",
    },
    at: [['a.js', '‸read']],
    first: { 'a.js': /'seed\/tickets\.json'/ },
  },
  {
    name: 'a folder that is looked for beside the file and lies beside its folder',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/config/data/ports.json'",
    named: { code: 'ENOENT', path: '/srv/project/config/data/ports.json', syscall: 'open' },
    files: {
      'config/default.json': '{}',
      'config/index.js':
        "const own = path.join(__dirname, 'default.json');\nexports.dir = path.resolve(__dirname, process.env.DIR || 'data');\n",
      'data/ports.json': '[]',
      'data/rows.json': '[]',
      'a.js': 'load();\n',
    },
    at: [['a.js', '‸load']],
    first: { 'config/index.js': /resolve\(__dirname, '\.\.', process\.env/ },
  },
  {
    name: 'a folder that a template names, and whose files lie one deeper',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/content/shows.ndjson'",
    named: { code: 'ENOENT', path: '/srv/project/content/shows.ndjson', syscall: 'open' },
    files: {
      'content/now/shows.ndjson': '{}',
      'content/now/rows.ndjson': '{}',
      'src/a.mjs': 'const file = new URL(`../content/${name}.ndjson`, import.meta.url);\n',
    },
    at: [['src/a.mjs', 'new ‸URL']],
    first: { 'src/a.mjs': /`\.\.\/content\/now\/\$\{name\}/ },
  },
  {
    name: 'the one file of the folder of which nobody speaks is the one that is read under another name',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/data/vessels.json'",
    named: { code: 'ENOENT', path: '/srv/project/data/vessels.json', syscall: 'open' },
    files: {
      'data/ports.json': '[{ "name": "A" }]',
      'data/ships.json': '[{ "name": "B", "decks": 2 }]',
      'a.js': "load('ports');\nload('vessels').map((one) => [one.name, one.decks]);\n",
    },
    at: [['a.js', "‸load('vessels')"]],
    first: { 'data/vessels.json': '[{ "name": "B", "decks": 2 }]' },
  },
  {
    name: 'one of which the code reads nothing is not',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/data/vessels.json'",
    named: { code: 'ENOENT', path: '/srv/project/data/vessels.json', syscall: 'open' },
    files: {
      'data/ports.json': '[{ "name": "A" }]',
      'data/backup.json': '[{ "name": "B", "at": 2 }]',
      'a.js': "load('ports');\nload('vessels').map((one) => [one.name, one.decks]);\n",
    },
    at: [['a.js', "‸load('vessels')"]],
    first: null,
  },
  {
    name: 'of two of which nobody speaks neither is',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/data/vessels.json'",
    named: { code: 'ENOENT', path: '/srv/project/data/vessels.json', syscall: 'open' },
    files: { 'data/old.json': '[]', 'data/ships.json': '[1]', 'a.js': "load('ports');\nload('vessels');\n" },
    at: [['a.js', "‸load('vessels')"]],
    first: null,
  },
  {
    name: 'one file of a folder is not put where no folder is: the path is wrong',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/config/data/ports.json'",
    named: { code: 'ENOENT', path: '/srv/project/config/data/ports.json', syscall: 'open' },
    files: { 'config/app.js': '', 'data/ports.json': '[]', 'data/rows.json': '[]', 'a.js': 'load();\n' },
    at: [['a.js', '‸load']],
    first: null,
  },
  {
    name: 'an environment that is loaded too late',
    class: 'env_missing',
    message: 'API_URL is not set',
    named: { envKey: 'API_URL' },
    files: {
      'app.mjs':
        "import { existsSync } from 'node:fs';\n\nconst file = new URL('.env', import.meta.url);\nif (!process.env.API_URL) throw new Error('API_URL is not set');\nif (existsSync(file)) process.loadEnvFile(file);\n",
    },
    at: [['app.mjs', "throw ‸new Error('API_URL"]],
    context: { envKeys: ['API_URL'] },
    first: {
      'app.mjs':
        "import { existsSync } from 'node:fs';\n\nconst file = new URL('.env', import.meta.url);\nif (existsSync(file)) process.loadEnvFile(file);\nif (!process.env.API_URL) throw new Error('API_URL is not set');\n",
    },
  },
]);

test('POL-3 the line of package.json or .env is told, and nothing is written there', async () => {
  const files = { 'a.js': "import './b.js';\n", 'b.js': 'export const b = 1;\n' };
  const outside = { 'package.json': '{\n  "name": "x",\n  "type": "commonjs"\n}\n', '.env': 'A_B=1\nLOAN_DAYS=21d\n' };
  const told = (of: 'module_format' | 'unknown', message: string) =>
    contextOf({ name: message, files, outside, class: of, message, first: null, context: { envKeys: ['LOAN_DAYS'] } });
  const format = told('module_format', 'Cannot use import statement outside a module');
  assert.match((await configPlaces.outside?.(format))?.why ?? '', /^package\.json:3: "type" is "commonjs"/);
  const written = (manifest: string) =>
    contextOf({
      ...{ name: 'written', files, outside: { 'package.json': manifest }, class: 'module_format', first: null },
      message: 'Top-level await is currently not supported with the "cjs" output format',
    });
  const lacking = await configPlaces.outside?.(written('{\n  "name": "x"\n}\n'));
  assert.match(lacking?.why ?? '', /^package\.json: 2 of 2 sources .* "type": "module"/);
  assert.equal(await configPlaces.outside?.(written('{\n  "name": "x",\n  "type": "module"\n}\n')), null);
  const imports = '{\n  "imports": {\n    "#a/*": "./src/*.js",\n    "#core/*": "./src/lib/*.js"\n  }\n}\n';
  const folder = contextOf({
    ...{ name: 'folder', files: { ...files, 'src/core/router.js': '' }, outside: { 'package.json': imports } },
    ...{ class: 'missing_module' as const, first: null },
    message: "Cannot find module '/srv/project/src/lib/router.js' imported from /srv/project/a.js",
  });
  assert.match((await configPlaces.outside?.(folder))?.why ?? '', /^package\.json:4: the folder \.\/src\/lib is not/);
  const later = told('unknown', 'LOAN_DAYS must be a whole number');
  assert.equal(configPlaces.action?.(later), null, 'TRI-5: a request may have brought these words');
  const refused = { ...later, signal: { ...later.signal, beforeReady: true } };
  assert.match(configPlaces.action?.(refused)?.why ?? '', /in \.env:2$/);
  assert.deepEqual(await configPlaces.ideas(refused), []);
});

test('POL-3 the line of the package.json of one of several packages is told', async () => {
  const shared =
    '{\n  "name": "@acme/shared",\n  "type": "commonjs",\n  "main": "lib/indx.js",\n  "exports": "./lib/indx.js"\n}\n';
  const rules = '{\n  "name": "rules",\n  "imports": { "#all/*": "./al/*.js" }\n}\n';
  const files = {
    'package.json': '{"workspaces":["packages/*"]}',
    'packages/shared/package.json': shared,
    'packages/shared/lib/index.js': 'export const a = 1;\n',
    'packages/rules/package.json': rules,
    'packages/rules/all/x.js': '',
    'server.js': "require('@acme/shared');\n",
  };
  const told = async (of: 'missing_module' | 'import_export', message: string, named = {}) =>
    (await configPlaces.outside?.(contextOf({ name: '', files, class: of, message, named, first: null })))?.why ?? '';
  const main =
    "Cannot find package '/srv/project/node_modules/@acme/shared/lib/indx.js' imported from /srv/project/server.js";
  assert.match(
    await told('missing_module', main),
    /^packages\/shared\/package\.json:4: lib\/indx\.js is not there, packages\/shared\/lib\/index\.js is/,
  );
  const exported = "Cannot find module '/srv/project/packages/shared/lib/indx.js' imported from /srv/project/server.js";
  assert.match(await told('missing_module', exported), /^packages\/shared\/package\.json:4: lib\/indx/);
  const folder = "Cannot find module '/srv/project/packages/rules/al/x.js'";
  assert.match(await told('missing_module', folder), /^packages\/rules\/package\.json:3: the folder \.\/al is not/);
  const common =
    "Named export 'a' not found. The requested module '@acme/shared' is a CommonJS module, which may not support all";
  const named = { module: '@acme/shared', exportName: 'a' };
  assert.match(await told('import_export', common, named), /^packages\/shared\/package\.json:3: "type" is "commonjs"/);
});

test('TRI-4 a variable whose value is refused at boot is for a person', () => {
  const message = 'environment variable MAX_HOURS must be a whole number';
  const given = {
    name: '',
    files: {},
    class: 'env_missing' as const,
    message,
    named: { envKey: 'MAX_HOURS' },
    first: null,
  };
  const context = { ...contextOf(given), envKeys: ['MAX_HOURS'] };
  const atBoot = { ...context, signal: { ...context.signal, beforeReady: true } };
  assert.match(envKey.action?.(atBoot)?.why ?? '', /value of the environment variable MAX_HOURS is refused/);
  assert.equal(envKey.action?.(context), null, 'TRI-5: a request may have brought these words');
});

check(configPlaces, [
  {
    name: 'a list of names without endings, of which one is no file',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/data/track.json'",
    named: { code: 'ENOENT', path: '/srv/project/data/track.json', syscall: 'open' },
    files: {
      'app.json': '{ "kind": "data", "files": ["shows", "track"] }\n',
      'data/shows.json': '[]\n',
      'data/tracks.json': '[]\n',
      'a.js':
        "const { files } = require('./app.json');\nfor (const file of files) fs.readFileSync(`data/${file}.json`);\n",
    },
    at: [['a.js', 'fs.‸readFileSync(`']],
    first: { 'app.json': '{ "kind": "data", "files": ["shows", "tracks"] }\n' },
  },
  {
    name: 'a file that a setting of YAML names wrongly, without quotes',
    class: 'missing_file',
    message: "ENOENT: no such file or directory, open '/srv/project/data/item.json'",
    named: { code: 'ENOENT', path: '/srv/project/data/item.json', syscall: 'open' },
    files: {
      'config/app.yaml': 'folder: data\nfile: item.json\n',
      'data/items.json': '{"items": []}\n',
      'a.js':
        "const { parse } = require('yaml');\nconst fs = require('fs');\nconst { folder, file } = parse(fs.readFileSync('config/app.yaml', 'utf8'));\nfs.readFileSync(`${folder}/${file}`);\n",
    },
    at: [['a.js', 'fs.‸readFileSync(`']],
    first: { 'config/app.yaml': 'folder: data\nfile: items.json\n' },
  },
]);

check(configShape, [
  {
    name: 'a section that is asked for by its path is read',
    class: 'type',
    message: 'compiled.get(...) is not a function',
    files: {
      'config/app.json': '{ "views": { "folder": "views" }, "port": 1 }',
      'config.js': `${loader}const need = (path) => path.split('.').reduce((node, key) => node[key], config);\nexports.config = { port: config.port, viewFolder: need('views.folder') };\n`,
      'views.js':
        "const { config } = require('./config');\nexports.open = (name) => compiled.get(name)(config.viewFolder);\n",
    },
    at: [['views.js', 'compiled.‸get']],
    first: null,
  },
]);

const ofNothing = (property: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${property}')`,
  named: { property, nullish: 'undefined' as const },
});

check(configShape, [
  {
    name: 'a section of an INI file of which all that is read of the variable it is kept in stands there, by a name of its own',
    ...ofNothing('free_from'),
    files: {
      'cellar.ini': '; what a parcel costs\n[delivery]\nfree_from = 120\nbase = 4.9\n\n[tax]\nrate = 20\n',
      'a.js':
        "const cellar = require('ini').parse(require('fs').readFileSync('cellar.ini', 'utf8'));\nexports.tax = () => cellar.tax.rate;\nexports.cost = () => {\n  const rule = cellar.shipping;\n  return rule.free_from + rule.base;\n};\n",
    },
    at: [['a.js', 'rule.‸free_from']],
    first: { 'a.js': /const rule = cellar\.delivery;/ },
  },
  {
    name: 'a section that is handed on as a property, and of which a constructor takes all',
    class: 'type',
    message: "Cannot destructure property 'size' of 'undefined' as it is undefined.",
    named: { property: 'size', receiver: 'undefined', nullish: 'undefined' },
    files: {
      'site.yaml': 'port: 1\npool:\n  size: 2\n  wait: 10\n',
      'config.js':
        "const file = yaml.load(fs.readFileSync('site.yaml', 'utf8'));\nexports.config = { port: file.port, workers: file.workers };\n",
      'app.js':
        "const { config } = require('./config');\nconst { Pool } = require('./pool');\nnew Pool('job.js', config.workers);\n",
      'pool.js':
        'class Pool {\n  constructor(file, { size, wait }) {\n    this.all = [file, size, wait];\n  }\n}\nexports.Pool = Pool;\n',
    },
    at: [
      ['pool.js', '{ ‸size'],
      ['app.js', '‸new Pool'],
    ],
    first: { 'config.js': /workers: file\.pool/ },
  },
  {
    name: 'a list under a name of its own, of which members of a list are called; what the code sets itself is not missing',
    ...ofNothing('forEach'),
    files: {
      'site.json': '{"port":1,"shop":{"name":"a"},"locales":["en","de"]}',
      'config.js':
        "const config = require('./site.json');\nconfig.root = __dirname;\nconfig.start = config.port;\nmodule.exports = config;\n",
      'a.js':
        "const config = require('./config');\nexports.load = () => config.languages.forEach((lang) => read(config.root, lang));\nexports.name = () => config.shop.name;\nexports.first = () => config.languages[0];\n",
    },
    at: [['a.js', 'languages.‸forEach']],
    first: { 'site.json': '{"port":1,"shop":{"name":"a"},"languages":["en","de"]}' },
  },
  {
    name: 'a section that a function takes out of what it is handed, by another name',
    ...ofNothing('minimum'),
    files: {
      'config/app.yaml': 'shop:\n  name: a\nsearch:\n  minimum: 3\n',
      'a.js':
        "export function search(app, { config: { searching: options } }) {\n  app.get('/', (q) => q.length < options.minimum);\n}\n",
      'b.js': "export function shop(app, { config }) {\n  app.get('/', () => config.shop.name);\n}\n",
    },
    at: [['a.js', 'options.‸minimum']],
    first: { 'a.js': /\{ config: \{ search: options \} \}/ },
    ask: null,
  },
  {
    name: 'a section that both layers of the settings call otherwise',
    ...ofNothing('port'),
    files: {
      'config/default.yaml': 'application:\n  name: a\n  port: 1\nlimits:\n  page: 3\n',
      'config/production.yaml': 'application:\n  name: b\n',
      'config.js':
        "const config = merge(read('default'), read('production'));\nconfig.app.port = 2;\nexports.config = config;\n",
      'a.js':
        "const { config } = require('./config');\nexports.a = [config.app.name, config.app.port, config.limits.page];\n",
    },
    at: [['a.js', 'config.app.‸port']],
    first: {
      'config/default.yaml': /^app:/,
      'config/production.yaml': /^app:/,
    },
  },
]);

const headless = (more: string, extra = ''): Omit<Case, 'name' | 'first'> => ({
  class: 'type',
  message: "Cannot read properties of undefined (reading 'outbox')",
  named: { property: 'outbox', nullish: 'undefined' },
  files: {
    'config/app.json': `{\n  "port": 1,\n  "title": "A",\n  "from": "a@b.c",\n  "outbox": "var/out"${more}\n}\n`,
    'a.js': `${loader}exports.title = config.title + config.port;\nexports.to = join(root, config.mail.outbox);\nexports.from = config.mail.from;\n${extra}`,
  },
  at: [['a.js', 'config.mail.‸outbox']],
});

check(configShape, [
  {
    ...headless(''),
    name: 'a section that lost its head',
    first: { 'config/app.json': /"title": "A",\n {2}"mail": \{\s+"from": "a@b\.c",\s+"outbox": "var\/out"\s+\}/ },
  },
  {
    ...headless(''),
    files: {
      ...headless('').files,
      'a.js': `${loader}module.exports = { title: config.title, port: config.port, outbox: join(root, config.mail.outbox), sender: config.mail.from };\n`,
      'b.js':
        "const config = require('./a');\nexports.send = () => open(config.outbox, config.sender, config.title + config.port);\n",
    },
    name: 'a section that lost its head, one of whose keys a module of the same name has',
    first: { 'config/app.json': /"mail": \{\s+"from": "a@b\.c",\s+"outbox": "var\/out"\s+\}/ },
  },
  {
    ...headless('', 'exports.sender = config.from;\n'),
    name: 'one of its keys is read where it stands',
    first: null,
  },
]);
