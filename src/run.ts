/** Wiring of `kintsugi run`: signals in, lines out, the keeper in between. */
import { isatty } from 'node:tty';
import { openEcho } from './keeper/echo.ts';
import { runKeeper } from './keeper/keeper.ts';
import type { KeeperOptions, Line } from './keeper/core.ts';
import { systemClock } from './kit/clock.ts';
import { hearSignals } from './kit/signals.ts';
import { printable } from './kit/text.ts';

export interface RunOptions extends Omit<KeeperOptions, 'echo' | 'say' | 'started' | 'force' | 'onPark'> {
  /** Why nobody clears away orphans, this being process 1 of a container; null where somebody does. */
  readonly noReaper: string | null;
  /** Null = `exit` as PID 1, right under it and under systemd, else `stay`. */
  readonly onPark: 'stay' | 'exit' | null;
  /** Lines as JSON. */
  readonly json: boolean;
  readonly version: string;
  /** For the first line: autonomy, confinement or why none, model or none, dashboard. */
  readonly about: Readonly<Record<string, string>>;
  /** Tells what else there is to tell while this runs (incidents); returns what ends it. */
  announce?(say: (line: Line) => void): () => void;
}

/** Counted from when the keeper hears signals: on a busy machine the program takes its time to get there. */
const absorbMs = 3000;

const initWanted =
  'this is process 1 of its container, and nobody clears away orphans that ended: start it with an init (`docker run --init`, `init: true` in Compose, or tini)';

/** Supervises in the foreground; resolves to the exit code (CLI-7). Never writes to stdout (CLI-9). */
export async function run(options: RunOptions): Promise<number> {
  const echo = openEcho(2);
  const isManaged =
    process.pid === 1 ||
    process.ppid === 1 ||
    options.env['INVOCATION_ID'] !== undefined ||
    options.env['NOTIFY_SOCKET'] !== undefined;
  const say = (line: Line): void => echo.write(format(line, options));
  const stop = new AbortController();
  const force = new AbortController();
  listen({ stop, force, say, absorb: !isManaged });
  const { launch, version, about, noReaper } = options;
  const rest = Object.entries(about).map(([name, value]) => `${name} ${value}`);
  const first = [`${version} supervises ${launch.subject}`, `pid ${process.pid}`, ...rest].join(' · ');
  const started = (): void => {
    say({ event: 'start', text: first, version, subject: launch.subject, pid: process.pid, ...about });
    if (noReaper !== null) say({ event: 'pid1', text: `${initWanted}; ${noReaper}` });
  };
  const ended = options.announce?.(say);
  try {
    const onPark = options.onPark ?? (isManaged ? 'exit' : 'stay');
    return await runKeeper({ ...options, onPark, echo, say, started, force: force.signal }, stop.signal);
  } finally {
    ended?.();
    await echo.flushed(2000);
  }
}

interface Listening {
  readonly stop: AbortController;
  readonly force: AbortController;
  say(line: Line): void;
  /** A first SIGTERM right after the start was meant for whoever ran before (SUP-3). */
  readonly absorb: boolean;
}

function listen({ stop, force, say, absorb }: Listening): void {
  let mayAbsorb = absorb;
  const startedMs = systemClock.monotonic();
  const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
  const onSignal = (signal: NodeJS.Signals): 'ignored' | void => {
    // It means that the terminal is gone. Node forgets that `nohup` had it ignored, but that leaves us no terminal either.
    if (signal === 'SIGHUP' && !hasTerminal) return;
    if (stop.signal.aborted) return force.abort(signal);
    const isEarly = systemClock.monotonic() - startedMs < absorbMs;
    if (signal === 'SIGTERM' && mayAbsorb && isEarly) {
      mayAbsorb = false;
      say({ event: 'absorbed', text: 'a SIGTERM right after the start was ignored once; send it again to stop' });
      return 'ignored';
    }
    stop.abort(signal);
  };
  hearSignals(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP'], onSignal); // of one that is not caught we would end, and leave the server behind
}

/** Every line of ours begins with the name, and nothing in it can move the cursor or pass for another line. */
function format({ event, text, ...fields }: Line, options: RunOptions): string {
  const clean = printable(options.redact(text)).replace(/[\n\t]+/g, ' ');
  if (!options.json) return `kintsugi ${clean}\n`;
  return `${JSON.stringify({ kintsugi: event, at: new Date().toISOString(), ...fields, text: clean })}\n`;
}
