/** `x is not defined`: a slip of the pen, a missing import, a missing `this.`, a missing or too narrow declaration. */
import type { Edit, Idea } from '../../incident/nouns.ts';
import { classMembers, exportsOf, importsOf } from '../bindings.ts';
import { addImport, builtinSpecifier, isEsm, specifierFor } from '../insert.ts';
import type { Wanted } from '../insert.ts';
import { declared, isRelative, resolveSpecifier } from '../modules.ts';
import { rankedNames, slip } from '../names.ts';
import { idea } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { bindingsOf, commonNames, globalNames, namesInScope } from '../scope.ts';
import { sitesOf } from '../site.ts';
import { all, allSources, functionsAround, isFunction, isReference, openSource, statementOf, upwards } from '../syntax.ts';
import type { Node, Of, Source } from '../syntax.ts';
import { eolOf, indentAt, lineStart, semicolonOf, splice } from '../text.ts';

export const identifier: Recipe = {
  name: 'identifier',
  classes: ['reference', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A name that is not defined: corrects the slip, or adds the import, `this.` or declaration that is missing.',
  ideas(context) {
    const name = context.diagnosis.named.identifier;
    if (name === undefined || !/^[\w$]+$/.test(name)) return [];
    if (/before initialization/.test(context.diagnosis.message)) return [];
    const place = placeOf(context, name);
    if (place === null) return [];
    const at: At = { context, name, ...place };
    const imports = [...importIdeas(at)];
    const exact = imports.length > 0;
    return [...imports, ...parameterIdeas(at), ...slipIdeas(at, exact), ...fromRequest(at), ...thisIdeas(at), ...hoistIdeas(at), ...declareIdeas(at)];
  },
};

interface At {
  readonly context: RecipeContext;
  readonly name: string;
  readonly source: Source;
  readonly node: Of<'Identifier'>;
}

/** The reference that failed: on the failing line, else the only unresolved one of that name in the file. */
function placeOf(context: RecipeContext, name: string): { source: Source; node: Of<'Identifier'> } | null {
  for (const site of sitesOf(context)) {
    const node = site.nodes.find((each) => isReference(each) && each.name === name);
    if (node !== undefined) return { source: site.source, node: node as Of<'Identifier'> };
  }
  for (const site of sitesOf(context)) {
    const [only, more] = unresolved(site.source, name);
    if (only !== undefined && more === undefined) return { source: site.source, node: only };
  }
  return null;
}

/** References of a name that no declaration answers. */
export function unresolved(source: Source, name: string): Of<'Identifier'>[] {
  return all(source.program, 'Identifier').filter(
    (id) => isReference(id) && id.name === name && !namesInScope(source, id.start).has(name),
  );
}

function edit(source: Source, after: string): Edit {
  return { path: source.path, before: source.text, after };
}

function slipIdeas(at: At, importable: boolean): Idea[] {
  const { source, node, name } = at;
  const scope = namesInScope(source, node.start);
  const local = rankedNames(name, scope.keys());
  const words = rankedNames(name, [...globalNames, ...commonNames, 'true', 'false', 'null', 'this'], 2).filter(
    (each) => each.rank === 0 && (local[0] === undefined || (slip(name, each.name) ?? 9) < (slip(name, local[0].name) ?? 0)),
  );
  const shift = words.length > 0 ? 1 : 0;
  const ranked = [...words, ...local.map((each) => ({ ...each, rank: each.rank + shift }))];
  return ranked.map((each) =>
    idea('identifier', {
      title: `\`${name}\` should be \`${each.name}\``,
      rank: each.rank + (importable ? 2 : 0),
      edits: [edit(source, renameAll(at, each.name))],
    }),
  );
}

/** Replaces every unresolved reference from which the right name can be seen. */
function renameAll(at: At, to: string): string {
  const isWord = !/^(?:true|false|null|this)$/.test(to);
  const nodes = unresolved(at.source, at.name).filter(
    (id) => id === at.node || !isWord || globalNames.includes(to) || namesInScope(at.source, id.start).has(to),
  );
  return splice(
    at.source.text,
    ...nodes.map((id) => {
      const short = id.parent?.type === 'Property' && id.parent.shorthand;
      return { start: id.start, end: id.end, text: short ? `${at.name}: ${to}` : to };
    }),
  );
}

const builtinDefaults = new Set(
  'fs path os url util http https http2 net tls dns zlib stream events assert querystring readline cluster worker_threads child_process timers perf_hooks string_decoder v8 buffer async_hooks'.split(' '),
);
const builtinNamed: Readonly<Record<string, string>> = {
  EventEmitter: 'events', promisify: 'util', inspect: 'util', fileURLToPath: 'url', pathToFileURL: 'url',
  randomUUID: 'crypto', randomBytes: 'crypto', createHash: 'crypto', createHmac: 'crypto', timingSafeEqual: 'crypto',
  scryptSync: 'crypto', createServer: 'http', Readable: 'stream', Writable: 'stream', Transform: 'stream', PassThrough: 'stream',
  AsyncLocalStorage: 'async_hooks', createRequire: 'module', Worker: 'worker_threads',
  join: 'path', dirname: 'path', basename: 'path', extname: 'path',
  createReadStream: 'fs', createWriteStream: 'fs', readFileSync: 'fs', writeFileSync: 'fs', existsSync: 'fs', mkdirSync: 'fs',
  readdirSync: 'fs', statSync: 'fs', unlinkSync: 'fs', appendFileSync: 'fs',
};
const builtinRenamed: Readonly<Record<string, string>> = { fsp: 'fs/promises', fsPromises: 'fs/promises', childProcess: 'child_process', workerThreads: 'worker_threads', perfHooks: 'perf_hooks' };

/** Names that people give to packages which are called otherwise. */
const packageNames: Readonly<Record<string, Wanted>> = Object.fromEntries(
  (
    [
      ['_', 'default', 'lodash'], ['jwt', 'default', 'jsonwebtoken'], ['bcrypt', 'default', 'bcrypt'], ['bcrypt', 'default', 'bcryptjs'],
      ['z', 'z', 'zod'], ['Joi', 'default', 'joi'], ['uuid', '*', 'uuid'], ['uuidv4', 'v4', 'uuid'], ['dayjs', 'default', 'dayjs'],
      ['Koa', 'default', 'koa'], ['Router', 'default', '@koa/router'], ['Router', 'Router', 'express'], ['Fastify', 'default', 'fastify'], ['Hono', 'Hono', 'hono'],
      ['serve', 'serve', '@hono/node-server'], ['WebSocket', 'default', 'ws'], ['WebSocketServer', 'WebSocketServer', 'ws'], ['Database', 'default', 'better-sqlite3'],
      ['nanoid', 'nanoid', 'nanoid'], ['PrismaClient', 'PrismaClient', '@prisma/client'], ['Redis', 'default', 'ioredis'], ['Pool', 'Pool', 'pg'], ['dotenv', 'default', 'dotenv'],
      ['Injectable', 'Injectable', '@nestjs/common'], ['Controller', 'Controller', '@nestjs/common'], ['Module', 'Module', '@nestjs/common'], ['Get', 'Get', '@nestjs/common'], ['Post', 'Post', '@nestjs/common'], ['Put', 'Put', '@nestjs/common'], ['Patch', 'Patch', '@nestjs/common'], ['Delete', 'Delete', '@nestjs/common'], ['Param', 'Param', '@nestjs/common'], ['Body', 'Body', '@nestjs/common'], ['Query', 'Query', '@nestjs/common'], ['NotFoundException', 'NotFoundException', '@nestjs/common'], ['BadRequestException', 'BadRequestException', '@nestjs/common'], ['HttpException', 'HttpException', '@nestjs/common'], ['Inject', 'Inject', '@nestjs/common'], ['NestFactory', 'NestFactory', '@nestjs/core'],
    ] as const
  ).map(([local, imported, specifier]) => [`${local} ${specifier}`, { local, imported, specifier }]),
);

function importIdeas(at: At): Idea[] {
  const wanted = [...restored(at), ...copied(at), ...exported(at), ...installed(at), ...builtin(at)];
  const first = wanted[0];
  const sure = first !== undefined && wanted.every((each) => each.sure === first.sure) ? wanted.length === 1 : true;
  return wanted.map((each, index) =>
    idea('identifier', {
      title: `\`${at.name}\` is not imported: take it from \`${each.specifier}\``,
      rank: index === 0 && (sure || each.sure) ? 0 : 1,
      edits: [addImport(at.context.tree, at.source, each)],
    }),
  );
}

interface Origin extends Wanted {
  readonly sure: boolean;
}

/** The import that the last good release had in this very file. */
function restored(at: At): Origin[] {
  const good = at.context.lastGood === null ? null : openSource(at.context.lastGood, at.source.path);
  const before = good === null ? undefined : importsOf(good).find((each) => each.local === at.name);
  return before === undefined ? [] : [{ local: at.name, imported: before.imported, specifier: before.specifier, sure: true }];
}

/** How other files of the project import that name. */
function copied(at: At): Origin[] {
  const { tree } = at.context;
  const found = new Map<string, Origin>();
  for (const other of allSources(tree)) {
    if (other.path === at.source.path) continue;
    const used = importsOf(other).find((each) => each.local === at.name && each.style !== 'dynamic');
    if (used === undefined) continue;
    const target = isRelative(used.specifier) ? resolveSpecifier(tree, other.path, used.specifier) : null;
    if (target?.to === 'file' && target.path === at.source.path) continue;
    const specifier = target?.to === 'file' ? specifierFor(tree, at.source, target.path) : used.specifier;
    const imported = used.style === 'require' && used.imported === '*' && isEsm(tree, at.source) ? 'default' : used.imported;
    found.set(`${specifier} ${imported}`, { local: at.name, imported, specifier, sure: true });
  }
  return [...found.values()];
}

/** Files of the project that give out exactly that name. */
function exported(at: At): Origin[] {
  const { tree } = at.context;
  const found: Origin[] = [];
  for (const other of allSources(tree)) {
    if (other.path === at.source.path || /(?:^|[./])(?:test|spec)s?[./]/.test(other.path)) continue;
    const given = exportsOf(tree, other);
    const specifier = specifierFor(tree, at.source, other.path);
    const whole = given.whole?.type === 'Identifier' ? given.whole.name : given.whole !== null && 'id' in given.whole && given.whole.id?.type === 'Identifier' ? given.whole.id.name : null;
    const value = given.names.get('default');
    const byDefault = value?.type === 'ExportDefaultDeclaration' ? defaultName(value.declaration) : null;
    if (given.names.has(at.name)) found.push({ local: at.name, imported: at.name, specifier, sure: false });
    else if (whole === at.name) found.push({ local: at.name, imported: 'default', specifier, sure: false });
    else if (byDefault === at.name) found.push({ local: at.name, imported: 'default', specifier, sure: false });
  }
  return found;
}

function defaultName(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  return 'id' in node && node.id?.type === 'Identifier' ? node.id.name : null;
}

/** Packages that package.json declares and that people call by that name. */
function installed(at: At): Origin[] {
  const names = [...declared(at.context.tree, at.source.path).keys()];
  const camel = (name: string): string => name.replace(/^@[^/]+\//, '').replace(/[-.]+(\w)/g, (_, letter: string) => letter.toUpperCase());
  const found = names
    .filter((name) => camel(name) === at.name && !name.startsWith('@types/'))
    .map((specifier) => ({ local: at.name, imported: 'default', specifier, sure: true }));
  const known = names.map((name) => packageNames[`${at.name} ${name}`]).filter((each) => each !== undefined);
  return [...found, ...known.filter((each) => !found.some((other) => other.specifier === each.specifier)).map((each) => ({ ...each, sure: true }))];
}

function builtin(at: At): Origin[] {
  const { name } = at;
  const { tree } = at.context;
  const make = (module: string, imported: string): Origin[] => [{ local: name, imported, specifier: builtinSpecifier(tree, module), sure: false }];
  if (builtinDefaults.has(name)) return make(name, isEsm(tree, at.source) ? 'default' : '*');
  const renamed = Object.hasOwn(builtinRenamed, name) ? builtinRenamed[name] : undefined;
  if (renamed !== undefined) return make(renamed, isEsm(tree, at.source) ? 'default' : '*');
  const owner = Object.hasOwn(builtinNamed, name) ? builtinNamed[name] : undefined;
  return owner === undefined ? [] : make(owner, name);
}

/** `next`, `res` or `reply` is used, but the handler does not take it. */
function parameterIdeas(at: At): Idea[] {
  const { source, node, name } = at;
  const place = { res: 1, response: 1, reply: 1, next: name === 'next' ? 2 : 1 }[name];
  if (place === undefined) return [];
  for (const fn of functionsAround(node)) {
    const last = fn.params.at(-1);
    const names = fn.params.map((each) => (each.type === 'Identifier' ? each.name : ''));
    if (last === undefined || !/^_?(?:req|request|ctx|context)$/.test(names[0] ?? '')) continue;
    if (names.length !== (/^(?:ctx|context)$/.test(names[0] ?? '') ? 1 : place)) return [];
    const bare = fn.type === 'ArrowFunctionExpression' && names.length === 1 && source.text[fn.params[0]?.end ?? 0] !== ')' && source.text[last.start - 1] !== '(';
    const first = bare ? [{ start: last.start, end: last.start, text: '(' }] : [];
    const after = splice(source.text, ...first, { start: last.end, end: last.end, text: `, ${name}${bare ? ')' : ''}` });
    return [idea('identifier', { title: `the handler takes \`${name}\``, rank: 0, edits: [edit(source, after)] })];
  }
  return [];
}

/** The name is a field of the request that was not taken out: `const { title } = req.body` lacks it. */
function fromRequest(at: At): Idea[] {
  const { source, node, name, context } = at;
  const keys = requestKeys(context);
  for (const fn of functionsAround(node)) {
    for (const each of all(fn, 'VariableDeclarator')) {
      if (each.id.type !== 'ObjectPattern' || each.init === null || each.end > node.start) continue;
      const part = /\.(body|query|params)$/.exec(source.text.slice(each.init.start, each.init.end))?.[1];
      const last = each.id.properties.at(-1);
      if (part === undefined || !keys.has(`${part}.${name}`) || last === undefined || last.type === 'RestElement') continue;
      const after = splice(source.text, { start: last.end, end: last.end, text: `, ${name}` });
      return [idea('identifier', { title: `take \`${name}\` out of the request's ${part}`, rank: 0, edits: [edit(source, after)] })];
    }
  }
  return [];
}

/** `body.title`, `query.page`, `params.id`: what the failing request carried, by name only. */
export function requestKeys(context: RecipeContext): Set<string> {
  const keys = new Set<string>();
  const request = context.signal.request;
  for (const param of context.diagnosis.route?.matchAll(/:(\w+)/g) ?? []) keys.add(`params.${param[1]}`);
  if (request === null) return keys;
  for (const name of new URLSearchParams(request.url.split('?')[1] ?? '').keys()) keys.add(`query.${name}`);
  if (request.body === null || request.bodyEncoding !== 'utf8') return keys;
  try {
    const body: unknown = JSON.parse(request.body);
    if (typeof body === 'object' && body !== null) for (const name of Object.keys(body)) keys.add(`body.${name}`);
  } catch {
    // Not JSON: a form's fields are named the same way as a query's.
    if (request.body.length < 10_000) for (const name of new URLSearchParams(request.body).keys()) keys.add(`body.${name}`);
  }
  return keys;
}

function thisIdeas(at: At): Idea[] {
  const { source, node, name } = at;
  const owner = upwards(node).find((each) => each.type === 'ClassDeclaration' || each.type === 'ClassExpression');
  if (owner === undefined || (owner.type !== 'ClassDeclaration' && owner.type !== 'ClassExpression')) return [];
  const inMethod = upwards(node).some((each) => each.type === 'MethodDefinition' && !each.static);
  if (!inMethod || !(classMembers(owner, false).names.has(name) || fieldsOfConstructor(owner).has(name))) return [];
  const after = splice(source.text, { start: node.start, end: node.end, text: node.parent?.type === 'Property' && node.parent.shorthand ? `${name}: this.${name}` : `this.${name}` });
  return [idea('identifier', { title: `\`${name}\` is a member: \`this.${name}\``, rank: 0, edits: [edit(source, after)] })];
}

/** TypeScript's `constructor(private readonly users: Users)`. */
export function fieldsOfConstructor(owner: Of<'ClassDeclaration'>): Set<string> {
  const found = new Set<string>();
  for (const each of all(owner.body, 'TSParameterProperty')) {
    const target = each.parameter.type === 'AssignmentPattern' ? each.parameter.left : each.parameter;
    if (target.type === 'Identifier') found.add(target.name);
  }
  return found;
}

/** Declared in a block further in: the declaration moves out to where both can see it. */
function hoistIdeas(at: At): Idea[] {
  const { source, node, name } = at;
  const around = functionsAround(node)[0] ?? source.program;
  const inner = all(around, 'VariableDeclaration').filter((each) => {
    const only = each.declarations[0];
    const sameFunction = (functionsAround(each)[0] ?? source.program) === around;
    return each.kind !== 'var' && each.declarations.length === 1 && only?.id.type === 'Identifier' && only.id.name === name && only.init !== null && sameFunction;
  });
  const declaration = inner[0];
  if (declaration === undefined || inner.length > 1 || declaration.start > node.start) return [];
  let outer: Node | null = statementOf(declaration);
  while (outer !== null && !(outer.parent && outer.parent.start <= node.start && node.end <= outer.parent.end)) {
    outer = outer.parent ? statementOf(outer.parent) : null;
  }
  const only = declaration.declarations[0];
  if (outer === null || only === undefined || outer === declaration || upwards(declaration).some((each) => each.type === 'ForStatement' && each.init === declaration)) return [];
  const { text } = source;
  const at2 = lineStart(text, outer.start);
  const after = splice(
    text,
    { start: at2, end: at2, text: `${indentAt(text, outer.start)}let ${name}${semicolonOf(text)}${eolOf(text)}` },
    { start: declaration.start, end: only.start, text: '' },
  );
  return [idea('identifier', { title: `declare \`${name}\` where both uses can see it`, rank: 1, edits: [edit(source, after)] })];
}

/** Assigned without a declaration, which modules and strict code refuse. */
function declareIdeas(at: At): Idea[] {
  const { source, node, name } = at;
  const parent = node.parent;
  const isTarget = parent?.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=';
  const inLoop = (parent?.type === 'ForOfStatement' || parent?.type === 'ForInStatement') && parent.left === node;
  if (!isTarget && !inLoop) return [];
  const holder = isTarget ? parent.parent : parent;
  const isInit = holder?.type === 'ForStatement' && holder.init === parent;
  if (!inLoop && !isInit && holder?.type !== 'ExpressionStatement') return [];
  const scope = functionsAround(node)[0] ?? source.program;
  const known = isFunction(scope) ? bindingsOf(scope) : [];
  if (known.some((each) => each.name === name)) return [];
  const after = splice(source.text, { start: node.start, end: node.start, text: inLoop ? 'const ' : 'let ' });
  return [idea('identifier', { title: `declare \`${name}\``, rank: 1, edits: [edit(source, after)] })];
}
