/** `'./${stage}.json'`: a text that names values of its surroundings and stands in quotes, so that it says their names. */
import type { Idea } from '../../../incident/nouns.ts';
import { globalNames, namesInScope } from '../../code/scope.ts';
import { all, allSources, isReference, parseSource, statementOf, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'quoted-template';

export const quotedTemplate: Recipe = {
  name,
  classes: ['missing_module', 'missing_file', 'database', 'type', 'config', 'range', 'syntax', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A text with `${…}` of names that are known there stands in quotes, so that it says the names: backticks.',
  ideas(context) {
    const [first, ...others] = [...new Map(suspects(context).map((each) => [each.node, each])).values()];
    return first === undefined || others.length > 0 ? [] : [backticked(first)];
  },
};

interface Quoted {
  readonly source: Source;
  readonly node: Node;
}

/** Those that the message repeats, else those of the statement that failed. */
function suspects(context: RecipeContext): Quoted[] {
  const { message } = context.diagnosis;
  const every = message.includes('${') ? allSources(context.tree) : [];
  const said = every.flatMap((source) =>
    quoted(source, source.program).filter(({ node }) =>
      (stringValue(node)?.match(/\$\{[^}]*\}/g) ?? []).every((part) => message.includes(part)),
    ),
  );
  if (said.length > 0) return said;
  return sitesOf(context).flatMap(({ source, nodes }) => {
    const statement = nodes[0] === undefined ? null : statementOf(nodes[0]);
    return statement === null ? [] : quoted(source, statement);
  });
}

/** Texts whose every `${…}` is an expression of names that are known there; not what a text is searched for. */
function quoted(source: Source, within: Node): Quoted[] {
  return all(within, 'Literal').flatMap((node) => {
    const value = stringValue(node);
    if (value?.includes('${') !== true || value.includes('`') || isSearched(node)) return [];
    const template = parseSource('text.js', `\`${source.text.slice(node.start + 1, node.end - 1)}\``);
    const known = namesInScope(source, node.start);
    const roots = template === null ? [] : all(template.program, 'Identifier').filter(isReference);
    return roots.length > 0 && roots.every((id) => known.has(id.name) || globalNames.includes(id.name))
      ? [{ source, node }]
      : [];
  });
}

/** `text.replace('${name}', name)`: the signs themselves are meant. */
function isSearched({ parent }: Node): boolean {
  return (
    parent?.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    parent.callee.property.type === 'Identifier' &&
    /^(?:replace(?:All)?|split|(?:last)?[iI]ndexOf|includes|(?:starts|ends)With)$/.test(parent.callee.property.name)
  );
}

function backticked({ source, node }: Quoted): Idea {
  const splices = [
    { start: node.start, end: node.start + 1, text: '`' },
    { start: node.end - 1, end: node.end, text: '`' },
  ];
  const isQuery = /\b(?:select|insert|update|delete)\b/i.test(stringValue(node) ?? '');
  const ask = isQuery ? 'a value would be a part of the query: it may have to be handed over beside it' : null;
  return ideaIn(name, source, { title: 'a text with values in it stands in backticks', rank: 0, ask, splices });
}
