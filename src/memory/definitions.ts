/** What one file defines: functions, classes, what it gives out, and its routes with the routers they hang on. */
import { lineIndex, lineStarts } from '../kit/text.ts';
import { RouteFinder, type Imported, type Routes } from './routes.ts';
import {
  chainOf,
  eachNode,
  field,
  isFunction,
  list,
  parseProgram,
  propertyOf,
  requiredBy,
  stringOf,
  type Node,
} from './tree.ts';

export interface Definitions extends Routes {
  readonly functions: readonly { readonly name: string; readonly params: readonly string[]; readonly line: number }[];
  readonly classes: readonly { readonly name: string; readonly methods: readonly string[]; readonly line: number }[];
  readonly exports: readonly string[];
  readonly imports: Readonly<Record<string, Imported>>;
  /** Exported name (`default`, `*` for `module.exports`) → what it is called here. */
  readonly gives: Readonly<Record<string, string>>;
}

const nothing: Definitions = {
  functions: [],
  classes: [],
  exports: [],
  routes: [],
  prefixes: {},
  mounts: [],
  imports: {},
  gives: {},
  plugins: {},
};

/** Empty for a text that does not parse. */
export function readDefinitions(file: string, text: string): Definitions {
  const program = parseProgram(file, text);
  if (program === null) return nothing;
  const starts = lineStarts(text);
  const lineOf = (offset: number): number => lineIndex(starts, offset) + 1;
  const [names, passages, routes] = [new Names(lineOf), new Passages(), new RouteFinder(lineOf)];
  eachNode(program, (node, around) => {
    names.see(node, around);
    passages.see(node, around);
    routes.see(node, around);
  });
  const { gives, imports } = passages;
  return {
    functions: names.functions,
    classes: names.classes,
    exports: Object.keys(gives).sort(),
    imports,
    gives,
    routes: routes.routes,
    prefixes: routes.prefixes,
    mounts: routes.mounts,
    plugins: routes.plugins,
  };
}

/** Functions and classes. */
class Names {
  readonly functions: Definitions['functions'][number][] = [];
  readonly classes: Definitions['classes'][number][] = [];
  readonly #lineOf: (offset: number) => number;

  constructor(lineOf: (offset: number) => number) {
    this.#lineOf = lineOf;
  }

  see(node: Node, [parent]: readonly Node[]): void {
    if (isFunction(node)) {
      const named = field(node, 'id') ?? (parent?.type === 'VariableDeclarator' ? field(parent, 'id') : null);
      const name = chainOf(named) ?? (parent?.type === 'AssignmentExpression' ? chainOf(field(parent, 'left')) : null);
      if (name !== null)
        this.functions.push({ name, params: list(node, 'params').map(paramName), line: this.#lineOf(node.start) });
    }
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return;
    const name =
      chainOf(field(node, 'id')) ?? (parent?.type === 'VariableDeclarator' ? chainOf(field(parent, 'id')) : null);
    const methods = list(field(node, 'body'), 'body')
      .filter((each) => each.type === 'MethodDefinition')
      .flatMap((each) => chainOf(field(each, 'key')) ?? []);
    if (name !== null) this.classes.push({ name, methods, line: this.#lineOf(node.start) });
  }
}

function paramName(param: Node): string {
  if (param.type === 'AssignmentPattern') return paramName(field(param, 'left') ?? param);
  if (param.type === 'RestElement') return `...${chainOf(field(param, 'argument')) ?? ''}`;
  if (param.type === 'TSParameterProperty') return paramName(field(param, 'parameter') ?? param);
  return chainOf(param) ?? '{}';
}

/** What comes in and what goes out, by its names. */
class Passages {
  readonly imports: Record<string, Imported> = Object.create(null) as Record<string, Imported>;
  readonly gives: Record<string, string> = Object.create(null) as Record<string, string>;

  see(node: Node, [parent]: readonly Node[]): void {
    const { imports, gives } = this;
    if (node.type === 'ImportDeclaration') addImports(node, imports);
    if (node.type === 'VariableDeclarator') addRequire(node, imports);
    if (node.type === 'ExportDefaultDeclaration') gives['default'] = nameOf(field(node, 'declaration')) ?? 'default';
    if (node.type === 'ExportNamedDeclaration') addExports(node, gives);
    if (node.type === 'AssignmentExpression' && parent?.type === 'ExpressionStatement') addCommon(node, gives);
  }
}

function addImports(node: Node, imports: Record<string, Imported>): void {
  const specifier = stringOf(field(node, 'source')) ?? '';
  for (const each of list(node, 'specifiers')) {
    const local = chainOf(field(each, 'local'));
    const imported = each.type === 'ImportDefaultSpecifier' ? 'default' : (chainOf(field(each, 'imported')) ?? '*');
    if (local !== null) imports[local] = { specifier, imported };
  }
}

/** `const a = require('x')`, `const {a} = require('x')`, `const a = require('x').b`. */
function addRequire(node: Node, imports: Record<string, Imported>): void {
  const init = field(node, 'init');
  const member = init?.type === 'MemberExpression' ? init : null;
  const specifier = requiredBy(member === null ? init : field(member, 'object'));
  const id = field(node, 'id');
  if (specifier === null || id === null) return;
  const name = chainOf(id);
  if (name !== null)
    imports[name] = { specifier, imported: member === null ? '*' : (chainOf(field(member, 'property')) ?? '*') };
  for (const each of list(id, 'properties')) {
    const local = chainOf(field(each, 'value'));
    if (local !== null) imports[local] = { specifier, imported: chainOf(field(each, 'key')) ?? local };
  }
}

/** A declaration's name, a plain name, or a name for a function that has none. */
function nameOf(node: Node | null): string | null {
  const named = chainOf(node) ?? chainOf(field(node, 'id'));
  return named ?? (isFunction(node) ? `at ${node.start}` : null);
}

function addExports(node: Node, gives: Record<string, string>): void {
  for (const each of list(node, 'specifiers')) {
    const exported = chainOf(field(each, 'exported'));
    if (exported !== null) gives[exported] = chainOf(field(each, 'local')) ?? exported;
  }
  const declaration = field(node, 'declaration');
  const own = chainOf(field(declaration, 'id'));
  if (own !== null) gives[own] = own;
  for (const each of list(declaration, 'declarations')) {
    const name = chainOf(field(each, 'id'));
    if (name !== null) gives[name] = name;
  }
}

/** `module.exports = …`, `module.exports = { … }`, `exports.a = …`. */
function addCommon(node: Node, gives: Record<string, string>): void {
  const left = chainOf(field(node, 'left'));
  const right = field(node, 'right');
  const single = /^(?:module\.)?exports\.([\w$]+)$/.exec(left ?? '')?.[1];
  if (single !== undefined) gives[single] = nameOf(right) ?? single;
  if (left !== 'module.exports') return;
  if (right?.type !== 'ObjectExpression') gives['*'] = nameOf(right) ?? '*';
  for (const each of list(right?.type === 'ObjectExpression' ? right : null, 'properties')) {
    const key = chainOf(field(each, 'key'));
    if (key !== null) gives[key] = nameOf(propertyOf(right, key)) ?? key;
  }
}
