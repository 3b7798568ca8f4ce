/** Statements that a repair of data may hold: such as stay in their own transaction and their own file. Pure. */
import { deny, type Verdict } from './settings.ts';

/** As many as a person can look through. */
export const statementCharsMax = 2_000;

const quotes = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]/g;
const comments = /--[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const leaving =
  /(?:^|;)\s*(?:begin|commit|end|rollback|savepoint|release|vacuum|pragma|attach|detach|explain)\b|\bload_extension\b/i;

/** Null where they may be put before a person. */
export function checkStatements(sql: string): Verdict | null {
  if (sql.length > statementCharsMax)
    return deny(
      'statement-long',
      `Statements of more than ${statementCharsMax} characters are not looked through; write fewer.`,
    );
  // In one go, so that a quote in a comment, or the other way round, hides nothing.
  const bare = sql.replace(new RegExp(`${quotes.source}|${comments.source}`, 'g'), ' ');
  if (bare.trim() === '') return deny('statement-empty', 'There is no statement.');
  const [found] = leaving.exec(bare) ?? [];
  if (found === undefined) return null;
  return deny(
    'statement-leaves',
    `\`${found.replace(/^;?\s*/, '')}\` leaves the transaction or the file of the database.`,
  );
}
