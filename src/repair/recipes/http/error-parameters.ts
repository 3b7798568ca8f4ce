/** `app.use((err, req, res) => …)`: Express knows a handler of errors by its four parameters; one of three is asked for every request, with the request for the error. */
import type { Idea } from '../../../incident/nouns.ts';
import { called } from '../../code/callees.ts';
import { majorOf } from '../../code/frameworks.ts';
import { all, allSources, chainOf, functionsAround, isFunction } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const errorParameters: Recipe = {
  name: 'error-parameters',
  classes: ['type', 'range', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A handler of errors of Express with three parameters, which Express takes for a middleware: it takes `next`, too.',
  ideas(context) {
    if (majorOf(context.tree, 'express') === 0) return [];
    return sitesOf(context)
      .flatMap(({ source, nodes }) =>
        functionsAround(nodes[0] ?? source.program).flatMap((fn) => fourth(context, source, fn)),
      )
      .slice(0, 1);
  },
};

const said = [/^_?e(?:rr(?:or)?)?$/i, /^_?req(?:uest)?$/i, /^_?res(?:p|ponse)?$/i];

function fourth(context: RecipeContext, source: Source, fn: FunctionNode): Idea[] {
  const names = fn.params.map((param) => (param.type === 'Identifier' ? param.name : ''));
  const last = fn.params[2];
  const isIt = names.length === 3 && said.every((each, at) => each.test(names[at] ?? ''));
  if (!isIt || last === undefined || !isUsed(context, fn)) return [];
  if (all(fn, 'Identifier').some(({ name }) => name === 'next')) return [];
  const isTyped = last.type === 'Identifier' && last.typeAnnotation != null;
  const type = /\bNextFunction\b/.test(source.text) ? ': NextFunction' : ': unknown';
  const splices = [{ start: last.end, end: last.end, text: `, next${isTyped ? type : ''}` }];
  const title = `the handler of errors in ${source.path} has the four parameters by which Express knows it`;
  return [ideaIn('error-parameters', source, { title, rank: 0, splices })];
}

/** Handed to `use`, itself or by its name. */
function isUsed(context: RecipeContext, fn: FunctionNode): boolean {
  return allSources(context.tree).some((source) =>
    all(source.program, 'CallExpression').some(
      ({ callee, arguments: given }) =>
        /\.use$/.test(chainOf(callee) ?? '') &&
        (given as Node[]).some((each) =>
          isFunction(each) ? each === fn : called(context, source, each).some((made) => made.fn === fn),
        ),
    ),
  );
}
