/** What a change leaves out that the old text asked or used: half of the repairs that answer 200 with something else do (POL-8). */
import { field, list, parse, type Node } from './syntax.ts';
import type { TextChange } from './meaning.ts';
import { visit } from './walk.ts';

export interface Loss {
  readonly path: string;
  readonly detail: string;
}

/** Comparisons that are gone or became others, and parameters and variables that are used less often though they are still there. */
export function readLosses({ path, before, after }: TextChange): Loss[] {
  const [old, next] = [readUses(path, before), readUses(path, after)];
  if (old === null || next === null) return [];
  const compared = fewer(old.compared, next.compared).map((sign) => `loses a comparison \`${sign}\``);
  const used = fewer(old.used, next.used)
    .filter((name) => (old.declared.get(name) ?? 0) > 0 && old.declared.get(name) === next.declared.get(name))
    .map((name) => `uses \`${name}\` less than before`);
  return [...compared, ...used].map((detail) => ({ path, detail }));
}

interface Uses {
  readonly compared: ReadonlyMap<string, number>;
  readonly used: ReadonlyMap<string, number>;
  readonly declared: ReadonlyMap<string, number>;
}

function readUses(path: string, text: string | null): Uses | null {
  const program = text === null ? null : parse(path, text);
  if (program === null) return null;
  const [compared, used, declared] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  visit(program, (node, { parent }) => {
    const sign = String(node['operator']);
    if (node.type === 'BinaryExpression' && /^(?:[=!]==?|[<>]=?)$/.test(sign)) count(compared, sign);
    for (const name of declaredBy(node)) count(declared, name);
    if (node.type === 'Identifier' && isUse(node, parent)) count(used, String(node['name']));
  });
  return { compared, used, declared };
}

function count(bag: Map<string, number>, key: string): void {
  bag.set(key, (bag.get(key) ?? 0) + 1);
}

function fewer(old: ReadonlyMap<string, number>, next: ReadonlyMap<string, number>): string[] {
  return [...old].filter(([key, times]) => times > (next.get(key) ?? 0)).map(([key]) => key);
}

/** The names of variables and parameters, also those that a pattern takes apart. */
function declaredBy(node: Node): string[] {
  if (node.type === 'VariableDeclarator') return namesIn(field(node, 'id'));
  return /Function/.test(node.type) ? list(node, 'params').flatMap(namesIn) : [];
}

function namesIn(node: Node | null): string[] {
  if (node === null) return [];
  if (node.type === 'Identifier') return [String(node['name'])];
  const inner = [field(node, 'left'), field(node, 'argument'), field(node, 'value'), field(node, 'parameter')];
  return [...inner, ...list(node, 'properties'), ...list(node, 'elements')].flatMap(namesIn);
}

/** Not the name of a member or of a key. */
function isUse(node: Node, parent: Node | null): boolean {
  if (parent === null) return true;
  if (parent.type === 'MemberExpression') return field(parent, 'property') !== node || parent['computed'] === true;
  if (parent.type === 'Property') return field(parent, 'value') === node;
  return true;
}
