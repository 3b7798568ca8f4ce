/** Wiring of `run`: tells what the record says of incidents, one line an event, as it is written (SPEC CLI-9, CLI-4), and what comes of a changed configuration (CFG-3). */
import { existsSync, watch, type FSWatcher } from 'node:fs';
import { followJournal, type Line as Record } from './engine/journal.ts';
import { say } from './engine/words.ts';
import type { Line } from './keeper/core.ts';
import { readRecord } from './kit/files.ts';
import type { StatePaths } from './kit/paths.ts';
import type { SettingsRecord } from './pipeline/settings.ts';

/** Where the folders cannot be watched. */
const pollMs = 1000;
/** For an event that was lost. */
const watchedPollMs = 30_000;

/** Follows the record from where it ends now; `tell` gets a line for each new fact. Returns what ends it. */
export function announce(
  { state, journal, configuration }: Pick<StatePaths, 'state' | 'journal' | 'configuration'>,
  tell: (line: Line) => void,
): () => void {
  const follow = followJournal(journal);
  const ofSettings = followSettings(configuration);
  const watchers = new Map<string, FSWatcher>();
  const look = (): void => {
    for (const folder of [state, journal]) {
      const watcher = watchers.has(folder) ? null : watchQuietly(folder, look);
      if (watcher !== null) watchers.set(folder, watcher);
    }
    for (const line of [...follow().flatMap(linesOf), ...ofSettings()]) tell(line);
  };
  let timer: NodeJS.Timeout | null = null;
  const again = (): void => {
    look();
    timer = setTimeout(again, watchers.size < 2 ? pollMs : watchedPollMs);
  };
  again();
  return () => {
    if (timer !== null) clearTimeout(timer);
    look();
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** What the healer says of the settings since the last look; what stands there at the first one is old. */
function followSettings(file: string): () => Line[] {
  let seen = readRecord<SettingsRecord>(file);
  return () => {
    const told = readRecord<SettingsRecord>(file);
    if (told === null || told.at === seen?.at) return [];
    seen = told;
    const { refused, changes } = told;
    const texts = refused === null ? changes : [refused];
    return texts.map((text) => ({ event: 'configuration', text, refused: refused !== null }));
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
