/** The listening sockets that outlive the server's process: held without accepting, given to each next boot (SUP-7). */
import { lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Handle } from './handles.ts';

const handlesMax = 64;

export class Held {
  /** Told when another socket is held, or one no longer. */
  changed: () => void = () => undefined;
  readonly #handles = new Map<string, Handle>();
  /** Of the paths among them: what stood there when it was handed up. */
  readonly #inodes = new Map<string, bigint>();
  readonly #moved = new Set<number>();
  #off: string | null;

  /** `off` = why no socket is held at all; null = they are. */
  constructor(off: string | null) {
    this.#off = off;
  }

  /** `held`, or `off: <why>`, for run.json. */
  state(isListening: boolean): string {
    if (this.#off !== null) return `off: ${this.#off}`;
    if (this.#handles.size > 0) return 'held';
    return isListening ? 'off: the server does not hand them over' : 'off: nothing listens';
  }

  handles(): ReadonlyMap<string, Handle> {
    return this.#handles;
  }

  /** Those that stand in a folder, for whoever might take them away. */
  paths(): string[] {
    return [...this.#handles.keys()].filter(path.isAbsolute);
  }

  keep(key: string, handle: Handle): void {
    if (this.#leadsElsewhere(key)) this.#forget(key);
    const isFull = this.#handles.size >= handlesMax;
    if (this.#off !== null || isFull || this.#handles.has(key)) handle.close();
    else {
      this.#handles.set(key, handle);
      const inode = this.#inodeAt(key);
      if (inode !== null) this.#inodes.set(key, inode);
      this.changed();
    }
  }

  /** Nobody listens there any more: a path goes with its socket, since Node does not take it away itself (hook/listen.cts). */
  release(key: string): void {
    const inode = this.#inodes.get(key);
    if (inode !== undefined && inode === this.#inodeAt(key)) rmSync(key, { force: true });
    this.#forget(key);
  }

  /** False where nothing of that port is held. */
  releasePort(port: number): boolean {
    const keys = [...this.#handles.keys()].filter((key) => key.split('|')[1] === String(port));
    for (const key of keys) this.release(key);
    return keys.length > 0;
  }

  /** Lets a port go whose server may have moved to another address of it; false where it was let go before, and that was not it. */
  moved(port: number): boolean {
    if (this.#moved.has(port)) return false;
    this.#moved.add(port);
    return this.releasePort(port);
  }

  /** The path was taken away, and is another socket's by now. */
  #leadsElsewhere(key: string): boolean {
    const inode = this.#handles.has(key) ? this.#inodeAt(key) : null;
    return inode !== null && inode !== this.#inodes.get(key);
  }

  #forget(key: string): void {
    this.#handles.get(key)?.close();
    this.#inodes.delete(key);
    if (this.#handles.delete(key)) this.changed();
  }

  /** Null where it is no path, or no socket stands there. */
  #inodeAt(key: string): bigint | null {
    if (!path.isAbsolute(key)) return null;
    const stat = lstatSync(key, { throwIfNoEntry: false, bigint: true });
    return stat?.isSocket() === true ? stat.ino : null;
  }

  /** Nobody answers for a while: clients should be refused rather than wait. */
  releaseAll(): void {
    for (const key of this.#handles.keys()) this.release(key);
  }

  /** The server goes on with what it has. False where it was off already. */
  switchOff(why: string): boolean {
    const isNews = this.#off === null;
    for (const key of this.#handles.keys()) this.#forget(key);
    this.#off ??= why;
    return isNews;
  }
}
