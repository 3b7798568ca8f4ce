/** A name that a module does not give out: the near one, the other form (default or named), or an export that was forgotten. */
import type { Idea } from '../../../incident/nouns.ts';
import { declarationOf, exportsOf, importsOf } from '../../code/bindings.ts';
import { isEsm } from '../../code/insert.ts';
import { isOwn, resolveSpecifier } from '../../code/modules.ts';
import { nearNames, rankedNames, slip } from '../../code/names.ts';
import { givenNames, wordsBehind } from '../../code/package-words.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { bindingsOf, unresolved } from '../../code/scope.ts';
import { functionDoubt } from '../../evidence/fits.ts';
import { wantsFunction } from '../../evidence/suspects.ts';
import { all, allSources, chainOf, keyName, openSource, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, semicolonOf, splice } from '../../code/text.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { handedMember } from './handed-member.ts';
import { defaultHandedOn, handedOnIdeas } from './handed-on.ts';
import { edit, erased, make, otherForm } from './import-form.ts';
import { shapeIdeas } from './export-shape.ts';
import { alsoWanted, forgottenWhole, loaderMember, lostDefaults } from './lost-exports.ts';
import { isTakenBeside, overwrittenIdeas } from './overwritten-exports.ts';
import { loadedIdeas } from './loaded-files.ts';
import { lostPart } from './lost-part.ts';
import { fittingNames, isIdle, parameters } from './near-export.ts';
import { otherFile } from './other-file.ts';
import { otherPackage } from './other-package.ts';
import { takenTwice } from './taken-twice.ts';
import { everywhere, fileBehind, isCalledOfPackage, referencesTo, wrongImports } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

export const importExport: Recipe = {
  name: 'import-export',
  classes: ['import_export', 'type', 'module_format', 'reference', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'An import that its module does not give out: near name, default for named and back, missing export.',
  async ideas(context) {
    const wrong = wrongImports(context);
    const found = (await Promise.all(wrong.map((each) => importIdeas(context, each)))).flat();
    return found.length > 0
      ? found
      : [
          ...lostAliases(context),
          ...lostDefaults(context),
          ...loadedIdeas(context),
          ...loaderMember(context),
          ...handedMember(context),
        ];
  },
};

/** What git tells, and what the module gives out. */
export async function importIdeas(context: RecipeContext, wrong: Wrong): Promise<Idea[]> {
  return [...(await renamedIdeas(context, wrong)), ...takenTwice(wrong), ...repairs(context, wrong)];
}

function repairs(context: RecipeContext, wrong: Wrong): Idea[] {
  const wanted = wrong.member ?? wrong.from.imported;
  const isThere =
    wrong.exported.names.has(wanted) &&
    !(wrong.exported.format === 'cjs' && context.diagnosis.named.exportName !== undefined);
  if (wrong.member !== null && isThere) return [];
  const slipped =
    wrong.member === null ? [...erased(context, wrong), ...slippedName(wrong), ...namedHere(context, wrong)] : [];
  if (slipped.length > 0) return slipped;
  const spelt = isThere ? [] : speltByPackage(context, wrong);
  // Or it was the package itself that was meant: the trial tells. `{ Fastify }` of `fastify` is both.
  const late = wrong.from.specifier.toLowerCase() === wrong.from.imported.toLowerCase() ? 1 : 0;
  const whole = spelt.length === 0 || wrong.exported.whole === null ? [] : otherForm(context, wrong);
  if (spelt.length > 0) return [...spelt, ...whole.map((each) => ({ ...each, rank: each.rank + late }))];
  const handed = [...handedOnIdeas(context, wrong), ...defaultHandedOn(wrong)];
  if (handed.length > 0) return handed;
  const part = lostPart(context, wrong);
  if (part.length > 0) return part;
  const shaped = shapeIdeas(context, wrong);
  if (shaped.length > 0) return shaped;
  const main = wrong.exported.names.get('default');
  const other = otherForm(context, wrong);
  // It is given out already, as the default, or as what that wraps: `export default fp(store)`.
  const given = main?.type === 'ExportDefaultDeclaration' ? (main.declaration as Node) : null;
  const wrapped = given?.type === 'CallExpression' ? (given.arguments as Node[]) : [];
  const isMain = [given, ...wrapped].some((each) => each?.type === 'Identifier' && each.name === wanted);
  const ideas = [...(isMain && other.length > 0 ? [] : missingExport(context, wrong, wanted)), ...other];
  if (isThere) return ideas;
  return [
    ...ideas,
    ...(wrong.member === null ? nearName(context, wrong, ideas.length > 0) : []),
    ...otherFile(context, wrong),
    ...nodeName(wrong),
    ...otherPackage(context, wrong),
    ...wantedOfIt(context, wrong),
  ];
}

/** What people call things of Node, and what Node calls them. */
const nodeNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'timers/promises': { sleep: 'setTimeout', delay: 'setTimeout', wait: 'setTimeout', timeout: 'setTimeout' },
  crypto: { uuid: 'randomUUID', uuidv4: 'randomUUID', v4: 'randomUUID', hash: 'createHash', hmac: 'createHmac' },
  events: { Emitter: 'EventEmitter', Events: 'EventEmitter' },
  worker_threads: { data: 'workerData', parent: 'parentPort' },
};

