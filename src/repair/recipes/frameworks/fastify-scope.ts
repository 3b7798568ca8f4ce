/** Fastify decorators that are not where they are read: set inside a plugin of their own, or nowhere. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { called } from '../../code/callees.ts';
import { knownMembers } from '../../code/members.ts';
import { declared, resolveSpecifier } from '../../code/modules.ts';
import { shareWord } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  keyName,
  statementOf,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import { eolOf, indentAt, lineStart, nextLine } from '../../code/text.ts';
import { outdatedPlugins, unnamedPlugin } from './plugin-name.ts';

export const fastifyScope: Recipe = {
  name: 'fastify-scope',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'Fastify: a decorator that a plugin keeps to itself is given to all, and the name that others know the plugin by, which it lost or has no longer; a plugin is registered before those who read of it; one that nobody registers, beside its siblings; one under a name that nobody reads; one that says it is of another Fastify than the project asks for and has.',
  ideas(context) {
    if (![...declared(context.tree).keys()].some((each) => /^fastify\d?$/.test(each))) return [];
    const [, wanted, wanting] =
      /The dependency '([^']+)' of plugin '([^']+)' is not registered/.exec(context.diagnosis.message) ?? [];
    if (wanted !== undefined && wanting !== undefined) {
      const [reader, giver] = [wanting, wanted].map((name) => allSources(context.tree).find(isPlugin(name)));
      const late = reader && giver ? registeredLate(context, { reader: reader.path, giver: giver.path }) : [];
      return late.length > 0 ? late : unnamedPlugin(context, wanted);
    }
    const outdated = outdatedPlugins(context);
    if (outdated.length > 0) return outdated;
    const suspects = suspectsOf(context);
    for (const name of new Set(suspects.map((each) => each.name))) {
      const decorations = allSources(context.tree).flatMap((source) => decorationsIn(source));
      const own = decorations.filter((each) => stringValue(each.call.arguments[0] as Node) === name);
      const found =
        own.length === 0
          ? [...misnamed(context, decorations, name), ...missing(decorations, name)]
          : own.flatMap((each) => {
              const other = otherOwner(context, each, name);
              if (other !== null) return [other];
              const readers = suspects.filter((suspect) => suspect.name === name).map(({ site }) => site.source.path);
              const late = readers.flatMap((reader) => registeredLate(context, { reader, giver: each.source.path }));
              return late.length > 0 ? late : shared(context, each);
            });
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

/** `app.decorate('view', function (page) { … })`, which is only ever called of a reply, or of a request: it belongs there. */
function otherOwner({ tree }: RecipeContext, { source, call }: Decoration, name: string): Idea | null {
  const { callee, arguments: given } = call;
  const isOfAll = callee.type === 'MemberExpression' && keyName(callee.property) === 'decorate';
  if (!isOfAll || given[1]?.type !== 'FunctionExpression') return null;
  const owners = (memberNames(tree).read.get(name) ?? []).map(({ object }) => chainOf(object) ?? '');
  const [word] = [/^(?:reply|res|response)$/, /^(?:request|req)$/].flatMap((pattern, at) =>
    owners.length > 0 && owners.every((owner) => pattern.test(owner)) ? [['decorateReply', 'decorateRequest'][at]] : [],
  );
  if (word === undefined) return null;
  const { start, end } = callee.property;
  const title = `\`${name}\` is asked of ${word === 'decorateReply' ? 'a reply' : 'a request'}`;
  return ideaIn('fastify-scope', source, { title, rank: 0, splices: [{ start, end, text: word }] });
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
  const unread = decorations.flatMap(({ source, call }) => {
    const [key, value] = call.arguments as Node[];
    const said = stringValue(key);
    const isRead = (read.get(said ?? '') ?? []).some(({ object }) => !isOther.test(lastNameOf(object) ?? 'app'));
    return key === undefined || value === undefined || said === null || isRead ? [] : [{ source, key, value, said }];
  });
  const fits = unread.filter(({ source, value, said }) => {
    if (chainOf(value) === name) return true;
    if (given.has(name)) return false; // somebody else has one
    const called = value.type === 'NewExpression' ? chainOf(value.callee) : chainOf(value);
    const has = property !== undefined && knownMembers(context, source, value)?.names.includes(property) === true;
    return has || called?.toLowerCase() === name.toLowerCase() || shareWord(said, name);
  });
  const [only, more] = fits;
  if (only === undefined || more !== undefined || isSaidElsewhere(context, only.said, spoken)) return [];
  const { source, key, said } = only;
  const quote = source.text[key.start] ?? "'";
  const splices = [
    { start: key.start, end: key.end, text: quote + name + quote },
    ...typedAs(source, said).map(({ start, end }) => ({ start, end, text: name })),
  ];
  return [ideaIn('fastify-scope', source, { title: `\`${said}\` is read as \`${name}\``, rank: 0, splices })];
}

/** `declare module 'fastify' { interface FastifyInstance { database: Db } }`: what TypeScript is told of it. */
function typedAs({ program }: Source, said: string): Node[] {
  return all(program, 'TSModuleDeclaration')
    .flatMap((each) => all(each, 'TSPropertySignature'))
    .flatMap(({ key }) => (key.type === 'Identifier' && key.name === said ? [key as Node] : []));
}

/** `config.pricing` is no part of the application. */
const isOther = /^(?:config|settings|options|opts|env|body|params|query|row|data)$/;

/** `dependencies: ['parkingLot']`, `hasDecorator('parkingLot')`: more than its decoration. */
function isSaidElsewhere({ tree }: RecipeContext, said: string, spoken: ReadonlySet<string>): boolean {
  const times = allSources(tree).flatMap(({ program }) =>
    all(program, 'Literal').filter(({ value }) => value === said),
  );
  return spoken.has(said) && times.length > 1;
}

/** `fp(audit, { name: 'audit' })`: the file gives out a plugin that others know by this name. */
function isPlugin(name: string): (source: Source) => boolean {
  return ({ program }) =>
    all(program, 'CallExpression').some(({ arguments: [, options] }) =>
      (options?.type === 'ObjectExpression' ? options.properties : []).some(
        (each) => each.type === 'Property' && keyName(each.key) === 'name' && stringValue(each.value) === name,
      ),
    );
}

/** `app.register(routes); app.register(services)`, where the routes take what the services give as they are registered. */
function registeredLate(context: RecipeContext, { reader, giver }: { reader: string; giver: string }): Idea[] {
  return allSources(context.tree).flatMap((source) => {
    const statementsFor = (target: string): Node[] =>
      all(source.program, 'CallExpression').flatMap((call) => {
        const [plugin] = call.arguments;
        if (chainOf(call.callee)?.endsWith('.register') !== true || plugin?.type !== 'Identifier') return [];
        const from = importsOf(source).find(({ local }) => local === plugin.name);
        const to = from === undefined ? null : resolveSpecifier(context.tree, source.path, from.specifier);
        return to?.to === 'file' && to.path === target ? (statementOf(call) ?? []) : [];
      });
    const [[first], [late, again]] = [statementsFor(reader), statementsFor(giver)];
    if (first === undefined || late === undefined || again !== undefined) return [];
    if (late.start < first.start || late.parent !== first.parent) return [];
    const [from, to] = [lineStart(source.text, late.start), nextLine(source.text, late.end)];
    const above = lineStart(source.text, first.start);
    const splices = [
      { start: above, end: above, text: source.text.slice(from, to) },
      { start: from, end: to, text: '' },
    ];
    return [ideaIn('fastify-scope', source, { title: `${giver} is registered before ${reader}`, rank: 0, splices })];
  });
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
