/** The listening sockets that outlive the server's process: held without accepting, given to each next boot (SUP-7). */
import { lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Handle } from './handles.ts';

const handlesMax = 64;

export class Held {
  /** Told when another socket is held, or one no longer. */
  changed: () => void = () => undefined;
  readonly #handles = new Map<string, Handle>();
  #off: string | null;

  /** `off` = why no socket is held at all; null = they are. */
  constructor(off: string | null) {
    this.#off = off;
  }

  /** `held`, or `off: <why>`, for run.json. */
  state(): string {
    if (this.#off !== null) return `off: ${this.#off}`;
    return this.#handles.size > 0 ? 'held' : 'off: nothing listens';
  }

  handles(): ReadonlyMap<string, Handle> {
    return this.#handles;
  }

  keep(key: string, handle: Handle): void {
    const isFull = this.#handles.size >= handlesMax;
    if (this.#off !== null || isFull || this.#handles.has(key)) handle.close();
    else {
      this.#handles.set(key, handle);
      this.changed();
    }
  }

  release(key: string): void {
    this.#handles.get(key)?.close();
    if (this.#handles.delete(key)) this.changed();
  }

  /** Nobody answers for a while: clients should be refused rather than wait. */
  releaseAll(): void {
    for (const key of this.#handles.keys()) this.release(key);
  }

  /** False where it was off already. */
  switchOff(why: string): boolean {
    const isNews = this.#off === null;
    this.releaseAll();
    this.#off ??= why;
    return isNews;
  }

  /** At the final stop: nobody else unlinks a path whose socket was inherited. */
  removePaths(cwd: string): void {
    for (const key of this.#handles.keys()) {
      const file = path.resolve(cwd, key);
      const isPath = !key.includes('|') && lstatSync(file, { throwIfNoEntry: false })?.isSocket();
      if (isPath) rmSync(file, { force: true });
    }
    this.releaseAll();
  }
}
