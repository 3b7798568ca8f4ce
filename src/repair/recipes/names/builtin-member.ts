/** `Symbol.iterate`, `Number.MAX_SAFE_INT`, `Math.PIE`, `crypto.createHash` without an import: a member that no global of the language has is undefined in silence, and fails elsewhere. */
import { isBuiltin } from 'node:module';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { wordOfGlobal } from '../../code/builtin-words.ts';
import { addImport, builtinSpecifier, isEsm } from '../../code/insert.ts';
import { globalMembers } from '../../code/members.ts';
import { nearNames } from '../../code/names.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, keyName } from '../../code/syntax.ts';
import type { Of, Source } from '../../code/syntax.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'builtin-member';

export const builtinMember: Recipe = {
  name,
  classes: ['type', 'range', 'unknown', 'config', 'assertion', 'syntax'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A member that a global of the language does not have (`Symbol.iterate`): the near one that it has, or the import of the module of its name that has it (`crypto.createHash`).',
  ideas(context) {
    const found = allSources(context.tree).flatMap((source) =>
      all(source.program, 'MemberExpression').flatMap((node) => respelt(context, source, node)),
    );
    return found.slice(0, ideasMax);
  },
};

const ideasMax = 3;

function respelt({ tree }: RecipeContext, source: Source, node: Of<'MemberExpression'>): Idea[] {
  const { object, property, computed } = node;
  const written = computed ? null : keyName(property);
  if (object.type !== 'Identifier' || written === null || isAsked(node) || memberNames(tree).given.has(written))
    return [];
  const known = namesInScope(source, node.start).has(object.name) ? null : globalMembers([object.name]);
  if (known === null || object.name === 'process' || known.names.includes(written)) return [];
  // What functions and objects have of all their kind: `Date.bind`, `Math.hasOwnProperty`.
  if (written in Function.prototype) return [];
  if (isOfModule(object.name, written)) return [imported(tree, source, object.name)];
  const word = wordOfGlobal(object.name, written);
  const [near, next] = nearNames(written, known.names);
  const meant = word ?? (near?.cost === next?.cost ? undefined : near?.name);
  if (meant === undefined) return [];
  const splices = [{ start: property.start, end: property.end, text: meant }];
  const title = `\`${object.name}\` has a \`${meant}\`, and no \`${written}\``;
  return [ideaIn(name, source, { title, rank: word === undefined ? 1 : 0, splices })];
}

/** `crypto.createHash(…)`: without its import the name is that of the web's global, which has less. */
function isOfModule(name: string, member: string): boolean {
  return isBuiltin(name) && Object.hasOwn(process.getBuiltinModule(name) ?? {}, member);
}

function imported(tree: SourceTree, source: Source, local: string): Idea {
  const specifier = builtinSpecifier(tree, local);
  const wanted = { local, imported: isEsm(tree, source) ? 'default' : '*', specifier };
  const title = `\`${local}\` is the global here: take it from \`${specifier}\``;
  return idea(name, { title, rank: 0, edits: [addImport(tree, source, wanted)] });
}

/** Whether it is there is what the code asks, or it is being set. */
function isAsked({ parent, optional, start }: Of<'MemberExpression'>): boolean {
  return (
    optional ||
    /^(?:IfStatement|LogicalExpression|ConditionalExpression|UnaryExpression|ChainExpression)$/.test(
      parent?.type ?? '',
    ) ||
    (parent?.type === 'CallExpression' && parent.optional && parent.callee.start === start) ||
    (parent?.type === 'AssignmentExpression' && parent.left.start === start)
  );
}
