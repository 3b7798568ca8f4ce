/** What the subject is doing, in words a person knows, and which happening leads where: one table (SUP-13). */

/** As in run.json. `starting`: a standby that has not come to its listen yet. */
export type Standby = 'off' | 'spare' | 'starting' | 'ready';

export type Ahead = 'off' | 'spare' | 'standby';

export const states = [
  'starting',
  'ready',
  'unready',
  'draining',
  'stopping',
  'backoff',
  'crash_loop',
  'stopped',
  'parked',
] as const;
export type State = (typeof states)[number];

export const happenings = [
  'start',
  'adopt',
  'answers',
  'silent',
  'drain',
  'died',
  'loop',
  'park',
  'stop',
  'ended',
] as const;
export type Happening = (typeof happenings)[number];

/** A pair that is not in the table changes nothing: such a happening came too late to matter. */
const table: Readonly<Record<State, Partial<Record<Happening, State>>>> = {
  stopped: { start: 'starting', adopt: 'ready', stop: 'stopping' },
  starting: { answers: 'ready', drain: 'draining', died: 'backoff', loop: 'crash_loop', stop: 'stopping' },
  ready: { silent: 'unready', drain: 'draining', died: 'backoff', loop: 'crash_loop', stop: 'stopping' },
  unready: { answers: 'ready', drain: 'draining', died: 'backoff', loop: 'crash_loop', stop: 'stopping' },
  draining: { start: 'starting', died: 'backoff', loop: 'crash_loop', stop: 'stopping' },
  backoff: { start: 'starting', loop: 'crash_loop', stop: 'stopping' },
  crash_loop: { start: 'starting', park: 'parked', stop: 'stopping' },
  parked: { start: 'starting', stop: 'stopping' },
  stopping: { ended: 'stopped' },
};

/** The state after a happening; null where the happening means nothing in that state. */
export function step(state: State, happening: Happening): State | null {
  return table[state][happening] ?? null;
}
