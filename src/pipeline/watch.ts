/** Wiring: keeps an eye on the live files: which tree runs, when somebody deployed another one, and when it has run well. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Signal } from '../incident/nouns.ts';
import { iso, systemClock } from '../kit/clock.ts';
import { namesIn, readRecord } from '../kit/files.ts';
import { recordedLaunch, releaseRules, type Project } from '../project.ts';
import { markBackup, pruneBackups } from '../release/backups.ts';
import { listReleases, markGood, markRan } from '../release/releases.ts';
import { createBackup } from '../release/rollback.ts';
import { snapshot, type Tree } from '../release/tree.ts';
import type { Swapper } from './swap.ts';

/** A release that ran this long without a failure ran well (it can be gone back to). */
const goodAfterMs = 10_000;
/** PRO-3: and after this long it is stable. */
const stableAfterMs = 30 * 60_000;

export class ReleaseWatch {
  readonly #project: Project;
  readonly #swapper: Swapper;
  readonly #quietMs: number;
  /** A tree that the keeper still names, though a deploy has replaced it since. */
  readonly #replaced = new Map<string, { from: string | null; to: string }>();
  /** On the clock that nobody sets: a jump of the other one proves nothing. */
  readonly #readyMs = new Map<string, number>();
  /** The tree that is on record as good: nobody reads all releases every second to find that out. */
  readonly #good = new Map<string, string>();
  readonly #proven = new Map<string, string>();
  /** By the monotonic clock. */
  #quietUntilMs = -Infinity;

  constructor(project: Project, swapper: Swapper) {
    this.#project = project;
    this.#swapper = swapper;
    this.#quietMs = project.settings.deploy.quietMs;
  }

  /** PRO-7: before this time nothing is copied, since somebody is still changing files. */
  get quietUntilMs(): number {
    const leftMs = this.#quietUntilMs - systemClock.monotonic();
    return leftMs > 0 ? systemClock.now() + leftMs : 0;
  }

  /** Looks at the files of every subject; tells each tree that somebody else made. Unchanged files cost a stat. While we exchange files ourselves, nothing is made of what is seen. */
  async look(isExchanging: () => boolean, deployed: (subject: string, tree: string) => void): Promise<void> {
    const { paths } = this.#project;
    for (const subject of this.#subjects()) {
      const tree = await snapshot(paths, releaseRules(this.#project, subject));
      const before = this.#swapper.tree(subject);
      if (isExchanging() || before === tree.hash) continue;
      this.#replaced.set(subject, { from: before, to: tree.hash });
      this.#leave(subject, before);
      this.#swapper.record(subject, tree.hash);
      markRan(paths, tree.hash, iso(systemClock.now()));
      if (before !== null)
        this.#quietUntilMs = systemClock.monotonic() + this.#quietMs - unchangedMs(paths.project, tree);
      deployed(subject, tree.hash);
    }
  }

  /** What runs on was started from the files before the deploy: those ran well until now, and the new ones are yet to be started. */
  #leave(subject: string, tree: string | null): void {
    const sinceMs = this.#readyMs.get(subject);
    this.#readyMs.delete(subject);
    if (tree !== null && sinceMs !== undefined && systemClock.monotonic() - sinceMs >= goodAfterMs)
      markGood(this.#project.paths, tree, iso(systemClock.now()));
  }

  /** The tree that failed: as the keeper knew it, or the deploy it has not heard of. */
  stamped(signal: Signal): Signal {
    const replaced = this.#replaced.get(signal.subject);
    const known =
      signal.release ?? (this.#swapper.hasSwapped(signal.subject) ? null : this.#swapper.tree(signal.subject));
    return { ...signal, release: replaced?.from === known ? replaced.to : known };
  }

  ready(subject: string): void {
    this.#readyMs.set(subject, systemClock.monotonic());
  }

  failed(subject: string): void {
    this.#readyMs.delete(subject);
    this.#proven.delete(subject); // told again once it has run well again
  }

  held(subject: string): void {
    const tree = this.#swapper.tree(subject);
    if (tree !== null) markGood(this.#project.paths, tree, iso(systemClock.now()));
  }

  /** Called now and then: what has been quiet for long enough ran well, and after `watch.ms` is `proven`; told once for each tree that it comes to. */
  settle(proven: (subject: string, tree: string) => void): void {
    for (const [subject, sinceMs] of this.#readyMs) {
      const ranMs = systemClock.monotonic() - sinceMs;
      if (ranMs < goodAfterMs) continue;
      const tree = this.#swapper.tree(subject);
      if (tree === null) continue;
      if (this.#good.get(subject) !== tree) {
        if (!listReleases(this.#project.paths).some((release) => release.tree === tree && release.goodAt !== null))
          this.held(subject);
        this.#good.set(subject, tree);
      }
      if (this.#proven.get(subject) !== tree && ranMs >= this.#project.settings.watch.ms) {
        this.#proven.set(subject, tree);
        proven(subject, tree);
      }
      if (ranMs < stableAfterMs) continue;
      markBackup(this.#project.paths, tree, 'STABLE');
      this.#readyMs.delete(subject);
    }
  }

  /** PRO-3: at the end the files are kept as they are, and what is too old goes. */
  async end(): Promise<void> {
    const { paths } = this.#project;
    const at = iso(systemClock.now());
    for (const subject of this.#subjects()) {
      await createBackup({ paths, rules: releaseRules(this.#project, subject), at, why: 'at shutdown' });
    }
    const trees = listReleases(paths).map((release) => release.tree);
    pruneBackups(paths, { nowMs: systemClock.now(), trees, blobs: null });
  }

  /** Is there a keeper left whose server could need us? */
  get isNeeded(): boolean {
    const { paths } = this.#project;
    const isOurs = (subject: string): boolean => recordedLaunch(paths, subject)?.project === paths.project;
    return this.#subjects().some((subject) => this.#swapper.isKept(subject) && isOurs(subject));
  }

  #subjects(): string[] {
    const folder = path.join(this.#project.paths.state, 'run');
    return namesIn(folder).flatMap(
      (name) => readRecord<{ subject?: string }>(path.join(folder, name, 'run.json'))?.subject ?? [],
    );
  }
}

/** Since when nobody changed a file of the tree, or which are in its folders: a deploy is seen when something fails, and may be long over. */
function unchangedMs(project: string, { files }: Tree): number {
  const names = Object.keys(files);
  const places = new Set([...names, ...names.map((name) => path.dirname(name))]);
  const changedMs = [...places].map((name) => statSync(path.join(project, name), { throwIfNoEntry: false })?.ctimeMs);
  const latestMs = changedMs.reduce<number>((latest, ms) => Math.max(latest, ms ?? Infinity), 0);
  return Math.max(0, systemClock.now() - latestMs);
}
