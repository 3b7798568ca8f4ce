/** What a source file does that policy cares about (POL-8). */
import { lookRegex } from './backtracking.ts';
import { bindModule, isMadeRequire, lookCall, lookDecorator, lookLoad, lookModule } from './calls.ts';
import { dotted, field, list, quasi, stringOf, type Node } from './syntax.ts';
import { lookVerdicts } from './verdicts.ts';
import {
  add,
  guardName,
  lastName,
  rightName,
  source,
  visit,
  writes,
  type Facts,
  type Place,
  type Walk,
  separator,
} from './walk.ts';

const securityKeys =
  /^(rejectUnauthorized|checkServerIdentity|minVersion|maxVersion|secureProtocol|secureOptions|ciphers|insecureHTTPParser|maxHeaderSize|httpOnly|secure|sameSite|signed|credentials|origin|allowedHeaders|exposedHeaders|allowedOrigins|contentSecurityPolicy|directives|scriptSrc|defaultSrc|trustProxy|strictSSL|ssl|tls|hsts|frameguard|noSniff|maxAge|bodyLimit|algorithms|ignoreExpiration|dangerouslyAllow\w+|allowUnsafe\w*|disable\w*(Auth|Csrf|Check)\w*)$/;

const securityWords =
  /^(access-control-[a-z-]+|content-security-policy.*|set-cookie|strict-transport-security|x-frame-options|x-content-type-options|referrer-policy|permissions-policy|cross-origin-[a-z-]+|x-xss-protection|trust proxy|node_tls_reject_unauthorized|etag|x-powered-by)$/i;

export interface Reading {
  readonly bound: ReadonlyMap<string, readonly string[]>;
  readonly facts: Facts;
  readonly order: readonly string[];
}

export function readFacts(program: Node, text: string): Reading {
  const walk: Walk = {
    text,
    facts: new Map(),
    fsNames: new Set(['fs', 'fsp', 'fsPromises']),
    order: [],
    bound: new Map(),
  };
  visit(program, (node) => bindModule(node, walk));
  visit(program, (node, place) => look(node, place, walk));
  return { facts: walk.facts, order: walk.order, bound: walk.bound };
}

