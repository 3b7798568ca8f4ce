/** done: ends the work. With edits in the draft they are tried; without any, the reason is what a person is told. */
import { declare, longText } from './tool.ts';

export const done = declare({
  name: 'done',
  description:
    'Finish. Your edits are then tried: the failure is replayed on a copy with them. Without edits: say why no safe repair exists.',
  input: { summary: longText('one or two sentences: the cause, and what the edits do about it') },
  touches: ['reads'],
  run: ({ summary }) => summary.slice(0, 1_000),
});
