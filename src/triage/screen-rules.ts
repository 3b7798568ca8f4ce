/** What an order to the reader looks like. Trigger words alone are none: errors are full of them. */
import { destroy, execute, exfiltrate, leak } from './screen-deeds.ts';
import { foreign } from './screen-foreign.ts';
import { advice, instruct } from './screen-orders.ts';
import { inject, override, role } from './screen-steer.ts';
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
