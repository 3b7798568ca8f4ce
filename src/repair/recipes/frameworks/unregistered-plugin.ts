/** A plugin is imported beside the others, gives what is missing, and is registered nowhere or too late: of Fastify, and of what has an `extend` or `use`. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { addLine } from '../../code/insert.ts';
import { declared, packageName } from '../../code/modules.ts';
import { makerOf, wordsBehind } from '../../code/package-words.ts';
import { all, allSources, chainOf, functionsAround, statementOf, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { referencesTo } from '../modules/wrong-imports.ts';
import { lateRegistered } from './late-plugin.ts';
import { fileOf, gives, missingNames, registersIn } from './plugins.ts';

export const unregisteredPlugin: Recipe = {
  name: 'unregistered-plugin',
  classes: ['type', 'config', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A plugin that is imported beside the others and gives what is missing (of Fastify a decorator, a schema, a dependency; of another package a method) is registered nowhere, or behind the one that needs it: it is registered like them, or moves up.',
  ideas: (context) =>
    [unregistered, lateRegistered, unextended].map((of) => of(context)).find(({ length }) => length === 1) ?? [],
};

function unregistered(context: RecipeContext): Idea[] {
  const { tree } = context;
  if (![...declared(tree).keys()].some((each) => /^fastify\d?$/.test(each))) return [];
  const missing = missingNames(context);
  return allSources(tree).flatMap((source) => {
    const registers = registersIn(source);
    if (registers.length === 0) return [];
    return importsOf(source)
      .filter((from) => from.local !== null && referencesTo(source, from).length === 0)
      .filter((from) => {
        const target = fileOf(context, source, from);
        return target !== null && gives(target, missing) && takesNothing(target);
      })
      .map((from) => registered(source, from, registers));
  });
}

/** `import utc from 'dayjs/plugin/utc.js'` beside `dayjs.extend(zone)`, read nowhere, where `dayjs.utc` is no function. */
function unextended(context: RecipeContext): Idea[] {
  const makers = new Set(
    suspectsOf(context).flatMap(({ site, object }) => makerOf(context.tree, site.source, object) ?? []),
  );
  if (makers.size === 0 || !/is not a function/.test(context.diagnosis.message)) return [];
  return allSources(context.tree).flatMap((source) => {
    const imports = importsOf(source);
    const plugins = imports.filter(({ specifier }) => [...makers].some((each) => specifier.startsWith(`${each}/`)));
    const registers = all(source.program, 'CallExpression').filter(
      ({ callee, arguments: [plugin, more] }) =>
        /^\w+\.(?:extend|use)$/.test(chainOf(callee) ?? '') &&
        more === undefined &&
        plugin?.type === 'Identifier' &&
        plugins.some(({ local }) => local === plugin.name),
    );
    const idle = plugins.filter((from) => from.local !== null && referencesTo(source, from).length === 0);
    return registers.length === 0
      ? idle.flatMap((from) => extended(context, source, from))
      : idle.map((from) => registered(source, from, registers));
  });
}

/** `dayjs.extend(utc)` behind the imports, of the only plugin: what the package speaks of takes it, and the file has the package whole. */
function extended({ tree }: RecipeContext, source: Source, plugin: Import): Idea[] {
  const owner = packageName(plugin.specifier);
  const whole = importsOf(source).find(
    ({ specifier, imported, local }) => specifier === owner && local !== null && /^(?:\*|default)$/.test(imported),
  );
  const words = wordsBehind(tree, source.path, plugin.specifier);
  if (whole === undefined || !words.includes('extend')) return [];
  const line = `${whole.local}.extend(${plugin.local})${semicolonOf(source.text)}`;
  const edits = [addLine(source, line)];
  return [idea('unregistered-plugin', { title: `\`${plugin.local}\` extends \`${whole.local}\``, rank: 0, edits })];
}

type Call = Of<'CallExpression'>;

/** A plugin that reads options is not registered without them: nobody can know what they are. */
function takesNothing({ program }: Source): boolean {
  const functions = [...all(program, 'ArrowFunctionExpression'), ...all(program, 'FunctionExpression')];
  const outer = [...functions, ...all(program, 'FunctionDeclaration')].filter(
    (fn) => functionsAround(fn).length === 1 && fn.params.length > 1,
  );
  return outer.every(({ params: [, options], body }) => {
    if (options?.type !== 'Identifier') return options?.type === 'AssignmentPattern';
    return (
      body === null || all(program, 'Identifier').every((each) => !isWithin(each, body) || each.name !== options.name)
    );
  });
}

function isWithin(inner: Node, outer: Node): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** After the registration of what is imported before it, else before the first; written as that one is. */
function registered(source: Source, from: Import, registers: readonly Call[]): Idea {
  const order = importsOf(source).map(({ local }) => local);
  const at = order.indexOf(from.local);
  const nameOf = (call: Call): string => textOf(source, call.arguments[0] as Node);
  const before = order.slice(0, at).findLast((each) => registers.some((call) => nameOf(call) === each));
  const beside = registers.find((call) => nameOf(call) === before) ?? registers[0]!;
  const statement = statementOf(beside) ?? beside;
  const eol = eolOf(source.text);
  const indent = indentAt(source.text, statement.start);
  const isAwaited = beside.parent?.type === 'AwaitExpression' ? 'await ' : '';
  const end = textOf(source, statement).endsWith(';') ? ';' : '';
  const line = `${isAwaited}${textOf(source, beside.callee)}(${from.local})${end}`;
  const splice =
    before === undefined
      ? { start: statement.start, end: statement.start, text: `${line}${eol}${indent}` }
      : { start: statement.end, end: statement.end, text: `${eol}${indent}${line}` };
  const title = `\`${from.local}\` is imported and registered nowhere`;
  return ideaIn('unregistered-plugin', source, { title, rank: 0, splices: [splice] });
}
