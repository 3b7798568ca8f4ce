/** What a handler reads of its requests, off the syntax trees of itself and of what it calls: names of the query and of the body. */
import type { FunctionMap, Inputs } from '../incident/map.ts';
import {
  around,
  chainOf,
  eachNode,
  field,
  functionsOf,
  lastOf,
  list,
  parseProgram,
  propertyOf,
  stringOf,
  type Node,
} from './tree.ts';

export interface Code {
  readonly map: FunctionMap;
  /** Null for a file that is not there. */
  read(file: string): string | null;
}

/** A route of the function map; `line` null for a whole file. */
export interface Root {
  readonly file: string;
  readonly line: number | null;
}

type Part = 'query' | 'body';
type Sources = Map<string, Part>;

const depthMax = 3;
const filesMax = 60;
const plain = /^[\w.-]{1,40}$/;

/** What stands nearest comes first. A function is known by its name alone, so a name too many may be among them. */
export function inputsOf(code: Code, roots: readonly Root[]): Inputs {
  const reader = new Reader(code);
  for (const root of roots) reader.start(root);
  return { query: [...reader.query], body: [...reader.body], words: reader.words };
}

class Reader {
  readonly query = new Set<string>();
  readonly body = new Set<string>();
  readonly words = new Map<string, Set<string>>();
  readonly #code: Code;
  readonly #programs = new Map<string, Node | null>();
  readonly #seen = new Set<Node>();

  constructor(code: Code) {
    this.#code = code;
  }

  start({ file, line }: Root): void {
    const program = this.#program(file);
    if (program === null) return;
    this.#see(line === null ? program : around(program, this.#code.read(file) ?? '', line), new Map(), depthMax);
  }

  #program(file: string): Node | null {
    const known = this.#programs.get(file);
    if (known !== undefined || this.#programs.size >= filesMax) return known ?? null;
    const text = this.#code.read(file);
    const program = text === null ? null : parseProgram(file, text);
    this.#programs.set(file, program);
    return program;
  }

  #see(root: Node, sources: Sources, left: number): void {
    if (this.#seen.has(root)) return;
    this.#seen.add(root);
    const called: Node[] = [];
    eachNode(root, (node, [parent]) => {
      if (node.type === 'VariableDeclarator')
        this.#bind(field(node, 'id'), partOf(field(node, 'init'), sources), sources);
      if (node.type === 'MemberExpression') this.#member(node, { parent, sources });
      if (node.type === 'Property') this.#property(node);
      if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator'])))
        this.#compared(field(node, 'left'), [field(node, 'right')]);
      if (node.type === 'SwitchCase') this.#compared(field(parent ?? null, 'discriminant'), [field(node, 'test')]);
      if (node.type !== 'CallExpression') return;
      called.push(node);
      this.#asked(node);
    });
    if (left > 0) for (const call of called) this.#follow(call, sources, left - 1);
  }

