/** What an order to the reader looks like. Trigger words alone are none: errors are full of them. */
import { destroy, execute, exfiltrate, leak } from './screen-deeds.ts';
import { foreign } from './screen-foreign.ts';
import { advice, instruct } from './screen-orders.ts';
import { inject, override, role } from './screen-steer.ts';
import { literals } from './screen-literals.ts';
import type { Rule } from './screen-words.ts';

/** For what was found behind a disguise: the plain orders. */
export const disguisedRules: readonly Rule[] = [
  ...override,
  ...role,
  ...instruct,
  ...advice,
  ...exfiltrate,
  ...destroy,
  ...execute,
  ...foreign,
];

/** For the text as it stands. */
export const rules: readonly Rule[] = [...disguisedRules, ...leak, ...inject];

const literalsOf = new Map(rules.map((rule, at) => [rule, literals[at]]));

/** False where no match is possible; a pattern is compiled when it is first used, and all of them cost more than a heal's other thinking. */
export function mayMatch(text: string, rule: Rule): boolean {
  return literalsOf.get(rule)?.some((literal) => text.includes(literal)) ?? true;
}
