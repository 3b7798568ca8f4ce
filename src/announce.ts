/** Wiring of `run`: tells what the record says of incidents, one line an event, as it is written (SPEC CLI-9, CLI-4). */
import { existsSync, statSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { readJournal, type Line as Record } from './engine/journal.ts';
import { say } from './engine/words.ts';
import { Fault } from './kit/errors.ts';
import { namesIn } from './kit/files.ts';
import type { Line } from './keeper/core.ts';

/** Where the folder cannot be watched. */
const pollMs = 1000;
/** For an event that was lost. */
const watchedPollMs = 5000;

/** Follows the journal from where it ends now; `tell` gets a line for each new fact. Returns what ends it. */
export function announce(folder: string, tell: (line: Line) => void): () => void {
  let since = lastSeq(folder);
  let stamp = stampOf(folder);
  let watcher: FSWatcher | null = null;
  const look = (): void => {
    watcher ??= watchQuietly(folder, look);
    const now = stampOf(folder);
    if (now === stamp) return;
    stamp = now;
    for (const record of read(folder, since)) {
      since = record.seq;
      for (const line of linesOf(record)) tell(line);
    }
  };
  let timer: NodeJS.Timeout | null = null;
  const again = (): void => {
    look();
    timer = setTimeout(again, watcher === null ? pollMs : watchedPollMs);
  };
  again();
  return () => {
    if (timer !== null) clearTimeout(timer);
    look();
    watcher?.close();
  };
}

/** Null where it is not there yet, or the system has no watchers left. */
function watchQuietly(folder: string, onChange: () => void): FSWatcher | null {
  if (!existsSync(folder)) return null;
  try {
    const watcher = watch(folder, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null; // ENOSPC, EMFILE: the poll finds it a second later
  }
}

function linesOf({ incident, seq, fact }: Record): Line[] {
  const line: Line = { event: fact.type, text: `#${incident} ${say(fact)}`, incident, seq };
  if (fact.type === 'declined') return [{ ...line, rung: fact.rung, as: fact.declined.as }];
  if (fact.type !== 'decided') return [line];
  const { stage, ruling } = fact;
  const decided = { ...line, stage, decision: ruling.decision, rule: ruling.rule };
  if (ruling.decision !== 'ask') return [decided];
  const command = `kintsugi approve ${incident}`;
  return [
    decided,
    {
      event: 'waiting',
      text: `#${incident} waits for a person: \`kintsugi show ${incident}\`, then \`${command}\` or \`kintsugi reject ${incident}\``,
      incident,
      command,
    },
  ];
}

function lastSeq(folder: string): number {
  return read(folder, 0).at(-1)?.seq ?? 0;
}

/** A record that cannot be read is the healer's to complain about; here there is just nothing to tell. */
function read(folder: string, since: number): Record[] {
  try {
    return readJournal(folder, since);
  } catch (error) {
    if (error instanceof Fault) return []; // said by whoever writes it
    throw error;
  }
}

function stampOf(folder: string): string {
  const last = namesIn(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .at(-1);
  return last === undefined ? '' : `${last} ${statSync(path.join(folder, last), { throwIfNoEntry: false })?.size ?? 0}`;
}
