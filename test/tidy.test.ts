/** The rules of the house that a machine can hold: who imports whom, what is pure, what is never written. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { exec } from '../src/kit/exec.ts';
import { errorsPage } from '../scripts/errors-page.ts';
import { recipesPage } from '../scripts/recipes-page.ts';
import { screenLiterals } from '../scripts/screen-literals.ts';
import { toolsPage } from '../scripts/tools-page.ts';
import { at, importsOf, isNode, root, sourcesIn, type Source, type SyntaxNode } from './syntax.ts';

const sources = sourcesIn('src');
const product = sources.filter(({ file }) => !/\.test(?:-helper)?\.ts$/.test(file));
const tests = [...sources, ...sourcesIn('test')].filter(({ file }) => file.endsWith('.test.ts'));
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

/** Room → the rooms it may import; `incident` means its types. Files right under src/ only wire and may import anything. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  incident: [],
  kit: [],
  hook: [],
  models: ['kit'],
  triage: ['incident', 'kit'],
  memory: ['incident', 'kit'],
  policy: ['incident', 'kit'],
  sandbox: ['incident', 'kit'],
  verify: ['incident', 'kit'],
  release: ['incident', 'kit'],
  keeper: ['incident', 'kit'],
  units: ['incident', 'kit'],
  tools: ['incident', 'kit', 'models', 'policy'],
  repair: ['incident', 'kit', 'models', 'policy', 'tools'],
  engine: ['incident', 'kit'],
  config: ['kit'],
  edges: ['engine/desk.ts', 'engine/view.ts', 'incident', 'kit', 'triage', 'policy'],
};

/** Room → packages; a room that is not listed has none. */
const packages: Readonly<Record<string, readonly string[]>> = {
  memory: ['oxc-parser'],
  models: ['@ai-sdk/anthropic', '@ai-sdk/openai', '@ai-sdk/openai-compatible', '@pydantic/genai-prices'],
  policy: ['oxc-parser'],
  // of the owner's, and loaded only where an MCP server is named
  tools: ['index', 'stdio', 'streamableHttp'].map((part) => `@modelcontextprotocol/sdk/client/${part}.js`),
  repair: ['oxc-parser', 'jsonc-parser', 'diff', 'yaml'],
  verify: ['oxc-parser'],
  release: ['diff'],
};

/** Folders that only wire, as the files right under src/ do: they may import anything. */
const wiring = new Set(['pipeline']);

const programs = new Set(
  ['kintsugi.cts', 'main.ts', 'status.ts', 'supervise.ts', 'healing.ts', 'heal.ts'].map((name) => `src/${name}`),
);

const pureRooms = new Set(['incident', 'triage', 'policy']);
/** Parts of kit that touch the world, and so have no place in a pure room. */
const worldly = new Set(['clock', 'exec', 'files', 'identity', 'paths', 'typescript'].map((name) => `kit/${name}.ts`));

function roomOf(file: string): string | null {
  const room = /^src\/([^/]+)\//.exec(file)?.[1] ?? null;
  return room === null || wiring.has(room) ? null : room;
}

/** `src/keeper/x.ts` importing `../kit/y.ts` → `kit/y.ts`. */
function target(file: string, specifier: string): string {
  return path.posix.relative('src', path.posix.join(path.posix.dirname(file), specifier));
}

function none(found: readonly string[], rule: string): void {
  assert.equal(found.length, 0, `${rule}:\n  ${found.join('\n  ')}`);
}

function findNodes(among: readonly Source[], wanted: (node: SyntaxNode, source: Source) => boolean): string[] {
  return among.flatMap((source) => source.nodes.filter((node) => wanted(node, source)).map((node) => at(source, node)));
}

test('a room imports only the rooms it may', () => {
  const found = product.flatMap((source) => {
    const room = roomOf(source.file);
    if (room === null) return [];
    const allowed = mayImport[room];
    assert.ok(allowed, `src/${room} is not in the table of test/tidy.test.ts`);
    return importsOf(source)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier, node }) => ({ to: target(source.file, specifier), node }))
      .filter(
        ({ to }) => !to.startsWith(`${room}/`) && !allowed.some((other) => to === other || to.startsWith(`${other}/`)),
      )
      .map(({ to, node }) => `${at(source, node)} imports ${to}`);
  });
  none(found, 'a room reaches where it may not');
});

