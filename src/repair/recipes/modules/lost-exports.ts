/** Files that give out nothing any more, or less than others take of them: CommonJS lacks it in silence until it is called. */
import type { Idea } from '../../../incident/nouns.ts';
import { classMembers, declarationOf, exportsOf, importsOf } from '../../code/bindings.ts';
import { isEsm } from '../../code/insert.ts';
import type { RecipeContext } from '../../recipe.ts';
import { anyMethods, prototypeMembers } from '../../code/members.ts';
import { bindingsOf, isUnused, namesInScope } from '../../code/scope.ts';
import type { Binding } from '../../code/scope.ts';
import { memberNames } from '../../evidence/member-names.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { all, allSources, chainOf, isFunction, keyName, openSource, stringValue } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { eolOf, semicolonOf, splice } from '../../code/text.ts';
import { edit, make } from './import-form.ts';
import { fileBehind, referencesTo } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

/** Names that the file declares and does not give out, and that other files of the project take from it; `name` comes first. */
export function alsoWanted(context: RecipeContext, target: Source, name: string): string[] {
  const given = exportsOf(context.tree, target).names;
  const others = [...takenOf(context, target)].filter(
    (each) => each !== name && each !== 'default' && !given.has(each) && declarationOf(target, each) !== null,
  );
  // As they stand in the file.
  return [name, ...others].sort((a, b) => placeOf(target, a) - placeOf(target, b));
}

/** The names that other files of the project take from it. */
export function takenOf(context: RecipeContext, target: Source): Set<string> {
  const taken = allSources(context.tree)
    .filter((source) => source !== target)
    .flatMap((source) =>
      importsOf(source)
        .filter((from) => fileBehind(context, source, from) === target.path)
        .flatMap((from) =>
          from.imported !== '*'
            ? [from.imported]
            : referencesTo(source, from).flatMap(({ parent, start }) =>
                parent?.type === 'MemberExpression' && !parent.computed && parent.object.start === start
                  ? (keyName(parent.property) ?? [])
                  : [],
              ),
        ),
    );
  return new Set(taken);
}

function placeOf(target: Source, name: string): number {
  return declarationOf(target, name)?.start ?? 0;
}

