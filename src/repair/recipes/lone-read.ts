/** `config.root` where the module gives out a `rootDir` that nobody reads, `Member.from` of a class that has `of`: two names that are one. */
import type { Idea } from '../../incident/nouns.ts';
import { classMembers, exportsOfSpecifier, importsOf } from '../code/bindings.ts';
import { prototypeMembers } from '../code/members.ts';
import { nearNames, shareWord } from '../code/names.ts';
import { namesInScope } from '../code/scope.ts';
import { all, allSources, isFunction, keyName } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';
import { memberNames } from '../evidence/member-names.ts';
import type { Read } from '../evidence/member-names.ts';
import { areSynonyms } from '../code/words.ts';
import { ideaOf } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { fileBehind } from './wrong-imports.ts';

const name = 'lone-read';

export const loneRead: Recipe = {
  name,
  classes: ['type', 'unknown', 'config', 'assertion', 'range', 'missing_file'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A member that a module or a class of the project does not give, beside one that it gives and nobody reads: both take one name. Found in the text, wherever the failure shows.',
  ideas(context) {
    const lone = ownersOf(context).flatMap((owner) => {
      const wrong = readsOf(context, owner).filter(({ name: read }) => !owner.given.has(read) && !isInherited(read));
      const [first] = wrong;
      return first === undefined || wrong.some((each) => each.name !== first.name) ? [] : [{ owner, wrong }];
    });
    const [only, more] = lone;
    return only === undefined || more !== undefined ? [] : renaming(context, only);
  },
};

/** A module whose every name is known, or a class by its static members. */
interface Owner {
  readonly word: string;
  readonly file: string;
  readonly given: ReadonlyMap<string, Node | null>;
}

function ownersOf(context: RecipeContext): Owner[] {
  const modules = allSources(context.tree).flatMap((source) =>
    importsOf(source).flatMap((from): Owner[] => {
      const file = from.imported === '*' && from.local !== null ? fileBehind(context, source, from) : null;
      const exported = file === null ? null : exportsOfSpecifier(context.tree, source.path, from.specifier);
      const isKnown = exported?.complete === true && exported.whole === null && exported.names.size > 0;
      return isKnown && file !== null && from.local !== null ? [{ word: from.local, file, given: exported.names }] : [];
    }),
  );
  const classes = allSources(context.tree).flatMap((source) =>
    all(source.program, 'ClassDeclaration').flatMap((made): Owner[] => {
      const { names, complete } = classMembers(made, true);
      return complete && made.id !== null && names.size > 0
        ? [{ word: made.id.name, file: source.path, given: names }]
        : [];
    }),
  );
  return [...new Map([...modules, ...classes].map((each) => [`${each.word} ${each.file}`, each])).values()];
}

/** What is read of the thing by its name, and of a parameter that is called so. */
function readsOf({ tree }: RecipeContext, { word }: Owner): Read[] {
  return [...memberNames(tree).read.values()].flat().filter(({ object, source }) => {
    if (object?.type !== 'Identifier' || object.name !== word) return false;
    const binding = namesInScope(source, object.start).get(word);
    return binding === undefined || binding.kind === 'param' || isTaken(source, word) || isClass(binding.node);
  });
}

function isTaken(source: Source, word: string): boolean {
  return importsOf(source).some(({ local }) => local === word);
}

function isClass({ type }: Node): boolean {
  return type === 'ClassDeclaration';
}

function isInherited(member: string): boolean {
  return [...prototypeMembers('Function'), ...prototypeMembers('Object'), 'name', 'length', 'default'].includes(member);
}

function renaming(context: RecipeContext, { owner, wrong }: { owner: Owner; wrong: readonly Read[] }): Idea[] {
  const { read, spoken } = memberNames(context.tree);
  const wanted = wrong[0]?.name ?? '';
  const isIdle = (each: string): boolean => !read.has(each) && !spoken.has(each);
  const idle = [...owner.given].filter(([each]) => each !== 'default' && isIdle(each));
  const like = idle.filter(
    ([each]) => nearNames(wanted, [each]).length > 0 || shareWord(wanted, each) || areSynonyms(wanted, each),
  );
  // Called or handed on, it is a function.
  const [only, more] = like.length > 0 ? like : idle.filter(([, node]) => isMethod(node));
  const place = only === undefined ? null : keyOf(only[1]);
  const source = allSources(context.tree).find(({ path }) => path === owner.file);
  if (only === undefined || more !== undefined || place === null || source === undefined) return [];
  const { start, end } = place.key;
  const text = place.isShort ? `${wanted}: ${only[0]}` : wanted;
  const title = `\`${only[0]}\` of \`${owner.word}\` is read as \`${wanted}\``;
  const ask =
    like.length > 0 || idle.length === 1 ? null : `nothing but that nobody reads it speaks for \`${only[0]}\``;
  return [ideaOf(name, { title, rank: 1, ask }, [{ source, splices: [{ start, end, text }] }])];
}

function isMethod(node: Node | null): boolean {
  return node?.type === 'MethodDefinition' || (node?.type === 'Property' && isFunction(node.value));
}

/** Where the name is given; null where it is that of a declaration, which others of its file use. */
function keyOf(node: Node | null): { readonly key: Node; readonly isShort: boolean } | null {
  if (node?.type === 'MethodDefinition' || node?.type === 'PropertyDefinition')
    return { key: node.key as Node, isShort: false };
  if (node?.type === 'Property') return { key: node.key as Node, isShort: (node as Of<'Property'>).shorthand };
  return node?.type === 'ExportSpecifier' && keyName(node.exported) !== null
    ? { key: node.exported as Node, isShort: false }
    : null;
}
