import test from 'node:test';
import type { Edit } from '../incident/nouns.ts';
import { assertRulings, fix, install, model, named, pile, type Ruled } from './decide.test-helper.ts';

/** Sources in a folder, and files of a compiler's for those of `src`. */
const made = (count: number, folder: string): Edit[] =>
  Array.from({ length: count }, (_, at) => [`${folder}/a${at}.ts`, `dist/a${at}.js`])
    .flat()
    .map((path) => ({ ...fix, path }));

const texts = { 'tsconfig.json': '{ "compilerOptions": { "outDir": "dist" } }' };

/** Paths, sizes, installs and counts, of what is proven and may go live otherwise. */
const table: readonly Ruled[] = [
  ['a protected path', { edits: [{ ...fix, path: 'package.json' }] }, 'deny', 'path-protected'],
  ['a test', { edits: [{ ...fix, path: 'test/a.js' }] }, 'deny', 'path-test'],
  ["an owner's file that a recipe mends", { edits: [{ ...fix, path: 'src/db.js' }] }, 'allow', 'auto'],
  [
    "an owner's file that a model changes",
    { edits: [{ ...fix, path: 'src/db.js' }], proposal: model },
    'deny',
    'path-owner',
  ],
  [
    "an owner's file, and a guess",
    { edits: [{ ...fix, path: 'src/db.js' }], proposal: { kind: 'mitigation' } },
    'deny',
    'path-owner',
  ],
  [
    "an owner's file that goes back",
    { edits: [{ ...fix, path: 'src/db.js' }], proposal: { kind: 'rollback' } },
    'ask',
    'path-owner',
  ],
  [
    "an owner's file that a model takes back",
    { edits: [{ ...fix, path: 'src/db.js' }], proposal: { ...model, kind: 'rollback' } },
    'deny',
    'path-owner',
  ],
  [
    "an owner's file that failed, and goes back",
    { edits: [{ ...fix, path: 'src/db.js' }], diagnosis: { file: 'src/db.js' }, proposal: { kind: 'rollback' } },
    'allow',
    'auto',
  ],
  [
    'a file that the owner names, which goes back',
    {
      edits: [{ ...fix, path: 'src/db.js' }],
      settings: { protected: ['**/db.js'] },
      proposal: { kind: 'rollback' },
    },
    'deny',
    'path-owner',
  ],
  [
    'a file that the owner names',
    { edits: [{ ...fix, path: 'src/db.js' }], settings: { protected: ['**/db.js'] } },
    'deny',
    'path-owner',
  ],
  ['an environment file, whoever mends it', { edits: [{ ...fix, path: '.env' }] }, 'deny', 'path-protected'],
  [
    "an owner's file that failed",
    { edits: [{ ...fix, path: 'src/db.js' }], diagnosis: { file: 'src/db.js' } },
    'allow',
    'auto',
  ],
  ['six files', { edits: pile(6) }, 'deny', 'change-size'],
  ['four sources and what a compiler makes of them', { edits: made(4, 'src'), texts }, 'allow', 'auto'],
  ['the same, of a project that compiles nothing', { edits: made(4, 'src'), texts: {} }, 'deny', 'change-size'],
  [
    'four files and what lies beside them under other names',
    { edits: made(4, 'lib/core'), texts },
    'deny',
    'change-size',
  ],
  ['six files put back', { edits: pile(6), proposal: { kind: 'rollback' } }, 'ask', 'change-size'],
  [
    'texts of another proposal',
    { proposal: { changes: [{ path: 'other.js', before: null, after: null }] } },
    'deny',
    'edits-mismatch',
  ],
  [
    'an undeclared package',
    { edits: [], operations: [named], proposal: { kind: 'operational' } },
    'ask',
    'install-undeclared',
  ],
  [
    'an install from elsewhere',
    {
      edits: [],
      operations: [{ ...named, argv: ['npm', 'install', 'git+ssh://x'] }],
      proposal: { kind: 'operational' },
    },
    'deny',
    'command-package',
  ],
  [
    'an install by a shell',
    { edits: [], operations: [{ ...named, argv: ['sh', '-c', 'npm ci'] }], proposal: { kind: 'operational' } },
    'deny',
    'install-program',
  ],
  [
    'an install with scripts',
    { edits: [], operations: [{ ...install, argv: ['npm', 'ci'] }], proposal: { kind: 'operational' } },
    'ask',
    'install-scripts',
  ],
  [
    'an install with trusted scripts',
    {
      edits: [],
      operations: [{ ...install, argv: ['npm', 'ci'] }],
      proposal: { kind: 'operational' },
      settings: { trustInstallScripts: true },
    },
    'allow',
    'auto',
  ],
  [
    'legacy peer dependencies',
    {
      edits: [],
      operations: [{ ...install, argv: ['npm', 'install', '--legacy-peer-deps', '--ignore-scripts'] }],
      proposal: { kind: 'operational' },
    },
    'ask',
    'install-flag',
  ],
  [
    'pnpm restores',
    {
      edits: [],
      operations: [
        { op: 'install', manager: 'pnpm', argv: ['pnpm', 'install', '--frozen-lockfile', '--ignore-scripts'] },
      ],
      proposal: { kind: 'operational' },
    },
    'allow',
    'auto',
  ],
  [
    'a missing folder',
    { edits: [], operations: [{ op: 'mkdir', path: 'data/uploads' }], proposal: { kind: 'operational' } },
    'allow',
    'auto',
  ],
  [
    'a folder outside',
    { edits: [], operations: [{ op: 'mkdir', path: '../x' }], proposal: { kind: 'operational' } },
    'deny',
    'path-form',
  ],
  [
    'the missing bit',
    { edits: [], operations: [{ op: 'chmod', path: 'data/a', addBits: 0o200 }], proposal: { kind: 'operational' } },
    'allow',
    'auto',
  ],
  [
    'bits for others',
    { edits: [], operations: [{ op: 'chmod', path: 'data/a', addBits: 0o755 }], proposal: { kind: 'operational' } },
    'ask',
    'operation-mode',
  ],
  [
    'setuid',
    { edits: [], operations: [{ op: 'chmod', path: 'data/a', addBits: 0o4000 }], proposal: { kind: 'operational' } },
    'deny',
    'operation-mode',
  ],
  [
    'a stale instance',
    { edits: [], operations: [{ op: 'endStale', pid: 4711, startTime: '9' }], proposal: { kind: 'operational' } },
    'allow',
    'auto',
  ],
  [
    'a process without a start time',
    { edits: [], operations: [{ op: 'endStale', pid: 4711, startTime: '' }], proposal: { kind: 'operational' } },
    'deny',
    'operation-process',
  ],
  [
    'a schema put back where it was',
    {
      edits: [{ path: 'src/db/schema.sql', before: null, after: 'SELECT 1;\n' }],
      texts: { 'schema.sql': 'SELECT 1;\n' },
    },
    'allow',
    'auto',
  ],
  [
    'the same, by a model',
    {
      edits: [{ path: 'src/db/schema.sql', before: null, after: 'SELECT 1;\n' }],
      texts: { 'schema.sql': 'SELECT 1;\n' },
      proposal: model,
    },
    'ask',
    'meaning-unread',
  ],
  [
    'a schema that says something else',
    {
      edits: [{ path: 'src/db/schema.sql', before: null, after: 'SELECT 1;\n' }],
      texts: { 'schema.sql': 'SELECT 2;\n' },
    },
    'ask',
    'meaning-unread',
  ],
  [
    'a schema of another name',
    {
      edits: [{ path: 'src/db/schema.sql', before: null, after: 'SELECT 1;\n' }],
      texts: { 'other.sql': 'SELECT 1;\n' },
    },
    'ask',
    'meaning-unread',
  ],
  [
    'a sample copied with its addresses',
    {
      edits: [{ path: 'config.json', before: null, after: '{"api":"https://example.com"}\n' }],
      proposal: { kind: 'operational' },
    },
    'allow',
    'auto',
  ],
  [
    'the same from a model',
    {
      edits: [{ path: 'config.json', before: null, after: '{"api":"https://example.com"}\n' }],
      proposal: { ...model, kind: 'operational' },
      evidence: { others: { asked: 2, asBefore: 2 } },
    },
    'ask',
    'meaning-url',
  ],
];

test('POL-3 POL-6 POL-8 every limit gets its ruling', () => assertRulings(table));
