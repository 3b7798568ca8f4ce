/** Help texts, made from the tables of commands.ts. */
import { commands, type Command, type Option } from './commands.ts';

/** `kintsugi --help`. */
export function overview(version: string): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    `kintsugi ${version}: keeps a Node.js server alive and mends what makes it fail.`,
    '',
    '  kintsugi run server.js          supervise and heal',
    '  kintsugi heal server.js         look once, repair, prove, show',
    '',
    'Commands:',
    ...lines,
    '',
    '`kintsugi <command> --help` shows the options of one. Exit codes: 0 done · 1 failed · 2 usage ·',
    '10 a person is needed · 11 cancelled · 12 reload asked for.',
  ].join('\n');
}

/** `kintsugi <command> --help`. */
export function helpOf(spec: Command): string {
  const rows = [...Object.entries(spec.options).map(optionRow), ['-h, --help', 'This text.'] as const];
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    spec.summary,
    '',
    ...spec.usage.map((usage, index) => `${index === 0 ? 'Usage: ' : '       '}kintsugi ${usage}`),
    '',
    'Options:',
    ...rows.map(([left, doc]) => `  ${left.padEnd(width)}  ${doc}`),
    ...(spec.notes ?? []).flatMap((note) => ['', note]),
  ].join('\n');
}

function optionRow([name, option]: [string, Option]): readonly [string, string] {
  const short = option.short ? `-${option.short}, ` : '';
  const value = option.kind === 'flag' ? '' : ` ${option.hint ?? option.choices?.join('|') ?? ''}`;
  return [`${short}--${name}${value}`, option.doc];
}
