/** `kintsugi status`: read off the files that keeper and healer keep, so it works with and without them. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../../kit/errors.ts';
import { namesIn, readJson, readRecord } from '../../kit/files.ts';
import { isAlive, type Identity } from '../../kit/identity.ts';
import { readRun } from '../../kit/known.ts';
import type { StatePaths } from '../../kit/paths.ts';
import { textOf } from './args.ts';
import { placesOf, type Call } from './call.ts';
import { table } from './output.ts';
import type { View } from '../../engine/view.ts';
import { duration, waitingLines } from './render.ts';

/** The part of run.json that is shown (docs/protocol.md). */
interface RunFile {
  readonly subject: string;
  readonly state: string;
  readonly why: string | null;
  readonly since: string | null;
  readonly keeper: Identity | null;
  readonly child: Identity | null;
  readonly port: number | null;
  readonly ports?: readonly number[];
  readonly boot: number;
  readonly release: string | null;
  readonly restarts: number;
  readonly hook: string;
  readonly sockets: string;
  readonly rssBytes: number | null;
  readonly nextRestartAt: string | null;
  readonly served?: number;
  readonly workers?: readonly { readonly child: Identity; readonly served: number }[];
}

/** The part of vitals.json that is shown (docs/protocol.md). */
interface VitalsFile {
  readonly at: string;
  readonly limits: { readonly memoryBytes: number | null; readonly cpus: number | null };
  readonly processes: readonly {
    readonly pid: number;
    readonly rssBytes: number;
    readonly cpuPercent: number | null;
    readonly inside: readonly {
      readonly pid: number;
      readonly heapUsed: number;
      readonly heapLimit: number;
      readonly delayP99Ms: number;
      readonly delayMaxMs: number;
      readonly gcMs: number;
      readonly elu: number;
      readonly handles: number;
    }[];
  }[];
  /** Absent in files of versions that had none. */
  readonly routes?: readonly RouteVitals[];
}

