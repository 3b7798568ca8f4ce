/** What two texts have in common that mean the same: their trees as text. */
import { children } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';

/** A tree as text without positions, and without the types that nothing does at run time. */
export function print(node: Node, text: string): string {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return print(node.expression, text);
  // `if (x) { y() }` is `if (x) y()`.
  const [only, more] = node.type === 'BlockStatement' && isArm(node) ? node.body : [];
  if (only !== undefined && more === undefined && /^(?:Expression|Return|Throw)Statement$/.test(only.type))
    return print(only, text);
  if (node.type === 'LogicalExpression')
    return `(${node.operator} ${operands(node, node.operator)
      .map((each) => print(each, text))
      .join('')})`;
  if (/^TS(?:Type(?:Annotation|Parameter|Alias)|Interface)/.test(node.type)) return '';
  const below = children(node);
  const isText = node.type === 'Literal' || node.type === 'TemplateElement' || node.type === 'JSXText';
  const whole = text.slice(node.start, node.end);
  const own =
    below.length === 0
      ? isText
        ? whole
        : whole.replace(/\s+/g, '')
      : ['name', 'operator', 'kind', 'computed', 'async', 'static', 'generator', 'optional']
          .map((key) => String((node as unknown as Record<string, unknown>)[key]))
          .join();
  return `(${node.type} ${own}${below.map((child) => print(child, text)).join('')})`;
}

/** `a || (b || c)` is `(a || b) || c`. */
function operands(node: Node, operator: string): Node[] {
  const inner = node.type === 'ParenthesizedExpression' ? node.expression : node;
  if (inner.type !== 'LogicalExpression' || inner.operator !== operator) return [inner];
  return [...operands(inner.left, operator), ...operands(inner.right, operator)];
}

/** What a condition or a loop carries out. */
function isArm({ parent }: Node): boolean {
  return /^(?:If|For|ForOf|ForIn|While)Statement$/.test(parent?.type ?? '');
}
