/** What functions decide that speak of access by their name: each yes or no they give back (POL-8). */
import { children, dotted, field, list, type Node } from './syntax.ts';
import { add, guardName, lastName, source, type Walk } from './walk.ts';

const comparisons = /^(?:[=!]==?|[<>]=?|in|instanceof)$/;

export function lookVerdicts(node: Node, walk: Walk): void {
  const made = namedFunction(node);
  if (made === null || !guardName.test(made.name)) return;
  for (const verdict of verdictsOf(made.body)) {
    if (grants(verdict)) add(walk, 'guard-grant', made.name);
    else if (decides(verdict)) add(walk, 'guard-verdict', source(walk, verdict));
  }
}

function namedFunction(node: Node): { name: string; body: Node } | null {
  const id = field(node, 'id') ?? field(node, 'key') ?? field(node, 'left');
  const maker =
    node.type === 'FunctionDeclaration' ? node : (field(node, 'init') ?? field(node, 'value') ?? field(node, 'right'));
  const body = maker !== null && /Function/.test(maker.type) ? field(maker, 'body') : null;
  return body === null ? null : { name: lastName(id), body };
}

/** What is returned, also from within conditions and loops, but not by functions within. */
function verdictsOf(body: Node): Node[] {
  if (body.type !== 'BlockStatement') return [body];
  const found: Node[] = [];
  const open = [...children(body)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const value = next.type === 'ReturnStatement' ? field(next, 'argument') : null;
    if (value !== null) found.push(value);
    if (!/Function|Class/.test(next.type)) open.push(...children(next));
  }
  return found;
}

/** Lets pass whoever comes: a constant yes, or the next handler. */
function grants(node: Node): boolean {
  if (node.type === 'Literal') return Boolean(node['value']);
  return (
    node.type === 'CallExpression' && dotted(field(node, 'callee')) === 'next' && list(node, 'arguments').length === 0
  );
}

function decides(node: Node): boolean {
  const operator = String(node['operator']);
  if (node.type === 'BinaryExpression') return comparisons.test(operator);
  return node.type === 'LogicalExpression' || (node.type === 'UnaryExpression' && operator === '!');
}
