import { check } from '../cases.test-helper.ts';
import { identifier } from './identifier.ts';

const pass = 'export type Guest = string;\nexport interface Pass {\n  guest: Guest;\n}\n';
const service = (head: string, type = 'Pass'): string =>
  `${head}export const passes: ${type}[] = [];\nexport const one = (): ${type} => passes[0]!;\n`;
const unknown = {
  class: 'reference' as const,
  message: "TS2304: Cannot find name 'Pass'.",
  named: { identifier: 'Pass' },
  at: [['src/a.ts', '‸Pass[]']] as const,
};

check(identifier, [
  {
    ...unknown,
    name: 'a type, beside the types that are taken from there',
    files: { 'src/pass.ts': pass, 'src/a.ts': service("import type { Guest } from './pass.js';\n") },
    first: { 'src/a.ts': service("import type { Guest, Pass } from './pass.js';\n") },
  },
  {
    ...unknown,
    name: 'a type, beside a value that is taken from there',
    files: {
      'src/pass.ts': `${pass}export const size = 1;\n`,
      'src/a.ts': service("import { size } from './pass.js';\n"),
    },
    first: { 'src/a.ts': service("import { size, type Pass } from './pass.js';\n") },
  },
  {
    ...unknown,
    name: 'a type of a file from which nothing is taken',
    files: { 'src/pass.ts': pass, 'src/b.ts': "import { x } from './c.js';\n", 'src/a.ts': service('') },
    first: { 'src/a.ts': service("import type { Pass } from './pass.js';\n") },
  },
  {
    ...unknown,
    name: 'a type that two files give out',
    files: { 'src/pass.ts': pass, 'src/card.ts': pass, 'src/a.ts': service('') },
    first: null,
  },
  {
    ...unknown,
    name: 'a slip that the compiler sees',
    message: "TS2552: Cannot find name 'Pas'. Did you mean 'Pass'?",
    named: { identifier: 'Pas' },
    at: [['src/a.ts', '‸Pas[]']],
    files: { 'src/a.ts': service('interface Pass {}\n', 'Pas') },
    first: { 'src/a.ts': service('interface Pass {}\n') },
  },
]);
