/** A name that nothing declares, and that the function around it should take. */
import type { Idea } from '../../../incident/nouns.ts';
import { idea, ideaIn } from '../../recipe.ts';
import { all, chainOf, functionsAround } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';

interface At {
  readonly source: Source;
  readonly node: Node;
  readonly name: string;
}

/** `next`, `res` or `reply` is used, but the handler does not take it. */
export function parameterIdeas(at: At): Idea[] {
  const { source, node, name } = at;
  const empty = asItsLikes(at);
  if (empty.length > 0) return empty;
  const place = { res: 1, response: 1, reply: 1, next: name === 'next' ? 2 : 1 }[name];
  if (place === undefined) return [];
  for (const fn of functionsAround(node)) {
    const last = fn.params.at(-1);
    const names = fn.params.map((each) => (each.type === 'Identifier' ? each.name : ''));
    if (last === undefined || !/^_?(?:req|request|ctx|context)$/.test(names[0] ?? '')) continue;
    if (names.length !== (/^(?:ctx|context)$/.test(names[0] ?? '') ? 1 : place)) return [];
    const bare =
      fn.type === 'ArrowFunctionExpression' &&
      names.length === 1 &&
      source.text[fn.params[0]?.end ?? 0] !== ')' &&
      source.text[last.start - 1] !== '(';
    const first = bare ? [{ start: last.start, end: last.start, text: '(' }] : [];
    const after = splice(source.text, ...first, {
      start: last.end,
      end: last.end,
      text: `, ${name}${bare ? ')' : ''}`,
    });
    return [
      idea('identifier', {
        title: `the handler takes \`${name}\``,
        rank: 0,
        edits: [{ path: source.path, before: source.text, after }],
      }),
    ];
  }
  return [];
}

/** `app.get('/', () => list(request))`, where the others that are handed to `app` take a `request` first. */
function asItsLikes({ source, node, name }: At): Idea[] {
  const [fn] = functionsAround(node);
  const owner = fn === undefined ? null : ownerOf(fn);
  const isTaken = functions(source).some(
    (each) => each.params[0]?.type === 'Identifier' && each.params[0].name === name && ownerOf(each) === owner,
  );
  if (fn === undefined || owner === null || fn.params.length > 0 || !isTaken) return [];
  const at = source.text.indexOf('(', fn.start) + 1;
  const splices = [{ start: at, end: at, text: name }];
  return [ideaIn('identifier', source, { title: `the function takes \`${name}\`, as its likes do`, rank: 0, splices })];
}

function functions({ program }: Source): FunctionNode[] {
  return [...all(program, 'ArrowFunctionExpression'), ...all(program, 'FunctionExpression')];
}

/** What a function is handed to as the last: `app` of `app.get('/', () => …)`; `exports` of what a file gives out: `exports.up = async () => …`. */
function ownerOf(fn: FunctionNode): string | null {
  const given = fn.parent?.type === 'AssignmentExpression' ? chainOf(fn.parent.left) : null;
  if (given !== null) return /^((?:module\.)?exports)\.\w+$/.exec(given)?.[1] ?? null;
  if (fn.parent?.type === 'ExportNamedDeclaration') return 'exports';
  const call = fn.parent?.type === 'CallExpression' && fn.parent.arguments.at(-1) === fn ? fn.parent : null;
  const [first] = call?.arguments ?? [];
  const isNamed = first !== fn && call?.callee.type === 'MemberExpression';
  return isNamed && call.callee.type === 'MemberExpression' ? chainOf(call.callee.object) : null;
}
