/** Does a text try to steer its reader? (SPEC TRI-5; it only ever lowers autonomy.) */
import type { Finding } from '../incident/nouns.ts';

export function screen(text: string): Finding[] {
  const at = text.search(/\bignore (?:all )?(?:previous|prior) instructions/i);
  return at < 0 ? [] : [{ label: 'prompt-override', by: 'pattern', at }];
}
