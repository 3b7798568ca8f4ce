/** A post-mortem in Markdown. All text of others stands in code, where Markdown and HTML mean nothing. */
import type { Detail } from '../../engine/desk.ts';
import { printable } from '../../kit/text.ts';
import { duration, wayHome, when } from './render.ts';

export function postMortem(detail: Detail & { readonly adopted?: boolean }): string {
  return [
    `# Incident ${detail.id}: ${detail.class ?? 'not yet diagnosed'} in ${code(detail.subject)}`,
    summary(detail),
    section('What was seen', seen(detail)),
    section('Cause', [
      `Class ${detail.class ?? 'unknown'}${detail.file === null ? '' : `, at ${code(place(detail))}`}.`,
      ...stack(detail),
    ]),
    section('Repair', repair(detail)),
    ...(detail.refused.length === 0
      ? []
      : [
          section(
            'Refused to a model',
            detail.refused.map((one) => `- ${code(one)}`),
          ),
        ]),
    section(
      'Timeline',
      detail.timeline.map((entry) => `- ${when(entry.at)} UTC, ${entry.event}: ${code(entry.text)}`),
    ),
    section('What is left to do', todo(detail)),
  ].join('\n\n');
}

function summary(detail: Detail): string {
  const how = detail.durationMs === null ? '' : ` after ${duration(detail.durationMs)}`;
  const cost = `${detail.tokens} tokens, $${detail.costUsd.toFixed(4)}`;
  return `Status: ${detail.status}${detail.resolvedAt === null ? '' : how} · seen ${detail.occurrences} times · ${cost} · ref ${detail.ref}`;
}

function seen(detail: Detail): string[] {
  const route = detail.route === null ? [] : [`Route: ${code(detail.route)}`, ''];
  const times = `First ${when(detail.firstSeen)} UTC, last ${when(detail.lastSeen)} UTC.`;
  return [...route, times, '', fenced(detail.message ?? detail.evidence.signal.stderr.slice(-2_000))];
}

function stack({ evidence }: Detail): string[] {
  const own = evidence.frames.filter((frame) => frame.own).slice(0, 8);
  if (own.length === 0) return [];
  return [
    '',
    fenced(own.map((frame) => `${frame.fn ?? '<anonymous>'} ${frame.file}:${frame.line}:${frame.column}`).join('\n')),
  ];
}

function repair({ repair, proposals, suspicious }: Detail): string[] {
  const tried = proposals.map((proposal) => `- ${code(proposal.title)}: ${code(proposal.outcome)}`);
  const warning = suspicious
    ? ['The text of the failure tries to steer its reader; nothing was done on its word.', '']
    : [];
  if (repair === null) return [...warning, 'None was put forward.', '', ...tried];
  const by = repair.recipe ?? repair.model ?? repair.tier;
  return [
    ...warning,
    `${repair.kind} by ${code(by)}, proof: ${repair.proof}.`,
    '',
    ...tried,
    '',
    fenced(repair.diff, 'diff'),
  ];
}

function todo({ action, repair, adopted }: Detail & { readonly adopted?: boolean }): string[] {
  const steps =
    action === null ? [] : [`- ${code(action.why)}${action.command === null ? '' : `: ${code(action.command)}`}`];
  if (repair?.releaseId && repair.kind === 'mitigation')
    steps.push('- The repair only makes the symptom bearable: find the cause.');
  const home = wayHome(repair, adopted === true);
  if (home !== null)
    steps.push(`- ${[code(home.why), ...home.commands.map((command) => code(command))].join('\n  - ')}`);
  return steps.length > 0 ? steps : ['Nothing.'];
}

function section(title: string, lines: readonly string[]): string {
  return [`## ${title}`, '', ...lines].join('\n').trimEnd();
}

function place({ file, line }: Detail): string {
  return line === null ? (file ?? '') : `${file}:${line}`;
}

/** A code span whose fence is longer than any run of backticks in it. */
function code(text: string): string {
  const line = printable(text.replace(/\s+/g, ' ').trim());
  const fence = '`'.repeat(longestRun(line) + 1);
  return `${fence}${line.startsWith('`') || line.endsWith('`') ? ` ${line} ` : line}${fence}`;
}

function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${printable(text).trimEnd()}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
