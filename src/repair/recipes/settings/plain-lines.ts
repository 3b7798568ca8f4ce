/** A line of an INI or TOML file that is no line of it: the head of a section that lacks a bracket, a colon for the sign, a text without its quotes. */
import type { Idea } from '../../../incident/nouns.ts';
import { splice } from '../../code/text.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { isOwnPath } from '../../sound.ts';

const name = 'plain-lines';

export const plainLines: Recipe = {
  name,
  classes: ['config', 'syntax', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'The one line of an INI or TOML file that is none of it: a head of a section that lacks a bracket, a colon for the equals sign, a text that lacks its quotes, a comma or a semicolon behind a value.',
  ideas(context) {
    const { tree, diagnosis, signal } = context;
    const isToml = /toml/i.test(`${diagnosis.message}\n${signal.error?.stack ?? signal.stderr}`);
    // An INI reader takes every line: what it lost is missed where it is read.
    const isMissed = diagnosis.named.nullish !== undefined && signal.beforeReady;
    if (!isToml && !isMissed) return [];
    const ends = isToml ? /\.toml$/i : /\.ini$/i;
    const found = tree.files
      .filter((path) => ends.test(path) && isOwnPath(path))
      .flatMap((path) => oddLines(context, path));
    const [only, more] = found;
    return only === undefined || more !== undefined ? [] : [only];
  },
};

const charsMax = 20_000;

function oddLines({ tree }: RecipeContext, path: string): Idea[] {
  const before = tree.read(path);
  // Texts of several lines hold whatever they like.
  if (before === null || before.length > charsMax || /"""|'''/.test(before)) return [];
  let depth = 0;
  let start = 0;
  return before.split('\n').flatMap((whole, index) => {
    const at = start;
    start += whole.length + 1;
    const line = whole.replace(/\r$/, '');
    const isWithin = depth > 0;
    const code = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|[#;].*$/g, '');
    depth += /=/.test(code) || isWithin ? count(code, /[[{]/g) - count(code, /[\]}]/g) : 0;
    const mended = isWithin ? null : (headOf(line) ?? (/\.toml$/i.test(path) ? pairOf(line) : null));
    if (mended === null || mended === line) return [];
    const after = splice(before, { start: at, end: at + line.length, text: mended });
    return [
      idea(name, { title: `${path}: line ${index + 1} is no line of it`, rank: 0, edits: [{ path, before, after }] }),
    ];
  });
}

const count = (text: string, sign: RegExp): number => [...text.matchAll(sign)].length;

/** `[hire` and `hire]`, `[[lifts]`. */
function headOf(line: string): string | null {
  const [, open = '', inner = '', close = '', rest = ''] =
    /^\s*(\[{0,2})([A-Za-z][\w.-]*)(\]{0,2})(\s*(?:[#;].*)?)$/.exec(line) ?? [];
  if (open.length === close.length || open.length + close.length === 0) return null;
  const size = Math.max(open.length, close.length);
  return `${'['.repeat(size)}${inner}${']'.repeat(size)}${rest}`;
}

/** `rounding: 0.5`, `currency = EUR`, `currency = "EUR`, `rounding = 0.5,`. */
function pairOf(line: string): string | null {
  const [, key = '', sign = '', said = ''] = /^(\s*[\w.-]+\s*)([=:])\s*(\S.*?)\s*$/.exec(line) ?? [];
  if (sign === '' || /#/.test(said)) return null;
  const value = said.replace(/(?<=^(?:"[^"]*"|'[^']*'|[\w.+-]+|\[.*\]))[,;]$/, '');
  const isPlain = /^(?:[+-]?(?:\d[\w.:+-]*|inf|nan)|true|false)$/.test(value);
  const isOpen = /^(["'])[^"']*$/.exec(value)?.[1];
  const isBare = !isPlain && /^[A-Za-z][\w ./@-]*$/.test(value);
  if (isBare && /^(?:yes|no|on|off|none|null|nil)$/i.test(value)) return null;
  const quotedText = /^(?:true|false)$/i.test(value) ? value.toLowerCase() : `"${value}"`;
  const text = isOpen === undefined ? (isBare ? quotedText : value) : value + isOpen;
  return sign === '=' && text === said ? null : `${key.trimEnd()} = ${text}`;
}
