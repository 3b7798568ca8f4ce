/** Whether more is gone than the brackets that a text lacks: what nobody uses any more was used there, and what binds otherwise now was bracketed. */
import { importsOf } from '../code/bindings.ts';
import { all, parseSource } from '../code/syntax.ts';
import type { Node, Source } from '../code/syntax.ts';

/** Closing braces alone were added, and what the file takes in, or has for itself, stands nowhere else now: lines are gone. */
export function losesLines(path: string, before: string, after: string, beside: ReadonlySet<string>): boolean {
  const added = addedTo(before, after);
  const source = added !== null && /^[\s)\]};,]*$/.test(added) && added.includes('}') ? parseSource(path, after) : null;
  if (source === null) return false;
  const given = exportedPart(source);
  const words = `${after.slice(0, given.start)} ${after.slice(given.end)}`.match(/[A-Za-z_$][\w$]*/g) ?? [];
  // The one that is mended may be used by nobody yet.
  const at = [...after].findIndex((sign, index) => sign !== before[index]);
  const isLone = (name: string | null): boolean => name !== null && words.filter((word) => word === name).length === 1;
  const own = source.program.body.flatMap((each) =>
    each.type === 'FunctionDeclaration' && each.id !== null && !(each.start < at && at <= each.end)
      ? [each.id.name]
      : [],
  );
  const taken = importsOf(source).map(({ local }) => local);
  return taken.some((name) => isLone(name)) || own.some((name) => isLone(name) && !beside.has(name));
}

/** What was put into a text in one place; null where something else changed. */
function addedTo(before: string, after: string): string | null {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const more = after.length - before.length;
  return more > 0 && after.slice(start + more) === before.slice(start) ? after.slice(start, start + more) : null;
}

/** `module.exports = { a, b }`, `export { a, b }`: who is named there is used by that alone. */
function exportedPart({ program, text }: Source): { start: number; end: number } {
  const last = [...program.body].findLast(
    (each) =>
      (each.type === 'ExportNamedDeclaration' && each.declaration === null) ||
      (each.type === 'ExpressionStatement' && /^module\.exports\s*=/.test(text.slice(each.start, each.end))),
  );
  return last ?? { start: text.length, end: text.length };
}

/** `round(cents * 1 - share))` without its last bracket: as likely one that opened is gone, and then it means something else. */
export function mayHaveOpened(path: string, before: string, { text, what }: { text: string; what: string }): boolean {
  const at = [...text].findIndex((sign, index) => sign !== before[index]);
  const source = /^no (?:second )?`\)`/.test(what) && at >= 0 ? parseSource(path, text) : null;
  if (source === null) return false;
  // Of two that stand side by side either may have gone.
  const isThere = ({ start, end }: Node): boolean => start < at && at <= end + 2;
  const leadsOn = /^\s*(?:\?\.|\.|\[)/.test(text.slice(at));
  const sums = all(source.program, 'BinaryExpression').filter(isThere);
  const choices = all(source.program, 'LogicalExpression').filter(isThere);
  return (
    sums.some(({ operator, left, right }) => [left, right].some((part) => isOtherwise(operator, part as Node))) ||
    choices.some(({ operator, left, right }) => [left, right].some((part) => isOtherwise(operator, part as Node))) ||
    (leadsOn && [...sums, ...choices].some(({ end }) => at < end))
  );
}

/** The part of an expression that would take another one in, were it bracketed. */
function isOtherwise(operator: string, part: Node): boolean {
  if (part.type === 'LogicalExpression') return part.operator !== operator;
  if (part.type === 'UnaryExpression') return part.operator === '!' && /^(?:&&|\|\||\?\?)$/.test(operator);
  const isReckoned = (sign: string): boolean => /^(?:[-+*/%]|\*\*)$/.test(sign);
  if (part.type !== 'BinaryExpression' || !isReckoned(operator) || !isReckoned(part.operator)) return false;
  return operator !== part.operator || /[-/%]/.test(operator);
}
