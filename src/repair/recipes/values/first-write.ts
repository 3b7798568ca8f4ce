/** What is written into before it is there: a list, a Map or a record that nothing has begun, or begun without that part. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, functionsAround, keyName, statementOf, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, lineStart } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { accessed } from './optional-value.ts';
import { escapeRegExp } from '../../../kit/text.ts';

function put(source: Source, title: string, splices: readonly Splice[]): Idea[] {
  return [ideaIn('absent-value', source, { title, rank: 1, splices })];
}

/** `months[month].rooms.push(…)` where `months[month] ??= { count: 0 }` begins it: with all that is put into it. */
export function halfBegun(source: Source, node: Node): Idea[] {
  const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
  const empty = name === null ? null : emptyFor(source, node);
  if (node.type !== 'MemberExpression' || empty === null) return [];
  const around = functionsAround(node)[0] ?? source.program;
  const [only, more] = all(around, 'AssignmentExpression').flatMap(({ left, right }) =>
    right.type === 'ObjectExpression' && textOf(source, left) === textOf(source, node.object) ? [right] : [],
  );
  const last = only?.properties.at(-1);
  const isThere = only?.properties.some((each) => each.type !== 'Property' || keyName(each.key) === name) !== false;
  if (last === undefined || more !== undefined || isThere) return [];
  const title = `\`${name}\` is begun as \`${empty}\` where the object is made`;
  return put(source, title, [{ start: last.end, end: last.end, text: `, ${name}: ${empty}` }]);
}

/** `const group = groups.get(part); group.push(name); groups.set(part, group)`: what is put back may be the first. */
export function putBack(source: Source, node: Node): Idea[] {
  const empty = node.type === 'Identifier' ? emptyFor(source, node) : null;
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  const init = made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' ? made.init : null;
  const place = init === null ? null : placeOf(source, init);
  if (node.type !== 'Identifier' || empty === null || init === null || place === null) return [];
  const around = functionsAround(node)[0] ?? source.program;
  const { base, key, inMap } = place;
  const isKept = inMap
    ? all(around, 'CallExpression').some((each) => textOf(source, each) === `${base}.set(${key}, ${node.name})`)
    : all(around, 'AssignmentExpression').some((each) => textOf(source, each) === `${base}[${key}] = ${node.name}`);
  if (!isKept) return [];
  const title = `\`${node.name}\` is begun with the first that is put into it`;
  return [
    ideaIn('absent-value', source, {
      ...{ title, rank: 0 },
      splices: [{ start: init.end, end: init.end, text: ` ?? ${empty}` }],
    }),
  ];
}

/** `lists[key].push(x)` where nothing makes `lists[key]`: it is begun with the first. */
export function firstWrite(source: Source, node: Node): Idea[] {
  const place = placeOf(source, node);
  const empty = place === null ? null : emptyFor(source, node);
  if (place === null || empty === null || isBegun(source, place.base) || isClosed(source, place.base, node)) return [];
  const title = `begin \`${textOf(source, node)}\` with the first that is put into it`;
  const statement = statementOf(node);
  const around = statement === null ? null : lineStart(source.text, statement.start);
  const own = textOf(source, node);
  const isLoose = statement === null || around === null || source.text.slice(around, statement.start).trim() !== '';
  if (place.inMap) {
    if (isLoose) return [];
    const [base, key] = [place.base, place.key];
    const made = `if (!${base}.has(${key})) ${base}.set(${key}, ${empty});`;
    return put(source, title, [
      {
        start: statement.start,
        end: statement.start,
        text: `${made}${eolOf(source.text)}${indentAt(source.text, statement.start)}`,
      },
    ]);
  }
  if (!isLoose && functionsAround(statement)[0] === functionsAround(node)[0] && isWithin(statement, node))
    return put(source, title, [
      {
        start: statement.start,
        end: statement.start,
        text: `${own} ??= ${empty};${eolOf(source.text)}${indentAt(source.text, statement.start)}`,
      },
    ]);
  return put(source, title, [{ start: node.start, end: node.end, text: `(${own} ??= ${empty})` }]);
}

/** The statement is the write itself, and no loop or condition around it. */
function isWithin(statement: Node, node: Node): boolean {
  return statement.type === 'ExpressionStatement' && statement.start === node.start;
}

interface Place {
  readonly base: string;
  readonly key: string;
  readonly inMap: boolean;
}

/** `base[key]`, `base.get(key)`. */
export function placeOf(source: Source, node: Node): Place | null {
  if (node.type === 'MemberExpression' && node.computed)
    return { base: textOf(source, node.object), key: textOf(source, node.property), inMap: false };
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.arguments.length !== 1)
    return null;
  const [key] = node.arguments;
  if (keyName(node.callee.property) !== 'get' || key === undefined) return null;
  return { base: textOf(source, node.callee.object), key: textOf(source, key), inMap: true };
}

/** `const prefs = { theme: …, page: … }`: a table that is written out has the entries that it is to have, whatever a client asks for. */
function isClosed(source: Source, base: string, { start }: Node): boolean {
  const made = namesInScope(source, start).get(base)?.node;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  if (init?.type === 'ObjectExpression') return init.properties.length > 0;
  const [given] = init?.type === 'NewExpression' ? init.arguments : [];
  return given?.type === 'ArrayExpression' && given.elements.length > 0;
}

function isBegun({ text }: Source, base: string): boolean {
  const name = escapeRegExp(base);
  return new RegExp(`${name}\\s*(?:\\.set\\(|\\[[^\\]]*\\]\\s*(?:\\?\\?|\\|\\|)?=(?!=))`).test(text);
}

/** What must be there for what is written into it. */
export function emptyFor(source: Source, node: Node): string | null {
  const member = node.parent;
  if (member?.type !== 'MemberExpression' || member.object !== node) return null;
  const method = member.parent?.type === 'CallExpression' && member.parent.callee === member ? accessed(node) : null;
  if (method !== null) return { push: '[]', unshift: '[]', add: 'new Set()', set: 'new Map()' }[method] ?? null;
  const target = member.parent;
  const isTarget =
    (target?.type === 'AssignmentExpression' && target.left === member) || target?.type === 'UpdateExpression';
  if (!isTarget) return null;
  const own = textOf(source, node);
  const scope = functionsAround(node)[0] ?? source.program;
  const counted = all(scope, 'MemberExpression').flatMap((each) => {
    const up = each.parent;
    const counts =
      (up?.type === 'AssignmentExpression' && up.left === each && up.operator === '+=' && !isText(up.right)) ||
      up?.type === 'UpdateExpression';
    return counts && !each.computed && textOf(source, each.object) === own ? [keyName(each.property) ?? ''] : [];
  });
  const isCounted = target.type === 'UpdateExpression' || target.operator !== '=';
  if (isCounted && counted.length === 0) return null;
  return counted.length === 0 ? '{}' : `{ ${[...new Set(counted)].map((each) => `${each}: 0`).join(', ')} }`;
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}
