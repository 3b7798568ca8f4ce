/** `kintsugi triage`: what kind of failure a text tells of; exits 0 whatever it finds (CLI-5). */
import { findProject } from '../../kit/paths.ts';
import { explain } from '../../triage/triage.ts';
import type { Call } from './call.ts';
import { inputText } from './input.ts';
import { table } from './output.ts';
import { redactorFor } from './secrets.ts';

export function triage(call: Call): number {
  const text = inputText(call, call.args.words[0] ?? '-', 'triage');
  const project = findProject(call.args.cwd);
  const redactor = redactorFor([project, call.args.cwd], call.env);
  const result = explain(text, { project, subject: 'subject', redact: (value) => redactor.redact(value) });
  call.output.result(result, () => explanation(result));
  return 0;
}

function explanation(result: ReturnType<typeof explain>): string {
  const place = result.file === null ? '-' : `${result.file}:${result.line}:${result.column}`;
  const findings = result.findings.map((finding) => finding.label).join(', ');
  const rows = [
    ['class', result.class],
    ['message', result.message],
    ['where', place],
    ['signature', result.signature],
    ['suspicious', result.suspicious ? `yes: ${findings}` : 'no'],
    ['person only', result.personOnly ? 'yes: no change of code mends it' : 'no'],
  ];
  return [table(rows), '', result.redacted].join('\n');
}
