/** Routes that are asked more of: a middleware in front of a handler, as other routes of the project have it (decision 0025). */
import type { Text } from './forgotten.ts';
import { dotted, field, list, parse, type Node } from './syntax.ts';
import { visit } from './walk.ts';

/** `get('/x', guard, show)` where `get('/x', show)` stood, and another route names that very guard before its handler: requests pass more, never less. */
export function isGuardedRoute(before: Text, after: string, others: () => readonly Text[]): boolean {
  const added = middlewareIn({ path: before.path, text: after }).find(
    ({ node, next }) => after.slice(0, node.start) + after.slice(next.start) === before.text,
  );
  if (added === undefined) return false;
  const text = after.slice(added.node.start, added.next.start);
  return [before, ...others()].some((each) =>
    middlewareIn(each).some(({ node, next }) => each.text.slice(node.start, next.start) === text),
  );
}

interface Middleware {
  readonly node: Node;
  /** What stands behind it. */
  readonly next: Node;
}

/** Names and calls between the path and the handler of a route. */
function middlewareIn({ path, text }: Text): Middleware[] {
  const program = parse(path, text);
  const found: Middleware[] = [];
  if (program !== null)
    visit(program, (node) => {
      const callee = node.type === 'CallExpression' ? dotted(field(node, 'callee')) : null;
      if (callee === null || !/\.(?:get|post|put|patch|delete|all)$/.test(callee)) return;
      const args = list(node, 'arguments');
      for (const [at, each] of args.entries()) {
        const next = args[at + 1];
        if (at > 0 && next !== undefined && /^(?:Identifier|MemberExpression|CallExpression)$/.test(each.type))
          found.push({ node: each, next });
      }
    });
  return found;
}
