/** A command line that a model proposes, read as one of the closed operations of a proposal; all else is refused (POL-2, MOD-6). */
import type { Operation } from '../incident/nouns.ts';
import { checkArgv } from './commands.ts';
import { checkOperation } from './operations.ts';
import { deny, type PolicySettings, type Verdict } from './settings.ts';
import { parseCommand } from './shell.ts';

type Manager = Extract<Operation, { op: 'install' }>['manager'];

/** `manager` is the one whose lock file the project has. Installs leave scripts out unless the owner trusts them. */
export function readProposed(
  line: string,
  manager: Manager,
  settings: PolicySettings,
): Operation | { readonly refused: Verdict } {
  const parsed = parseCommand(line);
  if ('refused' in parsed) return parsed;
  const [step, ...more] = parsed.steps;
  if (step === undefined || more.length > 0) return refuse('command-list', 'Only one command stands on a line.');
  const judged = checkArgv(step.argv, settings);
  if (judged.decision === 'deny') return { refused: judged };
  const operation = operationOf(step.argv, manager, settings);
  if ('refused' in operation) return operation;
  const verdict = checkOperation(operation, settings);
  return verdict.decision === 'deny' ? { refused: verdict } : operation;
}

function operationOf(
  argv: readonly string[],
  manager: Manager,
  settings: PolicySettings,
): Operation | { readonly refused: Verdict } {
  const [program, ...words] = argv;
  const [first = '', second = ''] = words;
  if (program === manager) {
    const isBare = settings.trustInstallScripts || argv.includes('--ignore-scripts');
    return { op: 'install', manager, argv: isBare ? argv : [...argv, '--ignore-scripts'] };
  }
  if (program === 'mkdir' && words.length === 2 && first === '-p') return { op: 'mkdir', path: second };
  if (program === 'mkdir' && words.length === 1) return { op: 'mkdir', path: first };
  const bits = /^u\+([rwx]+)$/.exec(first)?.[1];
  if (program === 'chmod' && words.length === 2 && bits !== undefined)
    return { op: 'chmod', path: second, addBits: bitsOf(bits) };
  return refuse(
    'command-unknown',
    `Only installs by \`${manager}\`, \`mkdir -p <folder>\` and \`chmod u+<bits> <file>\` are carried out.`,
  );
}

function bitsOf(letters: string): number {
  const owner = { r: 0o400, w: 0o200, x: 0o100 } as const;
  return [...letters].reduce((sum, letter) => sum | (owner[letter as keyof typeof owner] ?? 0), 0);
}

function refuse(rule: string, reason: string): { readonly refused: Verdict } {
  return { refused: deny(rule, reason) };
}
