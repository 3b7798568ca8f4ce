/** A header that is set once the answer has begun: before its first piece. */
import { handlerAround } from '../../code/frameworks.ts';
import { chainOf, statementOf, textOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { lifted } from './setup-order.ts';

export const lateHeader: Recipe = {
  name: 'late-header',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A header or status that is set behind the first piece of the answer: it is set before it.',
  ideas(context) {
    const { message, named } = context.diagnosis;
    if (!/headers after they are sent/.test(message) && named.code !== 'ERR_HTTP_HEADERS_SENT') return [];
    return sitesOf(context).flatMap(({ source, nodes: [node] }) => {
      const statement = node === undefined ? null : statementOf(node);
      const response = node === undefined ? null : (handlerAround(context.tree, source, node)?.response ?? null);
      const block = statement?.parent?.type === 'BlockStatement' ? (statement.parent.body as Node[]) : [];
      if (statement === null || response === null || callIn(statement, response)?.search(sets) !== 0) return [];
      const first = block.find((each) => callIn(each, response)?.search(begins) === 0);
      if (first === undefined || first.start >= statement.start) return [];
      const title = `\`${textOf(source, statement).slice(0, 60)}\` before the answer begins`;
      return [ideaIn('late-header', source, { title, rank: 0, splices: lifted(source, { statement, before: first }) })];
    });
  },
};

const sets = /^(?:set|header|setHeader|type|status|cookie|attachment|append|vary|links|location)$/;
const begins = /^(?:write|flushHeaders|writeHead)$/;

/** The method of `res.method(…);`. */
function callIn(statement: Node, response: string): string | null {
  const call = statement.type === 'ExpressionStatement' ? statement.expression : null;
  const [root, method, more] = (call?.type === 'CallExpression' ? chainOf(call.callee) : null)?.split('.') ?? [];
  return root === response && more === undefined ? (method ?? null) : null;
}
