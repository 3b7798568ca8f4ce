import { check } from '../cases.test-helper.ts';
import { missingArgument } from './missing-argument.ts';

const fewer = {
  class: 'type' as const,
  message: 'TS2554: Expected 3 arguments, but got 2.',
};
const board =
  'export class Board {\n  post(line: string, severity: string, text: string) {\n    return line + severity + text;\n  }\n}\n';
const routes = (call: string, before = ''): Record<string, string> => ({
  'board.ts': board,
  'routes.ts': `import { Board } from './board';\nexport class Routes {\n  constructor(private readonly board: Board) {}\n  add(body: Body, code: string) {\n${before}    return ${call};\n  }\n}\n`,
});

const app = (given: string, more = '') => ({
  'app.js': `import { courses } from './courses.js';\nimport { members } from './members.js';\nexport const start = (app) => {\n  app.route('/courses'${given});\n  app.route('/members', members);\n${more}};\n`,
});
const unhanded = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'routes')",
  named: { property: 'routes', nullish: 'undefined' as const },
  at: [['app.js', 'app.‸route(']] as const,
};

check(missingArgument, [
  {
    ...unhanded,
    name: 'what the file takes in and hands to nobody, by the word that is handed over',
    files: app(''),
    first: { 'app.js': app(', courses')['app.js'] },
  },
  { ...unhanded, name: 'what is used elsewhere', files: app('', '  app.keep(courses);\n'), first: null },
  {
    ...unhanded,
    name: 'another word',
    files: { 'app.js': app('')['app.js'].replace("'/courses'", "'/'") },
    first: null,
  },
  {
    ...fewer,
    name: 'a field beside another one that is handed over',
    files: routes('this.board.post(code, body.severity)'),
    at: [['routes.ts', 'this.board.‸post']],
    first: { 'routes.ts': /post\(code, body\.severity, body\.text\)/ },
    ask: null,
  },
  {
    ...fewer,
    name: 'a name of its own, in the middle',
    files: routes('this.board.post(body.line, body.text)', '    const severity = code;\n'),
    at: [['routes.ts', 'this.board.‸post']],
    first: { 'routes.ts': /post\(body\.line, severity, body\.text\)/ },
    ask: null,
  },
  {
    ...fewer,
    name: 'nothing at hand',
    files: routes('this.board.post(code, code)'),
    at: [['routes.ts', 'this.board.‸post']],
    first: null,
  },
]);