function nodeName(wrong: Wrong): Idea[] {
  const { source, from, exported } = wrong;
  const name = nodeNames[from.specifier.replace(/^node:/, '')]?.[from.imported];
  if (name === undefined || from.local === null || exported.names.has(from.imported) || !exported.names.has(name))
    return [];
  const { start, end } = from.node;
  const after = splice(source.text, { start, end, text: bindingText(wrong, name, from.local) });
  return [make(`Node calls \`${from.imported}\` \`${name}\``, 0, [edit(source, after)])];
}

/** `export { errorHandler } from './errors.js'` where others want `onError` of this file, which it lacks and that one has. */
function wantedOfIt(context: RecipeContext, wrong: Wrong): Idea[] {
  const { source, from, exported } = wrong;
  if (from.style !== 'from') return [];
  const given = exportsOf(context.tree, source).names;
  const wanted = allSources(context.tree).flatMap((other) =>
    importsOf(other).flatMap((each) => (fileBehind(context, other, each) === source.path ? each.imported : [])),
  );
  const [only, more] = [...new Set(wanted)].filter((name) => exported.names.has(name) && !given.has(name));
  if (only === undefined || more !== undefined) return [];
  const after = withName(wrong, only);
  return [make(`\`${from.imported}\` is \`${only}\`, which is wanted of this file`, 0, [edit(source, after)])];
}

/** The last changes gave the export another name, and this import still has the old one. */
async function renamedIdeas(context: RecipeContext, wrong: Wrong): Promise<Idea[]> {
  const { from, exported } = wrong;
  const { imported } = from;
  if (context.git === null || imported === '*' || imported === 'default' || wrong.member !== null) return [];
  if (exported.names.has(imported)) return [];
  const now = [...(await context.git.replaced(imported)).keys()].filter((each) => exported.names.has(each));
  const [to] = now;
  if (to === undefined || now.length > 1) return [];
  return [
    make(
      `\`${imported}\` is called \`${to}\` now`,
      0,
      everywhere(context, wrong, to, (one) => (isMiddleware(one) ? takenAs(one, to) : withName(one, to))),
    ),
  ];
}

/** `app.use(errorHandler)`: what answers requests keeps the name by which it stands in their way. */
function isMiddleware({ source, from }: Wrong): boolean {
  return referencesTo(source, from).some(
    ({ parent }) => parent?.type === 'CallExpression' && chainOf(parent.callee)?.endsWith('.use') === true,
  );
}

function takenAs(wrong: Wrong, to: string): string {
  const { start, end } = wrong.from.node;
  return splice(wrong.source.text, { start, end, text: bindingText(wrong, to, wrong.from.local ?? to) });
}

/** `const { router: Router } = require('express')`: a package that is a function speaks of `Router`, so the function is not what was meant. */
function speltByPackage(context: RecipeContext, wrong: Wrong): Idea[] {
  const { source, from, exported, member } = wrong;
  const isWhole = from.imported === '*' || from.imported === 'default' || from.local === null;
  if (member !== null || isWhole || isOwn(context.tree, source.path, from.specifier)) return [];
  const words =
    exported.names.size > 1 ? [...exported.names.keys()] : wordsBehind(context.tree, source.path, from.specifier);
  const isCase = (word: string): boolean => word.toLowerCase() === from.imported.toLowerCase();
  const [only, more] = words.filter((word) => word !== from.imported && isCase(word));
  return only === undefined || more !== undefined || words.includes(from.imported)
    ? []
    : [make(`\`${from.imported}\` should be \`${only}\``, 0, [edit(source, withName(wrong, only))])];
}

