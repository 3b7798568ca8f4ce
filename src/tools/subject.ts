/** Tools that look at the subject itself: what its hook told the keeper, what the kernel says of its process, what it wrote to stderr (SPEC TOOL-2). */
import { connect } from 'node:net';
import { once } from 'node:events';
import { namesIn, readJson, readText } from '../kit/files.ts';
import { isAlive, processStat, type Identity } from '../kit/identity.ts';
import { capLines } from '../kit/text.ts';
import type { ToolContext } from './context.ts';
import { link, names, proc } from './proc.ts';
import { declare, integer, longText, optional, word } from './tool.ts';

/** What of run.json is looked at here. */
interface Running {
  readonly state: string;
  readonly since: string;
  readonly why: string | null;
  readonly child: Identity | null;
  readonly boot: number;
  readonly ports: readonly number[];
  readonly restarts: number;
  readonly rssBytes: number;
  readonly socket: string | null;
}

interface Sample {
  readonly atMs: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
  readonly cpuUs: number;
  readonly delayP99Ms: number;
  readonly elu: number;
  readonly handles: number;
}

const askMs = 2_000;
const mb = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const isHere = ({ subject }: ToolContext): boolean => subject !== null;
const gone = 'the server does not run now';

export const checkMemory = declare({
  name: 'check_memory',
  description: 'Memory of the running server over the last minutes: resident, heap, external, and how it grows.',
  input: {},
  touches: ['reads'],
  isHere,
  run: async (_input, context) => {
    const told = await vitals(context);
    if (typeof told === 'string') return told;
    const limit = /^Max resident set\s+(\S+)/m.exec(proc(told.pid, 'limits'))?.[1] ?? 'unlimited';
    const lines = told.samples.map(
      (one) =>
        `${ago(one, told.samples)}: rss ${mb(one.rss)}, heap ${mb(one.heapUsed)} of ${mb(one.heapTotal)}, external ${mb(one.external)}`,
    );
    const [first, last] = [told.samples[0], told.samples.at(-1)];
    const grown =
      first && last
        ? `heap since the first sample: ${last.heapUsed >= first.heapUsed ? '+' : ''}${mb(last.heapUsed - first.heapUsed)}`
        : '';
    const peak = /^VmHWM:\s+(.*)$/m.exec(proc(told.pid, 'status'))?.[1] ?? 'unknown';
    return [`process ${told.pid}, peak resident ${peak}, kernel limit ${limit}`, ...lines, grown].join('\n');
  },
});

export const checkEventLoop = declare({
  name: 'check_event_loop',
  description:
    "How busy the running server's event loop is: share of the time in use, delay (99th percentile), open handles, CPU.",
  input: {},
  touches: ['reads'],
  isHere,
  run: async (_input, context) => {
    const told = await vitals(context);
    if (typeof told === 'string') return told;
    return told.samples
      .map(
        (one) =>
          `${ago(one, told.samples)}: ${Math.round(one.elu * 100)} % busy, delay p99 ${one.delayP99Ms} ms, ${one.handles} handles, ${Math.round(one.cpuUs / 1000)} ms CPU since the sample before`,
      )
      .join('\n');
  },
});

export const checkFileDescriptors = declare({
  name: 'check_file_descriptors',
  description: 'Open file descriptors of the running server by kind, its limit, and the files it holds.',
  input: {},
  touches: ['reads'],
  isHere,
  run: (_input, context) => {
    const pid = alive(context);
    if (pid === null) return gone;
    const targets = names(`/proc/${pid}/fd`).map((fd) => link(`/proc/${pid}/fd/${fd}`));
    if (targets.length === 0) return 'this system does not tell';
    const limit = /^Max open files\s+(\d+|unlimited)/m.exec(proc(pid, 'limits'))?.[1] ?? 'unknown';
    const kinds = new Map<string, number>();
    for (const target of targets) kinds.set(kindOf(target), (kinds.get(kindOf(target)) ?? 0) + 1);
    const files = [...new Set(targets.filter((target) => target.startsWith('/') && !target.startsWith('/dev/')))];
    const sorted = [...kinds].toSorted((a, b) => b[1] - a[1]).map(([kind, number]) => `${kind} ${number}`);
    return [`${targets.length} open, limit ${limit}: ${sorted.join(', ')}`, ...files.slice(0, 60)].join('\n');
  },
});

export const listProcesses = declare({
  name: 'list_processes',
  description: 'The processes of the server: state, memory, CPU seconds and command line.',
  input: {},
  touches: ['reads'],
  isHere,
  run: (_input, context) => {
    const run = record(context);
    const pid = alive(context);
    if (run === null) return gone;
    const head = `state ${run.state} since ${run.since}, boot ${run.boot}, ${run.restarts} restarts${run.why === null ? '' : `: ${run.why}`}`;
    if (pid === null) return `${head}\n${gone}`;
    return [head, ...family(pid).map(describe)].join('\n');
  },
});

