/** Runs a short command as an argv array, bounded in time and output; the whole process group ends with it. */
import { spawn } from 'node:child_process';

export interface ExecResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Set where the program could not be started at all (`ENOENT` …). */
  readonly spawnError: string | null;
}

export interface ExecOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Default 30 s. */
  readonly timeoutMs?: number;
  /** Kept of each stream; default 1 MiB. */
  readonly outputBytesMax?: number;
  readonly input?: string;
  readonly signal?: AbortSignal;
}

/** Never throws for a failing or missing program: that is data in the result. */
export function exec(argv: readonly string[], options: ExecOptions = {}): Promise<ExecResult> {
  const [program, ...args] = argv;
  if (program === undefined) throw new RangeError('exec needs a program');
  const max = options.outputBytesMax ?? 1024 * 1024;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: true,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    let timedOut = false;
    let spawnError: string | null = null;
    const out: Buffer[][] = [[], []];
    const sizes = [0, 0];
    const keep = (index: 0 | 1) => (chunk: Buffer) => {
      const room = max - (sizes[index] ?? 0);
      if (room > 0) out[index]?.push(chunk.subarray(0, room));
      sizes[index] = (sizes[index] ?? 0) + chunk.length;
    };
    const killGroup = (): void => {
      if (child.pid === undefined || child.exitCode !== null) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL'); // the group is gone already or was never made
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup();
    }, options.timeoutMs ?? 30_000);
    options.signal?.addEventListener('abort', killGroup, { once: true });
    if (options.signal?.aborted) killGroup();
    child.stdout?.on('data', keep(0));
    child.stderr?.on('data', keep(1));
    child.on('error', (error: NodeJS.ErrnoException) => {
      spawnError = error.code ?? error.message;
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', killGroup);
      const [stdout, stderr] = out.map((chunks) => Buffer.concat(chunks).toString('utf8'));
      resolve({ code, signal, stdout: stdout ?? '', stderr: stderr ?? '', timedOut, spawnError });
    });
    if (child.stdin) {
      child.stdin.on('error', () => child.stdin?.destroy()); // a program that does not read its input
      child.stdin.end(options.input);
    }
  });
}
