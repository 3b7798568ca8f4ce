import { check } from '../cases.test-helper.ts';
import { textFlag } from './text-flag.ts';

const closed = { class: 'unknown' as const, message: 'answered 503' };
const settings = (on: string): string =>
  `{\n  "title": "Barges",\n  "maintenance": { "on": ${on}, "until": "six" }\n}\n`;
const server = (read: string): string =>
  `const settings = require('./settings.json');\nmodule.exports = (req, res) => {\n  ${read}\n  res.end(settings.title);\n};\n`;
const asked = server('if (settings.maintenance.on) return res.writeHead(503).end();');

check(textFlag, [
  {
    name: 'a text is asked for as a condition',
    ...closed,
    files: { 'settings.json': settings('"false"'), 'app.js': asked },
    first: { 'settings.json': settings('false') },
  },
  {
    name: 'in YAML, and turned round',
    ...closed,
    files: {
      'settings.yaml': 'title: Barges\nmaintenance:\n  off: "true"\n  until: six\n',
      'app.js': server('if (!settings.maintenance.off) return res.writeHead(503).end();'),
    },
    first: { 'settings.yaml': 'title: Barges\nmaintenance:\n  off: true\n  until: six\n' },
  },
  {
    name: 'an option of a library',
    class: 'type',
    message: 'TypeError: invalid IP address: true',
    files: {
      'settings.json': '{ "proxy": { "trust": "true" } }\n',
      'app.js': "const { proxy } = require('./settings.json');\nfastify({ trustProxy: proxy.trust });\n",
    },
    first: { 'settings.json': '{ "proxy": { "trust": true } }\n' },
  },
  {
    name: 'what protects the server is turned off by a person',
    ...closed,
    files: {
      'settings.json': '{ "login": { "required": "false" } }\n',
      'app.js':
        "const { login } = require('./settings.json');\nmodule.exports = (who) => !login.required || who.known();\n",
    },
    first: { 'settings.json': '{ "login": { "required": false } }\n' },
    ask: /protects the server/,
  },
  {
    name: 'a text that the code compares is a text',
    ...closed,
    files: {
      'settings.json': settings('"false"'),
      'app.js': server("if (settings.maintenance.on !== 'false') return res.writeHead(503).end();"),
    },
    first: null,
  },
  {
    name: 'a condition here and a text there',
    ...closed,
    files: {
      'settings.json': settings('"false"'),
      'app.js': asked,
      'log.js': "const { maintenance } = require('./settings.json');\nmodule.exports = maintenance.on.toUpperCase();\n",
    },
    first: null,
  },
  {
    name: 'what nobody asks for as a condition',
    ...closed,
    files: {
      'settings.json': settings('"false"'),
      'app.js': server('res.setHeader("x-on", settings.maintenance.on);'),
    },
    first: null,
  },
  {
    name: 'records have texts',
    ...closed,
    files: {
      'questions.json': '[{ "text": "Is it so?", "answer": "false" }]\n',
      'app.js':
        "const questions = require('./questions.json');\nmodule.exports = () => questions.filter((each) => each.answer && each.text);\n",
    },
    first: null,
  },
  {
    name: 'a flag is one already',
    ...closed,
    files: { 'settings.json': settings('true'), 'app.js': asked },
    first: null,
  },
]);
