/** Wiring: tells the owner's URL what waits for a person, and that a server is down or has lost a process (`webhooks.on_escalation`), one POST of JSON for each reason; nothing waits for it. */
import { view } from '../engine/view.ts';
import type { Incident } from '../incident/incident.ts';
import { iso, sleep, systemClock } from '../kit/clock.ts';

/** What is sent. `text` is the line that Slack and its like show; all of it is redacted. */
export interface Escalation {
  readonly text: string;
  readonly at: string;
  readonly subject: string;
  /** Null where none was opened: nothing in it could be repaired. */
  readonly incident: number | null;
  readonly status: string;
  readonly message: string | null;
  readonly why: string;
  /** What to type; null where there is nothing to. */
  readonly command: string | null;
}

export interface WebhookOptions {
  /** Null = nobody is told. */
  readonly url: string | null;
  /** One line for a person. */
  warn(text: string): void;
}

/** Before each try. */
const waitsMs = [0, 2_000, 10_000];
const answerMs = 10_000;
/** After which the same is news once more. */
const againMs = 3_600_000;

export class Webhook {
  readonly #options: WebhookOptions;
  /** What was told of each incident last. */
  readonly #told = new Map<number, string>();
  /** When it was told last that a server is down for a reason. */
  readonly #toldDownMs = new Map<string, number>();
  readonly #ended = new AbortController();

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Called after each fact of an incident. */
  look(incident: Incident): void {
    const { url } = this.#options;
    const { id, subject, status, message, action } = view(incident, false);
    if (action === null) this.#told.delete(id);
    if (url === null || action === null || this.#told.get(id) === action.why) return;
    this.#told.set(id, action.why);
    const { why, command } = action;
    const text = `${subject}: incident ${id} waits for you: ${why}${command === null ? '' : ` (${command})`}`;
    void this.#send(url, { text, at: iso(systemClock.now()), subject, incident: id, status, message, why, command });
  }

  /** `crash_loop` or `parked`: a server that ends without a word, or is killed from outside, leads to no incident. `serving`: processes of it that answer all the same. */
  down(subject: string, why: string, serving: number): void {
    const { url } = this.#options;
    const nowMs = systemClock.monotonic();
    const status = serving > 0 ? 'degraded' : 'down';
    const key = `${subject} ${status} ${why}`;
    if (url === null || nowMs - (this.#toldDownMs.get(key) ?? -Infinity) < againMs) return;
    this.#toldDownMs.set(key, nowMs);
    const text = serving > 0 ? `${subject} has lost a process: ${why}` : `${subject} is down: ${why}`;
    const rest = { incident: null, status, message: null, command: null };
    void this.#send(url, { text, at: iso(systemClock.now()), subject, why, ...rest });
  }

  /** What was not taken by now is given up. */
  close(): void {
    this.#ended.abort();
  }

  async #send(url: string, escalation: Escalation): Promise<void> {
    let why = '';
    for (const waitMs of waitsMs) {
      await sleep(waitMs, this.#ended.signal);
      if (this.#ended.signal.aborted) return;
      why = await this.#post(url, escalation);
      if (why === '') return;
    }
    const { incident, subject } = escalation;
    const what = incident === null ? `how ${subject} does` : `of incident ${incident}`;
    this.#options.warn(`webhooks.on_escalation was not told ${what}: ${why}.`);
  }

  /** Why it was not taken; '' where it was. */
  async #post(url: string, escalation: Escalation): Promise<string> {
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(answerMs)]);
    const headers = { 'content-type': 'application/json' };
    try {
      const { ok, status } = await fetch(url, {
        ...{ method: 'POST', headers, body: JSON.stringify(escalation), redirect: 'error', signal },
      });
      return ok ? '' : `it answered ${status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error); // tried again, and told in the end
    }
  }
}