/** A file that gives out nothing at all, and has one thing of that name, one router or application, or one function or class that nobody uses. */
export function forgottenWhole(context: RecipeContext, wrong: Wrong, target: Source): Idea[] {
  if (wrong.exported.names.size > 0 || wrong.exported.whole !== null) return [];
  if (wrong.member !== null && declarationOf(target, wrong.member) !== null) return [];
  const base = target.path.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const every = new Map(bindingsOf(target.program).map((each) => [each.name, each])); // a `var` comes twice
  const own = [...every.values()].filter(
    (each) => each.kind !== 'import' && !importsOf(target).some((one) => one.local === each.name && isTaken(each)),
  );
  const fits = own.filter((each) => couldHave(each, wrong.member));
  const made = own.filter(({ name }) =>
    /router\b.*\(|express\(|hono\(|\bkoa\b.*\(|fastify\(/i.test(initialText(target, name)),
  );
  const idle = fits.filter((each) => isUnused(target, each) && (isFunction(each.node) || each.kind === 'class'));
  const name =
    [wrong.from.local, base].find((each) => fits.some((one) => one.name === each)) ??
    [made, idle].find((each) => each.length === 1)?.[0]?.name;
  if (name === undefined || name === null) return [];
  const line = isEsm(context.tree, target) ? `export default ${name}` : `module.exports = ${name}`;
  const eol = eolOf(target.text);
  const after = `${target.text.replace(/\s*$/, '')}${eol}${eol}${line}${semicolonOf(target.text)}${eol}`;
  return [make(`${target.path} exports nothing: it gives out \`${name}\``, 0, [edit(target, after)])];
}

/** `const router = require('router')`: what another file gives out, and nothing that is made of it. */
function isTaken({ node }: Binding): boolean {
  return (
    node.type !== 'VariableDeclarator' ||
    node.init?.type !== 'CallExpression' ||
    node.init.callee.type !== 'CallExpression'
  );
}

/** A class has what is asked of it; of other things it does not show. */
function couldHave({ node, kind }: Binding, member: string | null): boolean {
  if (member === null) return true;
  if (kind === 'class' && node.type === 'ClassDeclaration') return classMembers(node, true).names.has(member);
  return !isFunction(node);
}

function initialText(target: Source, name: string): string {
  const declaration = declarationOf(target, name);
  return declaration?.type === 'VariableDeclarator' && declaration.init !== null
    ? target.text.slice(declaration.init.start, declaration.init.end)
    : '';
}

/** One file of a folder that is imported as the program runs: all beside it have a default, and this one a single name that nobody takes. */
export function lostDefaults(context: RecipeContext): Idea[] {
  const { tree } = context;
  const sources = allSources(tree);
  if (!sources.some((source) => all(source.program, 'ImportExpression').length > 0)) return [];
  const taken = new Set(
    sources.flatMap((source) =>
      importsOf(source).flatMap((from) => (from.style === 'dynamic' ? [] : (fileBehind(context, source, from) ?? []))),
    ),
  );
  const [only, more] = sources.filter((source) => {
    const { format, names } = exportsOf(tree, source);
    const beside = sources.filter(({ path }) => folderOf(path) === folderOf(source.path) && path !== source.path);
    const peers = beside.filter(({ path }) => !taken.has(path));
    const isLike = peers.length > 0 && peers.every((each) => exportsOf(tree, each).names.has('default'));
    return format === 'esm' && names.size === 1 && !names.has('default') && isLike && !taken.has(source.path);
  });
  const name = only === undefined ? undefined : [...exportsOf(tree, only).names.keys()][0];
  if (only === undefined || more !== undefined || name === undefined) return [];
  const title = `${only.path} gives \`${name}\` out by its name, all beside it as the default`;
  const end = semicolonOf(only.text);
  const after = `${only.text.replace(/\s*$/, '')}${eolOf(only.text)}${eolOf(only.text)}export default ${name}${end}${eolOf(only.text)}`;
  return [make(title, 0, [edit(only, after)])];
}

/** `module.routes` of what is imported as the program runs, where no file has a `routes` and all such files have a default: that one. */
export function loaderMember(context: RecipeContext): Idea[] {
  const { tree } = context;
  const sources = allSources(tree);
  const { given } = memberNames(tree);
  const taken = new Set(
    sources.flatMap((source) => importsOf(source).flatMap((from) => fileBehind(context, source, from) ?? [])),
  );
  const loaded = sources.filter(({ path }) => !taken.has(path));
  const isOf = (member: string): boolean => sources.some((source) => exportsOf(tree, source).names.has(member));
  const defaults = loaded.filter((source) => [...exportsOf(tree, source).names.keys()].join() === 'default');
  const odd = sources
    .filter((source) => all(source.program, 'ImportExpression').some(({ source: from }) => stringValue(from) === null))
    .flatMap((source) =>
      all(source.program, 'MemberExpression').flatMap(({ object, property, computed }) => {
        const member = computed ? null : keyName(property);
        const bound = object.type === 'Identifier' ? namesInScope(source, object.start).get(object.name) : undefined;
        const isValue =
          member !== null && (anyMethods.includes(member) || prototypeMembers('Function').includes(member));
        const isOdd = member !== null && !isValue && isHandedOver(bound) && !given.has(member) && !isOf(member);
        return isOdd && !/^(?:default|length)$/.test(member) ? [{ source, property, member }] : [];
      }),
    );
  const [only, more] = odd;
  if (only === undefined || more !== undefined || defaults.length < 2) return [];
  const { start, end } = only.property;
  const after = splice(only.source.text, { start, end, text: 'default' });
  return [make(`what is loaded has a default, and no \`${only.member}\``, 0, [edit(only.source, after)])];
}

/** A parameter, or what `await import(…)` gave. */
function isHandedOver(bound: Binding | undefined): boolean {
  const made = bound?.node.type === 'VariableDeclarator' ? bound.node.init : null;
  return bound?.kind === 'param' || (made?.type === 'AwaitExpression' && made.argument.type === 'ImportExpression');
}

const folderOf = (path: string): string => path.replace(/[^/]*$/, '');

/** `trails.regions`, where `region` is all that its file gives out and nobody takes, and everything else that is taken of it is there. */
export function isLastExport(context: RecipeContext, { site, object, name }: Suspect, near: string): boolean {
  const from = importsOf(site.source).find((each) => each.imported === '*' && each.local === chainOf(object));
  const path = from === undefined ? null : fileBehind(context, site.source, from);
  const target = path === null ? null : openSource(context.tree, path);
  if (target === null) return false;
  const { names, complete } = exportsOf(context.tree, target);
  const taken = takenOf(context, target);
  const idle = [...names.keys()].filter((each) => !taken.has(each));
  const missing = [...taken].filter((each) => !names.has(each));
  return complete && idle.join() === near && missing.join() === name;
}
