/** CommonJS in an ES module and back: one file is put into the form that its package asks for. */
import type { Action, Idea } from '../../../incident/nouns.ts';
import { exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { addLine, builtinSpecifier } from '../../code/insert.ts';
import {
  isBuiltin,
  isOwn,
  isRelative,
  moduleKindOf,
  readJson,
  relativeSpecifier,
  resolveSpecifier,
} from '../../code/modules.ts';
import { ownPath } from '../../code/paths.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import { exportLines } from './export-lines.ts';
import { all, allSources, chainOf, functionsAround, hasModuleSyntax, keyName, openSource } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, quoted, semicolonOf, splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

export const moduleFormat: Recipe = {
  name: 'module-format',
  classes: ['module_format', 'missing_module', 'reference', 'syntax', 'import_export', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: '`require` or `__dirname` in an ES module, `import` in CommonJS, JSON imports without their attribute.',
  outside: wrongType,
  ideas(context) {
    const source = sourceAt(context);
    const { message } = context.diagnosis;
    // The loader names the JSON file, not who imports it.
    if (/import attribute|import assertion|Unexpected identifier 'assert'|Unexpected token 'assert'/i.test(message))
      return attributes(context, source);
    if (source === null) return [];
    const asked = commonBehind(context, source);
    if (asked !== null) return toEsm(context, asked);
    // Where one file requires the other, the place is told of the former.
    const mixed = [source, importing(context)].find((each) => each !== null && isMixed(context, each));
    if (mixed != null) return toCommon(context, mixed);
    const name = /(?:^|: )(\w+) is not defined(?: in ES module scope)?/.exec(message)?.[1];
    const isModule =
      hasModuleSyntax(source) ||
      /ES module scope|ERR_AMBIGUOUS_MODULE_SYNTAX|Cannot determine intended module format/.test(message);
    if (isModule && (name === '__dirname' || name === '__filename')) return [folderName(source, name)];
    if (
      isModule &&
      (name === 'require' ||
        name === 'module' ||
        name === 'exports' ||
        /ambiguous|intended module format/i.test(message))
    )
      return toEsm(context, source);
    if (
      /Cannot use import statement outside a module|Unexpected token 'export'|Cannot use 'import.meta' outside a module/.test(
        message,
      )
    )
      return toCommon(context, source);
    return [];
  },
};

const commonLeast = 3;

/** Every source is CommonJS, and `package.json` calls them ES modules: it says how the project is built, so its owner mends it. */
function wrongType({ tree, diagnosis }: RecipeContext): Action | null {
  const { type } = readJson(tree, 'package.json') ?? {};
  if (type !== 'module' || !/ES module scope/.test(diagnosis.message)) return null;
  const sources = allSources(tree).filter(({ path }) => /\.[jt]s$/.test(path));
  const common = sources.filter((source) => importsOf(source).some(({ style }) => style === 'require'));
  if (common.length < commonLeast || sources.some(hasModuleSyntax)) return null;
  const why = 'package.json says `"type": "module"`, and every source is CommonJS: take it out, or say "commonjs"';
  return { why, command: null };
}

/** The ES module of which a name is imported and that sets `module.exports`, which nobody sees. */
function commonBehind({ tree, diagnosis }: RecipeContext, importer: Source): Source | null {
  const { exportName, module } = diagnosis.named;
  const to = exportName === undefined || module === undefined ? null : resolveSpecifier(tree, importer.path, module);
  const target = to?.to === 'file' && moduleKindOf(tree, to.path) === 'module' ? openSource(tree, to.path) : null;
  const isCommon =
    target !== null &&
    all(target.program, 'AssignmentExpression').some(({ left }) => /^(?:module\.)?exports\b/.test(chainOf(left) ?? ''));
  return isCommon ? target : null;
}

/** `import` in a file that otherwise requires and exports, where the package does not say that its files are modules. */
function isMixed({ tree, diagnosis }: RecipeContext, source: Source): boolean {
  const imports = all(source.program, 'ImportDeclaration').length;
  const isCommon =
    importsOf(source).some((each) => each.style === 'require') ||
    all(source.program, 'MemberExpression').some((each) =>
      /^(?:module\.exports|exports\.\w+)$/.test(chainOf(each) ?? ''),
    );
  const isOfFormat =
    /not defined in ES module|imported from|outside a module|ERR_AMBIGUOUS|does not provide an export named/.test(
      diagnosis.message,
    );
  return imports > 0 && isCommon && isOfFormat && moduleKindOf(tree, source.path) !== 'module';
}

function importing({ tree, diagnosis }: RecipeContext): Source | null {
  return diagnosis.file === null ? null : openSource(tree, diagnosis.file);
}

function sourceAt(context: RecipeContext): Source | null {
  const site = sitesOf(context)[0];
  if (site !== undefined) return site.source;
  const { file, named } = context.diagnosis;
  const path = file ?? ownPath(context, named.importer);
  if (path !== null) return openSource(context.tree, path);
  return allSources(context.tree).find((source) => source.errors.length > 0) ?? null;
}

function put(source: Source, after: string, how: { title: string; rank: number }): Idea {
  return idea('module-format', { ...how, edits: [{ path: source.path, before: source.text, after }] });
}

function folderName(source: Source, name: '__dirname' | '__filename'): Idea {
  const line = `const ${name} = import.meta.${name === '__dirname' ? 'dirname' : 'filename'}${semicolonOf(source.text)}`;
  return put(source, addLine(source, line).after ?? source.text, {
    title: `define \`${name}\` as ES modules know it`,
    rank: 0,
  });
}

/** Plain requires at the top become imports; where there are others, `createRequire` serves them all. */
function toEsm(context: RecipeContext, source: Source): Idea[] {
  const requires = importsOf(source).filter((each) => each.style === 'require');
  const statements = [...new Set(requires.map((each) => each.statement))];
  const plain = statements.every(
    (each) => each.type === 'VariableDeclaration' && each.declarations.length === 1 && each.parent?.type === 'Program',
  );
  const exported = moduleExports(context, source);
  const found: Idea[] = [];
  if (plain && exported !== null && statements.length + exported.length > 0) {
    const splices = statements.map((each) => ({
      start: each.start,
      end: each.end,
      text: asImport(
        context,
        source,
        requires.filter((one) => one.statement === each),
      ),
    }));
    found.push(
      put(source, splice(source.text, ...splices, ...exported), {
        title: 'write require and module.exports as import and export',
        rank: 0,
      }),
    );
  }
  if (requires.length > 0 && exported?.length === 0 && !requires.some((each) => takesDefault(context, source, each))) {
    const from = quoted(builtinSpecifier(context.tree, 'module'), source.text);
    const end = semicolonOf(source.text);
    const lines = `import { createRequire } from ${from}${end}${eolOf(source.text)}const require = createRequire(import.meta.url)${end}`;
    const first = source.program.hashbang?.end;
    const at = first === undefined ? 0 : first + 1;
    found.push(
      put(source, splice(source.text, { start: at, end: at, text: `${lines}${eolOf(source.text)}` }), {
        title: 'make a `require` for this ES module',
        rank: found.length > 0 ? 1 : 0,
      }),
    );
  }
  return found;
}

/** `const roles = require('./roles.js')` of an ES module that gives `roles` out by default: required, it is an object that has that as its `default`. */
function takesDefault({ tree }: RecipeContext, source: Source, { imported, specifier }: Import): boolean {
  const given = imported === '*' && isOwn(tree, source.path, specifier);
  const exported = given ? exportsOfSpecifier(tree, source.path, specifier) : null;
  return exported?.format === 'esm' && exported.names.has('default');
}

function asImport(context: RecipeContext, source: Source, requires: readonly Import[]): string {
  const first = requires[0];
  if (first === undefined) return '';
  const specifier = quoted(fullSpecifier(context, source, first.specifier), source.text);
  const end = semicolonOf(source.text);
  const exported = exportsOfSpecifier(context.tree, source.path, first.specifier);
  const named = requires.filter((each) => each.imported !== '*');
  const whole = requires.find((each) => each.imported === '*');
  if (whole !== undefined) {
    const star = exported?.format === 'esm' && !exported.names.has('default') && isRelative(first.specifier);
    return `import ${star ? '* as ' : ''}${whole.local} from ${specifier}${end}`;
  }
  const list = named.map((each) =>
    each.local === each.imported ? each.imported : `${each.imported} as ${each.local}`,
  );
  const fits = isBuiltin(first.specifier) || exported === null || exported.format === 'esm' || exported.whole === null;
  if (fits) return `import { ${list.join(', ')} } from ${specifier}${end}`;
  const local = `${first.specifier.replace(/^.*\//, '').replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase())}Module`;
  return `import ${local} from ${specifier}${end}${eolOf(source.text)}const { ${list.map((each) => each.replace(' as ', ': ')).join(', ')} } = ${local}${end}`;
}

/** ESM names files with their endings; one that is written stands: `./roles.js` is what TypeScript calls `roles.ts`. */
function fullSpecifier({ tree }: RecipeContext, source: Source, specifier: string): string {
  const target = isRelative(specifier) ? resolveSpecifier(tree, source.path, specifier) : null;
  if (target?.to !== 'file' || /\.[cm]?[jt]sx?$/.test(specifier)) return specifier;
  const full = relativeSpecifier(source.path, target.path);
  const isScript = allSources(tree).some(
    (each) =>
      /\.[cm]?tsx?$/.test(each.path) &&
      importsOf(each).some(({ style, specifier: other }) => style !== 'require' && /^\..*\.[cm]?js$/.test(other)),
  );
  return isScript ? full.replace(/\.([cm]?)tsx?$/, '.$1js') : full;
}

/** `module.exports = …` and `exports.x = …` at the top as exports; null where one stands elsewhere. */
function moduleExports(context: RecipeContext, source: Source): Splice[] | null {
  const found: Splice[] = [];
  for (const node of all(source.program, 'AssignmentExpression')) {
    const target = chainOf(node.left);
    if (target === null || !/^(?:module\.)?exports(?:\.[\w$]+)?$/.test(target)) continue;
    const statement = node.parent;
    if (statement?.type !== 'ExpressionStatement' || statement.parent?.type !== 'Program') return null;
    const name = /exports\.([\w$]+)$/.exec(target)?.[1];
    const value = source.text.slice(node.right.start, node.right.end);
    if (target !== 'module.exports' && name !== undefined) {
      const same = node.right.type === 'Identifier' && node.right.name === name;
      found.push({
        start: statement.start,
        end: node.right.start,
        text: same ? 'export { ' : `export const ${name} = `,
      });
      if (same) found.push({ start: node.right.end, end: node.right.end, text: ' }' });
    } else if (node.right.type === 'ObjectExpression' && wantsNames(context, source)) {
      const names = node.right.properties.map((each) =>
        each.type === 'Property' && each.shorthand ? keyName(each.key) : null,
      );
      if (names.includes(null)) {
        const lines = exportLines(source, node.right.properties as Node[]);
        if (lines === null) return null;
        found.push({ start: statement.start, end: statement.end, text: lines });
        continue;
      }
      const given = all(source.program, 'ExportNamedDeclaration').flatMap((each) =>
        all(each, 'Identifier').flatMap(({ name: word, parent }) =>
          parent === each.declaration || parent?.parent === each.declaration ? word : [],
        ),
      );
      const left = names.filter((each) => !given.includes(each ?? ''));
      const text = left.length === 0 ? '' : `export { ${left.join(', ')} }${semicolonOf(source.text)}`;
      found.push({ start: statement.start, end: statement.end, text });
    } else if (
      (node.right.type === 'ClassExpression' || node.right.type === 'FunctionExpression') &&
      node.right.id != null &&
      node.right.id.name === context.diagnosis.named.exportName
    )
      found.push({ start: statement.start, end: node.right.start, text: 'export ' });
    else
      found.push({
        start: statement.start,
        end: statement.end,
        text: `export default ${value}${semicolonOf(source.text)}`,
      });
  }
  return found;
}

/** True where other files take names from this one. */
function wantsNames(context: RecipeContext, source: Source): boolean {
  return allSources(context.tree).some((other) =>
    importsOf(other).some((each) => {
      if (each.imported === '*' || each.imported === 'default' || !isOwn(context.tree, other.path, each.specifier))
        return false;
      const target = resolveSpecifier(context.tree, other.path, each.specifier);
      return target?.to === 'file' && target.path === source.path;
    }),
  );
}

/** `assert` → `with`, or the attribute that is missing, on every JSON import of the file. */
function attributes(context: RecipeContext, source: Source | null): Idea[] {
  const line = context.diagnosis.line;
  const sources = [...(source === null ? [] : [source]), ...allSources(context.tree).filter((each) => each !== source)];
  for (const each of sources) {
    const splices: Splice[] = [];
    for (const node of all(each.program, 'ImportDeclaration')) {
      if (!node.source.value.endsWith('.json')) continue;
      const tail = each.text.slice(node.source.end, node.end);
      const at = tail.indexOf('assert');
      if (at >= 0)
        splices.push({ start: node.source.end + at, end: node.source.end + at + 'assert'.length, text: 'with' });
      else if (node.attributes.length === 1 && node.attributes[0]?.value.value !== 'json')
        splices.push({
          start: node.attributes[0]?.start ?? node.end,
          end: node.attributes[0]?.end ?? node.end,
          text: `type: ${quoted('json', each.text)}`,
        });
      else if (node.attributes.length === 0)
        splices.push({
          start: node.source.end,
          end: node.source.end,
          text: ` with { type: ${quoted('json', each.text)} }`,
        });
    }
    for (const { source: from, options } of all(each.program, 'ImportExpression')) {
      const isJson = /\.json['"`]$/.test(each.text.slice(from.start, from.end));
      const text = `, { with: { type: ${quoted('json', each.text)} } }`;
      if (isJson && options === null) splices.push({ start: from.end, end: from.end, text });
    }
    if (splices.length > 0)
      return [
        put(each, splice(each.text, ...splices), {
          title: `say that the import is JSON${line === null ? '' : ` (line ${line})`}`,
          rank: 0,
        }),
      ];
  }
  return [];
}

/** Imports and exports of a CommonJS file as require and module.exports. */
function toCommon(context: RecipeContext, source: Source): Idea[] {
  const splices: Splice[] = [];
  const tail: string[] = [];
  const end = semicolonOf(source.text);
  for (const node of source.program.body) {
    if (node.type === 'ImportDeclaration')
      splices.push({ start: node.start, end: node.end, text: asRequire(context, source, node) });
    else if (node.type === 'ExportDefaultDeclaration') splices.push(defaultAsCommon(node, { tail, end }));
    else if (node.type === 'ExportNamedDeclaration' && node.source === null) {
      if (node.declaration !== null) splices.push({ start: node.start, end: node.declaration.start, text: '' });
      for (const name of namesOf(node)) tail.push(`exports.${name.out} = ${name.local}${end}`);
      if (node.declaration === null) splices.push({ start: node.start, end: node.end, text: '' });
    } else if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') return [];
  }
  if (splices.length === 0 || all(source.program, 'AwaitExpression').some((each) => functionsAround(each).length === 0))
    return [];
  const text = splice(source.text, ...splices).replace(/\s*$/, eolOf(source.text));
  const after = tail.length === 0 ? text : `${text}${tail.join(eolOf(source.text))}${eolOf(source.text)}`;
  return [put(source, after, { title: 'write import and export as require and exports', rank: 0 })];
}

function asRequire(context: RecipeContext, source: Source, node: Of<'ImportDeclaration'>): string {
  const call = `require(${quoted(node.source.value, source.text)})`;
  const end = semicolonOf(source.text);
  const given = exportsOfSpecifier(context.tree, source.path, node.source.value);
  const parts = node.specifiers.map((each) => {
    if (each.type === 'ImportNamespaceSpecifier') return `const ${each.local.name} = ${call}${end}`;
    if (each.type === 'ImportDefaultSpecifier')
      return `const ${each.local.name} = ${call}${given?.format === 'esm' ? '.default' : ''}${end}`;
    return null;
  });
  const named = node.specifiers.flatMap((each) => {
    if (each.type !== 'ImportSpecifier') return [];
    const key = keyName(each.imported) ?? each.local.name;
    return [key === each.local.name ? key : `${key}: ${each.local.name}`];
  });
  const lines = [
    ...parts.filter((each) => each !== null),
    ...(named.length > 0 ? [`const { ${named.join(', ')} } = ${call}${end}`] : []),
  ];
  return lines.length === 0 ? `${call}${end}` : lines.join(eolOf(source.text));
}

function defaultAsCommon(node: Of<'ExportDefaultDeclaration'>, out: { tail: string[]; end: string }): Splice {
  const { declaration } = node;
  const name = 'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : null;
  if (name !== null && (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')) {
    out.tail.unshift(`module.exports = ${name}${out.end}`);
    return { start: node.start, end: declaration.start, text: '' };
  }
  return { start: node.start, end: declaration.start, text: 'module.exports = ' };
}

function namesOf(node: Of<'ExportNamedDeclaration'>): { out: string; local: string }[] {
  const listed = node.specifiers.map((each) => ({
    out: keyName(each.exported) ?? '',
    local: keyName(each.local) ?? '',
  }));
  const declared: Node | null = node.declaration;
  if (declared === null) return listed;
  if (declared.type === 'VariableDeclaration') {
    return declared.declarations.flatMap((each) =>
      each.id.type === 'Identifier' ? [{ out: each.id.name, local: each.id.name }] : [],
    );
  }
  return 'id' in declared && declared.id !== null && typeof declared.id === 'object' && 'name' in declared.id
    ? [{ out: String(declared.id.name), local: String(declared.id.name) }]
    : listed;
}
