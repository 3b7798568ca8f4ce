/** What a module takes in and gives out: imports, requires and exports of CommonJS, ESM and TypeScript. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { isBuiltin, moduleKindOf, resolveSpecifier } from './modules.ts';
import { bindingsOf, boundIdentifiers } from './scope.ts';
import { all, chainOf, hasModuleSyntax, keyName, openSource, stringValue, upwards } from './syntax.ts';
import type { Node, Of, Source } from './syntax.ts';

export interface Import {
  /** The name in this file; null for `import 'x'` and uses without a name. */
  readonly local: string | null;
  /** `default`, `*` (the whole module) or a name. */
  readonly imported: string;
  readonly specifier: string;
  /** `run`: it is no import; a worker or a process is started from that file. */
  readonly style: 'import' | 'require' | 'dynamic' | 'from' | 'run';
  /** The string literal that names the module. */
  readonly literal: Node;
  /** The specifier, pattern property or declarator that binds the name. */
  readonly node: Node;
  /** The whole statement. */
  readonly statement: Node;
}

/** Everything a file imports or requires, in source order. */
export const importsOf = memoize((source: Source): readonly Import[] => {
  const found: Import[] = [];
  for (const node of all(source.program, 'ImportDeclaration')) found.push(...declaredImports(node));
  for (const node of all(source.program, 'CallExpression')) found.push(...requiredImports(node));
  for (const node of all(source.program, 'TSImportEqualsDeclaration')) {
    const literal = node.moduleReference.type === 'TSExternalModuleReference' ? node.moduleReference.expression : null;
    if (literal === null) continue;
    const taken = whole(node, literal.value, { literal, style: 'require' });
    found.push({ ...taken, local: node.id.name });
  }
  for (const node of all(source.program, 'ImportExpression')) {
    const specifier = stringValue(node.source);
    if (specifier !== null) found.push(...dynamicImports(node, specifier));
  }
  for (const type of ['ExportNamedDeclaration', 'ExportAllDeclaration'] as const) {
    for (const node of all(source.program, type)) {
      const specifier = stringValue(node.source);
      if (specifier === null || !node.source) continue;
      const from = { local: null, specifier, literal: node.source, style: 'from' as const, statement: node };
      const parts = node.type === 'ExportNamedDeclaration' ? node.specifiers : [];
      for (const each of parts) found.push({ ...from, imported: keyName(each.local) ?? '*', node: each });
      if (parts.length === 0) found.push({ ...from, imported: '*', node });
    }
  }
  return found.sort((a, b) => a.literal.start - b.literal.start);
});

function whole(node: Node, specifier: string, how: { literal: Node; style: Import['style'] }): Import {
  return { local: null, imported: '*', specifier, ...how, node, statement: node };
}

/** `import('x')`, `const { a: b } = await import('x')`. */
function dynamicImports(node: Of<'ImportExpression'>, specifier: string): Import[] {
  const how = { literal: node.source, style: 'dynamic' } as const;
  const target = node.parent?.type === 'AwaitExpression' ? node.parent.parent : null;
  if (target?.type !== 'VariableDeclarator' || target.id.type !== 'ObjectPattern') return [whole(node, specifier, how)];
  const statement = target.parent ?? target;
  return target.id.properties.flatMap((each) => {
    const imported = each.type === 'Property' ? keyName(each.key) : null;
    const local = each.type === 'Property' ? boundIdentifiers(each.value)[0]?.name : undefined;
    return imported === null
      ? [whole(node, specifier, how)]
      : [{ local: local ?? null, imported, specifier, ...how, node: each as Node, statement }];
  });
}

function declaredImports(node: Of<'ImportDeclaration'>): Import[] {
  const common = { specifier: node.source.value, style: 'import' as const, literal: node.source, statement: node };
  if (node.specifiers.length === 0) return [{ local: null, imported: '*', node, ...common }];
  return node.specifiers.map((each) => ({
    local: each.local.name,
    imported:
      each.type === 'ImportDefaultSpecifier'
        ? 'default'
        : each.type === 'ImportNamespaceSpecifier'
          ? '*'
          : (keyName(each.imported) ?? each.local.name),
    node: each,
    ...common,
  }));
}

