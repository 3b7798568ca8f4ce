/** `needs: ['db', 'log']` beside `create({ db, log })`: a list of names, and the function that takes them. */
import { isTest } from '../../../kit/code.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { memoize } from '../../../kit/memoize.ts';
import { all, allSources, keyName, stringValue } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'listed-needs';
/** So many others must have the list and the function agree. */
const alikeMin = 2;

export const listedNeeds: Recipe = {
  name,
  classes: ['type', 'unknown', 'config', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A list of names beside a function that takes just those (`needs: […]`, `static inject = […]`), as others of the project show: the name that it lacks is added, the wrong one corrected.',
  ideas(context) {
    const pairs = pairsOf(context);
    return pairs.flatMap((pair) => {
      const others = pairs.filter((each) => each.key === pair.key && each !== pair);
      const alike = others.filter((each) => missingOf(each).length + extraOf(each).length === 0);
      return alike.length < alikeMin || alike.length < others.length ? [] : completed(context, pair);
    });
  },
};

interface Pair {
  readonly source: Source;
  /** What the list is called: `needs`. */
  readonly key: string;
  readonly list: Of<'ArrayExpression'>;
  readonly taken: readonly string[];
}

const pairsOf = memoize((context: RecipeContext): readonly Pair[] =>
  allSources(context.tree).flatMap((source) => {
    const holders = [
      ...all(source.program, 'ObjectExpression').map(({ properties }) => properties as readonly Node[]),
      ...all(source.program, 'ClassBody').map(({ body }) => body as readonly Node[]),
    ];
    return isTest(source.path) ? [] : holders.flatMap((members) => pairsIn(source, members));
  }),
);

function pairsIn(source: Source, members: readonly Node[]): Pair[] {
  const given = members.flatMap((each) =>
    each.type === 'Property' || each.type === 'PropertyDefinition' || each.type === 'MethodDefinition'
      ? [{ key: each.computed ? null : keyName(each.key), value: each.value as Node | null }]
      : [],
  );
  const patterns = given.flatMap(({ value }) => takenBy(value) ?? []);
  const [pattern, more] = patterns;
  if (pattern === undefined || more !== undefined) return [];
  return given.flatMap(({ key, value }) =>
    key !== null && value?.type === 'ArrayExpression' && value.elements.length > 0 && namesIn(value) !== null
      ? [{ source, key, list: value, taken: pattern }]
      : [],
  );
}

/** The names that a function takes out of its one argument; null where it takes others, or all. */
function takenBy(fn: Node | null): readonly string[][] | null {
  const params = fn !== null && 'params' in fn && Array.isArray(fn.params) ? (fn.params as Node[]) : [];
  const [pattern] = params;
  if (pattern?.type !== 'ObjectPattern' || params.length !== 1) return null;
  const names = pattern.properties.map((each) =>
    each.type === 'Property' && each.value.type !== 'AssignmentPattern' ? keyName(each.key) : null,
  );
  const known = names.filter((each) => each !== null);
  return known.length === names.length && known.length > 0 ? [known] : null;
}

function namesIn({ elements }: Of<'ArrayExpression'>): string[] | null {
  const names = elements.map((each) => (each === null ? null : stringValue(each as Node)));
  const known = names.filter((each) => each !== null);
  return known.length === names.length ? known : null;
}

const missingOf = ({ list, taken }: Pair): string[] => taken.filter((each) => !(namesIn(list) ?? []).includes(each));
const extraOf = ({ list, taken }: Pair): string[] => (namesIn(list) ?? []).filter((each) => !taken.includes(each));

/** Where the failure speaks of it: the value that is missing, or the name that nobody has. */
function completed(context: RecipeContext, pair: Pair): Idea[] {
  const { source, list } = pair;
  const [missing, extra] = [missingOf(pair), extraOf(pair)];
  const [site] = sitesOf(context);
  const failing = site === undefined ? [] : culprits(context, site).flatMap((node) => lastNameOf(node) ?? []);
  const said = context.diagnosis.message.split(/[^\w$-]+/);
  const isMeant = missing.some((each) => failing.includes(each)) || extra.some((each) => said.includes(each));
  if (!isMeant || missing.length === 0 || extra.length > 1) return [];
  const wrong = list.elements.find((each) => each !== null && extra.includes(stringValue(each as Node) ?? ''));
  const last = list.elements.at(-1);
  if (last === null || last === undefined || (wrong && missing.length > 1)) return [];
  const texts = missing.map((each) => quoted(each, source.text));
  const title = `\`${pair.key}\` lists \`${missing.join('`, `')}\`, which is taken`;
  const splices = wrong
    ? [{ start: wrong.start, end: wrong.end, text: texts.join(', ') }]
    : [{ start: last.end, end: last.end, text: `, ${texts.join(', ')}` }];
  return [ideaIn(name, source, { title, rank: 0, splices })];
}
