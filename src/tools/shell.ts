/** bash_exec: a program in a confined copy: no network, no secrets, nothing but the copy writable. No shell reads what a model wrote (POL-2). */
import type { ExecResult } from '../kit/exec.ts';
import { compileCommand, checkCommand } from '../policy/commands.ts';
import { defaultPolicy } from '../policy/settings.ts';
import { declare, integer, optional, word } from './tool.ts';

const timeoutDefaultS = 20;
const timeoutMaxS = 60;
/** Of each stream; an error stands at the end of an output. */
const tailChars = 1_800;

export const bashExec = declare({
  name: 'bash_exec',
  description:
    'Run a command in a throwaway copy with your edits in it (`node --check src/a.js`, `npm test`, `ls -l`). No shell: quotes, && and || work; pipes, redirection, $ and ; do not. No network. What it writes is thrown away.',
  input: {
    command: word('one line'),
    timeout_s: optional(integer(`seconds, default ${timeoutDefaultS}`, [1, timeoutMaxS])),
  },
  touches: ['runs'],
  more: 'print less, or only the part that matters',
  isHere: ({ copy }) => copy !== null,
  run: async ({ command, timeout_s: seconds = timeoutDefaultS }, { copy }) => {
    const verdict = checkCommand(command, defaultPolicy);
    const steps = verdict.decision === 'deny' ? null : compileCommand(command);
    if (steps === null || copy === null) return `Not run: ${verdict.reason}`;
    const said: string[] = [];
    let passed = true;
    let left = seconds * 1000;
    for (const { before, argv } of steps) {
      if (before !== null && (before === '&&') !== passed) continue;
      const startedMs = performance.now();
      const result = await copy.run(argv, Math.max(100, left));
      left -= performance.now() - startedMs;
      passed = result.code === 0;
      said.push(report(argv, result));
      if (result.timedOut) break;
    }
    return said.join('\n');
  },
});

function report(argv: readonly string[], { code, signal, timedOut, spawnError, stdout, stderr }: ExecResult): string {
  const how = timedOut ? 'ended: it took too long' : (spawnError ?? signal ?? `exit ${code}`);
  const parts = [tail(stdout), stderr.trim() === '' ? '' : `stderr:\n${tail(stderr)}`].filter((part) => part !== '');
  return [`$ ${argv.join(' ')} → ${how}`, ...parts].join('\n');
}

function tail(text: string): string {
  const plain = text.trimEnd();
  return plain.length <= tailChars
    ? plain
    : `[${plain.length - tailChars} characters before this]\n${plain.slice(-tailChars)}`;
}
