/** May this command run? Byte-exact entries of the owner are allowed, shell syntax is denied, what a person can judge is asked. */
import { judgeProgram } from './programs.ts';
import { allow, ask, deny, strictest, type PolicySettings, type Verdict } from './settings.ts';
import { parseCommand, type Step } from './shell.ts';

export interface CommandContext {
  /** False where the command would run outside the project's real path. */
  readonly cwdInsideProject?: boolean;
  /** True where somebody else than the owner adds environment entries. */
  readonly envGiven?: boolean;
}

/** Judges a line from a model, a file or a person (POL-2). */
export function checkCommand(text: string, settings: PolicySettings, context: CommandContext = {}): Verdict {
  const outside = refuseContext(context);
  if (outside !== null) return outside;
  const { recovery } = settings;
  const parsed = parseCommand(text);
  const listed = recovery.auto_approve.includes(text) && !hidden(text);
  if (listed) return judgeListed(text, settings);
  if ('refused' in parsed) return parsed.refused;
  const parts = judgeParts(text, parsed.steps, settings);
  const judged = strictest(parts.filter((one) => one !== null));
  if (judged !== null && (judged.decision === 'deny' || !parts.includes(null))) return judged;
  return unknown([text, ...parsed.steps.map((step) => step.argv.join(' '))], settings);
}

/** Judges a command that is an argv array already; no shell reads it, so only program, flags and paths matter. */
export function checkArgv(argv: readonly string[], settings: PolicySettings, context: CommandContext = {}): Verdict {
  const outside = refuseContext(context);
  if (outside !== null) return outside;
  const bad = refuseArgv(argv);
  if (bad !== null) return bad;
  if (equalsEntry(argv, settings)) return judgeListed(argv.join(' '), settings);
  return judgeProgram(argv) ?? unknown([argv.join(' ')], settings);
}

/** The argv steps of a line that was allowed; null where it cannot be carried out without a shell. */
export function compileCommand(text: string): readonly Step[] | null {
  const parsed = parseCommand(text);
  return 'refused' in parsed ? null : parsed.steps;
}

/** Entries of `auto_approve` that can never run, and strings that stand in both lists (CFG-4): for whoever loads the config. */
export function recoveryProblems(settings: PolicySettings): { readonly entry: string; readonly problem: string }[] {
  const { auto_approve: approved, require_human: human } = settings.recovery;
  const both = approved.filter((entry) => human.includes(entry));
  const shell = approved.filter((entry) => compileCommand(entry) === null);
  return [
    ...both.map((entry) => ({ entry, problem: 'stands in auto_approve and in require_human' })),
    ...shell.map((entry) => ({ entry, problem: 'cannot run as plain argv: it needs a shell' })),
  ];
}

/** Wildcards of the ask list that also cover an exact allow entry; the entry wins, `doctor` names the pair (CFG-4). */
export function shadowedEntries(settings: PolicySettings): { readonly entry: string; readonly pattern: string }[] {
  const { auto_approve: approved, require_human: human } = settings.recovery;
  return approved.flatMap((entry) =>
    human
      .filter((pattern) => pattern !== entry && matchesPattern(pattern, entry))
      .map((pattern) => ({ entry, pattern })),
  );
}

function refuseContext(context: CommandContext): Verdict | null {
  if (context.cwdInsideProject === false) return deny('command-cwd', 'It would run outside the project.');
  if (context.envGiven === true) return deny('command-environment', 'A command never brings its own environment.');
  return null;
}

/** Control, bidi and other characters a person cannot see never match an entry, even where the entry holds them too. */
function hidden(text: string): boolean {
  return text.length > 1024 || /[^\x20-\x7e]/.test(text) || text.trim() === '';
}

function judgeListed(text: string, settings: PolicySettings): Verdict {
  const { recovery } = settings;
  if (recovery.require_human.includes(text)) {
    return ask('require-human', 'The same line stands in require_human and in auto_approve, so a person decides.');
  }
  if (!recovery.enabled) return ask('recovery-disabled', 'recovery.enabled is false, so a person decides.');
  return allow('auto-approve', 'The line equals an entry of auto_approve to the letter.');
}

function refuseArgv(argv: readonly string[]): Verdict | null {
  if (argv.length === 0 || argv[0] === '') return deny('command-empty', 'There is no command.');
  if (argv.join(' ').length > 8192) return deny('command-too-long', 'The command is longer than 8192 characters.');
  if (argv.some((word) => /[^\x20-\x7e]/.test(word))) {
    return deny('command-characters', 'The command holds a control character or a character outside ASCII.');
  }
  return null;
}

/** A part of a list is an entry of the owner only where its bytes are, one space on each side of the operator. */
function judgeParts(text: string, steps: readonly Step[], settings: PolicySettings): (Verdict | null)[] {
  const parts = text.split(/ (?:&&|\|\|) /);
  const exact = parts.length === steps.length && steps.length > 1;
  return steps.map((step, index) => {
    const part = exact ? parts[index] : undefined;
    const listed = part !== undefined && settings.recovery.auto_approve.includes(part);
    return listed ? judgeListed(part, settings) : judgeProgram(step.argv);
  });
}

/** What no rule speaks against and no entry allows: `require_human`, else what `on_unknown` says. */
function unknown(lines: readonly string[], settings: PolicySettings): Verdict {
  const pattern = settings.recovery.require_human.find((one) => lines.some((line) => matchesPattern(one, line)));
  if (pattern !== undefined) return ask('require-human', `\`${pattern}\` of require_human covers it.`);
  return settings.recovery.on_unknown === 'deny'
    ? deny('on-unknown', 'The command is not in auto_approve, and on_unknown is deny.')
    : ask('on-unknown', 'The command is well formed but not in auto_approve: a person decides.');
}

function equalsEntry(argv: readonly string[], settings: PolicySettings): boolean {
  return settings.recovery.auto_approve.some((entry) => {
    const steps = compileCommand(entry);
    return steps?.length === 1 && sameWords(steps[0]?.argv ?? [], argv);
  });
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

/** `*` stands for anything; a pattern without one also covers the line with more words after it. */
export function matchesPattern(pattern: string, line: string): boolean {
  if (!pattern.includes('*')) return line === pattern || line.startsWith(`${pattern} `);
  const parts = pattern.split('*');
  const [first, last] = [parts[0] ?? '', parts.at(-1) ?? ''];
  if (!line.startsWith(first) || line.length < first.length + last.length || !line.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = line.indexOf(part, at);
    if (found < 0 || found + part.length > line.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