/** `require('x')`, `const {a: b} = require('x')`, `const a = require('x').b`. */
function requiredImports(call: Of<'CallExpression'>): Import[] {
  if (call.callee.type !== 'Identifier' || call.callee.name !== 'require') return [];
  const literal = call.arguments[0];
  const specifier = stringValue(literal);
  if (literal === undefined || specifier === null) return [];
  const common = { specifier, style: 'require' as const, literal };
  const member = call.parent?.type === 'MemberExpression' && call.parent.object === call ? call.parent : null;
  const name = member !== null && !member.computed ? keyName(member.property) : null;
  const target = (member ?? call).parent;
  const statement = upwards(call).find((each) => each.type === 'VariableDeclaration') ?? call;
  if (target?.type !== 'VariableDeclarator')
    return [{ local: null, imported: name ?? '*', node: call, statement: call, ...common }];
  if (target.id.type === 'Identifier') {
    return [{ local: target.id.name, imported: name ?? '*', node: target, statement, ...common }];
  }
  if (target.id.type !== 'ObjectPattern' || name !== null) return [];
  return target.id.properties.flatMap((each) => {
    const key = each.type === 'Property' ? keyName(each.key) : null;
    const local = each.type === 'Property' ? boundIdentifiers(each.value)[0]?.name : undefined;
    return key === null ? [] : [{ local: local ?? null, imported: key, node: each as Node, statement, ...common }];
  });
}

export interface Exports {
  readonly format: 'esm' | 'cjs';
  /** Name → the node that gives it out. `default` stands for ESM's default. */
  readonly names: ReadonlyMap<string, Node | null>;
  /** Names of types, which are there for the compiler alone. */
  readonly types: ReadonlySet<string>;
  /** False where not everything could be read (spread, computed, `export *` of something unknown). */
  readonly complete: boolean;
  /** The value of `module.exports = …` where that is no object literal. */
  readonly whole: Node | null;
}

/** What a file gives out. */
export function exportsOf(tree: SourceTree, source: Source, depth = 3): Exports {
  return hasModuleSyntax(source) ? esmExports(tree, source, depth) : cjsExports(tree, source, depth);
}

function esmExports(tree: SourceTree, source: Source, depth: number): Exports {
  const names = new Map<string, Node | null>();
  const types = new Set<string>();
  let complete = true;
  for (const node of source.program.body) {
    if (node.type === 'ExportDefaultDeclaration') names.set('default', node);
    if (node.type === 'ExportNamedDeclaration') {
      for (const each of node.specifiers) {
        const name = keyName(each.exported) ?? '';
        if (node.exportKind === 'type' || each.exportKind === 'type') types.add(name);
        else names.set(name, each);
      }
      if (node.declaration !== null) for (const each of topNames(node)) names.set(each.name, each.node);
      const { declaration } = node;
      if (declaration?.type === 'TSInterfaceDeclaration' || declaration?.type === 'TSTypeAliasDeclaration')
        types.add(declaration.id.name);
    }
    if (node.type !== 'ExportAllDeclaration') continue;
    const alias = node.exported === null ? null : keyName(node.exported);
    if (alias !== null) names.set(alias, node);
    else complete = addStar(tree, source, { names, types, specifier: node.source.value, depth }) && complete;
  }
  names.delete('');
  return { format: 'esm', names, types, complete, whole: null };
}

function topNames(node: Node): { name: string; node: Node }[] {
  const program = upwards(node).find((each) => each.type === 'Program');
  const declared = program === undefined ? [] : bindingsOf(program);
  return declared.filter((each) => each.id.start >= node.start && each.id.end <= node.end);
}

function addStar(
  tree: SourceTree,
  source: Source,
  star: { names: Map<string, Node | null>; types: Set<string>; specifier: string; depth: number },
): boolean {
  const inner =
    star.depth === 0
      ? null
      : exportsBehind(tree, { importer: source.path, specifier: star.specifier, depth: star.depth - 1 });
  if (inner === null) return false;
  for (const [name, node] of inner.names) if (name !== 'default' && !star.names.has(name)) star.names.set(name, node);
  for (const name of inner.types) star.types.add(name);
  return inner.complete;
}