/** The near name, here and wherever this file uses it. */
function nearName(context: RecipeContext, wrong: Wrong, late: boolean): Idea[] {
  const { source, from, exported } = wrong;
  if (from.imported === '*' || from.imported === 'default' || (from.local === null && from.style !== 'from')) return [];
  const given = [...exported.names.keys()].filter((name) => name !== 'default' && !name.startsWith('__'));
  const names = given.length > 0 ? given : wordsBehind(context.tree, source.path, from.specifier);
  return fittingNames(wrong, names).map((near) => ({
    ...make(
      `\`${from.imported}\` should be \`${near.name}\``,
      near.rank + (late ? 1 : 0),
      everywhere(context, wrong, near.name, (one) => withName(one, near.name)),
    ),
    // `import { services as service }`: what it is called here tells which one is meant.
    ask:
      near.isSure || from.local === near.name || isCalledOfPackage(context, wrong) || isIdle(context, wrong, near.name)
        ? null
        : functionDoubt(referencesTo(source, from)[0]?.parent, {
            written: from.imported,
            meant: near.name,
            params: parameters(exported.names.get(near.name) ?? null),
          }),
  }));
}

/** The file never uses the name that it takes, and uses a near one that the module gives out and nothing declares. */
function slippedName(wrong: Wrong): Idea[] {
  const { source, from, exported } = wrong;
  if (from.imported !== from.local || referencesTo(source, from).length > 0) return [];
  const used = [...exported.names.keys()].filter((name) => unresolved(source, name).length > 0);
  const [only, more] = used;
  // Nothing speaks of what is taken, and one name that is there to be taken is spoken of and comes from nowhere.
  const near = only !== undefined && more === undefined ? [{ name: only, rank: 0 }] : rankedNames(from.imported, used);
  return near.map(({ name, rank }) =>
    make(`\`${from.imported}\` should be \`${name}\``, rank, [edit(source, withName(wrong, name))]),
  );
}

/** `{ zodValidator as zValidator }` of a module that gives out a `zValidator`, and nothing that is nearer to what was written. */
function namedHere({ tree }: RecipeContext, wrong: Wrong): Idea[] {
  const { source, from, exported } = wrong;
  const { imported, local, specifier, style } = from;
  if (local === null || local === imported || /^(?:\*|default)$/.test(imported) || style === 'from') return [];
  const isPackages = !isOwn(tree, source.path, specifier);
  const given = new Set([...exported.names.keys(), ...(isPackages ? givenNames(tree, source.path, specifier) : [])]);
  if (!given.has(local) || given.has(imported)) return [];
  const near = nearNames(imported, given);
  if (near.length > 0 && near.every(({ name, cost }) => name !== local || cost > (near[0]?.cost ?? 0))) return [];
  return [make(`\`${imported}\` should be \`${local}\``, 0, [edit(source, withName(wrong, local))])];
}

function withName(wrong: Wrong, name: string): string {
  const { source, from } = wrong;
  if (from.style === 'from') return handedOn(wrong, name);
  const isTaken = [from.node, ...referencesTo(source, from)].some((at) =>
    upwards(at).some((scope) => bindingsOf(scope).some((each) => each.name === name)),
  );
  const rename = from.local === from.imported && !isTaken;
  if (!rename)
    return splice(source.text, {
      start: from.node.start,
      end: from.node.end,
      text: bindingText(wrong, name, from.local ?? name),
    });
  const uses = referencesTo(source, from).map((id) => {
    const short = id.parent?.type === 'Property' && id.parent.shorthand;
    return { start: id.start, end: id.end, text: short ? `${id.name}: ${name}` : name };
  });
  return splice(source.text, { start: from.node.start, end: from.node.end, text: name }, ...uses);
}