test('no file imports itself by way of others, not even types', () => {
  const imports = new Map(
    product.map((source) => {
      const own = importsOf(source).filter(({ specifier }) => specifier.startsWith('.'));
      return [source.file, own.map(({ specifier }) => `src/${target(source.file, specifier)}`)] as const;
    }),
  );
  const known = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (way.includes(file) || known.has(file)) return;
    for (const each of imports.get(file) ?? []) visit(each, [...way, file]);
    known.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  none(found, 'files that know each other');
});

test('a room uses only the packages it may; keeper, kit and hook use none', () => {
  const found = product.flatMap((source) => {
    const room = roomOf(source.file);
    if (room === null) return [];
    return importsOf(source)
      .filter(({ specifier }) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
      .filter(({ specifier }) => !(packages[room] ?? []).includes(specifier))
      .map(({ specifier, node }) => `${at(source, node)} imports ${specifier}`);
  });
  none(found, 'a package where it may not be');
});

test('edges open nothing of the engine but the desk, and only its types; cli alone explains by triage and policy', () => {
  const found = product
    .filter(({ file }) => file.startsWith('src/edges/') && !file.startsWith('src/edges/cli/'))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ specifier }) => /\/(?:triage|policy)\//.test(specifier))
        .map(({ node }) => at(source, node)),
    );
  none(found, 'only the command line explains');
});

test('incident, triage and policy are pure: no I/O, no clock, no randomness, no await', () => {
  const pure = product.filter(({ file }) => pureRooms.has(roomOf(file) ?? ''));
  const imports = pure.flatMap((source) =>
    importsOf(source)
      .filter(
        ({ specifier, type }) =>
          !type && (specifier.startsWith('node:') || worldly.has(target(source.file, specifier))),
      )
      .map(({ specifier, node }) => `${at(source, node)} imports ${specifier}`),
  );
  const globals = new Set([
    'Date',
    'performance',
    'process',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'fetch',
    'console',
    'crypto',
    'Promise',
    'require',
  ]);
  const uses = findNodes(pure, (node, source) => {
    if (node.type === 'AwaitExpression' || node['async'] === true) return true;
    if (node.type === 'MemberExpression') return source.text.slice(node.start, node.end) === 'Math.random';
    return isGlobalUse(node, source, globals);
  });
  none([...imports, ...uses], 'a pure room touches the world');
});

/** An identifier that is read, not a property, key or type of that name. */
function isGlobalUse(node: SyntaxNode, source: Source, names: ReadonlySet<string>): boolean {
  if (node.type !== 'MemberExpression' && node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const subject = node.type === 'MemberExpression' ? node['object'] : node['callee'];
  return isNode(subject) && subject.type === 'Identifier' && names.has(source.text.slice(subject.start, subject.end));
}

test('the environment is read in config/ alone', () => {
  // exec hands the whole environment on where its caller gives none; the hook lives inside the subject
  const exempt = new Set(['src/config/environment.ts', 'src/kit/exec.ts']);
  const found = findNodes(
    product.filter(({ file }) => !exempt.has(file) && !file.startsWith('src/hook/')),
    (node, source) => node.type === 'MemberExpression' && source.text.slice(node.start, node.end) === 'process.env',
  );
  none(found, 'process.env outside config/');
});

test('no catch is empty, and one that does not throw says why', () => {
  const found = findNodes(product, (node, source) => {
    if (node.type !== 'CatchClause' || !isNode(node['body'])) return false;
    const body = node['body'];
    const statements = body['body'];
    const isEmpty = Array.isArray(statements) && statements.length === 0;
    const throws = source.nodes.some(
      (other) => other.type === 'ThrowStatement' && other.start > body.start && other.end < body.end,
    );
    const lineEnd = source.text.indexOf('\n', node.end);
    const comment = source.comments.some(
      ({ start, end }) => start > node.start && end <= (lineEnd === -1 ? source.text.length : lineEnd),
    );
    return isEmpty || (!throws && !comment);
  });
  none(found, 'a catch that swallows');
});

test('no any, no enum, no namespace, no default export, no parameter property', () => {
  const found = findNodes([...product, ...tests], (node) => {
    if (
      [
        'TSAnyKeyword',
        'TSEnumDeclaration',
        'ExportDefaultDeclaration',
        'TSParameterProperty',
        'TSExportAssignment',
      ].includes(node.type)
    )
      return true;
    return node.type === 'TSModuleDeclaration';
  });
  none(found, 'what the house does not write');
});

test('every file opens with a sentence that says what it is', () => {
  const found = product.filter(({ text }) => !/^(?:#!.*\n)?\/\*\*\s*(?:\* )?\S/.test(text)).map(({ file }) => file);
  none(found, 'a file without its first sentence');
});

test('no file is longer than 400 lines', (t) => {
  const lengths = product.map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }));
  const long = lengths.filter(({ lines }) => lines > 300).map(({ file, lines }) => `${file}: ${lines}`);
  if (long.length > 0) t.diagnostic(`over 300 lines: ${long.join(', ')}`);
  none(
    lengths.filter(({ lines }) => lines > 400).map(({ file, lines }) => `${file}: ${lines}`),
    'too long to read in a sitting',
  );
});