function cjsExports(tree: SourceTree, source: Source, depth: number): Exports {
  const names = new Map<string, Node | null>();
  let complete = true;
  let value: Node | null = null;
  const add = (given: Node): void => {
    if (given.type === 'ObjectExpression') complete = addKeys(given, names) && complete;
    else value = given;
  };
  const lost = overwrittenExports(source);
  for (const node of all(source.program, 'AssignmentExpression')) {
    const target = chainOf(node.left);
    const name = /^(?:module\.)?exports\.([\w$]+)$/.exec(target ?? '')?.[1];
    if (name !== undefined && !lost.includes(node)) names.set(name, node.right);
    // `exports = …` alone gives nothing out.
    if (target === 'module.exports') add(valueOf(node));
    if (target === null && /^(?:module\.)?exports\[/.test(textAt(source, node.left))) complete = false;
  }
  for (const node of all(source.program, 'CallExpression')) {
    const [object, key] = node.arguments;
    const callee = chainOf(node.callee) ?? '';
    // `export *`, as TypeScript compiles it.
    const star = /(?:^|\.)__exportStar$/.test(callee) && object?.type === 'CallExpression' ? object.arguments[0] : null;
    const specifier = stringValue(star);
    if (specifier !== null) complete = addStar(tree, source, { names, types: new Set(), specifier, depth }) && complete;
    if (callee !== 'Object.defineProperty' || object === undefined) continue;
    const name = stringValue(key);
    if (/^(?:module\.)?exports$/.test(chainOf(object) ?? '') && name !== null) names.set(name, node);
  }
  if (value !== null) complete = addMembers(source, value, names) && complete;
  return { format: 'cjs', names, types: new Set(), complete, whole: value };
}

/** `exports.name = …` of a file with a `module.exports = …` of its own that has nothing of `exports`: nobody sees them. */
export function overwrittenExports({ program, text }: Source): Of<'AssignmentExpression'>[] {
  const given = all(program, 'AssignmentExpression');
  const wholes = given.filter(({ left }) => chainOf(left) === 'module.exports');
  const isTopLevel = wholes.some(
    ({ parent }) => parent?.type === 'ExpressionStatement' && parent.parent?.type === 'Program',
  );
  const isLinked =
    given.some(({ left }) => chainOf(left) === 'exports') ||
    wholes.some(({ right }) => /(?<!module\.)\bexports\b/.test(text.slice(right.start, right.end)));
  return !isTopLevel || isLinked ? [] : given.filter(({ left }) => /^exports\.[\w$]+$/.test(chainOf(left) ?? ''));
}

/** Of `module.exports = exports = …` what stands last. */
function valueOf(node: Of<'AssignmentExpression'>): Node {
  return node.right.type === 'AssignmentExpression' ? valueOf(node.right) : node.right;
}

function textAt(source: Source, node: Node): string {
  return source.text.slice(node.start, node.end);
}

/** The keys of an object literal; false where there are keys that cannot be read. */
function addKeys(literal: Of<'ObjectExpression'>, names: Map<string, Node | null>): boolean {
  let complete = true;
  for (const each of literal.properties) {
    const name = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
    if (name === null) complete = false;
    else names.set(name, each);
  }
  return complete;
}

/** Members of what `module.exports = name` or `= new Name()` gives out. */
function addMembers(source: Source, value: Node, names: Map<string, Node | null>): boolean {
  const members = membersOf(source, value);
  for (const [name, node] of members?.names ?? []) names.set(name, node);
  return members?.complete ?? false;
}

export interface Members {
  readonly names: ReadonlyMap<string, Node | null>;
  readonly complete: boolean;
}

/** What can be read about the members of a value that this file builds: object literals, classes, `new Class()`. */
export function membersOf(source: Pick<Source, 'program'>, value: Node, depth = 4): Members | null {
  const names = new Map<string, Node | null>();
  if (depth === 0) return null;
  if (value.type === 'ObjectExpression') return { complete: addKeys(value, names), names };
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression')
    return membersOf(source, value.expression, depth - 1);
  if (value.type === 'CallExpression' && chainOf(value.callee) === 'Object.freeze' && value.arguments[0]) {
    return membersOf(source, value.arguments[0], depth - 1);
  }
  if (value.type === 'NewExpression' && value.callee.type === 'Identifier') {
    const made = declarationOf(source, value.callee.name);
    return made !== null && isClass(made) ? publicMembers(made, false) : null;
  }
  if (isClass(value)) return publicMembers(value, true);
  if (value.type === 'TSModuleDeclaration') return { names: givenByNamespace(value), complete: true };
  if (value.type !== 'Identifier') return null;
  const declaration = declarationOf(source, value.name);
  const init = declaration?.type === 'VariableDeclarator' ? declaration.init : declaration;
  const inner = init === null || init === undefined ? null : membersOf(source, init, depth - 1);
  const assigned = assignedMembers(source, value.name);
  if (inner === null && assigned.size === 0) return null;
  for (const [name, node] of [...(inner?.names ?? []), ...assigned]) names.set(name, node);
  return { names, complete: inner?.complete ?? false };
}

/** What `namespace Day { export function … }` gives out. */
function givenByNamespace({ body }: Of<'TSModuleDeclaration'>): Map<string, Node> {
  const given = body?.type === 'TSModuleBlock' ? bindingsOf(body) : [];
  return new Map(
    given
      .filter(({ node }) =>
        upwards(node).some((each) => each.type === 'ExportNamedDeclaration' && upwards(each).includes(body!)),
      )
      .map(({ name, node }) => [name, node]),
  );
}

function assignedMembers(source: Pick<Source, 'program'>, object: string): Map<string, Node> {
  const names = new Map<string, Node>();
  for (const node of all(source.program, 'AssignmentExpression')) {
    const chain = chainOf(node.left)?.split('.');
    if (chain?.length === 2 && chain[0] === object && chain[1] !== undefined) names.set(chain[1], node.right);
  }
  return names;
}

function isClass(node: Node): node is Of<'ClassDeclaration'> | Of<'ClassExpression'> {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** Static or instance members of a class, private ones by their `#name`; not complete where it inherits. */
export function classMembers(node: Of<'ClassDeclaration'> | Of<'ClassExpression'>, isStatic: boolean): Members {
  const names = new Map<string, Node | null>();
  for (const each of node.body.body) {
    if (!('key' in each) || each.computed || each.static !== isStatic) continue;
    const name = keyName(each.key);
    const mark = each.key.type === 'PrivateIdentifier' ? '#' : '';
    if (name !== null && name !== 'constructor') names.set(mark + name, each);
  }
  if (!isStatic) {
    for (const each of all(node.body, 'AssignmentExpression')) {
      const name = /^this\.([\w$]+)$/.exec(chainOf(each.left) ?? '')?.[1];
      if (name !== undefined) names.set(name, each.right);
    }
  }
  return { names, complete: node.superClass === null };
}

function publicMembers(node: Of<'ClassDeclaration'> | Of<'ClassExpression'>, isStatic: boolean): Members {
  const { names, complete } = classMembers(node, isStatic);
  return { names: new Map([...names].filter(([name]) => !name.startsWith('#'))), complete };
}

/** The top-level declaration of a name: a declarator, function or class. */
export function declarationOf(source: Pick<Source, 'program'>, name: string): Node | null {
  return bindingsOf(source.program).find((each) => each.name === name)?.node ?? null;
}

const load = createRequire(import.meta.url);

/** What a specifier gives out, for files of the project, installed packages (as far as their text tells) and Node's own. */
export function exportsOfSpecifier(tree: SourceTree, importer: string, specifier: string): Exports | null {
  const known = exported(tree);
  const key = `${path.posix.dirname(importer)} ${moduleKindOf(tree, importer)} ${specifier}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const exports = exportsBehind(tree, { importer, specifier, depth: 3 });
  known.set(key, exports);
  return exports;
}

const exported = memoize<SourceTree, Map<string, Exports | null>>(() => new Map());

interface Behind {
  readonly importer: string;
  readonly specifier: string;
  /** How many `export *` are followed. */
  readonly depth: number;
}

function exportsBehind(tree: SourceTree, { importer, specifier, depth }: Behind): Exports | null {
  if (isBuiltin(specifier)) return builtinExports(specifier);
  const resolved = resolveSpecifier(tree, importer, specifier);
  if (resolved === null || resolved.to === 'builtin' || resolved.path === null) return null;
  const source = openSource(tree, resolved.path);
  return source === null ? null : exportsOf(tree, source, depth);
}

function builtinExports(specifier: string): Exports | null {
  try {
    const names = new Map<string, Node | null>();
    const value: unknown = load(specifier);
    for (const name of Object.keys(value as object)) names.set(name, null);
    return { format: 'cjs', names, types: new Set(), complete: true, whole: null };
  } catch {
    return null; // a builtin that this Node does not have
  }
}