export const checkLogs = declare({
  name: 'check_logs',
  description: "The last lines of the server's stderr.",
  input: {
    lines: optional(integer('how many, default 60', [1, 500])),
    contains: optional(word('only lines that hold this text, in any case')),
  },
  touches: ['reads'],
  more: 'ask for fewer lines, or give contains',
  isHere,
  run: ({ lines = 60, contains }, { subject }) => {
    const folder = subject?.folder ?? '';
    const boots = namesIn(folder)
      .flatMap((name) => /^boot-(\d+)\.stderr$/.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((a, b) => b - a);
    const found: string[] = [];
    for (const boot of boots.slice(0, 3)) {
      const text = capLines(readText(`${folder}/boot-${boot}.stderr`) ?? '', 1_000, 256 * 1024);
      const wanted = text
        .split('\n')
        .filter(
          (line) =>
            line.trim() !== '' && (contains === undefined || line.toLowerCase().includes(contains.toLowerCase())),
        );
      found.unshift(...(wanted.length > 0 ? [`-- boot ${boot}`, ...wanted] : []));
      if (found.length >= lines) break;
    }
    return lastChars(found.slice(-lines), 3_800) || 'nothing was written to stderr';
  },
});

export const restartService = declare({
  name: 'restart_service',
  description: 'Propose a restart of the server as a part of the repair. It is done when the repair goes live.',
  input: { why: longText('why a restart helps') },
  touches: ['proposes'],
  run: ({ why }, { operations, wishes }) => {
    if (!operations.some(({ op }) => op === 'restart')) operations.push({ op: 'restart' });
    wishes.push({ what: 'restart the server', why: why.slice(0, 300) });
    return 'Noted: the proposal asks for a restart. Making a repair live starts a new process anyway.';
  },
});

function record({ subject }: ToolContext): Running | null {
  return subject === null ? null : readJson<Running>(subject.runJson);
}

/** The pid of the serving process where exactly that one still lives. */
export function alive(context: ToolContext): number | null {
  const child = record(context)?.child ?? null;
  return child !== null && isAlive(child) ? child.pid : null;
}

/** Ports that the server listens on. */
export function ownPorts(context: ToolContext): readonly number[] {
  return record(context)?.ports ?? [];
}

/** What the process that serves told last, or why there is nothing. */
async function vitals(context: ToolContext): Promise<{ pid: number; samples: readonly Sample[] } | string> {
  const run = record(context);
  const pid = alive(context);
  if (pid === null || run?.socket == null) return gone;
  const connection = connect(run.socket);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(askMs)]);
  connection.setEncoding('utf8');
  try {
    await once(connection, 'connect', { signal });
    connection.write('{"t":"ask"}\n');
    let text = '';
    while (!text.includes('\n')) text += String((await once(connection, 'data', { signal }))[0]);
    const answer = JSON.parse(text.slice(0, text.indexOf('\n'))) as { processes: { pid: number; samples: Sample[] }[] };
    const told = answer.processes.filter(({ samples }) => samples.length > 0);
    return (
      told.find((one) => one.pid === pid) ??
      told[0] ??
      'the server has told nothing yet; it does so every 10 s once it listens'
    );
  } finally {
    connection.destroy();
  }
}

function ago(sample: Sample, all: readonly Sample[]): string {
  return `${Math.round(((all.at(-1)?.atMs ?? sample.atMs) - sample.atMs) / 1000)} s before the last`;
}

function kindOf(target: string): string {
  const kind = /^(socket|pipe|anon_inode):/.exec(target)?.[1];
  return kind ?? (target.startsWith('/dev/') ? 'device' : 'file');
}

/** The process and what it started, parents first. */
function family(root: number): number[] {
  const parents = new Map(
    names('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), processStat(Number(name))?.ppid]),
  );
  const found = [root];
  for (const pid of found) found.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  return found;
}

function describe(pid: number): string {
  const status = proc(pid, 'status');
  const field = (name: string): string => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1] ?? '?';
  const times = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  const seconds = (Number(times[11] ?? 0) + Number(times[12] ?? 0)) / 100;
  const command = proc(pid, 'cmdline').split('\0').join(' ').trim().slice(0, 200);
  return `${pid} ${field('State')}, rss ${field('VmRSS')}, ${field('Threads')} threads, ${seconds} s CPU: ${command}`;
}

/** As many of the last lines as there is room for. */
function lastChars(lines: readonly string[], charsMax: number): string {
  let from = lines.length;
  for (let room = charsMax; from > 0 && room - (lines[from - 1]?.length ?? 0) - 1 >= 0; from -= 1)
    room -= (lines[from - 1]?.length ?? 0) + 1;
  return lines.slice(from).join('\n');
}