/** `export { totl } from './sums.js'`: what others take of it keeps its name, save where that is the slip. */
function handedOn({ source, from }: Wrong, name: string): string {
  const { node } = from;
  const out = node.type === 'ExportSpecifier' ? (keyName(node.exported) ?? name) : name;
  const text = out === name || out === from.imported ? name : `${name} as ${out}`;
  return splice(source.text, { start: node.start, end: node.end, text });
}

export function bindingText(wrong: Wrong, imported: string, local: string): string {
  if (imported === local) return local;
  return /^(?:require|dynamic)$/.test(wrong.from.style) ? `${imported}: ${local}` : `${imported} as ${local}`;
}

/** Declared in the other file, only not given out. */
function missingExport(context: RecipeContext, wrong: Wrong, wanted: string): Idea[] {
  const target = fileOf(context, wrong);
  const misspelt = target === null ? [] : misspeltExports(target);
  if (misspelt.length > 0) return misspelt;
  if (target !== null && (wanted === '*' || wanted === 'default' || wrong.member !== null)) {
    const forgotten = forgottenWhole(context, wrong, target);
    if (forgotten.length > 0) return forgotten;
  }
  if (target === null || wanted === '*' || wrong.exported.names.has(wanted)) return [];
  const overwritten = overwrittenIdeas(context, target, wanted);
  if (overwritten.length > 0) return overwritten;
  const { whole } = wrong.exported;
  if (whole?.type === 'Identifier' && whole.name === wanted && !isTakenBeside(wrong)) return [];
  const lost = lostAlias(target);
  if (lost !== null) return givenOut(target, lost, wrong.exported.names.size > 0 ? [wanted] : []);
  const name = wanted === 'default' ? (wrong.from.local ?? '') : wanted;
  const declaration = declarationOf(target, name);
  if (declaration === null || isGivenAs(wrong, name)) return [];
  const after = isEsm(context.tree, target)
    ? esmExport(target, name, { declaration, isDefault: wanted === 'default' })
    : cjsExport(
        target,
        alsoWanted(context, target, name).filter((each) => each === name || !isGivenAs(wrong, each)),
      );
  if (after === null || (wanted === 'default' && wrong.exported.names.has(name))) return [];
  return [make(`${target.path} does not export \`${name}\``, 0, [edit(target, after)])];
}

/** `module.expotrs = …` gives nothing out. */
function misspeltExports(target: Source): Idea[] {
  const misspelt = all(target.program, 'MemberExpression').find((each) => {
    const [root, name, more] = chainOf(each)?.split('.') ?? [];
    const { parent } = each;
    const isSet = parent?.type === 'AssignmentExpression' || parent?.type === 'MemberExpression';
    return isSet && root === 'module' && more === undefined && name !== undefined && slip(name, 'exports') !== null;
  });
  if (misspelt === undefined) return [];
  const { start, end } = misspelt.property;
  const after = splice(target.text, { start, end, text: 'exports' });
  return [make(`${target.path}: \`module.exports\` is misspelt`, 0, [edit(target, after)])];
}

/** `{ toPounds: pounds }`: it is given out, under the name that it has now. */
function isGivenAs({ exported }: Wrong, name: string): boolean {
  return [...exported.names.values()].some(
    (node) =>
      (node?.type === 'Property' && keyName(node.value as Node) === name) ||
      (node?.type === 'ExportSpecifier' && keyName(node.local) === name) ||
      (node?.type === 'Identifier' && node.name === name),
  );
}

/** A file of a folder that is loaded as a whole, which nobody imports by its name: `exports = …` alone, where a function was wanted. */
function lostAliases(context: RecipeContext): Idea[] {
  const { message } = context.diagnosis;
  if (!wantsFunction.test(message) && !/is not a (?:function|constructor)/.test(message)) return [];
  return allSources(context.tree).flatMap((target) => {
    const lost = isEsm(context.tree, target) ? null : lostAlias(target);
    const { names } = exportsOf(context.tree, target);
    return lost === null ? [] : givenOut(target, lost, names.size > 0 ? toldNames(context, names) : []);
  });
}

/** Texts of the settings that the message says and that the file does not give out: what a table of the settings names. */
function toldNames(context: RecipeContext, names: ReadonlyMap<string, unknown>): string[] {
  const texts = new Set(
    dataFiles(context).flatMap(({ text }) =>
      [...text.matchAll(/"([A-Za-z_$][\w$]*)"(?!\s*:)/g)].map(([, word]) => word),
    ),
  );
  const words = new Set(context.diagnosis.message.match(/[A-Za-z_$][\w$]*/g));
  return [...words].filter((word) => texts.has(word) && !names.has(word) && !ofKind.test(word));
}

