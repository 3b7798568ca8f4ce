/** What calls and imports reach: processes, networks, files, texts run as code, routes and checks (POL-8). */
import { guardName, add, lastName, separator, source, writes, type Place, type Walk } from './walk.ts';
import { lookRegex } from './backtracking.ts';
import { dotted, field, list, quasi, stringOf, type Node } from './syntax.ts';

/** Built-in modules and well-known packages that reach processes, networks or run texts. */
const reaching = new Set(
  `child_process net http https http2 dgram dns tls v8 vm worker_threads cluster inspector repl wasi
  axios got node-fetch undici ws request superagent needle ky cross-fetch ssh2 execa shelljs cross-spawn simple-git node-ssh vm2 isolated-vm
  nodemailer socket.io-client mqtt puppeteer playwright`.split(/\s+/),
);

const fsModules = new Set(['fs', 'fs/promises', 'fs-extra', 'graceful-fs']);

const fsWrites =
  /^(writeFile|appendFile|createWriteStream|unlink|rmdir|copyFile|chmod|chown|lchown|lchmod|fchmod|fchown|symlink|mkdtemp|truncate|ftruncate|outputFile|outputJson|emptyDir|writeJson)(Sync)?$/;

/** Names that others use too; they count only on something that is the file system. */
const fsWritesPlain = /^(write|rm|rename|cp|link|mkdir|open|utimes|remove|move|ensureDir|ensureFile)(Sync)?$/;

const processCalls =
  /^(exec|execSync|execFile|execFileSync|spawn|spawnSync|fork|kill|abort|exit|reallyExit|dlopen|binding|setuid|setgid|chdir)$/;

const networkCalls = /^(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)$/;

const routeMethods = /^(get|post|put|patch|delete|del|all|head|options|route|ws|use|mount|register|on)$/;

const routeDecorators =
  /^(Get|Post|Put|Patch|Delete|All|Head|Options|Controller|WebSocketGateway|SubscribeMessage|MessagePattern|EventPattern)$/;

/** Notes what `import` and `require` give names to. */
export function bindModule(node: Node, walk: Walk): void {
  const [target, from] =
    node.type === 'VariableDeclarator'
      ? [field(node, 'id'), requiredModule(field(node, 'init'))]
      : node.type === 'ImportDeclaration'
        ? [node, stringOf(field(node, 'source'))]
        : [null, null];
  if (target === null || from === null) return;
  const [bare, names] = [from.replace(/^node:/, ''), boundNames(target)];
  walk.bound.set(bare, [...(walk.bound.get(bare) ?? []), ...names]);
  if (fsModules.has(bare)) for (const name of names) walk.fsNames.add(name);
}

/** The module of `require('x')`, `require('x').y` and `await import('x')`. */
function requiredModule(node: Node | null): string | null {
  const outer = node?.type === 'AwaitExpression' ? field(node, 'argument') : node;
  const call = outer?.type === 'MemberExpression' ? field(outer, 'object') : outer;
  if (call?.type === 'ImportExpression') return stringOf(field(call, 'source'));
  if (call?.type !== 'CallExpression' || dotted(field(call, 'callee')) !== 'require') return null;
  return stringOf(list(call, 'arguments')[0] ?? null);
}

function boundNames(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node['name'])];
  const inner = [...list(node, 'properties'), ...list(node, 'specifiers')];
  return inner.flatMap((one) => {
    const bound = field(one, 'local') ?? field(one, 'value') ?? field(one, 'argument');
    return bound?.type === 'Identifier' ? [String(bound['name'])] : [];
  });
}

export function lookModule(name: string | null, walk: Walk): void {
  const bare = name?.replace(/^node:/, '') ?? '';
  const root = bare.startsWith('@') ? bare : (bare.split('/')[0] ?? '');
  if (bare !== '') add(walk, 'module', `imports \`${bare}\``);
  if (reaching.has(root)) add(walk, 'import', `imports \`${bare}\``);
}

