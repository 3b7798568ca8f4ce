/** `kintsugi status`, wired apart from the other commands: it is built as one CommonJS file too (decision 47). */
import { placesOf } from './edges/cli/call.ts';
import { status } from './edges/cli/status.ts';
import { command, endWith, type Program } from './rim.ts';

export const showStatus: Program = (call) =>
  status(call, async () => {
    const { Desk } = await import('./engine/desk.ts');
    return new Desk(placesOf(call)).incidents();
  });

/** `argv` begins with `status`. */
export function answer(argv: readonly string[]): Promise<void> {
  return endWith(() => command(argv, { status: showStatus }));
}
