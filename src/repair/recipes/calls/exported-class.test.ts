/** Classes that are given out where their instances are asked. */
import { check } from '../cases.test-helper.ts';
import { classOrInstance } from './class-or-instance.ts';

const failed = { class: 'type' as const, message: 'argument handler must be a function' };
const orders = (head: string, tail: string) =>
  `${head}class Orders {\n  list(req, res) {\n    res.json([]);\n  }\n}\n${tail}`;
const routes =
  "const orders = require('./orders');\nconst router = require('express').Router();\nrouter.get('/', orders.list);\nmodule.exports = router;\n";
const at = [['routes.js', "‸router.get('/'"]] as const;

check(classOrInstance, [
  {
    name: 'a controller whose methods a router is given',
    ...failed,
    files: { 'routes.js': routes, 'orders.js': orders('', 'module.exports = Orders;\n') },
    at,
    first: { 'orders.js': orders('', 'module.exports = new Orders();\n') },
  },
  {
    name: 'an ES module, called in a handler',
    class: 'type',
    message: 'orders.list is not a function',
    files: {
      'routes.js': "import orders from './orders.js';\nexport const all = (req, res) => orders.list(req, res);\n",
      'orders.js': orders('', 'export default Orders;\n'),
    },
    at: [['routes.js', '‸orders.list(req, res)']],
    first: { 'orders.js': /export default new Orders\(\);/ },
  },
  {
    name: 'not one that another file makes itself',
    ...failed,
    files: {
      'routes.js': routes,
      'jobs.js': "const Orders = require('./orders');\nmodule.exports = new Orders();\n",
      'orders.js': orders('', 'module.exports = Orders;\n'),
    },
    at,
    first: null,
  },
  {
    name: 'not one that is made out of something',
    ...failed,
    files: {
      'routes.js': routes,
      'orders.js':
        'class Orders {\n  constructor(store) {\n    this.store = store;\n  }\n  list(req, res) {\n    res.json([]);\n  }\n}\nmodule.exports = Orders;\n',
    },
    at,
    first: null,
  },
  {
    name: 'not one of which something of the class itself is asked, too',
    ...failed,
    files: {
      'routes.js': routes,
      'a.js': "const Orders = require('./orders');\nmodule.exports = Orders.open;\n",
      'orders.js': orders('', 'Orders.open = () => 1;\nmodule.exports = Orders;\n'),
    },
    at,
    first: null,
  },
  {
    name: 'not one that lacks the method',
    ...failed,
    files: {
      'routes.js': routes.replace('orders.list', 'orders.all'),
      'orders.js': orders('', 'module.exports = Orders;\n'),
    },
    at,
    first: null,
  },
]);
