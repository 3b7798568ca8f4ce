/** The part of the table of settings that says how the server is kept alive. */
import { choice, flag, fromStart, list, number, urlPaths, type Setting } from './setting.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

export const keeping = {
  restart: fromStart({
    firstMs: number(
      100,
      [1, minuteMs],
      'The second restart waits this long; each further one twice as long. The first is at once.',
    ),
    maxMs: number(30_000, [1, hourMs], 'No restart waits longer.'),
    startupMs: number(
      30_000,
      [100, hourMs],
      'A process that neither listens nor ends counts as up after this; where the one before it listened nowhere, two seconds after its main script.',
    ),
    parkedRetryMs: number(10 * minuteMs, [1_000, 24 * hourMs], 'A parked server is tried again this often.'),
    spare: flag(
      true,
      'A started Node process, without the app, waits for the next start and makes it shorter; it takes about 8 MB.',
    ),
    onPark: choice(
      ['auto', 'stay', 'exit'],
      'auto',
      'What `run` does when it parks its server; `auto` ends as PID 1, right under it and under systemd, and stays elsewhere.',
    ),
  }),
  shutdown: fromStart({
    graceMs: number(
      10_000,
      [0, hourMs],
      'From the request to stop to SIGKILL. On SIGTERM requests in flight are answered first, within this time less a second. So long may a replaced process finish, too, and four of them at a time (of each worker).',
    ),
  }),
  memory: fromStart({
    limitMb: {
      kind: 'number',
      choices: ['auto'],
      min: 0,
      max: 1_048_576,
      fallback: 'auto',
      doc: 'Memory of the process tree above which it is restarted; 0 = no limit. `auto`: 512, and more for a server that passes this right after its start twice running and grows no further then: it needs that much.',
    } as Setting<number | 'auto'>,
  }),
  sockets: choice(
    ['auto', 'off'],
    'auto',
    'Whether listening sockets outlive the process, so that a restart refuses no connection.',
    { fromStart: true },
  ),
  workers: {
    kind: 'number',
    choices: ['auto'],
    min: 1,
    max: 256,
    fallback: 1,
    fromStart: true,
    doc: 'Processes of the server on the same sockets; `auto`: as many as the cores and the memory carry. A connection goes to any of them: what one keeps in its memory (sessions, Socket.IO with long polling, counters), the others do not have.',
  } as Setting<number | 'auto'>,
  standby: flag(
    false,
    'A second process boots the app and waits where it would listen; after a death it answers within milliseconds. It takes the memory of a second server, and what the app does before it listens is done twice.',
    { fromStart: true },
  ),
  health: fromStart({
    enabled: flag(true, 'Whether health routes are probed.'),
    paths: list(['/health', '/healthz', '/ready'], 'Probed paths; the first that is not 404 is used.', {
      item: urlPaths,
    }),
    intervalMs: number(15_000, [100, hourMs], 'From one probe to the next.'),
    timeoutMs: number(5_000, [50, 5 * minuteMs], 'A probe without a complete answer in this time has failed.'),
    failures: number(3, [1, 1_000], 'So many failed probes running end the process.'),
    startDelayMs: number(10_000, [0, hourMs], 'No probe earlier than this after the start.'),
    freezeMs: number(15_000, [0, hourMs], 'An event loop that stood still this long is a freeze; 0 = never.'),
  }),
  logs: fromStart({
    enabled: flag(
      false,
      'Whether what the server writes to stdout and stderr, and what is said about it, is kept in log files, for `kintsugi logs`. Its stdout is then no terminal.',
    ),
    maxMb: number(10, [1, 10_000], 'A log file is rotated at this size.'),
    files: number(5, [2, 1_000], 'So many log files are kept.'),
  }),
  shed: fromStart({
    enabled: flag(
      false,
      'Whether the server refuses requests (503, Retry-After) above what it can carry: some from 70 % load, more and more above 85 %.',
    ),
    exempt: list(['/health', '/healthz', '/ready'], 'Paths that are always answered.', { item: urlPaths }),
    headroomMb: number(200, [0, 1_048_576], 'Memory that is to stay free, for repairs.'),
  }),
} as const;
