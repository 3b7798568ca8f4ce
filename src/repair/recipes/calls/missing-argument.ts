/** A call that lost an argument, as the compiler counts them: the parameter that is left without one is called like something at hand. */
import type { Idea } from '../../../incident/nouns.ts';
import { reached } from '../../code/callees.ts';
import { namesInScope } from '../../code/scope.ts';
import { keyName, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

const name = 'missing-argument';

export const missingArgument: Recipe = {
  name,
  classes: ['type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A call with one argument too few, as the compiler says: what is at hand by the name of the parameter that has none.',
  ideas(context) {
    const [, wanted, given] =
      /^TS2554: Expected (\d+) arguments, but got (\d+)\./.exec(context.diagnosis.message) ?? [];
    const [site] = sitesOf(context);
    if (site === undefined || Number(wanted) !== Number(given) + 1) return [];
    const call = site.nodes
      .flatMap((node) => [node, ...(node.parent === null || node.parent === undefined ? [] : [node.parent])])
      .find((node) => node.type === 'CallExpression' && node.arguments.length === Number(given));
    if (call?.type !== 'CallExpression') return [];
    const [made, more] = reached(context, site.source, call.callee);
    if (made === undefined || more !== undefined) return [];
    const names = made.fn.params.map((param) => (param.type === 'Identifier' ? param.name : null));
    return names.length === Number(wanted) ? completed(site.source, call, names) : [];
  },
};

/** The one place at which all others stand as their parameters are called; the last one where that does not tell. */
function completed(source: Source, call: Of<'CallExpression'>, names: readonly (string | null)[]): Idea[] {
  const given = call.arguments.map((each) => lastNameOf(each as Node));
  const fits = names.map((_, gap) => {
    const rest = names.filter((__, at) => at !== gap);
    return rest.filter((each, at) => each !== null && each === given[at]).length;
  });
  const best = Math.max(...fits);
  const gaps = names.flatMap((_, at) => (fits[at] === best ? [at] : []));
  const at = gaps.length === 1 || best > 0 ? gaps.at(-1) : undefined;
  const wanted = at === undefined ? null : names[at];
  if (at === undefined || wanted === null || wanted === undefined || given.includes(wanted)) return [];
  const before = call.arguments[at];
  const last = call.arguments.at(-1);
  const start = before?.start ?? last?.end ?? call.end - 1;
  return atHand(source, call, { wanted, names }).map((text, rank) => {
    const inserted = before !== undefined ? `${text}, ` : last !== undefined ? `, ${text}` : text;
    return ideaIn(name, source, {
      ...{ title: `\`${wanted}\` is not handed over`, rank },
      splices: [{ start, end: start, text: inserted }],
    });
  });
}

/** `text` itself, else `body.text` beside a `body.line` that is handed over for `line`. */
function atHand(
  source: Source,
  call: Of<'CallExpression'>,
  { wanted, names }: { readonly wanted: string; readonly names: readonly (string | null)[] },
): string[] {
  const local = namesInScope(source, call.start).has(wanted) ? [wanted] : [];
  const beside = call.arguments.flatMap((each) => {
    const isNamed = each.type === 'MemberExpression' && !each.computed && names.includes(keyName(each.property));
    return isNamed && each.object.type !== 'ThisExpression' ? [`${textOf(source, each.object)}.${wanted}`] : [];
  });
  return [...local, ...new Set(beside)].slice(0, 2);
}
