/** A schema of the environment that wants a number: every variable is a text, and zod takes it for a number only where it is told to. */
import { refusalsOf } from '../../evidence/refusals.ts';
import { all, allSources, chainOf, keyName } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { ideaOf } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

export const envNumber: Recipe = {
  name: 'env-number',
  classes: ['env_missing', 'config', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A zod schema that checks `process.env` and wants a number of a variable: makes one of its text.',
  ideas(context) {
    const wanted = refusalsOf(context)
      .filter(({ place, wants, isMissing }) => place.length === 1 && wants === 'number' && !isMissing)
      .map(({ place }) => place[0] ?? '');
    const changes = allSources(context.tree)
      .filter(isOfEnvironment)
      .map((source) => ({ source, splices: plainNumbers(source, wanted) }))
      .filter(({ splices }) => splices.length > 0);
    const title = `\`${wanted.join('`, `')}\` of the environment ${wanted.length > 1 ? 'are texts' : 'is a text'}: made a number`;
    return changes.length === 1 ? [ideaOf('env-number', { title, rank: 0 }, changes)] : [];
  },
};

/** `schema.parse(process.env)` */
function isOfEnvironment({ program }: Source): boolean {
  return all(program, 'CallExpression').some(
    ({ callee, arguments: [given] }) =>
      callee.type === 'MemberExpression' &&
      /^(?:safe)?parse(?:Async)?$/i.test(keyName(callee.property) ?? '') &&
      given !== undefined &&
      chainOf(given as Node) === 'process.env',
  );
}

/** Of `PAGE_SIZE: z.number().int()` where `coerce` belongs. */
function plainNumbers({ program }: Source, wanted: readonly string[]): { start: number; end: number; text: string }[] {
  return all(program, 'Property').flatMap(({ key, value }) => {
    const isMeant = wanted.includes(keyName(key) ?? '');
    const [word, more] = isMeant
      ? all(value as Node, 'MemberExpression').filter((each) => chainOf(each) === 'z.number')
      : [];
    return word === undefined || more !== undefined
      ? []
      : [{ start: word.object.end, end: word.object.end, text: '.coerce' }];
  });
}
