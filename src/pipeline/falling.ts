/** Wiring: out of a crash loop that nobody repairs, by starting the last good release (SUP-2, PRO-8). */
import type { Incident } from '../incident/incident.ts';
import type { FallBack, FellBack, Signal } from '../incident/nouns.ts';
import { iso, systemClock } from '../kit/clock.ts';
import { releaseRules, type Project } from '../project.ts';
import { asksToGoBack } from '../release/deploys.ts';

import { lastGood, listReleases } from '../release/releases.ts';
import { offer, rollbackTo } from '../release/rollback.ts';
import { readTree } from '../release/tree.ts';
import type { StepsOptions } from './options.ts';

/** A failure of one of these kinds ends the process; only such a one can be what a crash loop is made of. */
const deadly: ReadonlySet<Signal['kind']> = new Set(['crash', 'spawn', 'freeze', 'health']);

/** The last good release, where another one is live and fails. One that ran well is never left, nor one that was left or gone back to before. */
export function wayOut(project: Project, incident: Incident, all: readonly Incident[]): FallBack | null {
  const { paths, settings } = project;
  const from = incident.lastRelease;
  if (from === null || settings.autonomy === 'observe' || !deadly.has(incident.signal.kind)) return null;
  const before = all.filter(({ subject }) => subject === incident.subject).flatMap(({ fallBacks }) => fallBacks);
  if (before.some((one) => [one.from, one.to, one.fell?.to].includes(from))) return null;
  const [good, live] = [lastGood(paths), readTree(paths, from)];
  if (good === null || live === null || good.hash === from) return null;
  const ranAt = listReleases(paths).find(({ tree }) => tree === good.hash)?.goodAt ?? iso(0);
  const risk = asksToGoBack(live, good, systemClock.now() - Date.parse(ranAt));
  const word = { propose: 'autonomy is `propose`', auto: risk, full: null }[settings.autonomy];
  return { from, to: good.hash, asks: word };
}

/** Done again after a kill it changes nothing more. A release that does not start either is no way out: the files come back. */
export async function startLastGood(
  options: StepsOptions,
  { incident, fallBack: { from, to, asks } }: { incident: Incident; fallBack: FallBack },
): Promise<FellBack> {
  const { project, swapper } = options;
  const { subject } = incident;
  const place = { paths: project.paths, rules: releaseRules(project, subject), at: iso(options.now()) };
  const number = String(incident.id);
  if (asks !== null) {
    await offer(place, to, `the last good release, for incident ${number}`);
    return { to: null, why: `${subject} is in a crash loop. The last good release could be started, but ${asks}` };
  }
  const back = await rollbackTo({ ...place, from, to, incident: number });
  if (back.id === from) return { to: null, why: 'what was added since the last good release is not ours to remove' };
  const swapped = (await swapper?.swap(subject, back.id)) ?? { ready: true, why: '' };
  if (swapped.ready) return { to: back.id, why: told(subject, { from, to, reinstall: back.reinstall }) };
  await rollbackTo({ ...place, from: back.id, to: from, incident: number });
  swapper?.record(subject, from);
  return {
    to: null,
    why: `the last good release did not become ready either (${swapped.why}): the files are as they were`,
  };
}

function told(subject: string, { from, to, reinstall }: { from: string; to: string; reinstall: boolean }): string {
  const install = reinstall ? '; the lock file is another one: install the packages anew' : '';
  return `${subject} was in a crash loop: release ${to.slice(0, 12)}, the last that ran well, runs instead of ${from.slice(0, 12)}, whose files are kept as a backup${install}`;
}
