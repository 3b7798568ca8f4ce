/** What compilers print, as printed by them, and the failure that it tells of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, report, signal, told } from './signals.test-helper.ts';
import { triage } from './triage.ts';

/** [class, file:line:column, what is named, text] */
const said: readonly (readonly [string, string, object, string])[] = [
  [
    'type',
    'src/orders.ts:4:83',
    { property: 'totl' },
    "src/orders.ts(4,83): error TS2551: Property 'totl' does not exist on type 'Order'. Did you mean 'total'?",
  ],
  [
    'type',
    'src/orders.ts:4:83',
    { property: 'totl' },
    "\u001b[96msrc/orders.ts\u001b[0m:\u001b[93m4\u001b[0m:\u001b[93m83\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2551: \u001b[0mProperty 'totl' does not exist on type 'Order'. Did you mean 'total'?\n\n\u001b[7m4\u001b[0m   return order.totl;\n\nFound 1 error(s).",
  ],
  [
    'type',
    'src/a.ts:3:9',
    { property: 'totl' },
    "src/a.ts(3,9): error TS2353: Object literal may only specify known properties, and 'totl' does not exist in type 'Order'.",
  ],
  ['reference', 'src/a.ts:3:9', { identifier: 'ordrs' }, "./src/a.ts(3,9): error TS2304: Cannot find name 'ordrs'."],
  [
    'reference',
    'src/a.ts:3:9',
    { identifier: 'total' },
    "src/a.ts(3,9): error TS18004: No value exists in scope for the shorthand property 'total'. Either declare one or provide an initializer.",
  ],
  [
    'import_export',
    'src/a.ts:1:10',
    { module: './orders', exportName: 'sumof' },
    "src/a.ts(1,10): error TS2724: '\"./orders\"' has no exported member named 'sumof'. Did you mean 'sumOf'?",
  ],
  [
    'reference',
    'src/a.ts:48:7',
    { identifier: 'Mode' },
    "src/a.ts(48,7): error TS1361: 'Mode' cannot be used as a value because it was imported using 'import type'.",
  ],
  [
    'import_export',
    'src/a.ts:1:8',
    { module: './orders', exportName: 'default' },
    'src/a.ts(1,8): error TS1192: Module \'"./orders"\' has no default export.',
  ],
  [
    'reference',
    'src/a.ts:3:39',
    { identifier: 'guest' },
    "src/a.ts(3,12): error TS7053: Element implicitly has an 'any' type because expression of type 'any' can't be used to index type 'Record<Guest, number>'.\nsrc/a.ts(3,39): error TS2304: Cannot find name 'guest'.",
  ],
  [
    'type',
    'src/a.ts:3:12',
    {},
    "src/a.ts(3,12): error TS7006: Parameter 'guest' implicitly has an 'any' type.\nsrc/a.ts(3,39): error TS7006: Parameter 'day' implicitly has an 'any' type.",
  ],
  [
    'missing_module',
    'src/a.ts:1:20',
    {},
    "src/a.ts(1,20): error TS5097: An import path can only end with a '.ts' extension when 'allowImportingTsExtensions' is enabled.",
  ],
  ['config', 'tsconfig.json:7:5', {}, "tsconfig.json(7,5): error TS5023: Unknown compiler option 'outDri'."],
  [
    'config',
    'tsconfig.json:1:1',
    {},
    "error TS2688: Cannot find type definition file for 'nodes'.\n  The file is in the program because:\n    Entry point",
  ],
  [
    'missing_module',
    'src/a.ts:1:20',
    { module: './ordres' },
    "src/a.ts(1,20): error TS2307: Cannot find module './ordres' or its corresponding type declarations.",
  ],
  ['syntax', 'src/a.ts:9:3', {}, "> build\n> tsc\n\nsrc/a.ts(9,3): error TS1005: ')' expected.\nnpm error code 2"],
  [
    'syntax',
    'src/server.ts:14:23',
    {},
    '✘ [ERROR] Expected ")" but found ";"\n\n    src/server.ts:14:22:\n      14 │   app.listen(port, ();\n\n1 error',
  ],
  [
    'missing_module',
    'src/server.ts:1:20',
    { module: './ordres' },
    '✘ [ERROR] Could not resolve "./ordres"\n\n    src/server.ts:1:19:\n      1 │ import {}…',
  ],
];

test('TRI-2 TRI-3 the first complaint of a compiler is the failure', () => {
  for (const [name, place, named, text] of said) {
    const found = told(text);
    assert.deepEqual(
      [found.class, `${found.file}:${found.line}:${found.column}`, found.personOnly],
      [name, place, false],
      text,
    );
    for (const [key, value] of Object.entries(named)) assert.equal(Reflect.get(found.named, key), value, text);
  }
});

test('TRI-2 ts-node throws what the compiler said', () => {
  const message = `⨯ Unable to compile TypeScript:\n${said[0]?.[3]}\n`;
  const stack = '    at createTSError (/srv/app/node_modules/ts-node/src/index.ts:859:12)';
  const reported = triage(signal({ error: report(message, stack, { name: 'TSError' }) }), context);
  assert.deepEqual([reported.class, reported.file, reported.line], ['type', 'src/orders.ts', 4]);
  assert.match(reported.message, /^TS2551: Property 'totl'/);
});

test('TRI-2 an error of the project itself outranks what a compiler said before it', () => {
  const found = told(`${said[0]?.[3]}\nRangeError: too far\n    at go (/srv/app/src/map.ts:7:3)`);
  assert.deepEqual([found.class, found.file], ['range', 'src/map.ts']);
});
