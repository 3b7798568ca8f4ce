/** The form that a module gives itself out in: default for named and back, `.default`, names of the default's object. */
import type { Edit, Idea } from '../../../incident/nouns.ts';
import { classMembers, declarationOf, importsOf } from '../../code/bindings.ts';
import type { Exports, Import } from '../../code/bindings.ts';
import { isCustomary } from '../../code/customary-names.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { isRelative, moduleKindOf, packageName } from '../../code/modules.ts';
import { all, allSources, keyName, openSource, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, quoted, semicolonOf, splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { typedNames } from '../../code/typings.ts';
import { saidInName } from './near-export.ts';
import { fileBehind, referencesTo } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

export function make(title: string, rank: number, edits: readonly Edit[]): Idea {
  return idea('import-export', { title, rank, edits });
}

export function edit(source: Source, after: string): Edit {
  return { path: source.path, before: source.text, after };
}

/** Default where a name was meant and back, `.default`, and names that only `module.exports` has. */
export function otherForm(context: RecipeContext, wrong: Wrong): Idea[] {
  const { source, from, exported } = wrong;
  const { names } = exported;
  if (wrong.member !== null) return [...viaDefault(context, wrong), ...namedNotDefault(wrong)];
  if (from.local === null) return from.style === 'from' ? handedOnAsDefault(wrong) : ofCall(wrong);
  if (from.style === 'dynamic') return defaultAwaited(wrong);
  const only = [...names.keys()].filter((name) => name !== 'default' && name !== '__esModule');
  const replaceWith = (form: string, rank = 0): Idea[] => [
    make(`take ${form} from \`${from.specifier}\``, rank, [edit(source, withStatement(source, from, form))]),
  ];
  const isBare = from.style === 'require' && from.imported === 'default' && exported.format === 'cjs';
  if (isBare && !names.has('default')) return replaceWith(from.local);
  const linker = context.diagnosis.named.exportName !== undefined;
  const isName = from.imported !== 'default' && from.imported !== '*' && !names.has(from.imported);
  if (isName && isCustomary(from.imported, from.specifier)) return replaceWith(from.local);
  if (isName && exported.format === 'cjs' && usedWhole(source, from, only)) return replaceWith(from.local);
  if (from.style === 'import' && exported.format === 'cjs' && linker && from.imported !== 'default') {
    return exported.whole !== null && !names.has(from.imported) ? replaceWith(from.local) : throughDefault(wrong);
  }
  if (from.imported === 'default' && from.style === 'import') {
    const said = saidInName(wrong);
    const bySaid = said === null ? [] : replaceWith(`{ ${said} as ${from.local} }`, 1);
    if (exported.format === 'cjs' && !linker)
      return names.has(from.local) || isTyped(context, from) ? replaceWith(`{ ${from.local} }`) : bySaid;
    if (names.has(from.local)) return replaceWith(`{ ${from.local} }`);
    if (bySaid.length > 0) return bySaid;
    if (usedWhole(source, from) || usedForAll(source, from, only)) return replaceWith(`* as ${from.local}`, 1);
    return only.length === 1 ? replaceWith(`{ ${only[0]} as ${from.local} }`, 1) : [];
  }
  if (from.imported === '*') {
    if (from.style === 'import') {
      if (names.has('default') || exported.format === 'cjs') return replaceWith(from.local);
      // The name of a module is called, and the module gives out what is called so.
      return names.has(from.local) && !usedWhole(source, from, only) ? replaceWith(`{ ${from.local} }`) : [];
    }
    if (exported.format === 'esm' && names.has('default')) {
      const common = defaultAsCommon(context, wrong);
      return common.length > 0 ? common : defaultOfRequire(wrong);
    }
    if (names.has(from.local) && isAlsoWhole(source, from, only)) return [];
    return names.has(from.local)
      ? replaceWith(`{ ${from.local} }`)
      : only.length === 1 && exported.complete
        ? replaceWith(`{ ${only[0]}: ${from.local} }`, 1)
        : saidInName(wrong) === null
          ? []
          : replaceWith(`{ ${saidInName(wrong)}: ${from.local} }`, 1);
  }
  // `import { sums } from './sums.js'`, and nothing but what that gives out is read of it.
  const isNamedSo = from.local === /([^/#]*?)(?:\/index)?(?:\.[cm]?[jt]sx?)?$/.exec(from.specifier)?.[1];
  const isSpace = isName && isNamedSo && from.style === 'import' && exported.format === 'esm' && !names.has('default');
  if (isSpace && exported.complete && usedWhole(source, from, only)) return replaceWith(`* as ${from.local}`);
  const inDefault = from.style === 'import' ? membersOfDefault(exported) : null;
  if (inDefault?.includes(from.imported) === true) return throughDefault(wrong);
  const members = inDefault?.filter((each) => each !== null);
  // What gives it out may be a file that no repair writes.
  if (isName && members !== undefined && usedWhole(source, from, members))
    return [...underName(context, wrong), ...replaceWith(from.local, 1)];
  // Compiled to CommonJS no linker says it: what a package gives out is the thing itself, called as the package is.
  if (isName && from.style === 'import' && exported.format === 'cjs' && from.local === packageName(from.specifier))
    return replaceWith(from.local);
  // `import { Store } from 'store'`, which is a class itself.
  const isMade = referencesTo(source, from).some(({ parent }) => parent?.type === 'NewExpression');
  if (isName && from.style === 'import' && isMade && isClass(exported)) return replaceWith(from.local);
  // `import { config } from '#config'`, which gives out one object by default: handed on as a whole.
  const main = names.get('default');
  const isNameless = main?.type === 'ExportDefaultDeclaration' && main.declaration.type === 'ObjectExpression';
  const isWhole = inDefault === null || (isNamedSo && isNameless && only.length === 0);
  if (from.style === 'import' && names.has('default') && !names.has(from.imported) && isWhole)
    return replaceWith(from.local, only.length === 0 ? 0 : 2);
  if (from.style === 'require' && exported.whole !== null && !names.has(from.imported))
    return replaceWith(from.local, only.length === 0 ? 0 : 2);
  return [];
}

/** `const { Orders } = await import('./orders.js')`, which gives it out as its default. */
function defaultAwaited({ source, from, exported: { names, complete } }: Wrong): Idea[] {
  const main = names.get('default');
  if (main === undefined || from.local === null || names.has(from.imported) || !complete) return [];
  const made = main?.type === 'ExportDefaultDeclaration' ? main.declaration : null;
  const isIt = made !== null && 'id' in made && made.id !== null && keyName(made.id as Node) === from.imported;
  const { start, end } = from.node;
  const after = splice(source.text, { start, end, text: `default: ${from.local}` });
  return [make(`\`${from.imported}\` is the default of \`${from.specifier}\``, Number(!isIt), [edit(source, after)])];
}

/**
 * A type that is taken without `type`: whoever takes types away one file at a time leaves the import of it.
 * `export type { Store }` of a class that is used as a value: `type` takes it away.
 */
export function erased(context: RecipeContext, { source, from, exported }: Wrong): Idea[] {
  const { imported, node } = from;
  const isType = exported.types.has(imported) && !exported.names.has(imported) && /\.[cm]?tsx?$/.test(source.path);
  if (!isType || (node.type !== 'ImportSpecifier' && node.type !== 'ExportSpecifier')) return [];
  const isValue = node.type === 'ImportSpecifier' && referencesTo(source, from).some(isUsedAsValue);
  const title = `\`${imported}\` of \`${from.specifier}\` is a ${isValue ? 'value' : 'type'}`;
  if (!isValue) {
    // Those beside it are left in like it.
    const splices = typesBeside(source, from, exported).map((start) => ({ ...at(start), text: 'type ' }));
    return [make(title, 0, [edit(source, splice(source.text, ...splices))])];
  }
  const file = fileBehind(context, source, from);
  const home = file === null ? null : openSource(context.tree, file);
  return home === null
    ? []
    : all(home.program, 'ExportSpecifier').flatMap((each) => {
        const owner =
          each.parent?.type === 'ExportNamedDeclaration' && each.parent.specifiers.length === 1 ? each.parent : each;
        const word = /^(?:export )?type /.exec(textOf(home, owner))?.[0];
        if (keyName(each.exported) !== imported || word === undefined) return [];
        const end = owner.start + word.length;
        return [make(title, 0, [edit(home, splice(home.text, { start: end - 'type '.length, end, text: '' }))])];
      });
}

/** Where this name, and others of the same import that are types and nothing else, stand. */
function typesBeside(source: Source, from: Wrong['from'], exported: Exports): number[] {
  return importsOf(source)
    .filter(({ node, statement }) => node === from.node || (statement === from.statement && isPlainImport(node)))
    .filter(({ imported }) => exported.types.has(imported) && !exported.names.has(imported))
    .filter((each) => !referencesTo(source, each).some(isUsedAsValue))
    .map(({ node }) => node.start);
}

function isPlainImport(node: Node): boolean {
  return node.type === 'ImportSpecifier' && node.importKind !== 'type';
}

/** `module.exports = Store` of a class. */
function isClass({ format, whole }: Exports): boolean {
  if (format !== 'cjs' || whole === null) return false;
  const program = upwards(whole).find((each) => each.type === 'Program');
  const made = whole.type === 'Identifier' && program !== undefined ? declarationOf({ program }, whole.name) : whole;
  return made !== null && /^Class/.test(made.type);
}

/** Other than in a type annotation. */
function isUsedAsValue({ parent }: Of<'Identifier'>): boolean {
  return parent?.type !== undefined && !/^(?:TS|Export)/.test(parent.type);
}

function at(start: number): { start: number; end: number } {
  return { start, end: start };
}

/** `export default { port }`, of which all others take `{ config }` and read `config.port`: it is given out by that name. */
function underName(context: RecipeContext, { source, from }: Wrong): Idea[] {
  const file = fileBehind(context, source, from);
  const target = file === null ? null : openSource(context.tree, file);
  const takers = allSources(context.tree).flatMap((each) =>
    importsOf(each).flatMap((one) => (fileBehind(context, each, one) === file ? [one.imported] : [])),
  );
  const put = takers.every((name) => name === from.imported) && target !== null ? byName(target, from.imported) : null;
  if (target === null || put === null) return [];
  return [make(`${target.path} does not export \`${from.imported}\``, 0, [edit(target, splice(target.text, put))])];
}

/** `export { default as Bookings } from './bookings.js'`, which has a `Bookings` and no default. */
function handedOnAsDefault({ source, from, exported }: Wrong): Idea[] {
  const { node } = from;
  const out = node.type === 'ExportSpecifier' ? keyName(node.exported) : null;
  if (from.imported !== 'default' || out === null || !exported.names.has(out)) return [];
  const after = splice(source.text, { start: node.start, end: node.end, text: out });
  return [make(`\`${out}\` of \`${from.specifier}\` is no default`, 0, [edit(source, after)])];
}

/** By its type declarations the package gives out a value of that name. */
function isTyped({ tree }: RecipeContext, { specifier, local }: Import): boolean {
  const name = isRelative(specifier) || specifier.startsWith('#') ? null : packageName(specifier);
  return name !== null && local !== null && typedNames(tree, name).has(local);
}

/** `app.use(require('./routes'))`, which gives out `{ router }` and nothing else. */
function ofCall({ source, from, exported }: Wrong): Idea[] {
  const [only, more] = [...exported.names.keys()].filter((name) => name !== '__esModule');
  const call = from.literal.parent;
  if (from.style !== 'require' || from.imported !== '*' || call?.type !== 'CallExpression') return [];
  if (only === undefined || more !== undefined || !exported.complete || exported.whole !== null) return [];
  const after = splice(source.text, { start: call.end, end: call.end, text: `.${only}` });
  return [make(`take \`${only}\` from \`${from.specifier}\``, 0, [edit(source, after)])];
}

/** The keys of the object that a module gives out by default; null where that is no object literal. */
export function membersOfDefault(exported: Exports): (string | null)[] | null {
  const value = exported.names.get('default');
  const given = value?.type === 'ExportDefaultDeclaration' ? value.declaration : null;
  const literal = given?.type === 'Identifier' ? declared(given) : given;
  if (literal?.type !== 'ObjectExpression') return null;
  return literal.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null));
}

function declarationBehind(id: Of<'Identifier'>): Node | null {
  const program = upwards(id).at(-1);
  return program?.type === 'Program' ? declarationOf({ program }, id.name) : null;
}

/** The value that a name is declared with at the top of its file. */
function declared(id: Of<'Identifier'>): Node | null {
  const made = declarationBehind(id);
  return made?.type === 'VariableDeclarator' ? made.init : null;
}

/** `db.find` where the functions are members of the default export. */
function viaDefault(context: RecipeContext, wrong: Wrong): Idea[] {
  const { from, source, member } = wrong;
  if (from.imported !== '*' || member === null) return [];
  // Of CommonJS an ES module sees as names only what can be read off its text; all of it is the default.
  const isHidden =
    from.style === 'import' && wrong.exported.format === 'cjs' && moduleKindOf(context.tree, source.path) === 'module';
  if (!isHidden && !isOfDefault(wrong, member)) return [];
  if (from.style === 'require') return defaultOfRequire(wrong);
  return [
    make(`take the default of \`${from.specifier}\``, 0, [edit(source, withStatement(source, from, from.local ?? ''))]),
  ];
}

/** One of its members, or, where the default is no literal, one of those used of the module, none of which it gives out by name. */
function isOfDefault({ source, from, exported }: Wrong, member: string): boolean {
  const members = membersOfDefault(exported);
  if (members !== null) return members.includes(member);
  const isNone = ({ parent, start }: Of<'Identifier'>): boolean =>
    parent?.type === 'MemberExpression' &&
    parent.object.start === start &&
    !exported.names.has(keyName(parent.property) ?? 'default');
  return exported.format === 'esm' && exported.names.has('default') && referencesTo(source, from).every(isNone);
}

/** `import journal from './journal.js'`, whose default is the class, which has no such member, and which has a `journal`, too. */
function namedNotDefault({ source, from, exported, member }: Wrong): Idea[] {
  const { local } = from;
  const isIt = from.imported === 'default' && from.style === 'import' && local !== null && exported.names.has(local);
  if (!isIt || exported.format !== 'esm' || member === null) return [];
  const given = exported.names.get('default');
  const value = given?.type === 'ExportDefaultDeclaration' ? given.declaration : null;
  const node = value?.type === 'Identifier' ? declarationBehind(value) : value;
  const isClass = node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression';
  if (!isClass || classMembers(node, true).names.has(member)) return [];
  const title = `take \`${local}\` from \`${from.specifier}\`, not its default`;
  return [make(title, 0, [edit(source, withStatement(source, from, `{ ${local} }`))])];
}

/** `export default Problem` in a project of CommonJS, of which several take the whole by `require`: it is given out as all others are. */
function defaultAsCommon(context: RecipeContext, { source, from }: Wrong): Idea[] {
  const file = fileBehind(context, source, from);
  const home = file === null ? null : openSource(context.tree, file);
  if (file === null || home === null || moduleKindOf(context.tree, file) === 'module') return [];
  const takers = allSources(context.tree).flatMap((each) =>
    importsOf(each).filter((one) => fileBehind(context, each, one) === file),
  );
  const [only, more] = (home.program.body as Node[]).filter(({ type }) => /^(?:Import|Export)/.test(type));
  const isLone = only?.type === 'ExportDefaultDeclaration' && more === undefined;
  if (!isLone || takers.length < 2 || takers.some(({ style }) => style !== 'require')) return [];
  if (/Declaration$/.test(only.declaration.type)) return [];
  const splices = { start: only.start, end: only.declaration.start, text: 'module.exports = ' };
  return [make(`${file} is CommonJS, as all that take it are`, 0, [edit(home, splice(home.text, splices))])];
}

function defaultOfRequire(wrong: Wrong): Idea[] {
  const { source, from } = wrong;
  const call = from.literal.parent;
  if (call?.type !== 'CallExpression') return [];
  const after = splice(source.text, { start: call.end, end: call.end, text: '.default' });
  return [make(`\`${from.specifier}\` is an ES module: take its default`, 0, [edit(source, after)])];
}

/** `import { a } from 'commonjs'` the way Node itself advises. */
function throughDefault(wrong: Wrong): Idea[] {
  const { source, from } = wrong;
  const statement = from.statement;
  if (statement.type !== 'ImportDeclaration') return [];
  const { format } = wrong.exported;
  if (format === 'cjs' && !wrong.exported.names.has(from.imported) && wrong.exported.complete) return [];
  const names = statement.specifiers.filter((each) => each.type === 'ImportSpecifier');
  if (names.length !== statement.specifiers.length) return [];
  const local = `${from.specifier
    .replace(/^.*\//, '')
    .replace(/\.[cm]?js$/, '')
    .replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase())}Module`;
  const list = names.map((each) =>
    keyName(each.imported) === each.local.name ? each.local.name : `${keyName(each.imported)}: ${each.local.name}`,
  );
  const end = semicolonOf(source.text);
  const text = `import ${local} from ${quoted(from.specifier, source.text)}${end}${eolOf(source.text)}const { ${list.join(', ')} } = ${local}${end}`;
  const after = splice(source.text, { start: statement.start, end: statement.end, text });
  return [make(`take \`${from.imported}\` from the default of \`${from.specifier}\``, 0, [edit(source, after)])];
}

/** The statement with another binding for this one name; the same text where what else it binds leaves no room for it. */
export function withStatement(source: Source, from: Import, form: string): string {
  const { statement } = from;
  const siblings = importsOf(source).filter((each) => each.statement === statement && each !== from);
  if (statement.type === 'ImportDeclaration') {
    const start = source.text.indexOf('import', statement.start) + 'import'.length;
    const end = source.text.lastIndexOf('from', from.literal.start);
    const text = siblings.length === 0 ? form : besideNames(source, siblings, form);
    return text === null ? source.text : splice(source.text, { start, end, text: ` ${text} ` });
  }
  if (siblings.length > 0) return source.text;
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return source.text;
  const [made] = statement.declarations;
  const call = from.literal.parent;
  if (made === undefined) return source.text;
  // `require('dotenv').default` of what has none.
  const isWhole = from.imported === 'default' && form === from.local && made.init?.type === 'MemberExpression';
  const rest = isWhole && call ? [{ start: call.end, end: made.init?.end ?? call.end, text: '' }] : [];
  return splice(source.text, { start: made.id.start, end: made.id.end, text: form }, ...rest);
}

/** `express, { type Request }`, `{ Store, type Item }`: a binding together with names that stay as they are. */
function besideNames(source: Source, siblings: readonly Import[], form: string): string | null {
  if (siblings.some(({ node }) => node.type !== 'ImportSpecifier') || form.startsWith('*')) return null;
  const names = siblings.map(({ node }) => textOf(source, node)).join(', ');
  return form.startsWith('{') ? form.replace(/ \}$/, `, ${names} }`) : `${form}, { ${names} }`;
}

