/** How much memory a tree holds, looked at every second for next to nothing: two reads on descriptors that stay open. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { isErrno } from '../kit/errors.ts';
import { hasProc } from '../kit/identity.ts';
import { residentBytes, sample, type Tree } from './tree.ts';

/** A single process whose children do not change is looked at thoroughly only this often. */
const thoroughMs = 10_000;
/** Where each look starts a program. */
const dearMs = 5000;
const pageBytes = hasProc ? pageSize() : 0;

export class Gauge {
  readonly tree: Tree;
  readonly #buffer = Buffer.alloc(4096);
  readonly #pages: number | null;
  readonly #children: number | null;
  #childrenBefore = '';
  #thoroughAtMs = 0;
  #bytes = 0;

  constructor(tree: Tree) {
    this.tree = tree;
    const { pid } = tree.root;
    this.#pages = openOrNull(`/proc/${pid}/statm`);
    this.#children = openOrNull(`/proc/${pid}/task/${pid}/children`);
  }

  /** Resident bytes of the whole tree; a child counts from the second look on that finds it. */
  read(nowMs: number): number {
    if (!hasProc && nowMs < this.#thoroughAtMs) return this.#bytes;
    const pages = Number(this.#text(this.#pages).split(' ')[1] ?? 0);
    const children = this.#text(this.#children);
    const isAlone = this.tree.remembered.size === 1 && children === this.#childrenBefore;
    if (isAlone && nowMs < this.#thoroughAtMs) return pages * pageBytes;
    this.#childrenBefore = children;
    this.#thoroughAtMs = nowMs + (hasProc ? thoroughMs : dearMs);
    // Not those seen for the first time: one that was forked and does not run its program yet seems to hold its parent's memory.
    const known = [...this.tree.remembered.keys()];
    sample(this.tree);
    const isStillAlone = pages > 0 && this.tree.remembered.size === 1;
    this.#bytes = isStillAlone ? pages * pageBytes : residentBytes(this.tree, known);
    return this.#bytes;
  }

  close(): void {
    for (const fd of [this.#pages, this.#children]) if (fd !== null) closeSync(fd);
  }

  #text(fd: number | null): string {
    if (fd === null) return '';
    try {
      return this.#buffer.toString('latin1', 0, readSync(fd, this.#buffer, 0, this.#buffer.length, 0));
    } catch (error) {
      if (isErrno(error)) return ''; // the process is gone
      throw error;
    }
  }
}

function openOrNull(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (isErrno(error)) return null; // gone meanwhile, or no /proc here
    throw error;
  }
}

/** As the kernel told this process when it began: `AT_PAGESZ`, which is 6, among pairs of words (getauxval(3)). */
function pageSize(): number {
  try {
    const { buffer } = Uint8Array.from(readFileSync('/proc/self/auxv'));
    const is32Bit = ['arm', 'ia32', 'mipsel'].includes(process.arch);
    const words = Array.from(is32Bit ? new Uint32Array(buffer) : new BigUint64Array(buffer), Number);
    const key = words.findIndex((word, at) => at % 2 === 0 && word === 6);
    return (key < 0 ? undefined : words[key + 1]) ?? 4096;
  } catch (error) {
    if (isErrno(error)) return 4096;
    throw error;
  }
}