test('the code throws as readily as it tries', (t) => {
  const count = (type: string): number =>
    product.reduce((sum, { nodes }) => sum + nodes.filter((node) => node.type === type).length, 0);
  t.diagnostic(`${count('ThrowStatement')} throws, ${count('CatchClause')} catches`);
  assert.ok(count('ThrowStatement') > 0);
});

test('every test runs: none is skipped, left for later or run alone', () => {
  const words = new Set(['only', 'skip', 'todo']);
  const found = findNodes(tests, (node, source) => {
    if (node.type !== 'CallExpression' || !isNode(node['callee'])) return false;
    const callee = node['callee'];
    const name = source.text.slice(callee.start, callee.end);
    if (/^(?:test|it|describe|suite|t)\.(?:only|skip|todo)$/.test(name)) return true;
    if (!/^(?:test|it|describe|suite)$/.test(name)) return false;
    const options = (node['arguments'] as SyntaxNode[]).find((argument) => argument.type === 'ObjectExpression');
    const properties = (options?.['properties'] ?? []) as SyntaxNode[];
    return properties.some(({ key }) => isNode(key) && words.has(String(key['name'])));
  });
  none(found, 'a test that does not always run');
});

test('docs/errors.md says what kit/errors.ts says', () => {
  assert.equal(read('docs/errors.md'), errorsPage(), 'run `node --import tsx scripts/write-docs.ts`');
});

test('docs/recipes.md says what the recipes say', () => {
  assert.equal(read('docs/recipes.md'), recipesPage(), 'run `node --import tsx scripts/write-docs.ts`');
});

test('docs/tools.md says what the tools say', () => {
  assert.equal(read('docs/tools.md'), toolsPage(), 'run `node --import tsx scripts/write-docs.ts`');
});

test('the literals of the screen are those of its patterns', () => {
  const hint = 'run `node --import tsx scripts/write-docs.ts`';
  assert.equal(read('src/triage/screen-literals.ts'), screenLiterals(), hint);
});

test('ARCHITECTURE.md names every room, and none that is not there', () => {
  const text = read('ARCHITECTURE.md');
  const rooms = new Set(sources.flatMap(({ file }) => /^src\/([^/]+)\//.exec(file)?.[1] ?? []));
  const named = new Set([...text.matchAll(/(?:src\/|[├└]─+ )([a-z]+)\//g)].map((match) => match[1] ?? ''));
  none(
    [...rooms].filter((room) => !named.has(room)),
    'rooms that ARCHITECTURE.md does not name',
  );
  const others = readdirSync(root);
  none(
    [...named].filter((name) => !rooms.has(name) && !others.includes(name)),
    'rooms that are not there',
  );
});

test('every source file is reached from a program: the command, the healer or the hook', () => {
  const byFile = new Map(product.map((source) => [source.file, source]));
  const reached = new Set<string>();
  const visit = (file: string): void => {
    const source = byFile.get(file);
    if (source === undefined || reached.has(file)) return;
    reached.add(file);
    for (const { specifier } of importsOf(source))
      if (specifier.startsWith('.')) visit(`src/${target(file, specifier)}`);
  };
  for (const { file } of product) if (programs.has(file) || file.startsWith('src/hook/')) visit(file);
  none(
    product.map(({ file }) => file).filter((file) => !reached.has(file)),
    'files that nothing uses',
  );
});

test('no file outside the tests holds the path of the folder it was written in', async () => {
  const folder = path.dirname(root.replace(/\/$/, ''));
  const listed = await exec(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  if (listed.code !== 0 || folder.split('/').length < 3) return; // not a checkout, or a place like /app
  const files = listed.stdout
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.ts$|^test\/|\.lock$|package-lock/.test(file));
  const needle = `${folder}/`;
  const found = files.filter((file) => existsSync(path.join(root, file)) && read(file).includes(needle));
  none(found, `a path of this machine (${needle})`);
});
