/** A field that not every record has: reads it as empty, as the project does elsewhere. Makes the symptom bearable, no more. */
import type { Idea } from '../../../incident/nouns.ts';
import { handlerAround } from '../../code/frameworks.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import type { Binding } from '../../code/scope.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { all, allSources, chainOf, functionsAround, isReference, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { escapeRegExp } from '../../../kit/text.ts';

export const optionalValue: Recipe = {
  name: 'optional-value',
  classes: ['type', 'unknown'],
  kind: 'mitigation',
  needs: 'replayed',
  risk: 'ask',
  summary:
    'A field that this record does not have, although it was found: an empty list, an empty value or null, as elsewhere.',
  ideas(context) {
    const site = sitesOf(context)[0];
    if (site === undefined || context.diagnosis.named.nullish === undefined) return [];
    const node = culprits(context, site)[0];
    if (node === undefined || valueOf(site, node)?.thenable === true) return [];
    return optionalAt(context, site, node);
  },
};

/** The field that is missing from a thing that is there; null where the thing itself, or a part of the request, is missing. */
export function optionalField(context: RecipeContext, source: Source, node: Node): Of<'MemberExpression'> | null {
  if (node.type === 'Identifier') {
    const binding = namesInScope(source, node.start).get(node.name);
    const made = binding?.node;
    if (made?.type !== 'VariableDeclarator' || made.id.type !== 'Identifier' || made.init === null) return null;
    return made.init.type === 'MemberExpression' ? optionalField(context, source, made.init) : null;
  }
  if (node.type !== 'MemberExpression' || node.computed) return null;
  const [root = '', ...rest] = (chainOf(node) ?? '').split('.');
  const isOwn = root === 'this' || root === 'process' || /^(?:config|settings|options|env)$/i.test(root);
  if (root === '' || (isOwn && rest.length < 3)) return null;
  const handler = handlerAround(context.tree, source, node);
  if (root === handler?.request || root === handler?.response) return null;
  const binding = namesInScope(source, node.start).get(root);
  if (binding === undefined || (binding.kind === 'import' && rest.length < 2)) return null;
  const field = keyName(node.property) ?? '';
  return isKnown(context, node, field) ? node : null;
}

/** The name is not made up at this one place: the code or the data of the project has it too. */
function isKnown(context: RecipeContext, place: Node, field: string): boolean {
  const word = new RegExp(`(?<![\\w$])${escapeRegExp(field)}(?![\\w$])`, 'g');
  let count = 0;
  for (const path of context.tree.files.slice(0, 600)) {
    const text = /\.(?:[cm]?[jt]sx?|json|sql|ya?ml|md|csv|prisma|graphql)$/.test(path) ? context.tree.read(path) : null;
    if (text !== null && text.length < 500_000) count += text.match(word)?.length ?? 0;
  }
  return count > (place.type === 'MemberExpression' ? 1 : 0);
}

function optionalAt(context: RecipeContext, site: Site, node: Node): Idea[] {
  const { source } = site;
  const field = optionalField(context, source, node);
  const chain = chainAbove(node);
  const first = accessed(node);
  if (field === null && !isOptionalText(context, source, node)) return [];
  const name = field === null ? null : keyName(field.property);
  if (first !== null && changesList.test(first)) return [];
  const whole = isWhole(node) ?? (first !== null && listMethods.test(first) ? '[]' : null);
  const title = `read \`${textOf(source, node).slice(0, 60)}\` as empty where it is missing`;
  const put = (splices: readonly Splice[]): Idea[] => [
    ideaIn('optional-value', source, { title, rank: 0, kind: 'mitigation', splices }),
  ];
  if (whole !== null) {
    const given = asElsewhere(context, name, (text) => text === whole) ?? whole;
    // At its declaration, so that every use has it.
    const place = node.type === 'Identifier' && field !== null ? (declaredAs(source, node) ?? node) : node;
    const parens =
      place.parent?.type === 'VariableDeclarator' ||
      (node.parent?.type === 'CallExpression' && node.parent.callee !== node);
    return put([
      { start: place.start, end: place.start, text: parens ? '' : '(' },
      { start: place.end, end: place.end, text: ` ?? ${given}${parens ? '' : ')'}` },
    ]);
  }
  if (first === null || node.parent?.type !== 'MemberExpression') return [];
  const uses = node.type === 'Identifier' ? readsOf(source, node) : [node];
  const marks = uses.flatMap((use) => marked(source, use));
  const [open, close] = emptyFor(context, { chain, name });
  return put([
    ...(open === '' ? [] : [{ start: chain.start, end: chain.start, text: open }]),
    ...marks,
    ...(close === '' ? [] : [{ start: chain.end, end: chain.end, text: close }]),
  ]);
}

export const listMethods =
  /^(?:map|filter|forEach|reduce|some|every|find|findIndex|findLast|join|flatMap|flat|sort|reverse|keys|values|entries|push|includes|concat|slice|indexOf|length|at)$/;
/** What changes the list that it is called on. */
export const changesList = /^(?:push|unshift|splice|pop|shift|fill|copyWithin)$/;
const stringMethods =
  /^(?:trim|trimStart|trimEnd|toUpperCase|toLowerCase|split|replace|replaceAll|startsWith|endsWith|padStart|padEnd|charAt|match|substring|normalize|localeCompare|toISOString|getTime|toFixed)$/;
const givesList = /^(?:split|map|filter|sort|slice|concat|flat|flatMap|reverse|keys|values|entries)$/;

/** `for (… of x)`, `[...x]` take a list, `Object.keys(x)` an object; null where members of it are read. */
export function isWhole(node: Node): string | null {
  const { parent } = node;
  if (parent?.type === 'ForOfStatement' && parent.right === node) return '[]';
  if (parent?.type === 'SpreadElement') return parent.parent?.type === 'ObjectExpression' ? '{}' : '[]';
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) return null;
  return /^Object\.(?:keys|values|entries)$/.test(chainOf(parent.callee) ?? '') ? '{}' : null;
}