/** True for `createRequire(…)`, whose result loads modules as `require` does. */
export function isMadeRequire(node: Node | null): boolean {
  return node?.type === 'CallExpression' && lastName(field(node, 'callee')) === 'createRequire';
}

/** Of `../locales/${language}.json` the way up is written out, as in any import; the folder and what is named at run time are the rest. */
export function lookLoad(argument: Node | null, walk: Walk): void {
  const name = stringOf(argument) ?? ownData(argument);
  const shown = source(walk, argument).replace(/^`(?:\.{1,2}\/)+/, '`./');
  if (name === null) add(walk, 'import', `loads a module named at run time: \`${shown}\``);
  else lookModule(name, walk);
}

/** `path.join(__dirname, '../data/rates.json')`: a path that is written out from where the file lies, of what is read as data and never run. */
function ownData(argument: Node | null): string | null {
  if (argument?.type !== 'CallExpression' || !/^(path\.)?join$/.test(dotted(field(argument, 'callee')) ?? ''))
    return null;
  const [base, ...parts] = list(argument, 'arguments');
  const texts = parts.map((part) => stringOf(part));
  const isOwn = /^(__dirname|import\.meta\.dirname)$/.test(dotted(base ?? null) ?? '');
  const said = texts.includes(null) ? '' : texts.join('/');
  return isOwn && said.endsWith('.json') ? `./${said}` : null;
}

export function lookCall(node: Node, place: Place, walk: Walk): void {
  const callee = field(node, 'callee');
  const args = list(node, 'arguments');
  const path = dotted(callee) ?? '';
  const name = path.split('.').at(-1) ?? lastName(callee);
  add(walk, 'root', path.split('.')[0] ?? '');
  const loads = /^((module\.)?require|require\.resolve)$/.test(path) || isMadeRequire(callee);
  if (loads) lookLoad(args[0] ?? null, walk);
  if (
    /^(eval|Function|AsyncFunction)$/.test(name) ||
    /^(vm|globalThis|global|Reflect)\.(run|compile|eval|Function|Script)/.test(path)
  ) {
    add(walk, 'eval', `runs a text: \`${name}\``);
  }
  if (/^(setTimeout|setInterval|setImmediate)$/.test(name) && stringOf(args[0] ?? null) !== null) {
    add(walk, 'eval', `runs a text: \`${name}\``);
  }
  const opening = `calls \`${path}\``;
  if (path === 'cors' || path === 'express.static') add(walk, 'security-option', opening);
  else if (path.startsWith('express.')) add(walk, 'unopened', opening);
  if (networkCalls.test(name)) add(walk, 'network', `calls \`${name}\``);
  lookSystem(callee, { path, name, text: stringOf(args[0] ?? null) }, walk);
  lookRoute(node, { path, name }, walk);
  const guard = path === '' ? lastName(callee) : path;
  if (guardName.test(guard) && !writes.test(lastName(callee))) {
    add(walk, 'guard-depth', `${guard}${separator}${place.conditions}`);
    add(walk, 'guard-call', `${guard}(${args.map((arg) => source(walk, arg)).join(', ')})`);
  }
  if (name === 'RegExp') lookRegex(stringOf(args[0] ?? null), walk);
}

function lookSystem(
  callee: Node | null,
  called: { path: string; name: string; text: string | null },
  walk: Walk,
): void {
  const { path, name, text } = called;
  const owner = path.split('.').slice(0, -1);
  const isFs = walk.fsNames.has(path) || owner.some((part) => walk.fsNames.has(part) || part === 'promises');
  const inlineFs = fsModules.has((requiredModule(field(callee ?? emptyNode, 'object')) ?? '').replace(/^node:/, ''));
  const last = lastName(callee);
  if (fsWrites.test(last) || ((isFs || inlineFs) && fsWritesPlain.test(last)))
    add(walk, 'fs-write', `writes files: \`${last}\``);
  const onRegex =
    /^(RegExp|regex|re|pattern)$/i.test(owner.at(-1) ?? '') ||
    (callee !== null && field(callee, 'object')?.type === 'Literal');
  const database = /^(db|database|sql|pool|client|conn|connection|knex|sqlite|stmt|query|cursor)$/i.test(
    owner.at(-1) ?? '',
  );
  const isTransaction = /^(?:begin|commit|rollback)(?: transaction)?;?$/i.test(text ?? '');
  if (processCalls.test(last) && !(last === 'exec' && (onRegex || database || isTransaction))) {
    add(walk, 'process', `calls \`${path === '' ? last : path}\``);
  }
  if (
    /^process\.(on|once|addListener|prependListener|removeAllListeners|emit)$/.test(path) ||
    name === 'setUncaughtExceptionCaptureCallback'
  ) {
    add(walk, 'process', `changes how the process ends: \`${path}\``);
  }
}

const emptyNode: Node = { type: 'Empty', start: 0, end: 0 };

/** Routes by method and path with the number of their handlers; middleware without a path only by what it is. */
function lookRoute(node: Node, called: { path: string; name: string }, walk: Walk): void {
  const { path, name } = called;
  if (!path.includes('.')) return;
  const args = list(node, 'arguments');
  const first = args[0] ?? null;
  const target = routePath(first, walk);
  if (!routeMethods.test(name)) {
    if (target !== null) add(walk, 'unrouted', `${name.toUpperCase()} ${target} (${args.length - 1})`);
    return;
  }
  if (target !== null) {
    // Express called it so before version 5: it is the same route.
    const verb = name === 'del' ? 'delete' : name;
    add(walk, 'route', `${verb.toUpperCase()} ${target} (${args.length - 1})`);
    walk.order.push(`${verb} ${target}`);
  } else if (name === 'use' && first !== null) {
    const what = middlewareName(first, walk);
    add(walk, 'middleware', what);
    walk.order.push(`use ${what}`);
  }
}

/** A function that is written out by its head, `next` or none: what its body does is read for itself. */
function middlewareName(node: Node, walk: Walk): string {
  const body = /Function/.test(node.type) ? field(node, 'body') : null;
  const text = source(walk, field(node, 'callee') ?? node);
  const head = body === null ? text : text.slice(0, body.start - node.start).replace(/,\s*next(?=\s*\))/, '');
  return head.slice(0, 80);
}

