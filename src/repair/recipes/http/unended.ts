/** An answer that is written and never ended: the request waits for ever. */
import { handlerOf } from '../../code/frameworks.ts';
import { all, allSources, chainOf, isFunction, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { unsent } from './unsent.ts';

export const unendedAnswer: Recipe = {
  name: 'unended-answer',
  classes: ['timeout'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A handler that writes its answer piece by piece and never ends it: ends it behind the last piece. A handler of Express that gives its answer back: sends it.',
  ideas(context) {
    if (context.signal.kind !== 'timeout') return [];
    const written = allSources(context.tree)
      .flatMap((source) => writersIn(source).map((fn) => ({ source, fn })))
      .flatMap(({ source, fn }) => {
        const { response = null, framework } = handlerOf(context.tree, source, fn) ?? {};
        const last = fn.body?.type === 'BlockStatement' ? fn.body.body.at(-1) : undefined;
        if (response === null || last === undefined || framework === 'koa' || framework === 'hono') return [];
        const uses = all(fn, 'Identifier').filter(({ name }) => name === response);
        const chains = uses.map(({ parent }) => chainOf(parent ?? fn) ?? '');
        const isHanded = uses.some(({ parent }) => parent?.type === 'CallExpression');
        if (isHanded || !chains.includes(`${response}.write`) || chains.some((each) => ends.test(each))) return [];
        const text = `${eolOf(source.text)}${indentAt(source.text, last.start)}${response}.end()${semicolonOf(source.text)}`;
        const splices = [{ start: last.end, end: last.end, text }];
        return [ideaIn('unended-answer', source, { title: 'the answer is ended', rank: 0, splices })];
      })
      .slice(0, 3);
    return [...written, ...unsent(context).slice(0, 3)];
  },
};

const ends = /\.(?:end|send|json|redirect|destroy|sendFile|render|pipe)$/;

/** The innermost functions around each `….write(…)`. */
function writersIn(source: Source): FunctionNode[] {
  const found = all(source.program, 'CallExpression')
    .filter(({ callee }) => /\.write$/.test(chainOf(callee) ?? ''))
    .flatMap((call) => upwards(call).filter(isFunction));
  return [...new Set(found)];
}
