/** `kintsugi backup create|list|restore|undo`: the room `release` does it, this renders it. */
import { placesOf, type Call } from './call.ts';
import { table } from './output.ts';
import { subjectsOf } from './status.ts';

interface Backup {
  readonly id: string;
  readonly state: string;
  readonly at: string;
  readonly why: string;
}

interface Restored {
  readonly id: string;
  readonly backup: string | null;
  readonly changed: readonly string[];
  readonly kept: readonly string[];
  readonly reinstall: boolean;
}

export interface BackupDeeds {
  list(): readonly (Backup & { readonly broken: string | null })[];
  create(): Promise<Backup>;
  restore(id: string): Promise<Restored>;
  undo(): Promise<Restored>;
}

export async function backups(call: Call, deeds: BackupDeeds): Promise<number> {
  const { command, words } = call.args;
  if (command === 'backup list') return list(call, deeds.list());
  if (command === 'backup create') {
    const made = await deeds.create();
    call.output.result(made, () => `backup ${made.id}; \`kintsugi backup restore ${made.id}\` goes back to it`);
    return 0;
  }
  const done = command === 'backup undo' ? await deeds.undo() : await deeds.restore(words[0] ?? '');
  const isRunning = subjectsOf(placesOf(call)).some(({ keeperPid }) => keeperPid !== null);
  call.output.result(done, () => restored(done, isRunning));
  return 0;
}

function list(call: Call, found: ReturnType<BackupDeeds['list']>): number {
  call.output.result(found, () => {
    const rows = found.map((one) => [
      one.id,
      one.broken === null ? one.state : 'BROKEN',
      one.at,
      one.broken ?? one.why,
    ]);
    return rows.length === 0 ? 'No backups.' : table([['id', 'state', 'taken', 'why'], ...rows]);
  });
  return 0;
}

function restored({ id, backup, changed, kept, reinstall }: Restored, isRunning: boolean): string {
  if (changed.length === 0) return `nothing had to change: the files are those of ${id.slice(0, 12)}`;
  return [
    `as in ${id.slice(0, 12)} again: ${changed.slice(0, 10).join(', ')}${changed.length > 10 ? ' …' : ''}`,
    kept.length === 0 ? null : `left alone, not ours to remove: ${kept.slice(0, 10).join(', ')}`,
    reinstall ? 'the lock file changed: install the modules anew' : null,
    isRunning ? 'the server goes on with the files that it was started from: `kintsugi reload` brings these in' : null,
    backup === null ? null : `what was there before is backup ${backup}; \`kintsugi backup undo\` takes this back`,
  ]
    .filter((line) => line !== null)
    .join('\n');
}