/** The same paths in the spelling of one version of a router: `/{*splat}` is `*`, `{/:id}` is `/:id?`. */
function plainPath(path: string): string {
  return path
    .replaceAll(/\{\*\w+\}|\*\w+|\(\.\*\)/g, '*')
    .replaceAll(/\{\/:(\w+)\}/g, '/:$1?')
    .replace(/^\/\*$/, '*');
}

function routePath(node: Node | null, walk: Walk): string | null {
  const text = stringOf(node);
  if (text !== null)
    return text.startsWith('/') || text.startsWith('{/') || text === '*' || text === '' ? plainPath(text) : null;
  if (node?.type === 'TemplateLiteral' && quasi(list(node, 'quasis')[0]).startsWith('/')) return source(walk, node);
  return node?.type === 'Literal' && node['regex'] !== undefined && node['regex'] !== null ? source(walk, node) : null;
}

/** What a decorator asks of a class, a member or a parameter, by its name and by those of the classes that it is given to ask it. */
export function lookDecorator(node: Node, walk: Walk): void {
  const expression = field(node, 'expression');
  const callee = expression?.type === 'CallExpression' ? field(expression, 'callee') : expression;
  const name = lastName(callee);
  if (routeDecorators.test(name)) add(walk, 'route', source(walk, node));
  else {
    add(walk, 'decorator', `@${name}`);
    add(walk, 'unrouted', source(walk, node));
  }
  for (const [given] of source(walk, node).matchAll(/\b[A-Z]\w*(?:Pipe|Guard|Interceptor|Filter)\b/g))
    add(walk, 'decorator', given);
}
