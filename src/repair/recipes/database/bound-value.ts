/** A value that a statement of SQL cannot be given: a function that was never called, an object that is kept as JSON. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, chainOf, functionsAround, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const boundValue: Recipe = {
  name: 'bound-value',
  classes: ['database', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A value that a statement cannot be given: a function that is called everywhere else is called, an object that is read back with `JSON.parse` is written as JSON; one value by itself where a list is wanted becomes a list of one.',
  ideas(context) {
    if (/Query values must be an array/.test(context.diagnosis.message)) return listed(context);
    if (!/can only bind|cannot be bound|could not (?:be bound|bind)/i.test(context.diagnosis.message)) return [];
    const given = sitesOf(context).flatMap(({ source, nodes: [node] }) => {
      const fn = node === undefined ? undefined : functionsAround(node)[0];
      return fn === undefined ? [] : handedOn(fn).map((each) => ({ source, node: each }));
    });
    const once = [...new Map(given.map((each) => [each.node, each])).values()];
    return once.flatMap(({ source, node }) => [...called(context, source, node), ...written(context, source, node)]);
  },
};

/** `query('… WHERE name = $1', name)`, here or where a helper of the project is called: the list of that one value. */
function listed(context: RecipeContext): Idea[] {
  for (const site of sitesOf(context)) {
    const { source, nodes } = site;
    const call = nodes.find((node) => node.type === 'CallExpression' && node.arguments.length === 2);
    if (call?.type !== 'CallExpression') continue;
    const [text, value] = call.arguments as [Node, Node];
    const said = stringValue(text) ?? (text.type === 'TemplateLiteral' ? textOf(source, text) : '');
    // More than one place wants more than one value; what is handed on is told by whoever hands it on.
    if (
      !/\$1\b/.test(said) ||
      /\$2\b/.test(said) ||
      !/^(?:MemberExpression|Literal|TemplateLiteral|Identifier)$/.test(value.type)
    )
      continue;
    // An object is none of the values: nobody knows which of its fields.
    if (valueOf(site, value)?.type === 'object') continue;
    const splices = [
      { start: value.start, end: value.start, text: '[' },
      { start: value.end, end: value.end, text: ']' },
    ];
    return [ideaIn('bound-value', source, { title: 'the values of a statement are a list', rank: 0, splices })];
  }
  return [];
}

/** What stands as an argument, an item or a field in a function. */
function handedOn(fn: Node): Node[] {
  const args = all(fn, 'CallExpression').flatMap((call) => call.arguments as Node[]);
  const items = all(fn, 'ArrayExpression').flatMap(({ elements }) =>
    elements.flatMap((each) => (each ? [each as Node] : [])),
  );
  return [...args, ...items, ...all(fn, 'Property').map(({ value }): Node => value)];
}

/** `settings.today`, where everything else says `settings.today()`. */
function called({ tree }: RecipeContext, source: Source, node: Node): Idea[] {
  const chain = node.type === 'MemberExpression' && !node.computed ? chainOf(node) : null;
  if (chain === null) return [];
  const others = allSources(tree)
    .flatMap(({ program }) => all(program, 'MemberExpression'))
    .filter((each) => each !== node && chainOf(each) === chain);
  const isCalled = ({ parent }: Node): boolean => parent?.type === 'CallExpression' && parent.arguments.length === 0;
  if (others.length < 2 || !others.every((each) => isCalled(each) && each.parent?.start === each.start)) return [];
  const splices = [{ start: node.end, end: node.end, text: '()' }];
  return [ideaIn('bound-value', source, { title: `\`${chain}\` is a function: call it`, rank: 0, splices })];
}

/** `wanted`, and `wanted ?? null`, of what is read with `JSON.parse(row.wanted)`. */
function written({ tree }: RecipeContext, source: Source, node: Node): Idea[] {
  const isElse = node.type === 'LogicalExpression' && node.operator !== '&&';
  const value: Node = isElse ? node.left : node;
  const name =
    value.type === 'Identifier' ? value.name : value.type === 'MemberExpression' ? keyName(value.property) : null;
  const chain = chainOf(value);
  const isParsed = allSources(tree).some(({ program }) =>
    all(program, 'CallExpression').some(
      ({ callee, arguments: [text] }) =>
        chainOf(callee) === 'JSON.parse' && name !== null && (chainOf(text as Node) ?? '').split('.').at(-1) === name,
    ),
  );
  // What is handed on to a method of the project is written there.
  const isItem = node.parent?.type === 'ArrayExpression' || node.parent?.type === 'CallExpression';
  if (
    !isParsed ||
    !isItem ||
    chain === null ||
    chainOf((node.parent as { callee?: Node }).callee ?? node) === 'JSON.parse'
  )
    return [];
  const text = isElse
    ? `${chain} ? JSON.stringify(${chain}) : ${source.text.slice(node.right.start, node.right.end)}`
    : `JSON.stringify(${chain})`;
  const splices = [{ start: node.start, end: node.end, text }];
  return [ideaIn('bound-value', source, { title: `\`${name}\` is written as it is read: as JSON`, rank: 0, splices })];
}