/** The name of the member that is read from a node. */
export function accessed(node: Node): string | null {
  const { parent } = node;
  return parent?.type === 'MemberExpression' && parent.object === node && !parent.computed
    ? keyName(parent.property)
    : null;
}

/** `x.a.b()` above `x`. */
export function chainAbove(node: Node): Node {
  const { parent } = node;
  if (parent?.type === 'MemberExpression' && parent.object === node) return chainAbove(parent);
  if (parent?.type === 'CallExpression' && parent.callee === node) return chainAbove(parent);
  return parent?.type === 'ChainExpression' ? chainAbove(parent) : node;
}

function declaredAs(source: Source, node: Of<'Identifier'>): Node | null {
  const made = namesInScope(source, node.start).get(node.name)?.node;
  return made?.type === 'VariableDeclarator' ? made.init : null;
}

/** Every plain read of a member of the same name. */
function readsOf(source: Source, node: Of<'Identifier'>): Node[] {
  const binding: Binding | undefined = namesInScope(source, node.start).get(node.name);
  return all(source.program, 'Identifier').filter((id) => {
    const { parent } = id;
    if (id.name !== node.name || !isReference(id) || parent?.type !== 'MemberExpression' || parent.object !== id)
      return false;
    const isTested = upwards(id).some(
      (each) => each.type === 'ConditionalExpression' && chainOf(each.test) === node.name,
    );
    return !parent.optional && !isTested && namesInScope(source, id.start).get(id.name)?.id === binding?.id;
  });
}

/** `?.` for the access to a node, in place of a `!` before it. */
export function marked(source: Source, node: Node): Splice[] {
  const { parent } = node;
  if (parent?.type !== 'MemberExpression' || parent.optional) return [];
  const dot = source.text.indexOf(parent.computed ? '[' : '.', node.end);
  return [{ start: node.end, end: parent.computed ? dot : dot + 1, text: '?.' }];
}

/** What stands around the chain for the empty case: nothing in a condition, `''` in a text, else a list or null. */
function emptyFor(context: RecipeContext, at: { chain: Node; name: string | null }): [string, string] {
  const { chain, name } = at;
  const { parent } = chain;
  if (parent === null || parent === undefined || ('test' in parent && parent.test === chain)) return ['', ''];
  if (parent.type === 'LogicalExpression' || parent.type === 'UnaryExpression' || parent.type === 'ExpressionStatement')
    return ['', ''];
  // Nothing is neither more nor less than anything; null is counted as 0.
  if (parent.type === 'BinaryExpression' && /^(?:[<>]=?|[!=]==?)$/.test(parent.operator)) return ['', ''];
  const isText = parent.type === 'TemplateLiteral' || (parent.type === 'BinaryExpression' && parent.operator === '+');
  const last = chain.type === 'CallExpression' ? chain.callee : chain;
  const method = last.type === 'MemberExpression' && !last.computed ? (keyName(last.property) ?? '') : '';
  const usual = isText ? "''" : chain.type === 'CallExpression' && givesList.test(method) ? '[]' : 'null';
  const given = asElsewhere(context, name, (text) => usual !== '[]' || text === '[]') ?? usual;
  return parent.type === 'BinaryExpression' ? ['(', ` ?? ${given})`] : ['', ` ?? ${given}`];
}

