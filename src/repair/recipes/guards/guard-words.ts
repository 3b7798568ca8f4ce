/** What a guard says of the thing that it refuses, in the words of another thing: `notFound('Dog', id)` for a stay. */
import { lastNameOf } from '../../evidence/fields.ts';
import { namesInScope } from '../../code/scope.ts';
import { functionsAround, keyName, stringValue, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
import { partsOf, singular } from '../../code/words.ts';

interface Looked {
  readonly source: Source;
  readonly call: Node;
  readonly name: string;
}

/** The word for what is looked up: the table of a query, what a list or store is called, else what the function, the class or the file is called. */
export function subjectOf(made: Looked): string {
  return (
    tableOf(made) ??
    calledWord(made) ??
    ownerOf(made) ??
    classWord(made) ??
    fileWord(made) ??
    singular(made.name).toLowerCase()
  );
}

/** Pairs of words to be exchanged, where the guard of one thing is put behind the look-up of another. */
export function subjectPairs(from: Looked, to: Looked): (readonly [string, string])[] {
  const [was, is] = [subjectOf(from), subjectOf(to)];
  const others = [ownerOf(from), fileWord(from)].filter((word): word is string => word !== null && word !== is);
  // One thing keeps its word, however the name that it has here reads.
  return was === is ? [[was, is]] : [...others.map((word) => [word, is] as const), [was, is]];
}

/** `household` of `households[id]`, `class` of `SELECT * FROM classes`; null where only a name says it. */
function tableOf({ source, call }: Looked): string | null {
  const given = call.type === 'CallExpression' ? (call.arguments as Node[]) : [];
  const query = given.map((each) => textBehind(source, each)).find((text) => /\bfrom\s/i.test(text));
  const table = query === undefined ? undefined : /\bfrom\s+["`[]?(\w+)/i.exec(query)?.[1];
  if (table !== undefined) return singular(table).toLowerCase();
  const from = call.type === 'CallExpression' && call.callee.type === 'MemberExpression' ? call.callee.object : call;
  const holder = lastNameOf(from.type === 'MemberExpression' && from.computed ? from.object : from);
  const name = holder?.replace(/(?<=\w)(?:Repo(?:sitory)?|Store|Service|Table|Model|Dao|Map)$/, '') ?? null;
  const isGeneral =
    name === null || /^(?:this|db|conn|connection|pool|client|store|repo|repository|statement)$/i.test(name);
  return isGeneral || from.type === 'CallExpression' ? null : singular(name).toLowerCase();
}

/** The text of an argument, with the constants that it is put together from. */
function textBehind(source: Source, node: Node, depth = 3): string {
  if (depth === 0) return '';
  if (node.type === 'TemplateLiteral')
    return node.quasis
      .map(({ value }, at) => {
        const put = node.expressions[at];
        return `${value.cooked ?? ''}${put === undefined ? '' : textBehind(source, put as Node, depth - 1)}`;
      })
      .join('');
  if (node.type === 'BinaryExpression')
    return textBehind(source, node.left as Node, depth - 1) + textBehind(source, node.right, depth - 1);
  if (node.type !== 'Identifier') return stringValue(node) ?? '';
  const made = namesInScope(source, node.start).get(node.name)?.node;
  const isPlain = made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' && made.init !== null;
  return isPlain ? textBehind(source, made.init as Node, depth - 1) : '';
}

/** `event` of `const event = store.eventById(id)`: the call says the very word. */
function calledWord({ call, name }: Looked): string | null {
  const callee = call.type === 'CallExpression' ? lastNameOf(call.callee) : null;
  const words = partsOf(callee ?? '').filter((word) => !verbs.test(word));
  const isGeneral = /^(?:row|record|entry|found|result|data|value)$/i.test(name);
  return !isGeneral && words.length === 1 && words[0] === name.toLowerCase() ? singular(name).toLowerCase() : null;
}

const verbs =
  /^(?:get|find|fetch|load|read|look|by|id|of|one|for|show|require|must|have|be|exist|exists|existing|ensure|the|a|with|up|or|fail|throw)$/;

/** `stay` of `findStay(id)`, `plot` of `plotOf(id)`. */
function ownerOf({ call }: Looked): string | null {
  for (const fn of functionsAround(call)) {
    const words = partsOf(nameOf(fn) ?? '').filter((word) => !verbs.test(word));
    if (nameOf(fn) !== null) return words.length === 1 ? singular(words[0] ?? '') : null;
  }
  return null;
}

/** By its own name, or by what it is given to. */
export function nameOf(fn: FunctionNode): string | null {
  const { parent } = fn;
  if (fn.type !== 'ArrowFunctionExpression' && fn.id !== null) return fn.id.name;
  if (parent?.type === 'VariableDeclarator') return lastNameOf(parent.id);
  if (parent?.type === 'AssignmentExpression') return lastNameOf(parent.left);
  return parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? keyName(parent.key) : null;
}

/** `stay` of `class Stays`; of a class that is called after its work, nothing. */
function classWord({ call, name }: Looked): string | null {
  const owner = upwards(call).find((each) => each.type === 'ClassDeclaration');
  const word = owner?.type === 'ClassDeclaration' && owner.id !== null ? singular(owner.id.name).toLowerCase() : null;
  return word === singular(name).toLowerCase() ? word : null;
}

/** `stay` of `services/stays.js`. */
function fileWord({ source }: Looked): string | null {
  const name = /([\w-]+?)(?:[.-]?(?:service|controller|repository|repo|routes?|store|model|handlers?))*\.\w+$/i.exec(
    source.path,
  )?.[1];
  return name === undefined || /^(?:index|app|server|main|db)$/i.test(name) ? null : singular(name).toLowerCase();
}