/** How a route answered when the supervisor asked it (SEN-8): the latest status (null = no answer), and of the last 60 how many failed and how long they took. */
interface RouteVitals {
  readonly route: string;
  readonly at: string;
  readonly status: number | null;
  readonly asked: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** One process of a server with several; `served` = requests it has taken. */
export interface WorkerStatus {
  readonly pid: number;
  readonly served: number;
}

export interface SubjectStatus {
  readonly subject: string;
  readonly state: string;
  /** Why it is in that state, where that needs saying. */
  readonly why: string | null;
  readonly pid: number | null;
  readonly keeperPid: number | null;
  readonly port: number | null;
  readonly since: string | null;
  readonly boot: number;
  readonly restarts: number;
  readonly rssBytes: number | null;
  readonly release: string | null;
  readonly hook: string;
  readonly sockets: string;
  readonly nextRestartAt: string | null;
  /** All processes that serve, the first one first; [] where there is one at most. */
  readonly workers: readonly WorkerStatus[];
  /** How its processes were at the latest look, ten seconds ago at most; null where it does not run, or is not looked at. */
  readonly vitals: VitalsFile | null;
  /** What a person should know; null where all is as it should be. */
  readonly note: string | null;
}

/** `views` gives the incidents of the project; it is only called where there is a record. */
export async function status(call: Call, views: () => Promise<readonly View[]>): Promise<number> {
  const places = placesOf(call);
  const subjects = subjectsOf(places);
  const healer = readJson<Identity>(places.healerLock);
  const known = hasRecord(places.journal) ? await views().catch(damaged) : [];
  const waiting = known instanceof Fault ? [] : known.filter((view) => view.action !== null);
  const result = {
    project: places.project,
    state: places.state,
    paused: existsSync(places.paused),
    healerPid: healer !== null && isAlive(healer) ? healer.pid : null,
    subjects,
    configuration: refusedOf(places, subjects),
    waiting,
  };
  call.output.result(result, () => page(result));
  if (known instanceof Fault) call.output.warn(`${known.message} ${known.next}`);
  return known instanceof Fault ? known.exit : 0;
}

/** What serves can be told without the record of what failed. */
function damaged(error: unknown): Fault {
  if (error instanceof Fault) return error;
  throw error;
}

/** Why the changed settings are refused; null where they are not, or nobody keeps to any. */
function refusedOf(places: StatePaths, subjects: readonly SubjectStatus[]): string | null {
  if (subjects.every(({ keeperPid }) => keeperPid === null)) return null;
  return readRecord<{ refused: string | null }>(places.configuration)?.refused ?? null;
}

/** False where nothing ever happened: then what reads the record need not be loaded. */
function hasRecord(folder: string): boolean {
  return namesIn(folder).some((name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size !== 0);
}

/** All subjects of the project that ever ran. A file that cannot be read is no reason to say nothing of the others. */
export function subjectsOf(places: StatePaths): SubjectStatus[] {
  const folder = path.join(places.state, 'run');
  return namesIn(folder).flatMap((name) => {
    const run = readRun<RunFile>(path.join(folder, name, 'run.json'));
    return run === null ? [] : [subjectStatus(run, readRecord<VitalsFile>(path.join(folder, name, 'vitals.json')))];
  });
}

/** The subject that `--subject` names, else the only one, or the only one that runs; null where nothing ever ran. @throws Fault `usage` where it is not clear which is meant */
export function subjectNamed(call: Call): string | null {
  const all = subjectsOf(placesOf(call));
  const running = all.filter(({ state }) => state !== 'stopped');
  const meant = (running.length > 0 ? running : all).map(({ subject }) => subject);
  const subjects = all.map(({ subject }) => subject);
  const named = textOf(call.args, 'subject');
  if (named !== null && !subjects.includes(named))
    throw new Fault('usage', `there is no subject ${named} here`, {
      next: `There is: ${subjects.join(', ') || 'none yet'}.`,
    });
  if (named === null && meant.length > 1)
    throw new Fault('usage', 'this project has several subjects', {
      next: `Choose with --subject: ${meant.join(', ')}.`,
    });
  return named ?? meant[0] ?? null;
}

/** The file outlives its writer, so what it says of processes is checked against them. */
function subjectStatus(run: RunFile, vitals: VitalsFile | null): SubjectStatus {
  const keeper = run.keeper !== null && isAlive(run.keeper) ? run.keeper.pid : null;
  const child = run.child !== null && isAlive(run.child) ? run.child.pid : null;
  const ended = keeper === null && child === null;
  return {
    subject: run.subject,
    state: ended ? 'stopped' : run.state,
    why: ended ? null : run.why,
    pid: child,
    keeperPid: keeper,
    port: ended ? null : run.port,
    since: run.since,
    boot: run.boot,
    restarts: run.restarts,
    rssBytes: child === null ? null : run.rssBytes,
    release: run.release,
    hook: run.hook,
    sockets: run.sockets,
    nextRestartAt: keeper === null ? null : run.nextRestartAt,
    workers: workersOf(run, child),
    vitals: vitalsOf(vitals, keeper === null ? [] : [run.child, ...(run.workers ?? []).map((worker) => worker.child)]),
    note: noteOf(run, { keeper, child }),
  };
}

/** What an owner may not expect of a server that runs. */
function noteOf(
  { state, hook, sockets }: RunFile,
  { keeper, child }: { keeper: number | null; child: number | null },
): string | null {
  if (child === null) return null;
  if (keeper === null) return 'nobody supervises it: start `kintsugi run` again, it takes over';
  if (state !== 'ready') return null;
  if (sockets === 'off: nothing listens') return 'it runs and listens nowhere: whether it does its work cannot be seen';
  const why = /^off: (?!switched off)(.*)/.exec(String(sockets))?.[1]; // a record of an older keeper may have none
  const notes = [
    ...(hook === 'absent' ? ['the preload is not in it, so that less is seen of what fails in it'] : []),
    ...(String(hook).startsWith('connected, ') ? [`the preload is ${hook}`] : []),
    ...(why === undefined
      ? []
      : [`a restart refuses connections for a moment, since its sockets are not held: ${why}`]),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

function workersOf({ workers = [], served = 0 }: RunFile, child: number | null): WorkerStatus[] {
  const others = workers.filter((worker) => isAlive(worker.child));
  if (others.length === 0) return [];
  const first = child === null ? [] : [{ pid: child, served }];
  return [...first, ...others.map((worker) => ({ pid: worker.child.pid, served: worker.served }))];
}

/** Of those that are still there; what a keeper before left behind is no news. */
function vitalsOf(vitals: VitalsFile | null, running: readonly (Identity | null)[]): VitalsFile | null {
  const pids = new Set(running.flatMap((child) => (child !== null && isAlive(child) ? child.pid : [])));
  const processes = (vitals?.processes ?? []).filter(({ pid }) => pids.has(pid));
  const { at, limits, routes = [] } = vitals ?? {};
  return at === undefined || limits === undefined || processes.length === 0 ? null : { at, limits, processes, routes };
}

/** Those that failed, and the slowest. */
function routeLines({ vitals }: SubjectStatus): string[] {
  const routes = vitals?.routes ?? [];
  const [slowest] = routes.toSorted((a, b) => b.p95Ms - a.p95Ms);
  if (slowest === undefined) return [];
  const failing = routes.filter(({ failed }) => failed > 0);
  const times = `slowest GET ${slowest.route}: ${slowest.p50Ms} ms (p50), ${slowest.p95Ms} ms (p95)`;
  return [
    `  routes asked: ${routes.length}, ${failing.length} failing; ${times}`,
    ...failing.map(({ route, status, asked, failed }) => {
      const now = status === null ? 'gave no answer' : `answered ${status}`;
      return `    GET ${route} ${now}; ${failed} of ${asked} failed`;
    }),
  ];
}

/** One line a process, seen from outside; below it what those in it say of themselves. */
function vitalLines({ vitals }: SubjectStatus): string[] {
  if (vitals === null) return [];
  const { memoryBytes, cpus } = vitals.limits;
  const limits = [...(memoryBytes === null ? [] : [mb(memoryBytes)]), ...(cpus === null ? [] : [`${cpus} cores`])];
  const lines = vitals.processes.flatMap(({ pid, rssBytes, cpuPercent, inside }) => [
    `  pid ${pid}: ${mb(rssBytes)} in all, CPU ${cpuPercent ?? '-'} %`,
    ...inside.map(
      (one) =>
        `    ${one.pid === pid ? '' : `pid ${one.pid}: `}heap ${mb(one.heapUsed)} of ${mb(one.heapLimit)}, GC ${tenths(one.gcMs / 100)} %, ` +
        `loop ${tenths(100 * one.elu)} % busy, late ${one.delayP99Ms} ms (p99), ${one.delayMaxMs} ms at most, ${one.handles} handles`,
    ),
  ]);
  return limits.length === 0 ? lines : [`  limits of its cgroup: ${limits.join(', ')}`, ...lines];
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}

function tenths(value: number): string {
  return value.toFixed(1);
}

/** How the requests spread over the processes. */
function spread({ subject, workers }: SubjectStatus): string[] {
  const all = workers.reduce((sum, { served }) => sum + served, 0);
  const share = ({ pid, served }: WorkerStatus): string =>
    `pid ${pid} ${all === 0 ? '-' : `${Math.round((100 * served) / all)} %`}`;
  return workers.length === 0
    ? []
    : [`${subject}: ${workers.length} processes: ${workers.map(share).join(', ')} of ${all} requests`];
}

function page({
  project,
  paused,
  subjects,
  configuration,
  waiting,
}: {
  project: string;
  paused: boolean;
  subjects: readonly SubjectStatus[];
  configuration: string | null;
  waiting: readonly View[];
}): string {
  const rows = subjects.map((subject) => [
    subject.subject,
    subject.state,
    subject.pid === null ? '-' : `pid ${subject.pid}`,
    subject.port === null ? '-' : `port ${subject.port}`,
    subject.since === null ? '-' : `for ${duration(Date.now() - Date.parse(subject.since))}`,
    `${subject.restarts} restarts`,
    subject.rssBytes === null ? '-' : mb(subject.rssBytes),
  ]);
  return [
    project,
    rows.length === 0 ? 'Nothing has been run here yet: kintsugi run <entry>' : table(rows),
    ...subjects.flatMap(({ subject, why }) => (why === null ? [] : [`${subject}: ${why}`])),
    ...subjects.flatMap(({ subject, note }) => (note === null ? [] : [`${subject}: ${note}`])),
    ...subjects.flatMap((subject) => [...vitalLines(subject), ...routeLines(subject)]),
    ...subjects.flatMap(spread),
    ...(configuration === null ? [] : [configuration]),
    ...(paused ? ['Paused: no automatic action. kintsugi resume'] : []),
    ...waitingLines(waiting),
  ].join('\n');
}
