/** What a source file does that policy cares about, as a bag of short facts: `rule` + what exactly (POL-8). */
import { nestedQuantifier } from './backtracking.ts';
import { children, dotted, field, list, quasi, stringOf, type Node } from './syntax.ts';

/** How often each fact occurs; the key is `rule␟detail`. */
export type Facts = Map<string, number>;

export const separator = '\u241f';

/** Built-in modules and well-known packages that reach processes, networks or run texts. */
const reaching = new Set(
  `child_process net http https http2 dgram tls vm worker_threads cluster inspector repl wasi
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

/** Names that speak of who may do what, and of what is let in. */
export const guardName =
  /auth|permi(ssion|t)|valid|csrf|xsrf|saniti[sz]e|escape|(?<!de)limit|throttle|verif|guard|protect|ensure|require[A-Z_]|role|admin|acl\b|session|jwt|passport|helmet|cors\b|login|timingsafe|compare|decrypt|signature|allowed|forbid|deny|whitelist|blacklist|blocklist|allowlist/i;

const securityKeys =
  /^(rejectUnauthorized|checkServerIdentity|minVersion|maxVersion|secureProtocol|secureOptions|ciphers|insecureHTTPParser|maxHeaderSize|httpOnly|secure|sameSite|signed|credentials|origin|allowedHeaders|exposedHeaders|allowedOrigins|contentSecurityPolicy|directives|scriptSrc|defaultSrc|trustProxy|strictSSL|ssl|tls|hsts|frameguard|noSniff|maxAge|bodyLimit|algorithms|ignoreExpiration|dangerouslyAllow\w+|allowUnsafe\w*|disable\w*(Auth|Csrf|Check)\w*)$/;
const securityWords =
  /^(access-control-[a-z-]+|content-security-policy.*|set-cookie|strict-transport-security|x-frame-options|x-content-type-options|referrer-policy|permissions-policy|cross-origin-[a-z-]+|x-xss-protection|trust proxy|node_tls_reject_unauthorized|etag|x-powered-by)$/i;
const routeMethods = /^(get|post|put|patch|delete|del|all|head|options|route|ws|use|mount|register|on)$/;
const routeDecorators =
  /^(Get|Post|Put|Patch|Delete|All|Head|Options|Controller|WebSocketGateway|SubscribeMessage|MessagePattern|EventPattern)$/;

interface Walk {
  readonly text: string;
  readonly facts: Facts;
  /** Names bound to the file system module, or to one of its functions. */
  readonly fsNames: Set<string>;
  /** Routes and middleware in the order in which they are registered. */
  readonly order: string[];
}

export interface Reading {
  readonly facts: Facts;
  readonly order: readonly string[];
}

export function readFacts(program: Node, text: string): Reading {
  const walk: Walk = { text, facts: new Map(), fsNames: new Set(['fs', 'fsp', 'fsPromises']), order: [] };
  visit(program, (node) => bindFs(node, walk));
  visit(program, (node, place) => look(node, place, walk));
  return { facts: walk.facts, order: walk.order };
}

interface Place {
  readonly parent: Node | null;
  /** How many conditions and try blocks stand around. */
  readonly conditions: number;
}

function visit(root: Node, see: (node: Node, place: Place) => void): void {
  const stack: { node: Node; place: Place }[] = [{ node: root, place: { parent: null, conditions: 0 } }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, place } = next;
    see(node, place);
    const inner = /^(IfStatement|ConditionalExpression|LogicalExpression|TryStatement)$/.test(node.type) ? 1 : 0;
    const at = { parent: node, conditions: place.conditions + inner };
    // Reversed, so that facts come in the order of the text.
    for (const child of children(node).toReversed()) stack.push({ node: child, place: at });
  }
}

function add(walk: Walk, rule: string, detail: string): void {
  const key = `${rule}${separator}${detail}`;
  walk.facts.set(key, (walk.facts.get(key) ?? 0) + 1);
}

function source(walk: Walk, node: Node | null): string {
  return node === null ? '' : walk.text.slice(node.start, node.end).replace(/\s+/g, ' ');
}

function bindFs(node: Node, walk: Walk): void {
  const [target, from] =
    node.type === 'VariableDeclarator'
      ? [field(node, 'id'), requiredModule(field(node, 'init'))]
      : node.type === 'ImportDeclaration'
        ? [node, stringOf(field(node, 'source'))]
        : [null, null];
  if (target === null || from === null || !fsModules.has(from.replace(/^node:/, ''))) return;
  for (const name of boundNames(target)) walk.fsNames.add(name);
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

function look(node: Node, place: Place, walk: Walk): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return lookModule(stringOf(field(node, 'source')), walk);
    case 'ImportExpression':
      return lookLoad(field(node, 'source'), walk);
    case 'CallExpression':
    case 'NewExpression':
      return lookCall(node, place, walk);
    case 'Decorator':
      return lookDecorator(node, walk);
    case 'MemberExpression':
    case 'Identifier':
      return lookName(node, place, walk);
    case 'Property':
      return lookProperty(node, walk);
    case 'AssignmentExpression':
      return lookAssignment(node, walk);
    case 'VariableDeclarator':
      return lookEnvPattern(node, walk);
    case 'IfStatement':
    case 'ConditionalExpression':
      return lookTest(node, walk);
    case 'ThrowStatement':
      return add(walk, 'removed-throw', 'throw');
    case 'Literal':
    case 'TemplateLiteral':
      return lookText(node, place, walk);
    case 'BinaryExpression':
      return lookConcatenation(node, walk);
    default:
  }
}

function lookModule(name: string | null, walk: Walk): void {
  const bare = name?.replace(/^node:/, '') ?? '';
  const root = bare.startsWith('@') ? bare : (bare.split('/')[0] ?? '');
  if (reaching.has(root)) add(walk, 'import', `imports \`${bare}\``);
}

