import { check } from '../cases.test-helper.ts';
import { compilerWord } from './compiler-word.ts';
import { syntax } from '../language/syntax.ts';

const types = "export type Level = 'low' | 'urgent';\nexport interface Ticket {\n  level: Level;\n}\n";
const store = (word: string): string =>
  `import type { Ticket } from './types';\nexport const tickets: Ticket[] = [\n  { level: '${word}' },\n];\n`;
const level = {
  class: 'type' as const,
  message: "TS2820: Type '\"urgnt\"' is not assignable to type 'Level'. Did you mean '\"urgent\"'?",
};

check(compilerWord, [
  {
    name: 'a word of a union, behind the key that is pointed at',
    ...level,
    files: { 'types.ts': types, 'store.ts': store('urgnt') },
    at: [['store.ts', '‸level:']],
    first: { 'store.ts': store('urgent') },
    ask: null,
  },
  {
    name: 'not where the line has it twice',
    ...level,
    files: { 'types.ts': types, 'store.ts': store('urgnt').replace("' },", "' }, { level: 'urgnt' },") },
    at: [['store.ts', '‸level:']],
    first: null,
  },
  {
    name: 'a type that is imported by a wrong name',
    class: 'import_export',
    message: "TS2724: '\"./types\"' has no exported member named 'Tickets'. Did you mean 'Ticket'?",
    files: { 'types.ts': types, 'store.ts': store('low').replace('{ Ticket }', '{ Tickets }') },
    at: [['store.ts', '{ ‸Tickets']],
    first: { 'store.ts': store('low') },
  },
  {
    name: 'a key of a literal',
    class: 'type',
    message:
      "TS2561: Object literal may only specify known properties, but 'levle' does not exist in type 'Ticket'. Did you mean to write 'level'?",
    files: { 'types.ts': types, 'store.ts': store('low').replace('level:', 'levle:') },
    at: [['store.ts', '‸levle:']],
    first: { 'store.ts': store('low') },
  },
  {
    name: 'words that are far apart are asked for',
    class: 'type',
    message: "TS2820: Type '\"urgently\"' is not assignable to type 'Level'. Did you mean '\"urgent\"'?",
    files: { 'types.ts': types, 'store.ts': store('urgently') },
    at: [['store.ts', '‸level:']],
    first: { 'store.ts': store('urgent') },
    ask: /not that near/,
  },
]);

check(syntax, [
  {
    name: 'a compiler speaks of what a text that does not parse fails to declare',
    class: 'type',
    message: "TS2339: Property 'list' does not exist on type 'Store'.",
    files: {
      'store.ts':
        'export class Store {\n  find(): number {\n    return 1;\n\n  list(): number[] {\n    return [this.find()];\n  }\n}\n',
      'routes.ts': "import { Store } from './store';\nexport const all = new Store().list();\n",
    },
    at: [['routes.ts', '.‸list']],
    first: { 'store.ts': /return 1;\n\s*\}\s*list\(\)/ },
  },
]);