/** `x.keeper.email`, and `x.keeper && x.keeper.email`: what is taken in its place stands for the email, not for the keeper. */
function isPartOf(node: Node, name: string): boolean {
  if (node.type === 'LogicalExpression') return node.operator === '&&' && isPartOf(node.right, name);
  const bare = node.type === 'ChainExpression' ? node.expression : node;
  // `night.weather?.seeing?.toFixed(1)` stands for the seeing, not for the weather.
  if (bare.type === 'CallExpression' && bare.callee.type === 'MemberExpression') {
    const { object } = bare.callee;
    return object.type === 'MemberExpression' && chainOf(object) !== null && isPartOf(object, name);
  }
  return bare.type === 'MemberExpression' && chainOf(bare) !== null && keyName(bare.property) !== name;
}

/** What the project takes elsewhere where this field is missing: `x.tags ?? []`, `x.email ? … : null`. */
export function asElsewhere(
  context: RecipeContext,
  name: string | null,
  fits: (text: string) => boolean,
): string | null {
  if (name === null) return null;
  const reads = (node: Node): boolean => {
    const bare = node.type === 'ChainExpression' ? node.expression : node;
    return all(bare, 'MemberExpression').some((each) => !each.computed && keyName(each.property) === name);
  };
  for (const source of allSources(context.tree)) {
    const logical = all(source.program, 'LogicalExpression')
      .filter((each) => each.operator !== '&&' && reads(each.left) && !isPartOf(each.left, name))
      .map((each): Node => each.right);
    const conditional = all(source.program, 'ConditionalExpression')
      .filter((each) => reads(each.test) && !isPartOf(each.test, name))
      .map((each): Node => each.alternate);
    for (const value of [...logical, ...conditional]) {
      const text = textOf(source, value);
      if (/^(?:\[\]|\{\}|null|''|""|'[^'\n]{1,40}'|\d+)$/.test(text) && fits(text)) return text;
    }
  }
  return null;
}

/** Text that a service read for itself, outside any handler: its absence is no refusal. */
export function isOptionalText(context: RecipeContext, source: Source, node: Node): boolean {
  if (node.type !== 'Identifier' || !stringMethods.test(accessed(node) ?? '')) return false;
  const handler = handlerAround(context.tree, source, node);
  if (handler !== null && handler.framework !== 'nest') return false;
  const made = namesInScope(source, node.start).get(node.name)?.node;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  return (init?.type === 'AwaitExpression' ? init.argument : init)?.type === 'CallExpression';
}

/** `stock.get(id) ?? null`: the fallback is for what the method does not find, and says nothing of what it is called on. */
export function givesNothing(chain: Node): boolean {
  const { parent } = chain;
  const callee = chain.type === 'CallExpression' && chain.callee.type === 'MemberExpression' ? chain.callee : null;
  return (
    parent?.type === 'LogicalExpression' &&
    parent.operator === '??' &&
    /^(?:get|find|findLast|at|pop|shift)$/.test(keyName(callee?.property ?? chain) ?? '')
  );
}

/** `x.toUpperCase() ?? null`: text is never nothing, so that the fallback can only be meant for `x`. */
export function neverNothing(chain: Node): boolean {
  const callee = chain.type === 'CallExpression' ? chain.callee : null;
  const method = callee?.type === 'MemberExpression' ? (keyName(callee.property) ?? '') : '';
  const isText = /^(?:to(?:Upper|Lower)Case|trim|trimStart|trimEnd|toISOString|toFixed|split|map|filter)$/.test(method);
  return isText && chain.parent?.type === 'LogicalExpression' && chain.parent.operator === '??';
}

/** `tenant ? tenant.name : null` in the same function. */
export function isAskedBeside(source: Source, node: Node, binding: Binding): boolean {
  const here = functionsAround(node)[0];
  return all(source.program, 'ConditionalExpression').some(
    ({ test, alternate }) =>
      test.type === 'Identifier' &&
      test.name === binding.name &&
      functionsAround(test)[0] === here &&
      namesInScope(source, test.start).get(test.name)?.id === binding.id &&
      isEmpty(source, alternate),
  );
}

/** The links of the chain above a value that a type of the project calls optional: `contact` of `tenant.contact.phone`. */
export function optionalLinks(context: RecipeContext, node: Node): Node[] {
  const link = node.parent;
  if (link?.type !== 'MemberExpression' || link.object !== node || link.computed) return [];
  const name = keyName(link.property);
  const isOptional = allSources(context.tree).some(({ program }) =>
    all(program, 'TSPropertySignature').some((each) => each.optional && keyName(each.key) === name),
  );
  const isRead = link.parent?.type === 'MemberExpression' && link.parent.object === link;
  return [...(isOptional && isRead ? [link] : []), ...optionalLinks(context, link)];
}

export function isEmpty(source: Source, node: Node): boolean {
  return /^(?:0|null|undefined|''|""|\[\]|\{\})$/.test(textOf(source, node));
}
