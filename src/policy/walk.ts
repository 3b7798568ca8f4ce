/** Goes through a syntax tree and gathers what policy cares about as a bag of short facts. */
import { children, dotted, field, stringOf, type Node } from './syntax.ts';

/** How often each fact occurs; the key is `rule␟detail`. */
export type Facts = Map<string, number>;

export const separator = '\u241f';

export interface Walk {
  readonly text: string;
  readonly facts: Facts;
  /** Names bound to the file system module, or to one of its functions. */
  readonly fsNames: Set<string>;
  /** The local names under which each module is used. */
  readonly bound: Map<string, string[]>;
  /** Routes and middleware in the order in which they are registered. */
  readonly order: string[];
}

export interface Place {
  readonly parent: Node | null;
  /** How many conditions and try blocks stand around. */
  readonly conditions: number;
}

export function visit(root: Node, see: (node: Node, place: Place) => void): void {
  const stack: { node: Node; place: Place }[] = [{ node: root, place: { parent: null, conditions: 0 } }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, place } = next;
    see(node, place);
    const inner = /^(IfStatement|ConditionalExpression|LogicalExpression|TryStatement)$/.test(node.type) ? 1 : 0;
    const at = { parent: node, conditions: place.conditions + inner };
    // Reversed, so that facts come in the order of the text.
    for (const child of children(node).toReversed()) stack.push({ node: child, place: at });
  }
}

export function add(walk: Walk, rule: string, detail: string): void {
  const key = `${rule}${separator}${detail}`;
  walk.facts.set(key, (walk.facts.get(key) ?? 0) + 1);
}

export function source(walk: Walk, node: Node | null): string {
  return node === null ? '' : walk.text.slice(node.start, node.end).replace(/\s+/g, ' ');
}

export function lastName(node: Node | null): string {
  if (node === null) return '';
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'MemberExpression') {
    const property = field(node, 'property');
    return stringOf(property) ?? dotted(property) ?? '';
  }
  return node.type === 'ChainExpression' ? lastName(field(node, 'expression')) : '';
}

/** Names that speak of who may do what, and of what is let in. */
export const guardName =
  /auth|permi(ssion|t)|valid|csrf|xsrf|saniti[sz]e|escape|(?<!de)limit|throttle|verif|guard|protect|ensure|require[A-Z_]|role|admin|acl\b|session|jwt|passport|helmet|cors\b|login|timingsafe|(?<!locale)compare|decrypt|signature|allowed|forbid|deny|whitelist|blacklist|blocklist|allowlist/i;

/** Methods of dates and numbers that only tell what they are: `validUntil.toISOString()` checks nothing. */
export const writes =
  /^(?:to(?:ISOString|JSON|UTCString|(?:Locale)?(?:Date|Time)String|Fixed|Precision)|get(?:UTC)?(?:Time|FullYear|Month|Date|Day|Hours|Minutes|Seconds))$/;

/** What refuses by its name, and who may do something: a call of it that is gone lets through what it held. */
export const rightName = /^(?:assert|enforce|must|can|may)(?=[A-Z_])/;