function look(node: Node, place: Place, walk: Walk): void {
  lookVerdicts(node, walk);
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
      return lookDeclared(node, walk);
    case 'IfStatement':
    case 'ConditionalExpression':
      return lookTest(node, walk);
    case 'CatchClause':
      if (list(field(node, 'body') ?? node, 'body').length === 0) add(walk, 'swallowed-error', 'swallows an error');
      return;
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

function lookName(node: Node, place: Place, walk: Walk): void {
  lookReach(node, place, walk);
  const path = dotted(node);
  if (place.parent?.type === 'MemberExpression' && field(place.parent, 'object') === node && path !== 'process.env')
    return;
  if (path === 'process.env' || path === 'import.meta.env') return lookEnv(node, place, walk);
  const called = place.parent?.type === 'CallExpression' && isCallee(node, place.parent);
  const name = called && path !== null ? path : lastName(node);
  // `validUntil.toISOString()` writes a day; it checks none.
  if (called && writes.test(lastName(node))) return;
  const speaks = guardName.test(name) || rightName.test(lastName(node));
  if (speaks && (!isNamePosition(node, place.parent) || isRequired(node, place.parent))) add(walk, 'guard-name', name);
}

/** `import validate from './validate.js'` where `const validate = require('./validate')` stood: the word stands there once less, and is as often used. */
export function isImportedNow(word: string, old: Reading, next: Reading): boolean {
  const less = (fact: string): number => (old.facts.get(fact) ?? 0) - (next.facts.get(fact) ?? 0);
  const isBound = [...next.bound.values()].some((names) => names.includes(word));
  return isBound && less(`guard-name${separator}${word}`) === 1 && less(`root${separator}require`) > 0;
}

/** `const validate = require('./validate')` has the check as `const { validate } = …` has it: the form of the import is no loss. */
function isRequired(node: Node, parent: Node | null): boolean {
  const made = parent?.type === 'VariableDeclarator' && field(parent, 'id') === node ? field(parent, 'init') : null;
  return made?.type === 'CallExpression' && dotted(field(made, 'callee')) === 'require';
}

/** Detours to what runs a text or loads a module: the object that has it, a name made at run time, the function handed on. */
function lookReach(node: Node, { parent }: Place, walk: Walk): void {
  const uses = node.type === 'Identifier' ? handsOn(node, parent) : reaches(node, parent);
  if (uses) add(walk, 'eval', `uses \`${source(walk, node).slice(0, 80)}\``);
}

/** `eval`, `Function` or `require` as a value; to ask for its type or to read from it is none of that. */
function handsOn(node: Node, parent: Node | null): boolean {
  const name = String(node['name']);
  if (name === '__proto__') return !isNamePosition(node, parent);
  if (!/^(eval|Function|require)$/.test(name) || isNamePosition(node, parent) || parent === null) return false;
  return !/^(BinaryExpression|UnaryExpression|MemberExpression)$/.test(parent.type) && !isCallee(node, parent);
}

/** `new this.constructor(…)` and `x.constructor.name` are how a class names or copies itself. */
function reaches(node: Node, parent: Node | null): boolean {
  const object = field(node, 'object');
  const property = field(node, 'property');
  if (node['computed'] === true && stringOf(property) === null)
    return /^(globalThis|global|process|module)$/.test(dotted(object) ?? '');
  const name = lastName(node);
  if (name !== 'constructor') return /^(__proto__|mainModule)$/.test(name);
  return lastName(object) === 'constructor' || (object?.type !== 'ThisExpression' && isCallee(node, parent));
}

function isCallee(node: Node, parent: Node | null): boolean {
  return parent !== null && field(parent, 'callee') === node;
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

function lookDeclared(node: Node, walk: Walk): void {
  const id = field(node, 'id');
  if (isMadeRequire(field(node, 'init')) && dotted(id) !== 'require')
    add(walk, 'import', `loads modules under another name: \`${source(walk, node).slice(0, 80)}\``);
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
  // A failure that is no longer told as one is the worst way to make it go away.
  if (name === 'statusCode' || name === 'statusMessage') add(walk, 'removed-4xx', name);
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
  if (typeof value === 'number' && value >= 400 && value < 600 && Number.isInteger(value)) {
    return add(walk, 'removed-4xx', String(value));
  }
  const regex = node['regex'] as { pattern?: string } | null | undefined;
  if (regex) return lookRegex(regex.pattern ?? '', walk);
  const text = node.type === 'TemplateLiteral' ? list(node, 'quasis').map(quasi).join('\u241f') : value;
  if (typeof text !== 'string' || place.parent?.type === 'ImportDeclaration') return;
  // The base that `new URL('/path', base)` parses by: nothing is asked there.
  if (/^https?:\/\/localhost$/.test(text) && isBase(node, place.parent)) return;
  for (const [url] of text.matchAll(/\b(?:https?|wss?|ftp):\/\/[^\s'"\u241f]*|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi))
    add(walk, 'url', `names \`${url}\``);
  if (securityWords.test(text)) add(walk, 'security-option', `names \`${text}\``);
  if (/^data:.*(script|html)|javascript:/i.test(text)) add(walk, 'url', `names \`${text.slice(0, 40)}\``);
  const parts = list(node, 'expressions').length;
  if (parts > 0 && looksLikeSql(text))
    for (let n = 0; n < parts; n += 1) add(walk, 'sql', 'puts values into the text of an SQL statement');
}

function isBase(node: Node, parent: Node | null): boolean {
  const isUrl = parent?.type === 'NewExpression' && dotted(field(parent, 'callee')) === 'URL';
  return isUrl && list(parent, 'arguments')[1] === node;
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
