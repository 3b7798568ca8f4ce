/** `status = status` in a constructor: a parameter that is given its own value was meant for the object. */
import { all, allSources, functionsAround } from '../../code/syntax.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

const name = 'self-assigned';

export const selfAssigned: Recipe = {
  name,
  classes: ['type', 'reference', 'missing_file', 'missing_module', 'range', 'assertion', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A constructor gives a parameter its own value: it was meant for the object, `this.status = status`.',
  ideas: ({ tree }) =>
    allSources(tree).flatMap((source) => {
      const splices = all(source.program, 'AssignmentExpression').flatMap(
        ({ left, right, operator, start, parent }) => {
          const isItself = left.type === 'Identifier' && right.type === 'Identifier' && left.name === right.name;
          const fn = functionsAround(left)[0];
          const isMade = fn?.parent?.type === 'MethodDefinition' && fn.parent.kind === 'constructor';
          const isAlone = parent?.type === 'ExpressionStatement' && operator === '=';
          return isItself && isMade && isAlone ? [{ start, end: start, text: 'this.' }] : [];
        },
      );
      if (splices.length === 0) return [];
      return [ideaIn(name, source, { title: 'what a constructor is given is kept by the object', rank: 0, splices })];
    }),
};
