/** `router.get('/low', stock.lows)` of a router of one's own: what the module does not give out is handed over, and fails where it is called. */
import type { Idea } from '../../../incident/nouns.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import type { Exports } from '../../code/bindings.ts';
import { rankedNames, slip } from '../../code/names.ts';
import { all, allSources, isFunction, keyName, openSource } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { saysTheSame } from '../../code/words.ts';
import { functionOf } from '../../evidence/rename-evidence.ts';
import { ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { edit, make, membersOfDefault, usedWhole, withStatement } from './import-form.ts';
import { fileBehind } from './wrong-imports.ts';

interface Read {
  readonly source: Source;
  readonly target: string;
  readonly member: Of<'MemberExpression'>;
  readonly name: string;
}

/** The one member of a module of the project that is handed over and not given out: the near one that nobody takes, or the one function that nobody takes. */
export function handedMember(context: RecipeContext): Idea[] {
  if (!/is not a (?:function|constructor)/.test(context.diagnosis.message)) return [];
  const reads = allSources(context.tree).flatMap((source) => readsIn(context, source));
  const isStray = (read: Read): boolean => {
    const given = exportsBehind(context, read.target);
    return given !== null && !given.names.has(read.name) && !(read.name in Object.prototype) && isHandedOver(read);
  };
  const strays = reads.filter(isStray);
  const [only, ...more] = strays;
  const whole = ofDefault(context, reads, strays);
  if (whole !== null) return [whole];
  if (only === undefined || more.some(({ target, name }) => target !== only.target || name !== only.name)) return [];
  const given = exportsBehind(context, only.target)?.names ?? new Map<string, Node | null>();
  const idle = [...given].flatMap(([name, value]) => {
    const isTaken = reads.some((each) => each.target === only.target && each.name === name);
    return isTaken || !isCallable(value) ? [] : [name];
  });
  const near = rankedNames(only.name, idle).filter(({ name }) => slip(only.name, name) !== null);
  const [to, other] = near.length > 0 ? near.map(({ name }) => name) : idle;
  if (to === undefined || other !== undefined) return [];
  const changes = reads
    .filter(({ target, name }) => target === only.target && name === only.name)
    .map(({ source, member: { property } }) => ({
      source,
      splices: [{ start: property.start, end: property.end, text: to }],
    }));
  const isSure = near.length > 0 || saysTheSame(only.name, to);
  const ask = isSure ? null : `nothing but that nobody takes it speaks for \`${to}\``;
  const title = `${only.target} gives out no \`${only.name}\`, and nobody takes its \`${to}\``;
  return [ideaOf('import-export', { title, rank: isSure ? 0 : 1, ask }, changes)];
}

/** `import * as loans`, of which nothing is read but what its default has: that is taken. */
function ofDefault(context: RecipeContext, reads: readonly Read[], strays: readonly Read[]): Idea | null {
  const [first] = strays;
  const given = first === undefined ? null : exportsBehind(context, first.target);
  const members = given === null ? null : membersOfDefault(given);
  const ofIt = reads.filter(({ target }) => target === first?.target);
  const isOfDefault = strays.length > 0 && strays.every((each) => ofIt.includes(each));
  if (first === undefined || members === null || !isOfDefault) return null;
  if (!ofIt.every(({ name }) => members.includes(name) && given?.names.has(name) !== true)) return null;
  const takers = [...new Set(ofIt.map(({ source }) => source))].flatMap((source) =>
    importsOf(source)
      .filter((from) => from.imported === '*' && fileBehind(context, source, from) === first.target)
      .map((from) => ({ source, from })),
  );
  // A name of a module that is required is its whole, and one that is handed on is read elsewhere.
  if (takers.some(({ source, from }) => from.style !== 'import' || !usedWhole(source, from, members as string[])))
    return null;
  const edits = takers.map(({ source, from }) => edit(source, withStatement(source, from, from.local ?? '')));
  if (edits.some(({ before, after }) => before === after)) return null;
  return make(`take the default of ${first.target}, which has all that is read of it`, 0, edits);
}

/** What a file reads of the modules of the project that it takes in whole. */
function readsIn(context: RecipeContext, source: Source): Read[] {
  return importsOf(source).flatMap((from) => {
    const target = from.imported === '*' && from.local !== null ? fileBehind(context, source, from) : null;
    const members = target === null ? [] : all(source.program, 'MemberExpression');
    return members.flatMap((member): Read[] => {
      const name = member.computed ? null : keyName(member.property);
      const isOf = member.object.type === 'Identifier' && member.object.name === from.local;
      return target === null || !isOf || name === null ? [] : [{ source, target, member, name }];
    });
  });
}

/** Where all that a file gives out is known by its names. */
function exportsBehind({ tree }: RecipeContext, file: string): Exports | null {
  const target = openSource(tree, file);
  const given = target === null ? null : exportsOf(tree, target);
  const isWhole = given?.whole != null && given.whole.type !== 'ObjectExpression';
  return given?.complete === true && given.names.size > 0 && !isWhole ? given : null;
}

function isHandedOver({ member }: Read): boolean {
  const { parent } = member;
  return parent?.type === 'CallExpression' && parent.callee !== member;
}

/** A function, as far as that can be read. */
function isCallable(value: Node | null): boolean {
  const made = value?.parent?.type === 'AssignmentExpression' ? value.parent.right : value;
  const isNamed = made?.type === 'Property' && made.value.type === 'Identifier';
  return made === null || made === undefined || isNamed || functionOf(made) !== null || isFunction(made);
}
