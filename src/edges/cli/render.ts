/** Incidents as people read them. The views themselves are made by the desk and printed as they are with --json. */
import type { Detail, EventLine } from '../../engine/desk.ts';
import type { RepairView, Status, View } from '../../engine/view.ts';
import { table } from './output.ts';

/** `kintsugi incidents`. */
export function incidentList(views: readonly View[]): string {
  if (views.length === 0) return 'No incidents.';
  const rows = views.map((view) => [
    String(view.id),
    isWatched(view) ? 'watched' : view.status,
    view.class ?? '-',
    placeOf(view),
    `${view.occurrences}x`,
    when(view.lastSeen),
    clip(view.message ?? '', 60),
  ]);
  return [table([['id', 'status', 'class', 'where', 'seen', 'last', 'message'], ...rows]), ...waitingLines(views)].join(
    '\n',
  );
}

/** What waits for a person, each with the command that releases it (CLI-4). */
export function waitingLines(views: readonly View[]): string[] {
  const waiting = views.filter((view) => view.action !== null && isOpen(view.status));
  return waiting.flatMap((view) => ['', ...actionLines(view)]);
}

function actionLines({ id, action }: View): string[] {
  if (action === null) return [];
  return [
    `#${id} waits for you: ${clip(action.why, 200)}`,
    ...(action.command === null ? [] : [`  ${action.command}`]),
  ];
}

/** False once nothing more will happen by itself or by a decision. */
export function isOpen(status: Status): boolean {
  return status !== 'resolved' && status !== 'rejected';
}

/** `kintsugi show`. */
export function incidentPage(detail: Detail & { readonly adopted?: boolean }): string {
  const facts: [string, string | null][] = [
    ['status', isWatched(detail) ? 'watched: the repair is live, and goes back if the failure returns' : detail.status],
    ['subject', detail.subject],
    ['class', detail.class],
    ['message', detail.message],
    ['where', detail.file === null ? null : placeOf(detail)],
    ['route', detail.route],
    ['seen', `${detail.occurrences}x, first ${when(detail.firstSeen)}, last ${when(detail.lastSeen)}`],
    ['resolved', detail.resolvedAt === null ? null : when(detail.resolvedAt)],
    ['suspicious', detail.suspicious ? 'yes: the text tries to steer its reader; no model acts on it alone' : null],
    ['cost', detail.tokens === 0 ? null : `${detail.tokens} tokens, $${detail.costUsd.toFixed(4)}`],
    ['ref', detail.ref],
  ];
  const rows = facts.flatMap(([label, value]) => (value === null ? [] : [[`  ${label}`, value]]));
  return [
    `Incident ${detail.id}`,
    table(rows),
    ...repairLines(detail.repair),
    ...homeLines(detail.repair, detail.adopted === true),
    ...(detail.refused.length === 0 ? [] : ['', 'Refused to a model', ...detail.refused.map((one) => `  ${one}`)]),
    '',
    'Timeline',
    ...detail.timeline.map(({ at, text, event }) => `  ${when(at)}  ${event}  ${text}`),
    ...(isOpen(detail.status) && detail.action !== null ? ['', ...actionLines(detail)] : []),
  ].join('\n');
}

/** Repaired, as far as one can see by now. */
function isWatched({ status, repair }: View): boolean {
  return status === 'repairing' && repair?.home != null;
}

/** What a repair does, and how it came about. */
export function repairHead(repair: RepairView): string[] {
  const by = repair.recipe ?? repair.model ?? repair.tier;
  const { tried, fell } = repair.candidates;
  const back = repair.takenBack ? '; it was live, and was taken back' : '';
  return [
    `${repair.kind} by ${by}, proof ${repair.proof}, ${tried} tried, ${fell} fell${back}`,
    `  ${clip(repair.title, 200)}`,
  ];
}

function repairLines(repair: RepairView | null): string[] {
  if (repair === null) return [];
  const { others } = repair;
  const [head = '', ...title] = repairHead(repair);
  return [
    '',
    `Repair: ${head}`,
    ...title,
    ...(others === null ? [] : [`  ${others.asBefore} of ${others.asked} other requests answered as before`]),
    ...repair.files.map((file) => `  ${file}`),
    ...(repair.diff === '' ? [] : ['', repair.diff.trimEnd()]),
  ];
}

/** PRO-9: what the owner does with what is live; also a part of the post-mortem. */
export function wayHome(
  repair: RepairView | null,
  adopted: boolean,
): { why: string; commands: readonly string[] } | null {
  const home = repair?.home;
  if (!home || repair.files.length === 0) return null;
  if (adopted) return { why: 'Taken over: the last commit holds it.', commands: [] };
  const lasts = home.untilRestart ? 'Live until the next start only: these files do not last. ' : '';
  const patch = lasts + (home.patch === null ? '' : `The same change as a patch: ${home.patch}`);
  if (home.commands.length === 0) return { why: patch, commands: [] };
  return { why: ['To take it over:', patch].filter(Boolean).join(' '), commands: home.commands };
}

function homeLines(repair: RepairView | null, adopted: boolean): string[] {
  const home = wayHome(repair, adopted);
  return home === null ? [] : ['', home.why, ...home.commands.map((command) => `  ${command}`)];
}

/** `kintsugi events`. */
export function eventText({ seq, at, incident, event, text }: EventLine): string {
  return `${String(seq).padStart(5)}  ${when(at)}  #${incident} ${event}  ${clip(text, 200)}`;
}

/** `2026-01-31 12:00:00` in UTC, as in the JSON. */
export function when(at: string): string {
  return at.slice(0, 19).replace('T', ' ');
}

/** `1.5 s`, `3 min`, `2 h`, `5 d`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`; // since a time to come, where the clock was set back
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.floor(ms / 3_600_000)} h` : `${Math.floor(ms / 86_400_000)} d`;
}

function placeOf({ file, line, route }: View): string {
  if (file === null) return route ?? '-';
  return line === null ? file : `${file}:${line}`;
}

function clip(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
