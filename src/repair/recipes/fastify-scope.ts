/** Fastify decorators that are not where they are read: set inside a plugin of their own, or nowhere. */
import type { Idea } from '../../incident/nouns.ts';
import { called } from '../code/callees.ts';
import { knownMembers } from '../code/members.ts';
import { declared } from '../code/modules.ts';
import { shareWord } from '../code/names.ts';
import { ideaIn } from '../recipe.ts';
import type { Recipe, RecipeContext } from '../recipe.ts';
import { namesInScope } from '../code/scope.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  statementOf,
  stringValue,
  textOf,
} from '../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../code/syntax.ts';
import { memberNames } from '../evidence/member-names.ts';
import { suspectsOf } from '../evidence/suspects.ts';
import { eolOf, indentAt } from '../code/text.ts';

export const fastifyScope: Recipe = {
  name: 'fastify-scope',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'Fastify: a decorator that a plugin keeps to itself is given to all; one that nobody registers, beside its siblings; one under a name that nobody reads.',
  ideas(context) {
    if (![...declared(context.tree).keys()].some((each) => /^fastify\d?$/.test(each))) return [];
    const names = new Set(suspectsOf(context).map((each) => each.name));
    for (const name of names) {
      const decorations = allSources(context.tree).flatMap((source) => decorationsIn(source));
      const own = decorations.filter((each) => stringValue(each.call.arguments[0] as Node) === name);
      const found =
        own.length === 0
          ? [...misnamed(context, decorations, name), ...missing(decorations, name)]
          : own.flatMap((each) => shared(context, each));
      if (found.length > 0) return found;
    }
    return [];
  },
};

interface Decoration {
  readonly source: Source;
  readonly call: Of<'CallExpression'>;
}

function decorationsIn(source: Source): Decoration[] {
  return all(source.program, 'CallExpression')
    .filter(
      ({ callee, arguments: [name] }) =>
        /\.decorate(?:Request|Reply)?$/.test(chainOf(callee) ?? '') && stringValue(name as Node | undefined) !== null,
    )
    .map((call) => ({ source, call }));
}

/** `app.decorate('sign', sign)` after the last of its siblings, where that name is in scope. */
function missing(decorations: readonly Decoration[], name: string): Idea[] {
  // Registered by another name: that name is wrong.
  if (
    decorations.some(
      ({ source, call: { arguments: given } }) => given[1] !== undefined && textOf(source, given[1] as Node) === name,
    )
  )
    return [];
  const last = decorations.findLast(
    ({ source, call }) => namesInScope(source, call.end).has(name) && call.arguments.length === 2,
  );
  const statement = last === undefined ? null : statementOf(last.call);
  if (last === undefined || statement === null) return [];
  const { source, call } = last;
  const quote = textOf(source, call.arguments[0] as Node)[0];
  const end = textOf(source, statement).endsWith(';') ? ';' : '';
  const line = `${eolOf(source.text)}${indentAt(source.text, statement.start)}${textOf(source, call.callee)}(${quote}${name}${quote}, ${name})${end}`;
  const splices = [{ start: statement.end, end: statement.end, text: line }];
  return [ideaIn('fastify-scope', source, { title: `\`${name}\` is registered beside the others`, rank: 0, splices })];
}

/** `app.decorate('parkingLot', new Lot())`, which nobody reads, where `app.lot` is read of all and nobody gives it. */
function misnamed(context: RecipeContext, decorations: readonly Decoration[], name: string): Idea[] {
  const { read, given, spoken } = memberNames(context.tree);
  const { property } = context.diagnosis.named;
  if (given.has(name)) return [];
  const unread = decorations.flatMap(({ source, call }) => {
    const [key, value] = call.arguments as Node[];
    const said = stringValue(key);
    return key === undefined || value === undefined || said === null || read.has(said)
      ? []
      : [{ source, key, value, said }];
  });
  const fits = unread.filter(({ source, value, said }) => {
    const called = value.type === 'NewExpression' ? chainOf(value.callee) : chainOf(value);
    const has = property !== undefined && knownMembers(context, source, value)?.names.includes(property) === true;
    return has || called?.toLowerCase() === name.toLowerCase() || shareWord(said, name);
  });
  const [only, more] = fits;
  if (only === undefined || more !== undefined || isSaidElsewhere(context, only.said, spoken)) return [];
  const { source, key, said } = only;
  const quote = source.text[key.start] ?? "'";
  const splices = [{ start: key.start, end: key.end, text: quote + name + quote }];
  return [ideaIn('fastify-scope', source, { title: `\`${said}\` is read as \`${name}\``, rank: 0, splices })];
}

/** `dependencies: ['parkingLot']`, `hasDecorator('parkingLot')`: more than its decoration. */
function isSaidElsewhere({ tree }: RecipeContext, said: string, spoken: ReadonlySet<string>): boolean {
  const times = allSources(tree).flatMap(({ program }) =>
    all(program, 'Literal').filter(({ value }) => value === said),
  );
  return spoken.has(said) && times.length > 1;
}

/** The plugin around the decoration, told not to keep it to itself: what `fastify-plugin` does. */
function shared(context: RecipeContext, { source, call }: Decoration): Idea[] {
  const around = functionsAround(call)[0];
  if (around === undefined || source.text.includes('skip-override')) return [];
  const isRegistered = allSources(context.tree).some((other) =>
    all(other.program, 'CallExpression').some(
      (each) =>
        chainOf(each.callee)?.endsWith('.register') === true &&
        each.arguments
          .slice(0, 1)
          .some((given) => given === around || called(context, other, given as Node).some(({ fn }) => fn === around)),
    ),
  );
  return isRegistered ? [wrapped(source, around)] : [];
}

function wrapped(source: Source, fn: FunctionNode): Idea {
  const skip = "{ [Symbol.for('skip-override')]: true }";
  const title = 'the plugin shares what it decorates';
  if (fn.type !== 'FunctionDeclaration' && isFunction(fn))
    return ideaIn('fastify-scope', source, {
      title,
      rank: 0,
      splices: [
        { start: fn.start, end: fn.start, text: 'Object.assign(' },
        { start: fn.end, end: fn.end, text: `, ${skip})` },
      ],
    });
  const name = fn.id?.name ?? '';
  const statement =
    fn.parent?.type === 'ExportNamedDeclaration' || fn.parent?.type === 'ExportDefaultDeclaration' ? fn.parent : fn;
  const eol = eolOf(source.text);
  const line = `${eol}${eol}Object.assign(${name}, ${skip});`;
  return ideaIn('fastify-scope', source, {
    title,
    rank: 0,
    splices: [{ start: statement.end, end: statement.end, text: line }],
  });
}
