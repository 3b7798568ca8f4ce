/** `throw new TypeError(`Unknown event: ${name}`)` behind `Object.values(EVENTS).includes(name)`: a text that a list of the project does not have, and the near one that it has. */
import { isTest } from '../../../kit/code.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { declarationOf, exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import { rankedNames } from '../../code/names.ts';
import { all, allSources, chainOf, functionsAround, keyName, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const placesMax = 4;

/** The texts of the code that the message speaks of, which the one list that was asked lacks, each by the near one. */
export function listedValueIdeas(context: RecipeContext, recipe: string): Idea[] {
  const [site] = sitesOf(context);
  const thrown = site?.nodes.flatMap((node) => [node, ...upwards(node)]).find(({ type }) => type === 'ThrowStatement');
  const fn = thrown === undefined ? undefined : functionsAround(thrown)[0];
  if (site === undefined || fn === undefined) return [];
  const [list, more] = listsAsked(fn);
  const values = list === undefined || more !== undefined ? [] : valuesOf(context, site.source, list);
  if (values.length < 2 || !values.every((each) => each !== null)) return [];
  const said = saidBy(context, new Set(values));
  const [missing, other] = new Set(said.map(({ text }) => text));
  if (missing === undefined || other !== undefined || said.length > placesMax) return [];
  return rankedNames(missing, values, 2).map(({ name, rank }) =>
    ideaOf(
      recipe,
      { title: `\`${missing}\` should be \`${name}\``, rank },
      said.map(({ source, literal: { start, end } }) => ({
        source,
        splices: [{ start, end, text: quoted(name, source.text) }],
      })),
    ),
  );
}

/** `list.includes(name)`, `set.has(name)` of a parameter. */
function listsAsked(fn: Node): Node[] {
  const params = 'params' in fn && Array.isArray(fn.params) ? (fn.params as Node[]).map(keyName) : [];
  return all(fn, 'CallExpression').flatMap(({ callee, arguments: [given] }) =>
    callee.type === 'MemberExpression' &&
    /^(?:includes|has)$/.test(keyName(callee.property) ?? '') &&
    given?.type === 'Identifier' &&
    params.includes(given.name)
      ? [callee.object as Node]
      : [],
  );
}

/** What the list holds, as far as it is written out; null for what is not. */
function valuesOf(context: RecipeContext, source: Source, list: Node): (string | null)[] {
  if (list.type === 'TSAsExpression') return valuesOf(context, source, list.expression);
  const [given] = list.type === 'CallExpression' || list.type === 'NewExpression' ? (list.arguments as Node[]) : [];
  const callee = list.type === 'CallExpression' || list.type === 'NewExpression' ? chainOf(list.callee) : null;
  if (given !== undefined && /^(?:Set|Object\.(?:freeze|values))$/.test(callee ?? ''))
    return valuesOf(context, source, given);
  if (list.type === 'ArrayExpression') return list.elements.map((each) => stringValue(each as Node | null));
  if (list.type === 'ObjectExpression')
    return list.properties.map((each) => (each.type === 'Property' ? stringValue(each.value as Node) : null));
  if (list.type !== 'Identifier') return [];
  const from = importsOf(source).find(({ local }) => local === list.name);
  const declared =
    from === undefined
      ? declarationOf(source, list.name)
      : (exportsOfSpecifier(context.tree, source.path, from.specifier)?.names.get(from.imported) ?? null);
  const owner = allSources(context.tree).find(
    ({ program }) => declared !== null && upwards(declared).includes(program),
  );
  const init = declared?.type === 'VariableDeclarator' ? declared.init : null;
  return init === null || owner === undefined || init.type === 'Identifier' ? [] : valuesOf(context, owner, init);
}

function saidBy({ tree, diagnosis }: RecipeContext, values: ReadonlySet<string | null>) {
  const words = new Set(diagnosis.message.match(/[\w$](?:[\w$.:/-]*[\w$])?/g));
  return allSources(tree).flatMap((source) =>
    isTest(source.path)
      ? []
      : all(source.program, 'Literal').flatMap((literal) => {
          const text = stringValue(literal);
          return text !== null && text.length > 3 && words.has(text) && !values.has(text)
            ? [{ source, literal, text }]
            : [];
        }),
  );
}

/** The name whose value an error tells: `name`, `String(name)`, `name.toString()` */
export function toldName(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'CallExpression') return null;
  const {
    callee,
    arguments: [given],
  } = node;
  if (chainOf(callee) === 'String') return given?.type === 'Identifier' ? given.name : null;
  const isText = callee.type === 'MemberExpression' && keyName(callee.property) === 'toString';
  return isText && callee.object.type === 'Identifier' ? callee.object.name : null;
}
