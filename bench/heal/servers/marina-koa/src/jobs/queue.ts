import { EventEmitter } from 'node:events';
import { handlers, type Payloads } from './handlers.ts';

export interface Job<K extends keyof Payloads = keyof Payloads> {
  id: number;
  kind: K;
  payload: Payloads[K];
  attempts: number;
}

export const events = new EventEmitter();
const queue: Job[] = [];
const finished: { id: number; outcome: string }[] = [];
let lastId = 0;

events.on('done', (job: Job, outcome: string) => finished.push({ id: job.id, outcome }));

export function enqueue<K extends keyof Payloads>(kind: K, payload: Payloads[K]): Job<K> {
  const job: Job<K> = { id: ++lastId, kind, payload, attempts: 0 };
  queue.push(job as Job);
  return job;
}

export const pending = (): readonly Job[] => queue;
export const history = () => finished;

export async function runAll(): Promise<number> {
  let done = 0;
  for (let job = queue.shift(); job; job = queue.shift()) {
    job.attempts += 1;
    const outcome = await handlers[job.kind](job.payload);
    events.emit('done', job, outcome);
    done += 1;
  }
  return done;
}
