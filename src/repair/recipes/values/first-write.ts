/** What is written into before it is there: a list, a Map or a record that nothing has begun, or begun without that part. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, functionsAround, isReference, keyName, statementOf, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
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
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
  const init = made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' ? made.init : null;
  const place = init === null ? null : placeOf(source, init);
  if (node.type !== 'Identifier' || init === null || place === null) return [];
  const around = functionsAround(node)[0] ?? source.program;
  const { base, key, inMap } = place;
  const next = all(around, 'ObjectExpression').find((each) => isPutAt(source, each, place));
  const isOwn = next !== undefined && isBegunHere(source, base, node) && isReadWithin(source, next, init);
  const first = isOwn ? firstOf(source, next, node.name) : null;
  if (first !== null) {
    const splices = [{ start: init.end, end: init.end, text: ` ?? ${first}` }];
    return [
      ideaIn('absent-value', source, {
        title: `\`${node.name}\` is reckoned from ${first} at first`,
        rank: 0,
        splices,
      }),
    ];
  }
  const empty = emptyFor(source, node);
  if (empty === null) return [];
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

/** `base.set(key, { … })`, `base[key] = { … }`. */
function isPutAt(source: Source, node: Node, { base, key, inMap }: Place): boolean {
  const up = node.parent;
  if (inMap)
    return (
      up?.type === 'CallExpression' &&
      up.arguments[1] === node &&
      textOf(source, up.callee) === `${base}.set` &&
      up.arguments[0] !== undefined &&
      textOf(source, up.arguments[0]) === key
    );
  return up?.type === 'AssignmentExpression' && up.right === node && textOf(source, up.left) === `${base}[${key}]`;
}

/** Begun empty in the same function: of a store that is kept, what is not in it is nothing that anybody knows. */
function isBegunHere(source: Source, base: string, node: Node): boolean {
  const made = namesInScope(source, node.start).get(base)?.node;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  const isEmpty =
    (init?.type === 'NewExpression' && textOf(source, init.callee) === 'Map' && init.arguments.length === 0) ||
    (init?.type === 'ObjectExpression' && init.properties.length === 0);
  const around = init === null || init === undefined ? undefined : functionsAround(init)[0];
  return isEmpty && around !== undefined && functionsAround(node).includes(around);
}

/** Nothing but the object that is put back reads what was looked up. */
function isReadWithin(source: Source, next: Node, init: Node): boolean {
  const made = init.parent;
  if (made?.type !== 'VariableDeclarator' || made.id.type !== 'Identifier') return false;
  const { id } = made;
  const uses = all(functionsAround(init)[0] ?? source.program, 'Identifier').filter(
    (each) => each.name === id.name && each.start !== id.start && isReference(each),
  );
  return uses.every((each) => next.start <= each.start && each.end <= next.end);
}

/** `{ count: 0, names: [] }` for `{ count: entry.count + 1, names: [...entry.names, name] }`; null where it is read in another way. */
function firstOf(source: Source, next: Of<'ObjectExpression'>, name: string): string | null {
  const parts = next.properties.map((each) => {
    if (each.type !== 'Property' || each.computed) return textOf(source, each) === `...${name}` ? [] : null;
    const [key, { value }] = [keyName(each.key) ?? '', each];
    const own = `${name}.${key}`;
    if (value.type === 'BinaryExpression' && value.operator === '+' && textOf(source, value.left) === own)
      return isText(value.right) || reads(value.right, name) ? null : [`${key}: 0`];
    const [head, ...others] = value.type === 'ArrayExpression' ? value.elements : [];
    if (head?.type === 'SpreadElement' && textOf(source, head.argument) === own)
      return others.some((one) => one !== null && reads(one, name)) ? null : [`${key}: []`];
    return reads(value, name) ? null : [];
  });
  const begun = parts.flatMap((each) => each ?? []);
  return begun.length === 0 || parts.includes(null) ? null : `{ ${begun.join(', ')} }`;
}

function reads(node: Node, name: string): boolean {
  return all(node, 'Identifier').some((each) => each.name === name && isReference(each));
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
