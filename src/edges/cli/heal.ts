/** `kintsugi heal`: what was seen, what was done, how it ended. */
import { healExits, type HealResult } from '../../engine/view.ts';
import type { Call } from './call.ts';
import { repairHead } from './render.ts';

/** One object on stdout whatever happened; with --json the sentence for people goes to stderr. */
export function tellHeal({ output }: Call, result: HealResult): number {
  const { described: _, text, ...shown } = result;
  output.result(shown, () => healPage(result));
  if (output.json) output.warn(`${result.outcome}: ${text}`);
  return healExit(result);
}

/** CLI-5: nothing failed and nothing was claimed to fail is the one success without a repair. */
function healExit(result: HealResult): number {
  return result.outcome === 'no_failure' && !result.described ? 0 : healExits[result.outcome];
}

function healPage(result: HealResult): string {
  const { repair } = result;
  return [
    ...result.requests.map(
      ({ request, before, after }) => `${request}: ${answer(before)} before${after ? `, ${answer(after)} after` : ''}`,
    ),
    result.class === null ? null : `${result.class}${placed(result)}: ${result.message ?? ''}`,
    ...(repair === null ? [] : repairHead(repair)),
    repair === null || repair.diff === '' ? null : `\n${repair.diff.trimEnd()}\n`,
    `${result.outcome}: ${result.text}`,
    result.action?.command ? `next: ${result.action.command}` : null,
  ]
    .filter((line) => line !== null)
    .join('\n');
}

function placed({ file, line }: HealResult): string {
  return file === null ? '' : ` at ${file}${line === null ? '' : `:${line}`}`;
}

function answer(seen: HealResult['requests'][number]['before']): string {
  if (seen === null) return 'not asked';
  return seen.error ?? String(seen.status);
}
