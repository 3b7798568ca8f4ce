/** What every template was given, and is no more: a file imports it and uses it nowhere, beside what it hands on by its own name. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { sharedPlaces } from '../../code/templates.ts';
import { all, isReference, keyName, statementOf, textOf } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { eolOf, indentAt } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';

/** `app.locals.formatDate = formatDate;`, and `formatMoney`, which stands beside it where they are imported, is left over. */
export function lostLocal(tree: SourceTree, name: string): Idea[] {
  const places = sharedPlaces(tree).filter(
    ({ source, name: key, value }) =>
      keyName(value) === key && value.type === 'Identifier' && isLeftOver(source, name, key),
  );
  const [last] = places.slice(-1);
  const statement = last === undefined ? null : statementOf(last.key);
  if (last === undefined || statement === null || places.some(({ source }) => source !== last.source)) return [];
  const { source, key } = last;
  const at = key.start - statement.start;
  const text = textOf(source, statement);
  const like = `${text.slice(0, at)}${name}${text.slice(at + last.name.length)}`.replace(
    new RegExp(String.raw`(?<==\s*)${last.name}(?=;?\s*$)`),
    name,
  );
  const splices = [
    {
      start: statement.end,
      end: statement.end,
      text: `${eolOf(source.text)}${indentAt(source.text, statement.start)}${like}`,
    },
  ];
  return [ideaIn('template-names', source, { title: `every template is given \`${name}\``, rank: 0, splices })];
}

/** Imported by the statement that brings what is handed on, and read by nobody. */
function isLeftOver(source: Source, name: string, beside: string): boolean {
  const taken = importsOf(source);
  const own = taken.find(({ local }) => local === name);
  const other = taken.find(({ local }) => local === beside);
  const isUsed = all(source.program, 'Identifier').some(
    (each) => each.name === name && isReference(each) && !(own !== undefined && isWithin(each, own.statement)),
  );
  return own !== undefined && own.statement === other?.statement && !isUsed;
}

function isWithin(node: { start: number; end: number }, around: { start: number; end: number }): boolean {
  return around.start <= node.start && node.end <= around.end;
}
