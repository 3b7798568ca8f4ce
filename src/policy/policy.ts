/** The one door for explaining: what would policy say to this command, diff or address? (`policy check`, CLI-5) */
import { checkDiff } from './change.ts';
import type { View } from './view.ts';
import { checkCommand } from './commands.ts';
import { deny, type PolicySettings, type Verdict } from './settings.ts';
import { checkUrl } from './urls.ts';

export type Asked =
  | { readonly command: string; readonly cwdInsideProject?: boolean }
  | { readonly diff: string; readonly view: View }
  /** `resolved` only where the caller looked the name up (`--resolve`). */
  | { readonly url: string; readonly resolved?: readonly string[] };

/** Exactly `{decision, rule, reason}`; nothing is run, written or looked up. */
export function explain(asked: Asked, settings: PolicySettings): Verdict {
  const verdict = judge(asked, settings);
  return { decision: verdict.decision, rule: verdict.rule, reason: verdict.reason };
}

function judge(asked: Asked, settings: PolicySettings): Verdict {
  if ('command' in asked) return checkCommand(asked.command, settings, asked);
  if ('diff' in asked) return checkDiff(asked.diff, settings, asked.view);
  if ('url' in asked) return checkUrl(asked.url, asked.resolved);
  return deny('nothing-asked', 'There is nothing to judge.');
}
