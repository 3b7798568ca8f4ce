/** A client that is taken from a pool and never given back: once all are out, requests wait for ever. */
import { all, allSources, chainOf, functionsAround, keyName, stringValue } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

const name = 'unreleased-client';

export const unreleasedClient: Recipe = {
  name,
  classes: ['timeout'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A client that is taken from a pool and never given back, so that requests wait once all are out: it is released at the end of the transaction, however that ends.',
  ideas(context) {
    if (context.signal.kind !== 'timeout') return [];
    const found = allSources(context.tree).flatMap((source) => takenIn(source).map((taken) => ({ source, ...taken })));
    return found.flatMap(({ source, client, fn }) => {
      const [work, more] = all(fn, 'TryStatement').filter((each) => functionsAround(each)[0] === fn);
      if (work === undefined || more !== undefined || work.finalizer !== null || work.start < client.end) return [];
      const [eol, indent] = [eolOf(source.text), indentAt(source.text, work.start)];
      const call = `${client.name}.release()${semicolonOf(source.text)}`;
      const inner = indentAt(source.text, (work.block.body[0] ?? work.block).start);
      const text = ` finally {${eol}${inner}${call}${eol}${indent}}`;
      const title = `\`${client.name}\` is given back to its pool`;
      return [ideaIn(name, source, { title, rank: 0, splices: [{ start: work.end, end: work.end, text }] })];
    });
  },
};

interface Taken {
  readonly client: Of<'Identifier'>;
  readonly fn: FunctionNode;
}

/** `const client = await pool.connect()` in a function that begins a transaction, and neither releases the client nor keeps it or gives it out. */
function takenIn({ program }: Source): Taken[] {
  return all(program, 'VariableDeclarator').flatMap(({ id, init }): Taken[] => {
    const call = init?.type === 'AwaitExpression' ? init.argument : null;
    const isTaken = call?.type === 'CallExpression' && /\.(?:connect|getConnection)$/.test(chainOf(call.callee) ?? '');
    const fn = functionsAround(id)[0];
    if (!isTaken || call.arguments.length > 0 || id.type !== 'Identifier' || fn === undefined) return [];
    const uses = all(fn, 'Identifier').filter((each) => each.name === id.name && each !== id);
    return isBegun(fn, id.name) && uses.every(isLent) ? [{ client: id, fn }] : [];
  });
}

function isBegun(fn: FunctionNode, client: string): boolean {
  return all(fn, 'CallExpression').some(
    ({ callee, arguments: [text] }) =>
      callee.type === 'MemberExpression' &&
      chainOf(callee.object) === client &&
      (/^begin/i.test(stringValue(text as Node | undefined) ?? '') || keyName(callee.property) === 'beginTransaction'),
  );
}

/** Asked something, or handed to the work that is waited for. */
function isLent(use: Node): boolean {
  const { parent } = use;
  if (parent?.type === 'MemberExpression' && parent.object === use)
    return !/^(?:release|end|destroy|close)$/.test(keyName(parent.property) ?? '');
  return parent?.type === 'CallExpression' && parent.callee !== use && parent.parent?.type === 'AwaitExpression';
}
