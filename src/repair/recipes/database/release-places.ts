/** Where a client is given back: behind a `try` that is there, or around all that follows on the taking of it. */
import { all, functionsAround, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, indentUnit, lineStart, nextLine } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

/** The statement, with its line where nothing else stands there. */
export function removed({ text }: Source, { start, end }: Node): Splice {
  const [from, to] = [lineStart(text, start), nextLine(text, end)];
  const isAlone = text.slice(from, start).trim() === '' && text.slice(end, to).trim() === '';
  return isAlone ? { start: from, end: to, text: '' } : { start, end, text: '' };
}

/** `finally { client.release(); }` behind a `try`, or the call at the end of its `finally`. */
export function closed({ text }: Source, call: string, work: Of<'TryStatement'>): Splice[] {
  const [eol, indent, unit] = [eolOf(text), indentAt(text, work.start), indentUnit(text)];
  const last = work.finalizer?.body.at(-1);
  if (work.finalizer === null)
    return [{ start: work.end, end: work.end, text: ` finally {${eol}${indent}${unit}${call}${eol}${indent}}` }];
  const at = last?.end ?? work.finalizer.start + 1;
  return [{ start: at, end: at, text: `${eol}${indent}${unit}${call}${last === undefined ? eol + indent : ''}` }];
}

/** All that follows in a `try` of its own, a step further in, and the call behind `finally`, or what else stands there; what texts over several lines hold stays as it is. */
export function guarded(
  source: Source,
  call: string,
  rest: readonly Node[],
  gone: readonly Splice[],
  word = 'finally',
): Splice[] {
  const { text, program } = source;
  const [first, last] = [rest[0], rest.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [eol, indent, unit] = [eolOf(text), indentAt(text, first.start), indentUnit(text)];
  const held = all(program, 'TemplateElement');
  const lines: Splice[] = [];
  for (let at = nextLine(text, first.start); at < last.end; at = nextLine(text, at)) {
    const isBlank = text.slice(at, nextLine(text, at)).trim() === '';
    const isHeld = held.some(({ start, end }) => start < at && at <= end);
    const isGone = gone.some(({ start, end }) => start <= at && at < end);
    if (!isBlank && !isHeld && !isGone) lines.push({ start: at, end: at, text: unit });
  }
  const end = gone.reduce((to, each) => (each.start <= last.end && last.end < each.end ? each.start : to), last.end);
  const begin = { start: first.start, end: first.start, text: `try {${eol}${indent}${unit}` };
  const tail = `${indent}} ${word} {${eol}${indent}${unit}${call}${eol}${indent}}`;
  // The last line may be gone as a whole: then its place is the beginning of the next one.
  const finish =
    end === last.end
      ? [{ start: end, end, text: `${eol}${tail}` }]
      : [{ start: end, end: nextLine(text, last.end), text: `${tail}${eol}` }];
  return [begin, ...lines, ...gone.filter(({ start }) => start !== end || end === last.end), ...finish];
}

/** `return client.query(…)` would give the client back before it has answered. */
export function waitedFor(fn: FunctionNode, rest: readonly Node[], client: string): Splice[] {
  return rest
    .flatMap((each) => all(each, 'ReturnStatement'))
    .filter((each) => functionsAround(each)[0] === fn && each.argument?.type === 'CallExpression')
    .filter((each) => all(each, 'Identifier').some((one) => one.name === client && upwards(one).includes(each)))
    .map(({ argument }) => ({ start: argument?.start ?? 0, end: argument?.start ?? 0, text: 'await ' }));
}