function lookLoad(argument: Node | null, walk: Walk): void {
  const name = stringOf(argument);
  if (name === null) add(walk, 'import', `loads a module named at run time: \`${source(walk, argument)}\``);
  else lookModule(name, walk);
}

function lookCall(node: Node, place: Place, walk: Walk): void {
  const callee = field(node, 'callee');
  const args = list(node, 'arguments');
  const path = dotted(callee) ?? '';
  const name = path.split('.').at(-1) ?? lastName(callee);
  if (path === 'require' || path === 'module.require' || path === 'require.resolve') lookLoad(args[0] ?? null, walk);
  if (
    /^(eval|Function|AsyncFunction)$/.test(name) ||
    /^(vm|globalThis|global|Reflect)\.(run|compile|eval|Function|Script)/.test(path)
  ) {
    add(walk, 'eval', `runs a text: \`${name}\``);
  }
  if (/^(setTimeout|setInterval|setImmediate)$/.test(name) && stringOf(args[0] ?? null) !== null) {
    add(walk, 'eval', `runs a text: \`${name}\``);
  }
  if (networkCalls.test(name)) add(walk, 'network', `calls \`${name}\``);
  lookSystem(callee, { path, name }, walk);
  lookRoute(node, { path, name }, walk);
  const guard = path === '' ? lastName(callee) : path;
  if (guardName.test(guard)) {
    add(walk, 'guard-depth', `${guard}${separator}${place.conditions}`);
    add(walk, 'guard-call', `${guard}(${args.map((arg) => source(walk, arg)).join(', ')})`);
  }
  if (name === 'RegExp') lookRegex(stringOf(args[0] ?? null), walk);
}

function lastName(node: Node | null): string {
  if (node === null) return '';
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'MemberExpression') {
    const property = field(node, 'property');
    return stringOf(property) ?? dotted(property) ?? '';
  }
  return node.type === 'ChainExpression' ? lastName(field(node, 'expression')) : '';
}

