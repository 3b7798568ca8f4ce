/** Whether a file of SQL says the same as before, but for what was misspelt. Pure. */
import { isRespelling } from './respelling.ts';

const token = /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[\p{L}\p{N}_$]+|[^\s]/gu;
const isWord = (one: string | undefined): one is string => one !== undefined && /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(one);

/** Words of statements that take away or change what is there: a person reads a file that has one. */
const harmful =
  /^(?:drop|delete|truncate|update|alter|replace|grant|revoke|rename|cascade|attach|detach|pragma|vacuum|execute|call|copy|set)$/i;

/**
 * True where only commas, semicolons and closing brackets came in, a comma went, or single words were respelt or took the longer or shorter name that
 * stands elsewhere in the file (`hive`, `hive_id`), and nothing else there bears the old one: in a file that lays out tables and fills them, and harms nothing.
 */
export function respellsSql(before: string, after: string): boolean {
  const [old, next] = [tokensOf(before), tokensOf(after)];
  if ([...old, ...next].some((one) => harmful.test(one))) return false;
  const known = new Set(old.filter(isWord));
  const left = new Set(next);
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    const [was, is] = [old[i], next[j]];
    const goesOn = was === next[j + 1] || j + 1 === next.length;
    if (was === is) [i, j] = [i + 1, j + 1];
    else if (is !== undefined && /^[,;)]$/.test(is) && goesOn) j += 1;
    else if (was === ',' && old[i + 1] === is) i += 1;
    else if (isWord(was) && isWord(is) && old[i + 1] === next[j + 1] && isMeant(was, is, known) && !left.has(was))
      [i, j] = [i + 1, j + 1];
    else return false;
  }
  return true;
}

function tokensOf(text: string): string[] {
  return text.match(token) ?? [];
}

function isMeant(was: string, is: string, known: ReadonlySet<string>): boolean {
  const [parts, others] = [was.toLowerCase().split('_'), is.toLowerCase().split('_')];
  const [few, many] = parts.length < others.length ? [parts, others] : [others, parts];
  const isPart =
    few.length < many.length && few.every((part) => many.includes(part)) && few.some((part) => part.length > 2);
  return isRespelling(was, is) || (isPart && known.has(is));
}
