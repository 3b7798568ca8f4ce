/** `approve`, `reject`, `resolve`: a person's word, given with a name. */
import type { CarryOut, Desk } from '../../engine/desk.ts';
import { Fault } from '../../kit/errors.ts';
import { hasFlag, textOf } from './args.ts';
import type { Call } from './call.ts';
import { whoDecides } from './control.ts';

/** @throws Fault `no_such_incident`, `not_waiting` (which says who decided before, and when) */
export async function decide(call: Call, desk: Desk, carryOut: CarryOut): Promise<number> {
  const verdict = call.args.command as 'approve' | 'reject' | 'resolve';
  const note = textOf(call.args, 'note')?.trim() ?? '';
  if (verdict === 'resolve' && note === '')
    throw new Fault('usage', 'resolve needs --note: what was done about it', {
      next: 'The note is what the next person reads.',
    });
  const word = { verdict, by: await whoDecides(call), note };
  const wait = !hasFlag(call.args, 'no-wait');
  const { exit, text, view } = await desk.decide(call.args.words[0] ?? '', word, { wait, carryOut });
  call.output.result({ ...view, outcome: text }, () => `#${view.id}: ${text}`);
  return exit;
}
