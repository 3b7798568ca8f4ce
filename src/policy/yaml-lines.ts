/** Changes of YAML that are read by its lines: laid out anew, keys and words spelt rightly, and no value another one. */
import { isRespelling } from './respelling.ts';

export function saysTheSame(before: string, after: string): boolean {
  return (
    isRespaced(before, after) ||
    keepsValues(before, after) ||
    dropsRepeated(before, after) ||
    keepsValues(before, unbraced(before, after))
  );
}

/** The text without the braces that it closes and the one before did not: what stands between them is what it was. */
function unbraced(before: string, after: string): string {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const open = (line: string): number => line.split('{').length - line.split('}').length;
  return next
    .map((line, at) => {
      const was = old[at] ?? '';
      const isClosed = old.length === next.length && open(was) > 0 && open(line) === 0;
      return isClosed && line.replaceAll(/\s*\}/g, '') === was.replaceAll(/\s*\}/g, '') ? was : line;
    })
    .join('\n');
}

/** One line of a key and its value is gone, which stands above it in the same section, word by word: no reader takes a key twice. */
function dropsRepeated(before: string, after: string): boolean {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const at = old.findIndex((line, index) => line !== next[index]);
  const line = old[at] ?? '';
  if (old.length !== next.length + 1 || !setting.test(line) || old.toSpliced(at, 1).join('\n') !== after) return false;
  const stepOf = (each: string): number => (each.trim() === '' ? Infinity : each.search(/\S/));
  const first = old.lastIndexOf(line, at - 1);
  return at > 0 && first >= 0 && old.slice(first, at).every((each) => stepOf(each) >= stepOf(line));
}

/** Nothing but tabs that indented became blanks, and a blank came behind the colon of a key: no value is another one. */
function isRespaced(before: string, after: string): boolean {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const bare = (line: string): string => line.replace(/^\s+/, '').replace(/^([\w-]+): ?/, '$1:');
  return (
    old.length === next.length &&
    old.every((line, at) => {
      const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
      const kept = indent.includes('\t') || indent === /^[ \t]*/.exec(next[at] ?? '')?.[0];
      return kept && bare(line) === bare(next[at] ?? '');
    })
  );
}

const keysRenamedMax = 2;

