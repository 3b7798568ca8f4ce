import { check } from '../cases.test-helper.ts';
import { templateParts } from './template-parts.ts';

const engine =
  "const parts = new Map(readdirSync('views/parts').map((file) => [parse(file).name, readFileSync(join('views/parts', file), 'utf8')]));\nexport const fill = (text) => text.replace(/\\{\\{>(\\w+)\\}\\}/g, (_, name) => parts.get(name).trim());\nexport const page = (body) => fill(readFileSync('views/layout.html', 'utf8'), body);\n";
const lost = {
  class: 'type' as const,
  message: "TypeError: Cannot read properties of undefined (reading 'trim')",
  named: { property: 'trim', nullish: 'undefined' as const },
  at: [['views.js', 'parts.get(name).‸trim']] as const,
  facts: { name: { type: 'string' as const, preview: '"nav"' } },
};
const nav = '<nav><a href="/">Home</a></nav>\n';
const layout = (name: string): string => `<body>{{>${name}}}<main>{{{body}}}</main></body>\n`;

check(templateParts, [
  {
    ...lost,
    name: 'a part that was renamed, of an engine that reads all parts before it fills one',
    files: { 'views.js': engine, 'views/layout.html': layout('nav'), 'views/parts/navigation.html': nav },
    first: { 'views/layout.html': layout('navigation') },
    ask: null,
  },
  {
    ...lost,
    name: 'a lone part that is called otherwise altogether',
    files: { 'views.js': engine, 'views/layout.html': layout('nav'), 'views/parts/footer.html': nav },
    first: null,
  },
  {
    ...lost,
    name: 'two parts that nobody takes in',
    files: {
      'views.js': engine,
      'views/layout.html': layout('nav'),
      'views/parts/navigation.html': nav,
      'views/parts/navbar.html': nav,
    },
    first: null,
  },
  {
    ...lost,
    name: 'a part that is there, and something else that is not',
    files: {
      'views.js': engine,
      'views/layout.html': layout('nav'),
      'views/parts/nav.html': nav,
      'views/parts/navigation.html': nav,
    },
    first: null,
  },
]);