  #add(part: Part, name: string | null): void {
    if (name !== null && plain.test(name)) this[part].add(name);
  }

  /** `const { page } = req.query`, `const filter = req.query`. */
  #bind(target: Node | null, part: Part | null, sources: Sources): void {
    if (part === null) return;
    if (target?.type === 'AssignmentPattern') return this.#bind(field(target, 'left'), part, sources);
    if (target?.type === 'Identifier') sources.set(String(target['name']), part);
    for (const each of list(target, 'properties')) this.#add(part, keyOf(each));
  }

  /** `req.query.page`, `req.body['page']`, `url.searchParams.get('page')`. */
  #member(node: Node, { parent, sources }: { parent: Node | undefined; sources: Sources }): void {
    const part = partOf(field(node, 'object'), sources);
    if (part === null) return;
    const isCalled = parent?.type === 'CallExpression' && field(parent, 'callee') === node;
    if (!isCalled) return this.#add(part, lastOf(node));
    if (/^(?:get|getAll|has)$/.test(lastOf(node))) this.#add(part, stringOf(list(parent, 'arguments')[0]));
  }

  /** `({ query: { page } })` of a parameter, `querystring: { type: 'object', properties: { page: … } }` of a schema. */
  #property(node: Node): void {
    const key = keyOf(node) ?? '';
    const part = /^query(?:string)?$/.test(key) ? 'query' : key === 'body' ? 'body' : null;
    if (part === null) return;
    const value = field(node, 'value');
    const names = value?.type === 'ObjectPattern' ? value : propertyOf(value, 'properties');
    for (const each of list(names, 'properties')) this.#add(part, keyOf(each));
  }

  /** `c.req.query('page')`, `@Body('page')`, `['asc', 'desc'].includes(order)`. */
  #asked(call: Node): void {
    const callee = field(call, 'callee');
    const name = lastOf(callee);
    if (/^(?:query|queries|body)$/i.test(name))
      this.#add(/^q/i.test(name) ? 'query' : 'body', stringOf(list(call, 'arguments')[0]));
    if (name === 'includes')
      this.#compared(list(call, 'arguments')[0] ?? null, list(field(callee, 'object'), 'elements'));
  }

  /** `order === 'desc'`, `req.query.order === 'desc'`, `url.searchParams.get('order') === 'desc'`. */
  #compared(value: Node | null, texts: readonly (Node | null)[]): void {
    const name = value?.type === 'CallExpression' ? stringOf(list(value, 'arguments')[0]) : lastOf(value);
    const found = texts.map(stringOf).filter((text) => text !== null && plain.test(text));
    if (name === null || name === '' || found.length === 0) return;
    this.words.set(name, new Set([...(this.words.get(name) ?? []), ...found.flatMap((text) => text ?? [])]));
  }

  /** What is called, and what is handed over as a handler, with the parts of the request that it is given. */
  #follow(call: Node, sources: Sources, left: number): void {
    const args = list(call, 'arguments');
    const parts = args.map((arg) => partOf(arg, sources));
    for (const fn of this.#functions(lastOf(field(call, 'callee')))) {
      const own: Sources = new Map();
      for (const [index, param] of list(fn, 'params').entries()) this.#bind(param, parts[index] ?? null, own);
      this.#see(fn, own, left);
    }
    for (const arg of args)
      if (chainOf(arg) !== null) for (const fn of this.#functions(lastOf(arg))) this.#see(fn, new Map(), left);
  }

  #functions(name: string): Node[] {
    if (name === '') return [];
    const files = this.#code.map.filter(
      ({ functions, classes }) =>
        functions.some((one) => one.name.split('.').at(-1) === name) ||
        classes.some(({ methods }) => methods.includes(name)),
    );
    return files.flatMap(({ file }) => {
      const program = this.#program(file);
      return program === null ? [] : functionsOf(program, name);
    });
  }
}

/** Which part of a request a value is: `req.query`, `await c.req.json()`, and what a call makes of one. */
function partOf(node: Node | null, sources: Sources): Part | null {
  if (node === null) return null;
  const inner = field(node, 'expression') ?? (node.type === 'LogicalExpression' ? field(node, 'left') : null);
  if (inner !== null) return partOf(inner, sources);
  if (node.type === 'AwaitExpression') return partOf(field(node, 'argument'), sources);
  const name = lastOf(node);
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression')
    return (
      sources.get(chainOf(node) ?? '') ??
      (/^(?:query|searchParams)$/.test(name) ? 'query' : name === 'body' ? 'body' : null)
    );
  const args = list(node, 'arguments');
  const given = args.map((arg) => partOf(arg, sources)).find((part) => part !== null);
  if (given !== undefined) return given;
  const callee = lastOf(field(node, 'callee'));
  if (callee === 'URLSearchParams' || (callee === 'query' && args.length === 0)) return 'query';
  return /^(?:json|formData)$/.test(callee)
    ? args.length === 0
      ? 'body'
      : null
    : /body/i.test(callee)
      ? 'body'
      : null;
}

function keyOf(property: Node): string | null {
  const key = field(property, 'key');
  return stringOf(key) ?? chainOf(key);
}
