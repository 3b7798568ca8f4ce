/** A call that lost an argument, as the compiler counts them or as the value that is missing tells: the parameter that is left without one is called like something at hand. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { reached } from '../../code/callees.ts';
import { callsOf } from '../../code/calls.ts';
import type { Call } from '../../code/calls.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, chainOf, isFunction, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { referencesTo } from '../modules/wrong-imports.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'missing-argument';

export const missingArgument: Recipe = {
  name,
  classes: ['type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A call with one argument too few, as the compiler or the value that is missing says: what is at hand by the name of the parameter that has none.',
  ideas(context) {
    if (context.diagnosis.named.nullish !== undefined) return [...ungiven(context), ...unhanded(context)];
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
    return names.length === Number(wanted) ? completed(context, { source: site.source, call }, names) : [];
  },
};

/** What holds nothing is a parameter, or was made of one, and one call does not hand it over. */
function ungiven(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const lost =
    site === undefined ? [] : culprits(context, site).flatMap((node) => parameterOf(site.source, node) ?? []);
  const [fn, more] = new Set(lost.map((each) => each.fn));
  if (site === undefined || fn === undefined || more !== undefined) return [];
  const names = fn.params.map((param) => (param.type === 'Identifier' ? param.name : null));
  const [only, other] = callsOf(context.tree, site.source, fn).filter(
    ({ call }) =>
      call.arguments.length === names.length - 1 && call.arguments.every(({ type }) => type !== 'SpreadElement'),
  );
  if (only === undefined || other !== undefined) return [];
  // Where no name tells, nothing moved up: it is the last one.
  return completed(
    context,
    only,
    names,
    lost.some(({ name }) => name === names.at(-1)),
  );
}

/** `app.route('/courses')` beside `app.route('/members', members)`, in a file that takes `courses` in and uses it nowhere. */
function unhanded(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const call = site?.nodes.find((node) => node.type === 'CallExpression');
  if (site === undefined || call?.type !== 'CallExpression' || call.arguments.length === 0) return [];
  const { source } = site;
  const callee = textOf(source, call.callee);
  const beside = all(source.program, 'CallExpression').filter(
    (each) => each.start !== call.start && textOf(source, each.callee) === callee,
  );
  const isOneMore = beside.every((each) => each.arguments.length === call.arguments.length + 1);
  const idle = importsOf(source).filter(
    (from) => from.local !== null && from.imported !== '*' && referencesTo(source, from).length === 0,
  );
  const [only, more] = idle;
  const isSaid =
    only !== undefined && call.arguments.some((each) => wordsOf(textOf(source, each)).has(only.local ?? ''));
  if (beside.length === 0 || !isOneMore || only === undefined || more !== undefined || !isSaid) return [];
  const end = call.arguments.at(-1)?.end ?? call.end - 1;
  const title = `\`${only.local}\` is taken in, and not handed over`;
  return [ideaIn(name, source, { title, rank: 0, splices: [{ start: end, end, text: `, ${only.local}` }] })];
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/\w+/g));
}

/** `shop` where it is a parameter, and `this.shop` where the constructor makes that of one. */
function parameterOf(source: Source, node: Node): { readonly fn: FunctionNode; readonly name: string } | null {
  const isField = node.type === 'MemberExpression' && !node.computed && node.object.type === 'ThisExpression';
  const id = isField ? keptFrom(node) : node;
  const binding = id?.type === 'Identifier' ? namesInScope(source, id.start).get(id.name) : undefined;
  const fn = binding?.kind === 'param' ? upwards(binding.id).find(isFunction) : undefined;
  return fn === undefined || binding === undefined || !fn.params.some((each) => each.start === binding.id.start)
    ? null
    : { fn, name: keyName(binding.id) ?? '' };
}

/** The `shop` of `this.shop = shop` in the constructor of the class around. */
function keptFrom(node: Of<'MemberExpression'>): Node | null {
  const made = upwards(node).find((each) => each.type === 'ClassDeclaration' || each.type === 'ClassExpression');
  const builders = made === undefined ? [] : all(made, 'MethodDefinition').filter(({ kind }) => kind === 'constructor');
  const [kept] = builders
    .flatMap((each) => all(each, 'AssignmentExpression'))
    .filter(({ left }) => chainOf(left) === chainOf(node));
  return kept?.right ?? null;
}

/** The one place at which all others stand as their parameters are called; the last one where that does not tell. */
function completed(
  context: RecipeContext,
  { source, call }: Call,
  names: readonly (string | null)[],
  isLast = false,
): Idea[] {
  const given = call.arguments.map((each) => lastNameOf(each as Node));
  const fits = names.map((_, gap) => {
    const rest = names.filter((__, at) => at !== gap);
    return rest.filter((each, at) => each !== null && each === given[at]).length;
  });
  const best = Math.max(...fits);
  const gaps = names.flatMap((_, at) => (fits[at] === best ? [at] : []));
  const at = gaps.length === 1 || best > 0 || isLast ? gaps.at(-1) : undefined;
  const wanted = at === undefined ? null : names[at];
  if (at === undefined || wanted === null || wanted === undefined || given.includes(wanted)) return [];
  const before = call.arguments[at];
  const last = call.arguments.at(-1);
  const start = before?.start ?? last?.end ?? call.end - 1;
  return atHand(context, { source, call }, { wanted, names }).map((text, rank) => {
    const inserted = before !== undefined ? `${text}, ` : last !== undefined ? `, ${text}` : text;
    return ideaIn(name, source, {
      ...{ title: `\`${wanted}\` is not handed over`, rank },
      splices: [{ start, end: start, text: inserted }],
    });
  });
}

/** `text` itself, else `body.text` beside a `body.line` that is handed over for `line`, else the one `config.text` that is read elsewhere of what is at hand here. */
function atHand(
  context: RecipeContext,
  { source, call }: Call,
  { wanted, names }: { readonly wanted: string; readonly names: readonly (string | null)[] },
): string[] {
  const local = namesInScope(source, call.start).has(wanted) ? [wanted] : [];
  const beside = call.arguments.flatMap((each) => {
    const isNamed = each.type === 'MemberExpression' && !each.computed && names.includes(keyName(each.property));
    return isNamed && each.object.type !== 'ThisExpression' ? [`${textOf(source, each.object)}.${wanted}`] : [];
  });
  const scope = namesInScope(source, call.start);
  const read = (memberNames(context.tree).read.get(wanted) ?? []).flatMap(({ object }) => lastNameOf(object) ?? []);
  const [held, more] = new Set(read.filter((each) => scope.has(each)));
  const elsewhere = held === undefined || more !== undefined ? [] : [`${held}.${wanted}`];
  const near = [...local, ...new Set(beside)];
  return (near.length > 0 ? near : elsewhere).slice(0, 2);
}