/** YAML whose lines say the same, but for keys that are called otherwise and words that lost a spelling mistake: moved, quoted or laid out anew, and no value is another one. */
function keepsValues(before: string, after: string): boolean {
  const [old, next] = [before, after].map((text) => text.replace(/^\s*#.*$|\s#.*$/gm, ''));
  const signs = (text: string): string => (text.match(/[&*!|>{}<%`]/g) ?? []).toSorted().join('');
  if (old === undefined || next === undefined || signs(old) !== signs(next)) return false;
  const [gone, came] = [lacking(sayings(old), sayings(next)), lacking(sayings(next), sayings(old))].map((lines) =>
    lines.flatMap((line) => line.split(' ')),
  );
  if (gone === undefined || came === undefined) return false;
  // A section that its keys stand in now.
  const heading = came.length === gone.length + 1 ? came.findIndex((word) => isHeading(next, word)) : -1;
  if (heading >= 0) came.splice(heading, 1);
  if (gone.length !== came.length) return false;
  const others = gone.flatMap((was, at) => (was === came[at] ? [] : [{ was, is: came[at] ?? '' }]));
  return (
    others.length <= keysRenamedMax &&
    others.every(({ was, is }) => (isKeyOf(old, was) && isKeyOf(next, is)) || isRespelt(was, is))
  );
}

/** What a line of YAML or TOML says can be read here: values that are set, a section that is new, signs that a line lacked. */
export function setsPlainly(path: string, before: string, after: string): boolean {
  if (/\.toml$/i.test(path)) return keepsWords(before, after);
  return /\.ya?ml$/i.test(path) && (setsValues(before, after) || addsSection(before, after));
}

const linesSetMax = 3;
/** `- max: 3`: a key and its value, which is one plain or quoted word or text. */
const setting = /^(\s*(?:- )?[\w.$-]+:)\s+(?:"[^"\\]*"|'[^']*'|[\w./+-](?:(?!: | #)[^&*!|>{}[\]<%`"'])*)$/;
const percent = /^(\s*(?:- )?[\w.$-]+:)\s+-?\d+(?:\.\d+)? ?%$/;

/** `limits:` and `- monday`: what a section that came in whole is made of, beside settings. */
const partOfSection = /^\s*(?:(?:- )?[\w.$-]+:|- (?:"[^"\\]*"|'[^']*'|[\w./+-](?:(?!: | #|:$)[^&*!|>{}[\]<%`"'])*))$/;
const sectionMax = 20;

/** Lines of a key and a plain value got another value, or came in, as JSON may have it: at most three, and none is gone. */
function setsValues(before: string, after: string): boolean {
  const [old, next] = [before.split('\n'), after.split('\n')];
  let [at, set] = [0, 0];
  for (const line of next) {
    if (line === old[at]) {
      at += 1;
      continue;
    }
    const [, key] = setting.exec(line) ?? [];
    if (key === undefined || (set += 1) > linesSetMax) return false;
    if ((setting.exec(old[at] ?? '') ?? percent.exec(old[at] ?? ''))?.[1] === key) at += 1;
  }
  return at === old.length && set > 0;
}

/** One section that is new, of plain keys and values, at most twenty lines: what stood there stays where it was. */
function addsSection(before: string, after: string): boolean {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const count = next.length - old.length;
  const at = next.findIndex((line, place) => line !== old[place]);
  const added = next.slice(at, at + count);
  const depth = (line: string): number => line.search(/\S|$/);
  const isBehind = old.slice(at).find((line) => line.trim() !== '');
  const top = depth(added[0] ?? '');
  return (
    count > 1 &&
    count <= sectionMax &&
    [...next.slice(0, at), ...next.slice(at + count)].join('\n') === before &&
    /^\s*[\w.$-]+:$/.test(added[0] ?? '') &&
    added.slice(1).every((line) => (setting.test(line) || partOfSection.test(line)) && depth(line) > top) &&
    (isBehind === undefined || depth(isBehind) <= top)
  );
}

/** One line has other signs, such as a bracket or quotes that it lacked, and every word and number is what it was; no comment became a setting. */
function keepsWords(before: string, after: string): boolean {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const words = (text: string): string => (text.match(/#|[\p{L}\p{N}_.+/-]+/gu) ?? []).join(' ').toLowerCase();
  return (
    old.length === next.length &&
    old.filter((line, at) => line !== next[at]).length === 1 &&
    words(before) === words(after)
  );
}

function isHeading(text: string, word: string): boolean {
  return text.split('\n').some((line) => /^\s*([\w$-]+):\s*$/.exec(line)?.[1] === word);
}

/** `itmes.json`, `leter`: one part of a word or of a path, and nothing that is a number or an address. */
function isRespelt(was: string, is: string): boolean {
  const [old, next] = [was, is].map((text) => text.split(/[./]/));
  if (!/^[a-z_][\w./-]*$/i.test(was) || !/^[a-z_][\w./-]*$/i.test(is) || old?.length !== next?.length) return false;
  const others = old?.flatMap((part, at) => (part === next?.[at] ? [] : [[part, next?.[at] ?? ''] as const])) ?? [];
  return others.length === 1 && others.every(([one, other]) => isRespelling(one, other));
}

function isKeyOf(text: string, word: string): boolean {
  return text.split('\n').some((line) => /^\s*(?:- )?["']?([\w$.-]+)["']?\s*:(?:\s|$)/.exec(line)?.[1] === word);
}

/** The words of each line, without what YAML sets around them. */
function sayings(text: string): string[] {
  const words = (line: string): string[] => (line.match(/[^\s,:"'[\]]+/g) ?? []).filter((each) => !/^[-=]$/.test(each));
  return text.split('\n').flatMap((line) => words(line).join(' ') || []);
}

function lacking(lines: readonly string[], than: readonly string[]): string[] {
  const left = [...than];
  return lines.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
