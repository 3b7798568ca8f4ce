/** Which GET routes only look, as far as their code tells (SEN-8): what handles them, and what that calls, changes nothing beyond its own answer. */
import type { FunctionMap, MappedRoute } from '../incident/map.ts';
import { lineIndex, lineStarts } from '../kit/text.ts';
import type { Code } from './inputs.ts';
import {
  around,
  chainOf,
  eachNode,
  field,
  functionsOf,
  isFunction,
  lastOf,
  list,
  parseProgram,
  stringOf,
  type Node,
} from './tree.ts';

const depthMax = 4;
/** By the name they go by, these do more than look. */
const deedInPath =
  /(?:^|[/_.-])(?:log-?(?:in|out)|sign-?(?:in|out|up)|delete|remove|destroy|purge|reset|(?:un)?subscribe|cancel|confirm|verify|revoke|pay|checkout|shut-?down|restart|accept|approve|activate|callback|webhooks?|cron|run|send|sync|import|migrate|seed|track|crash|exit)(?:$|[/_.-])/i;
/** Calls of these change something, wherever they hang. */
const changing =
  /^(?:(?:insert|update|upsert|destroy|save|persist|bulkWrite|drop|truncate|increment|decrement|incr|decr|unlink|rename|mkdir|append|copyFile|spawn|fork|charge|refund|publish|enqueue|dispatch|sendMail)(?:$|[A-Z_])|(?:delete|create|remove|write)(?:One|Many|All|By|File)|createWriteStream$|rm(?:Sync|dir|dirSync)?$|execFile|execSync$|run$|kill$|exit$|abort$|logout$|login$|regenerate$)/;
/** Calls of these change what they hang on, which is nobody's matter where that was made here, or is the answer. */
const altering =
  /^(?:push|pop|shift|unshift|splice|fill|set|add|put|post|patch|delete|clear|send|write|emit|remove|store|create)$/;
const sql = /^\s*(?:insert|update|delete|replace|create|drop|alter|truncate|merge|call|grant)\s/i;
/** What these give is a value of its own. */
const copying =
  /^(?:map|filter|slice|concat|flatMap|flat|from|keys|values|entries|fromEntries|split|toSorted|parse|structuredClone)$/;
/** In a branch of a dispatcher, what was given to the function around it. */
const usual = /^(?:req|request|res|response|reply|ctx|context)$/;
const verbs = /^(?:get|all|route|head)$/;

/** Where a name of a handler comes from: given to it, made by it, or held elsewhere too. */
type Origin = 'given' | 'made' | 'held';
type Names = ReadonlyMap<string, Origin>;

/** Paths with what they are mounted under, each once. One that cannot be asked as it stands (`*`, a pattern) is none. */
export function quietRoutes(code: Code): string[] {
  const reader = new Reader(code);
  const changes = new Map<string, boolean>();
  for (const { file, routes } of code.map)
    for (const { path, line } of routes.filter(isPlainGet))
      changes.set(path, changes.get(path) === true || !reader.onlyLooks(file, line));
  return [...changes].flatMap(([path, isChanging]) => (isChanging ? [] : [path]));
}

function isPlainGet({ method, path }: MappedRoute): boolean {
  return (method === 'GET' || method === 'ALL') && /^\/[\w./~:-]*$/.test(path) && !deedInPath.test(path);
}

/** A file with the calls in it that may declare a route, by the line that their verb stands on. */
interface Parsed {
  readonly program: Node;
  readonly text: string;
  readonly routes: ReadonlyMap<number, Node>;
}

class Reader {
  readonly #code: Code;
  readonly #parsed = new Map<string, Parsed | null>();
  readonly #filesWith: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #functions = new Map<string, readonly Node[]>();
  /** Functions and whether they only look; true while that is being found out. */
  readonly #known = new Map<Node, boolean>();

  constructor(code: Code) {
    this.#code = code;
    this.#filesWith = filesByFunction(code.map);
  }

  /** False where its handler cannot be found either. */
  onlyLooks(file: string, line: number): boolean {
    const parsed = this.#parse(file);
    if (parsed === null) return false;
    const call = parsed.routes.get(line);
    if (call === undefined) return this.#isQuiet(around(parsed.program, parsed.text, line), depthMax);
    const handlers = list(call, 'arguments').filter((one) => stringOf(one) === null);
    const last = handlers.at(-1);
    const isSeen = last !== undefined && (hasFunction(last) || this.#named(lastOf(calleeOf(last))).length > 0);
    return isSeen && handlers.every((one) => this.#isQuiet(one, depthMax));
  }

  #parse(file: string): Parsed | null {
    const known = this.#parsed.get(file);
    if (known !== undefined) return known;
    const text = this.#code.read(file);
    const program = text === null ? null : parseProgram(file, text);
    const parsed = text === null || program === null ? null : { program, text, routes: routesIn(program, text) };
    this.#parsed.set(file, parsed);
    return parsed;
  }

  #isQuiet(root: Node, left: number): boolean {
    const known = this.#known.get(root);
    if (known !== undefined || left === 0) return known ?? false; // what lies deeper is not known to be quiet
    this.#known.set(root, true);
    const names = namesIn(root);
    let isQuiet = this.#isHandedQuiet(root, left);
    eachNode(root, (node) => {
      if (isQuiet && (isDeed(node, names) || this.#callsDeed(node, left))) isQuiet = false;
    });
    this.#known.set(root, isQuiet);
    return isQuiet;
  }

  /** A handler that is only named: `users.list`. */
  #isHandedQuiet(root: Node, left: number): boolean {
    const name = root.type === 'Identifier' || root.type === 'MemberExpression' ? lastOf(root) : '';
    return this.#named(name).every((fn) => this.#isQuiet(fn, left - 1));
  }

  /** A function is known by its name alone, so one too many may be taken for it. */
  #callsDeed(node: Node, left: number): boolean {
    if (node.type !== 'CallExpression') return false;
    return !this.#named(lastOf(field(node, 'callee'))).every((fn) => this.#isQuiet(fn, left - 1));
  }

