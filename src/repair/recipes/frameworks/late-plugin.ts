/** A plugin of Fastify that gives what another one needs, and is registered behind it. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, isReference, statementOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { lineStart, nextLine } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { fileOf, gives, missingNames, registersIn } from './plugins.ts';

/** `register(pricing); register(store);`, where `pricing` needs the `store`: that one moves up. */
export function lateRegistered(context: RecipeContext): Idea[] {
  const missing = missingNames(context);
  const needing = /The dependency '[^']+' of plugin '([^']+)'/.exec(context.diagnosis.message)?.[1];
  const failing = new Set(context.diagnosis.frames.map(({ file }) => file));
  return allSources(context.tree).flatMap((source) => {
    const registers = registersIn(source).flatMap((call) => {
      const target = pluginOf(context, source, call);
      const statement = statementOf(call);
      return target === null || statement === null ? [] : [{ call, target, statement }];
    });
    const isNeeding = (target: Source): boolean =>
      needing === undefined
        ? failing.has(target.path)
        : all(target.program, 'Literal').some(({ value }) => value === needing);
    const first = registers.find(({ target }) => isNeeding(target) && !gives(target, missing));
    const giving = registers.filter(({ target }) => gives(target, missing));
    const [late, more] = giving;
    if (first === undefined || late === undefined || more !== undefined) return [];
    if (late.statement.start < first.statement.start || late.statement.parent !== first.statement.parent) return [];
    if (!isKnownAt(source, late.statement, first.statement.start)) return [];
    const { text } = source;
    const [start, end] = [lineStart(text, late.statement.start), nextLine(text, late.statement.end)];
    const at = lineStart(text, first.statement.start);
    const splices = [
      { start: at, end: at, text: text.slice(start, end) },
      { start, end, text: '' },
    ];
    const title = `${late.target.path} gives what ${first.target.path} needs, and is registered behind it`;
    return [ideaIn('unregistered-plugin', source, { title, rank: 0, splices })];
  });
}

function pluginOf(
  context: RecipeContext,
  source: Source,
  { arguments: [plugin] }: Of<'CallExpression'>,
): Source | null {
  const from = importsOf(source).find(({ local }) => plugin?.type === 'Identifier' && local === plugin.name);
  return from === undefined ? null : fileOf(context, source, from);
}

/** Nothing that a statement reads is declared behind the place. */
export function isKnownAt(source: Source, statement: Node, at: number): boolean {
  return all(statement, 'Identifier').every((id) => {
    const bound = isReference(id) ? namesInScope(source, id.start).get(id.name)?.id : undefined;
    return bound === undefined || bound.start < at || bound.start >= statement.start;
  });
}
