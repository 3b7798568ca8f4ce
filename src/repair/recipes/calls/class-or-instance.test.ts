import { check } from '../cases.test-helper.ts';
import { classOrInstance } from './class-or-instance.ts';

const service =
  'class Trails {\n  constructor(list = []) {\n    this.items = list;\n  }\n  list() {\n    return this.items;\n  }\n}\n';

check(classOrInstance, [
  {
    name: '`new` forgotten, with what another class beside it is made with',
    class: 'type',
    message: 'boats.list is not a function',
    named: { receiver: 'boats', property: 'list' },
    files: {
      'boats.js':
        'export class Boats {\n  constructor(store) {\n    this.store = store;\n  }\n  list() {\n    return [];\n  }\n}\n',
      'all.js':
        "import { Berths } from './berths.js';\nimport { Boats } from './boats.js';\nexport function all(store) {\n  const berths = new Berths(store);\n  const boats = Boats;\n  return { berths, boats };\n}\n",
      'routes.js': 'export const routes = ({ boats }) => () => boats.list();\n',
    },
    at: [['routes.js', 'boats.‸list']],
    first: { 'all.js': /const boats = new Boats\(store\);/ },
  },
  {
    name: 'a class among instances that are handed over',
    class: 'type',
    message: 'controller[action] is not a function',
    files: {
      'router.js': 'exports.mount = (controller, action) => () => controller[action]();\n',
      'orders.js': 'class Orders {\n  list() {}\n}\nmodule.exports = Orders;\n',
      'app.js':
        "const { mount } = require('./router');\nconst Orders = require('./orders');\nconst Users = require('./users');\nmount(Orders, 'list');\nmount(new Users(container), 'list');\n",
    },
    at: [['router.js', '‸controller[action]()']],
    first: { 'app.js': /^mount\(new Orders\(container\), 'list'\);$/m },
  },
  {
    name: 'a static method asked of the instance',
    class: 'type',
    message: 'this.fileOf is not a function',
    named: { receiver: 'this', property: 'fileOf' },
    files: {
      'a.js':
        'class Store {\n  constructor(name) {\n    this.file = this.fileOf(name);\n  }\n  static fileOf(name) {\n    return name;\n  }\n}\n',
    },
    at: [['a.js', 'this.file = this.‸fileOf']],
    first: { 'a.js': /this\.file = Store\.fileOf\(name\)/ },
  },
  {
    name: 'a method of the class that nobody asks of an instance and that speaks of none',
    class: 'type',
    message: 'Vehicle.all is not a function',
    named: { receiver: 'Vehicle', property: 'all' },
    files: {
      'vehicle.js':
        'const fleet = [];\nclass Vehicle {\n  async all() {\n    return fleet;\n  }\n}\nmodule.exports = Vehicle;\n',
      'a.js': "const Vehicle = require('./vehicle');\nexports.list = () => Vehicle.all();\n",
    },
    at: [['a.js', 'Vehicle.‸all']],
    first: { 'vehicle.js': /^ {2}static async all\(\) \{$/m },
  },
  {
    name: 'one that somebody asks of an instance, too',
    class: 'type',
    message: 'Vehicle.all is not a function',
    named: { receiver: 'Vehicle', property: 'all' },
    files: {
      'a.js':
        'class Vehicle {\n  all() {\n    return 1;\n  }\n}\nexports.list = () => Vehicle.all();\nexports.one = (vehicle) => vehicle.all();\n',
    },
    at: [['a.js', 'Vehicle.‸all']],
    first: null,
  },
  {
    name: 'the class itself under the name of an instance',
    class: 'type',
    message: 'trails.list is not a function',
    named: { receiver: 'trails', property: 'list' },
    files: { 'a.js': `${service}const trails = Trails;\nexports.all = () => trails.list();\n` },
    at: [['a.js', 'trails.‸list']],
    first: { 'a.js': /const trails = new Trails\(\);/ },
  },
  {
    name: 'the class given out where everybody takes an instance',
    class: 'type',
    message: 'trails.list is not a function',
    named: { receiver: 'trails', property: 'list' },
    files: {
      'trails.js': `${service}module.exports = Trails;\n`,
      'a.js': "const trails = require('./trails');\nexports.all = () => trails.list();\n",
    },
    at: [['a.js', 'trails.‸list']],
    first: { 'trails.js': /module\.exports = new Trails\(\);/ },
  },
  {
    name: 'a class that has the method from the one it extends, given out under several names',
    class: 'type',
    message: 'trails.list is not a function',
    named: { receiver: 'trails', property: 'list' },
    files: {
      'store.js': `${service.replace('list = []', 'list')}module.exports = Trails;\n`,
      'trails.js':
        "const Trails = require('./store');\nclass Hikes extends Trails {\n  constructor() {\n    super([]);\n  }\n}\nmodule.exports = Hikes;\n",
      'a.js': "const trails = require('./trails');\nexports.all = () => trails.list();\n",
      'b.js': "const hikes = require('./trails');\nexports.all = () => hikes.list();\n",
    },
    at: [['a.js', 'trails.‸list']],
    first: { 'trails.js': /module\.exports = new Hikes\(\);/ },
  },
  {
    name: 'a class that another file makes one of',
    class: 'type',
    message: 'trails.list is not a function',
    named: { receiver: 'trails', property: 'list' },
    files: {
      'trails.js': `${service}module.exports = Trails;\n`,
      'a.js': "const trails = require('./trails');\nexports.all = () => trails.list();\n",
      'b.js': "const hikes = require('./trails');\nexports.all = () => new hikes().list();\n",
    },
    at: [['a.js', 'trails.‸list']],
    first: null,
  },
  {
    name: 'a class that wants something to be made of',
    class: 'type',
    message: 'trails.list is not a function',
    named: { receiver: 'trails', property: 'list' },
    files: {
      'a.js': `${service.replace('list = []', 'list')}const trails = Trails;\nexports.all = () => trails.list();\n`,
    },
    at: [['a.js', 'trails.‸list']],
    first: null,
  },
]);

const halls = (given: string): string =>
  `class Halls {\n  all() {\n    return this.rows;\n  }\n  rows = [];\n}\nexport default ${given};\n`;
const compiled = { class: 'type' as const, named: { property: 'all', receiver: 'halls_1.default' } };
const router =
  "import halls from './halls';\nimport rows from './rows';\nexport const list = () => rows.map(() => halls.all());\n";

check(classOrInstance, [
  {
    ...compiled,
    name: 'a class that is a default, by the name that a compiler has for it',
    message: 'halls_1.default.all is not a function',
    files: { 'src/halls.ts': halls('Halls'), 'src/rows.ts': 'export default [1];\n', 'src/router.ts': router },
    at: [['src/router.ts', 'halls.‸all']],
    first: { 'src/halls.ts': halls('new Halls()') },
  },
  {
    ...compiled,
    name: 'a default of which something else was called',
    message: 'halls_1.default.every is not a function',
    files: { 'src/halls.ts': halls('Halls'), 'src/rows.ts': 'export default [1];\n', 'src/router.ts': router },
    at: [['src/router.ts', 'halls.‸all']],
    first: null,
  },
]);