  #named(name: string): readonly Node[] {
    const known = this.#functions.get(name);
    if (known !== undefined) return known;
    const found = [...(this.#filesWith.get(name) ?? [])].flatMap((file) => {
      const parsed = this.#parse(file);
      return parsed === null ? [] : functionsOf(parsed.program, name);
    });
    this.#functions.set(name, found);
    return found;
  }
}

/** By the last name of a function or method: the files that hold one of it. */
function filesByFunction(map: FunctionMap): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const { file, functions, classes } of map)
    for (const name of [...functions.map((one) => lastWord(one.name)), ...classes.flatMap(({ methods }) => methods)])
      if (name !== '') files.set(name, (files.get(name) ?? new Set()).add(file));
  return files;
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The calls that declare routes: `app.get(…)`; of several on one line the outermost, which is the first. */
function routesIn(program: Node, text: string): Map<number, Node> {
  const starts = lineStarts(text);
  const routes = new Map<number, Node>();
  eachNode(program, (node) => {
    const property = node.type === 'CallExpression' ? field(field(node, 'callee'), 'property') : null;
    if (property === null || !verbs.test(chainOf(property) ?? '')) return;
    const line = lineIndex(starts, property.start) + 1;
    if (!routes.has(line)) routes.set(line, node);
  });
  return routes;
}

function calleeOf(node: Node): Node | null {
  return node.type === 'CallExpression' ? field(node, 'callee') : node;
}

function hasFunction(root: Node): boolean {
  let has = false;
  eachNode(root, (node) => (has ||= isFunction(node)));
  return has;
}

function namesIn(root: Node): Names {
  const names = new Map<string, Origin>();
  eachNode(root, (node) => {
    if (isFunction(node)) for (const param of list(node, 'params')) bind(param, 'given', names);
    if (node.type === 'CatchClause') bind(field(node, 'param'), 'given', names);
    if (node.type === 'VariableDeclarator') bind(field(node, 'id'), originOf(field(node, 'init')), names);
    if (/^(?:Function|Class)Declaration$/.test(node.type)) bind(field(node, 'id'), 'made', names);
  });
  return names;
}

function bind(target: Node | null, origin: Origin, names: Map<string, Origin>): void {
  if (target === null) return;
  eachNode(target, (node) => {
    if (node.type === 'Identifier') names.set(String(node['name']), origin);
  });
}

function originOf(init: Node | null): Origin {
  if (init?.type === 'AwaitExpression') return originOf(field(init, 'argument'));
  if (init?.type === 'CallExpression') return copying.test(lastOf(field(init, 'callee'))) ? 'made' : 'held';
  return init === null ||
    !/^(?:Identifier|MemberExpression|ChainExpression|LogicalExpression|ConditionalExpression)$/.test(init.type)
    ? 'made'
    : 'held';
}

function isDeed(node: Node, names: Names): boolean {
  switch (node.type) {
    case 'AssignmentExpression':
      return isForeign(field(node, 'left'), names);
    case 'UpdateExpression':
      return isForeign(field(node, 'argument'), names);
    case 'UnaryExpression':
      return node['operator'] === 'delete' && isForeign(field(node, 'argument'), names);
    case 'CallExpression':
      return isChange(field(node, 'callee'), names);
    case 'Property':
      return (
        chainOf(field(node, 'key')) === 'method' &&
        /^(?:POST|PUT|PATCH|DELETE)$/i.test(stringOf(field(node, 'value')) ?? '')
      );
    case 'Literal':
      return sql.test(stringOf(node) ?? '');
    case 'TemplateElement':
      return sql.test(String((node['value'] as { raw?: string } | undefined)?.raw ?? ''));
    default:
      return false;
  }
}

/** Something is written to it that others hold too; a session is theirs whatever it hangs on. */
function isForeign(target: Node | null, names: Names): boolean {
  if (target === null || /Pattern$/.test(target.type)) return false;
  const root = rootOf(target);
  if (target.type === 'Identifier') return !names.has(String(target['name']));
  return /(?:^|\.)(?:session|locals\.app|app\.locals)(?:\.|$)/.test(chainOf(target) ?? '') || isHeld(root, names);
}

function isChange(callee: Node | null, names: Names): boolean {
  const name = lastOf(callee);
  const isMethod = callee?.type === 'MemberExpression';
  if (changing.test(name)) return true;
  if (!isMethod) return name === 'exec';
  const root = rootOf(callee);
  if (name === 'exec') return /^(?:cp|child_?process)$/i.test(chainOf(root) ?? '');
  return altering.test(name) && chainOf(root) !== 'Object' && isHeld(root, names);
}

function isHeld(root: Node, names: Names): boolean {
  if (root.type === 'ThisExpression') return true;
  const name = root.type === 'Identifier' ? String(root['name']) : null;
  return name !== null && (names.get(name) ?? (usual.test(name) ? 'given' : 'held')) === 'held';
}

/** What a chain of members and calls begins with. */
function rootOf(node: Node): Node {
  const inner = field(node, 'object') ?? field(node, 'callee') ?? field(node, 'expression');
  return inner === null || node.type === 'NewExpression' ? node : rootOf(inner);
}
