/** What a function takes out of its options by one name is handed to it under another: the one that is missing is the one that it does not take. */
import type { Idea } from '../../../incident/nouns.ts';
import { called, methodsNamed } from '../../code/callees.ts';
import { slip } from '../../code/names.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'misnamed-option';

export const misnamedOption: Recipe = {
  name,
  classes: ['type', 'range', 'unknown', 'config', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'An option that a function, class or plug-in takes by another name than it is handed over, or that the failure spells otherwise: the caller says its name.',
  ideas(context) {
    const spoken = new Set(
      sitesOf(context).flatMap(({ nodes }) =>
        nodes.slice(0, 12).flatMap((node) => all(node, 'Identifier').map((id) => id.name)),
      ),
    );
    const found = allSources(context.tree)
      .flatMap((source) => handovers(context, source))
      .filter(({ missing }) => spoken.has(missing));
    return [
      ...found.map(({ source, property, missing }) =>
        renamed(source, { property, missing, rank: found.length === 1 ? 0 : 1 }),
      ),
      ...toldOptions(context),
    ];
  },
};

/** `{ style: 'currency', curency: 'GBP' }` and "Currency code is required": the one key that a word of the message spells otherwise. */
function toldOptions(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const [node] = site?.nodes ?? [];
  if (site === undefined || node === undefined) return [];
  const { read } = memberNames(context.tree);
  const words = new Set(
    context.diagnosis.message.match(/[A-Za-z]{5,}/g)?.map((word) => word[0]?.toLowerCase() + word.slice(1)),
  );
  const properties = all(functionsAround(node)[0] ?? site.source.program, 'Property').filter(
    ({ computed, key, parent }) => !computed && parent?.type === 'ObjectExpression' && !read.has(keyName(key) ?? ''),
  );
  const names = new Set(properties.map(({ key }) => keyName(key) ?? ''));
  const fitting = properties.flatMap((property) => {
    const written = keyName(property.key) ?? '';
    // `currencyCode` where `currency` is told.
    const isLonger = (word: string): boolean => written.startsWith(word) && /^[A-Z]/.test(written.slice(word.length));
    const near = [...words].filter((word) => !names.has(word) && ((slip(written, word) ?? 9) <= 1.4 || isLonger(word)));
    return near.length === 1 && !words.has(written) ? [{ property, missing: near[0] ?? '' }] : [];
  });
  const [only, more] = fitting;
  return only === undefined || more !== undefined ? [] : [renamed(site.source, { ...only, rank: 0 })];
}

interface Handover {
  readonly source: Source;
  readonly property: Of<'Property'>;
  readonly missing: string;
}

/** Calls that give a literal which lacks one of the names that are taken out of it, and has one that is not. */
function handovers(context: RecipeContext, source: Source): Handover[] {
  const calls = [...all(source.program, 'CallExpression'), ...all(source.program, 'NewExpression')];
  return calls.flatMap((call) =>
    call.arguments.flatMap((given, at): Handover[] => {
      if (given.type !== 'ObjectExpression' || given.properties.some(({ type }) => type === 'SpreadElement')) return [];
      const fn = takerOf(context, source, { call, at });
      const param = fn?.params[at];
      const pattern = param?.type === 'AssignmentPattern' ? param.left : param;
      if (pattern?.type !== 'ObjectPattern') return [];
      const taken = pattern.properties.flatMap((each) => (each.type === 'Property' ? [each] : []));
      if (taken.length < pattern.properties.length) return [];
      const names = new Set(taken.map(({ key }) => keyName(key)));
      const own = given.properties.flatMap((each) => (each.type === 'Property' ? [each] : []));
      const [extra, more] = own.filter(({ key }) => !names.has(keyName(key)));
      const [lacking, other] = taken.filter(
        ({ key, value }) =>
          value.type !== 'AssignmentPattern' && !own.some((each) => keyName(each.key) === keyName(key)),
      );
      const missing = lacking === undefined ? null : keyName(lacking.key);
      return extra === undefined || more !== undefined || missing === null || other !== undefined
        ? []
        : [{ source, property: extra, missing }];
    }),
  );
}

/** The function that gets the literal: what is called, the constructor of what is made, the plug-in beside it. */
function takerOf(
  context: RecipeContext,
  source: Source,
  { call, at }: { call: Of<'CallExpression'> | Of<'NewExpression'>; at: number },
): FunctionNode | null {
  if (call.type === 'NewExpression') return constructorOf(context, textOf(source, call.callee));
  const plugin = call.arguments[at - 1] as Node | undefined;
  const isRegistered = /\.(?:register|use|plugin)$/.test(chainOf(call.callee) ?? '') && plugin !== undefined;
  if (isRegistered && isFunction(plugin)) return plugin;
  const [only, more] = isRegistered ? called(context, source, plugin) : named(context, source, call.callee);
  return more === undefined ? (only?.fn ?? null) : null;
}

function named(context: RecipeContext, source: Source, callee: Node): readonly { readonly fn: FunctionNode }[] {
  const direct = called(context, source, callee);
  const method = callee.type === 'MemberExpression' ? keyName(callee.property) : null;
  return direct.length > 0 || method === null ? direct : methodsNamed(context, method);
}

function constructorOf({ tree }: RecipeContext, className: string): FunctionNode | null {
  const [only, more] = allSources(tree).flatMap(({ program }) =>
    all(program, 'ClassDeclaration').filter(({ id }) => id?.name === className),
  );
  const made = only?.body.body.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor');
  return more === undefined && made?.type === 'MethodDefinition' ? (made.value as FunctionNode) : null;
}

function renamed(source: Source, { property, missing, rank }: Omit<Handover, 'source'> & { rank: number }): Idea {
  const { key, shorthand } = property;
  const written = keyName(key) ?? '';
  const splices = [{ start: key.start, end: key.end, text: shorthand ? `${missing}: ${written}` : missing }];
  return ideaIn(name, source, { title: `\`${written}\` is taken as \`${missing}\``, rank, splices });
}