/** `Animal.planFor` or `const { planFor } = Animal` of a module that gives out `Animal` and `planFor`: elsewhere the whole is meant. */
export function isAlsoWhole(source: Source, from: Import, names: readonly string[]): boolean {
  return referencesTo(source, from).some(({ parent, start }) => {
    if (parent?.type === 'VariableDeclarator')
      return parent.id.type === 'ObjectPattern' && parent.init?.start === start;
    const name = parent?.type === 'MemberExpression' && parent.object.start === start ? keyName(parent.property) : null;
    return name !== null && name !== from.local && names.includes(name);
  });
}

/** Used only as `name.member`, of these members where they are given: the whole module was meant. */
export function usedWhole(source: Source, from: Import, members: readonly string[] | null = null): boolean {
  const uses = referencesTo(source, from);
  return (
    uses.length > 0 &&
    uses.every(
      ({ parent, start }) =>
        parent?.type === 'MemberExpression' &&
        parent.object.start === start &&
        (members === null || members.includes(keyName(parent.property) ?? '')),
    )
  );
}

/** Handed on as it is, beside members that the module gives out by name. */
function usedForAll(source: Source, from: Import, names: readonly string[]): boolean {
  const read = referencesTo(source, from).flatMap(({ parent, start }) =>
    parent?.type === 'MemberExpression' && parent.object.start === start ? [keyName(parent.property) ?? ''] : [],
  );
  return read.length > 0 && read.every((name) => names.includes(name));
}

/** What is the default is given out by that name. */
export function byName({ program, text }: Source, name: string): Splice | null {
  const [whole] = all(program, 'ExportDefaultDeclaration');
  if (whole === undefined) return null;
  const { declaration } = whole;
  if (declaration.type === 'Identifier')
    return declaration.name === name
      ? { start: whole.start, end: whole.end, text: `export { ${name} }${semicolonOf(text)}` }
      : null;
  const own = 'id' in declaration ? declaration.id : null;
  if (own?.type === 'Identifier')
    return own.name === name ? { start: whole.start, end: declaration.start, text: 'export ' } : null;
  return { start: whole.start, end: declaration.start, text: `export const ${name} = ` };
}