function lookSystem(callee: Node | null, called: { path: string; name: string }, walk: Walk): void {
  const { path, name } = called;
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
  if (processCalls.test(last) && !(last === 'exec' && (onRegex || database))) {
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
  if (!path.includes('.') || !routeMethods.test(name)) return;
  const args = list(node, 'arguments');
  const first = args[0] ?? null;
  const target = routePath(first, walk);
  if (target !== null) {
    add(walk, 'route', `${name.toUpperCase()} ${target} (${args.length - 1})`);
    walk.order.push(`${name} ${target}`);
  } else if (name === 'use' && first !== null) {
    const what = source(walk, field(first, 'callee') ?? first).slice(0, 80);
    add(walk, 'middleware', what);
    walk.order.push(`use ${what}`);
  }
}

function routePath(node: Node | null, walk: Walk): string | null {
  const text = stringOf(node);
  if (text !== null) return text.startsWith('/') || text === '*' || text === '' ? text : null;
  if (node?.type === 'TemplateLiteral' && quasi(list(node, 'quasis')[0]).startsWith('/')) return source(walk, node);
  return node?.type === 'Literal' && node['regex'] !== undefined && node['regex'] !== null ? source(walk, node) : null;
}

function lookDecorator(node: Node, walk: Walk): void {
  const expression = field(node, 'expression');
  const callee = expression?.type === 'CallExpression' ? field(expression, 'callee') : expression;
  const name = lastName(callee);
  if (routeDecorators.test(name)) add(walk, 'route', source(walk, node));
}

function lookName(node: Node, place: Place, walk: Walk): void {
  const path = dotted(node);
  if (place.parent?.type === 'MemberExpression' && field(place.parent, 'object') === node && path !== 'process.env')
    return;
  if (path === 'process.env' || path === 'import.meta.env') return lookEnv(node, place, walk);
  if (/\.(__proto__|constructor\.constructor|mainModule)$|^__proto__$/.test(path ?? ''))
    add(walk, 'eval', `uses \`${path}\``);
  const called = place.parent?.type === 'CallExpression' && field(place.parent, 'callee') === node;
  const name = called && path !== null ? path : lastName(node);
  if (guardName.test(name) && !isNamePosition(node, place.parent)) add(walk, 'guard-name', name);
}

/** Where a name is only declared or a key, it is not used. */
function isNamePosition(node: Node, parent: Node | null): boolean {
  if (parent === null) return false;
  if (parent.type === 'Property') return field(parent, 'key') === node && field(parent, 'value') !== node;
  if (/^(Import|Export|TS|Label|Break|Continue)/.test(parent.type)) return true;
  if (parent.type === 'VariableDeclarator') return field(parent, 'id') === node;
  if (parent.type === 'MemberExpression') return field(parent, 'property') === node && parent['computed'] !== true;
  return /Function|Class|MethodDefinition|PropertyDefinition/.test(parent.type);
}

function lookEnv(node: Node, place: Place, walk: Walk): void {
  const { parent } = place;
  if (parent?.type === 'MemberExpression' && field(parent, 'object') === node) {
    const property = field(parent, 'property');
    const key = parent['computed'] === true ? stringOf(property) : dotted(property);
    return add(
      walk,
      'env-key',
      key === null ? 'reads environment entries named at run time' : `reads \`process.env.${key}\``,
    );
  }
  const pattern = parent?.type === 'VariableDeclarator' && field(parent, 'id')?.type === 'ObjectPattern';
  if (!pattern) add(walk, 'env-key', 'takes the whole environment');
}

function lookEnvPattern(node: Node, walk: Walk): void {
  const id = field(node, 'id');
  if (id?.type !== 'ObjectPattern' || dotted(field(node, 'init')) !== 'process.env') return;
  for (const property of list(id, 'properties')) {
    const key = dotted(field(property, 'key'));
    add(walk, 'env-key', key === null ? 'takes the whole environment' : `reads \`process.env.${key}\``);
  }
}

function lookProperty(node: Node, walk: Walk): void {
  const key = field(node, 'key');
  const name = stringOf(key) ?? (node['computed'] === true ? null : dotted(key));
  const value = field(node, 'value');
  if (name === null || value === null || value === key || field(node, 'value')?.type === 'AssignmentPattern') return;
  if (node['shorthand'] !== true && securityKeys.test(name)) {
    add(walk, 'security-option', `sets \`${name}: ${source(walk, value).slice(0, 80)}\``);
  }
}

function lookAssignment(node: Node, walk: Walk): void {
  const target = dotted(field(node, 'left'));
  const name = target?.split('.').at(-1) ?? '';
  if (target?.includes('.') === true && securityKeys.test(name)) {
    add(walk, 'security-option', `sets \`${target} = ${source(walk, field(node, 'right')).slice(0, 80)}\``);
  }
  if (target?.startsWith('process.env.') === true) add(walk, 'env-key', `writes \`${target}\``);
  if (target !== null && /(^|\.)(prototype|__proto__)(\.|$)/.test(target)) add(walk, 'eval', `changes \`${target}\``);
}

/** The whole condition that a guard stands in: negating or widening it changes who gets in. */
function lookTest(node: Node, walk: Walk): void {
  const test = field(node, 'test');
  const text = source(walk, test);
  if (guardName.test(text)) add(walk, 'guard-test', text);
}

function lookText(node: Node, place: Place, walk: Walk): void {
  const value = node['value'];
  if (typeof value === 'number' && value >= 400 && value < 500 && Number.isInteger(value)) {
    return add(walk, 'removed-4xx', String(value));
  }
  const regex = node['regex'] as { pattern?: string } | null | undefined;
  if (regex) return lookRegex(regex.pattern ?? '', walk);
  const text = node.type === 'TemplateLiteral' ? list(node, 'quasis').map(quasi).join('\u241f') : value;
  if (typeof text !== 'string' || place.parent?.type === 'ImportDeclaration') return;
  for (const [url] of text.matchAll(/\b(?:https?|wss?|ftp):\/\/[^\s'"\u241f]*|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi))
    add(walk, 'url', `names \`${url}\``);
  if (securityWords.test(text)) add(walk, 'security-option', `names \`${text}\``);
  if (/^data:.*(script|html)|javascript:/i.test(text)) add(walk, 'url', `names \`${text.slice(0, 40)}\``);
  const parts = list(node, 'expressions').length;
  if (parts > 0 && looksLikeSql(text))
    for (let n = 0; n < parts; n += 1) add(walk, 'sql', 'puts values into the text of an SQL statement');
}

function looksLikeSql(text: string): boolean {
  return /\b(select\s.+\sfrom|insert\s+into|update\s.+\sset|delete\s+from)\b/is.test(text);
}

function lookConcatenation(node: Node, walk: Walk): void {
  if (node['operator'] !== '+') return;
  const left = field(node, 'left');
  const text = stringOf(left);
  if (text !== null && looksLikeSql(`${text} x `)) add(walk, 'sql', 'puts values into the text of an SQL statement');
}

function lookRegex(pattern: string | null, walk: Walk): void {
  if (pattern !== null && nestedQuantifier(pattern))
    add(walk, 'regex', `\`/${pattern.slice(0, 80)}/\` can take exponential time`);
}