/** `Plugin must be a function. Received: 'object'`: what kind of thing was found is no name. */
const ofKind = /^(?:array|boolean|class|function|number|object|promise|string|undefined)$/i;

/** `exports = …` is all that the module gives out, or, beside others that it does, the one name that is missed. */
function givenOut(target: Source, lost: Node, [name, more]: readonly string[]): Idea[] {
  if (more !== undefined) return [];
  const text = name === undefined ? 'module.exports' : `exports.${name}`;
  const after = splice(target.text, { start: lost.start, end: lost.end, text });
  return [make(`${target.path}: \`exports = …\` gives nothing out`, 0, [edit(target, after)])];
}

/** `exports = …` alone: a new value for the local name, of which `require` sees nothing. */
function lostAlias(target: Source): Node | null {
  const [lost, more] = all(target.program, 'AssignmentExpression').filter(
    (each) =>
      chainOf(each.left) === 'exports' &&
      each.parent?.type === 'ExpressionStatement' &&
      each.right.type !== 'AssignmentExpression' &&
      chainOf(each.right) !== 'module.exports',
  );
  const isGiven = all(target.program, 'AssignmentExpression').some(({ left }) => chainOf(left) === 'module.exports');
  return lost === undefined || more !== undefined || isGiven ? null : (lost.left as Node);
}

function fileOf(context: RecipeContext, wrong: Wrong): Source | null {
  if (!isOwn(context.tree, wrong.source.path, wrong.from.specifier)) return null;
  const resolved = resolveSpecifier(context.tree, wrong.source.path, wrong.from.specifier);
  return resolved?.to === 'file' ? openSource(context.tree, resolved.path) : null;
}

function esmExport(target: Source, name: string, what: { declaration: Node; isDefault: boolean }): string | null {
  const { declaration, isDefault } = what;
  const eol = eolOf(target.text);
  const end = semicolonOf(target.text);
  const list = target.program.body.find(
    (each) => each.type === 'ExportNamedDeclaration' && each.source === null && each.specifiers.length > 0,
  );
  if (isDefault) return `${target.text.replace(/\s*$/, '')}${eol}${eol}export default ${name}${end}${eol}`;
  if (list?.type === 'ExportNamedDeclaration') {
    const last = list.specifiers.at(-1);
    return last === undefined ? null : splice(target.text, { start: last.end, end: last.end, text: `, ${name}` });
  }
  const statement = declaration.type === 'VariableDeclarator' ? declaration.parent : declaration;
  if (!statement || statement.parent?.type !== 'Program') return null;
  return splice(target.text, { start: statement.start, end: statement.start, text: 'export ' });
}

function cjsExport(target: Source, names: readonly string[]): string | null {
  const list = names.join(', ');
  for (const node of all(target.program, 'AssignmentExpression')) {
    if (chainOf(node.left) !== 'module.exports' || node.right.type !== 'ObjectExpression') continue;
    const last = node.right.properties.at(-1);
    if (last === undefined)
      return splice(target.text, { start: node.right.start, end: node.right.end, text: `{ ${list} }` });
    const gap =
      node.right.properties.length > 1 ? target.text.slice(node.right.properties.at(-2)?.end, last.start) : ', ';
    const comma = /^,\s+$/.test(gap) ? gap : ', ';
    return splice(target.text, { start: last.end, end: last.end, text: comma + names.join(comma) });
  }
  const eol = eolOf(target.text);
  const given = all(target.program, 'AssignmentExpression').map(({ left }) => chainOf(left) ?? '');
  const semicolon = semicolonOf(target.text);
  const left = given.includes('module.exports') ? 'module.exports' : 'exports';
  const isNothing = !given.some((each) => /^(?:module\.)?exports(?:\.|$)/.test(each));
  const lines =
    isNothing && names.length > 1
      ? [`${eol}module.exports = { ${list} }`]
      : names.map((name) => `${left}.${name} = ${name}`);
  return `${target.text.replace(/\s*$/, '')}${eol}${lines.map((line) => `${line}${semicolon}${eol}`).join('')}`;
}
