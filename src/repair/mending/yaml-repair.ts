/** A plain YAML text that cannot be read, and the one line that makes it so: texts that can be, with what was mended. */
import { yamlTree } from '../code/yaml.ts';
import { indentUnit } from '../code/text.ts';

export interface YamlRepair {
  readonly after: string;
  /** The line, from 1. */
  readonly line: number;
  readonly what: string;
}

/** Each by one line; [] for what can be read, and for what is more than plain. */
export function yamlRepairs(text: string): YamlRepair[] {
  if (yamlTree(text) !== null) return [];
  const lines = text.split('\n');
  const again = saidAgain(lines) ?? lineAgain(lines) ?? tabbed(lines);
  if (again !== null) return [again];
  return lines.flatMap((line, index) =>
    isSaid(line)
      ? mendings(lines, index).flatMap(({ to, what }): YamlRepair[] => {
          const after = [...lines.slice(0, index), to, ...lines.slice(index + 1)].join('\n');
          return to !== line && yamlTree(after) !== null ? [{ after, line: index + 1, what }] : [];
        })
      : [],
  );
}

/** A section or a key that stands twice at the left margin, the second time with nothing that the first does not say. */
function saidAgain(lines: readonly string[]): YamlRepair | null {
  const heads = lines.flatMap((line, at) => (/^[A-Za-z_$][\w.$-]*:(?:\s|$)/.test(line) ? [at] : []));
  const blocks = heads.map((at, index) => lines.slice(at, heads[index + 1] ?? lines.length));
  const second = blocks.findIndex(
    ([head = ''], index) => blocks.findIndex(([other = '']) => other.split(':')[0] === head.split(':')[0]) < index,
  );
  const [own, at] = [blocks[second], heads[second]];
  if (own === undefined || at === undefined) return null;
  const first = blocks.find(([head = '']) => head.split(':')[0] === own[0]?.split(':')[0]) ?? [];
  const after = [...lines.slice(0, at), ...lines.slice(at + own.length)].join('\n');
  const isSame = own.filter(isSaid).every((line) => first.includes(line));
  return isSame && yamlTree(after) !== null ? { after, line: at + 1, what: 'says again what stands above' } : null;
}

/** A line of a key and its value that stands above it in the same section, word by word. */
function lineAgain(lines: readonly string[]): YamlRepair | null {
  const stepOf = (line: string): number => (isSaid(line) ? line.search(/\S/) : Infinity);
  const second = lines.findIndex((line, at) => {
    const first = /^\s*[A-Za-z_$][\w.$-]*:\s+\S/.test(line) ? lines.lastIndexOf(line, at - 1) : -1;
    return at > 0 && first >= 0 && lines.slice(first, at).every((each) => stepOf(each) >= stepOf(line));
  });
  const after = second < 0 ? '' : lines.toSpliced(second, 1).join('\n');
  const isRead = second >= 0 && yamlTree(after) !== null;
  return isRead ? { after, line: second + 1, what: 'says again what stands above' } : null;
}

/** Several lines that stand in by tabs, each of which is one step of the others. */
function tabbed(lines: readonly string[]): YamlRepair | null {
  const odd = lines.flatMap((line, at) => (/^ *\t[ \t]*\S/.test(line) ? [at] : []));
  const [first, more] = odd;
  const unit = unitOf(lines);
  const mended = lines.map((line, at) =>
    odd.includes(at) ? line.replace(/^[ \t]*/, (indent) => indent.replaceAll('\t', unit)) : line,
  );
  // A key with nothing behind it waits for what stands further in: then a tab may be more than one step.
  const isLevel = odd.some((at) => {
    const above = mended.slice(0, at).findLast(isSaid) ?? '';
    const stepOf = (line: string): number => line.length - line.trimStart().length;
    return above.trimEnd().endsWith(':') && stepOf(above) >= stepOf(mended[at] ?? '');
  });
  const after = mended.join('\n');
  if (first === undefined || more === undefined || isLevel || yamlTree(after) === null) return null;
  return { after, line: first + 1, what: 'is indented with a tab, as others are' };
}

/** A step of the indentation, as lines of keys show it that have no tab before them. */
function unitOf(lines: readonly string[]): string {
  return indentUnit(lines.filter((line) => key.test(line.trim()) && !/^ *\t/.test(line)).join('\n'));
}

interface Mended {
  readonly to: string;
  readonly what: string;
}

const key = /^[A-Za-z_$][\w.$-]*/;

/** What people forget in a line. */
function mendings(lines: readonly string[], index: number): Mended[] {
  const line = lines[index] ?? '';
  const [, indent = '', text = ''] = /^(\s*)(.*?)\s*$/.exec(line) ?? [];
  const found: Mended[] = [];
  const put = (to: string, what: string): void => void found.push({ to: indent + to, what });
  const [, dash = '', name = '', rest = ''] = /^((?:- +)?)([A-Za-z_$][\w.$-]*)[ ]*(.*)$/.exec(text) ?? [];
  if (name !== '' && !text.includes(':'))
    put(`${dash}${name}:${rest.replace(/^=\s*/, '').replace(/^(?=.)/, ' ')}`, 'lacks a colon');
  if (/^(?:- +)?[A-Za-z_$][\w.$-]*:[^\s/\\]/.test(text)) put(text.replace(':', ': '), 'lacks a blank behind the colon');
  if (dash === '' && beginsItem(lines, index))
    found.push({ to: `${indent.slice(2)}- ${text}`, what: 'lacks its dash' });
  if (/^-[^\s-]/.test(text)) put(text.replace('-', '- '), 'lacks a blank behind the dash');
  const quote = /(?::|-)\s+(["'])[^"']*$/.exec(text)?.[1];
  if (quote !== undefined) put(text.replace(/,?$/, quote), 'lacks its closing quote');
  const apostrophe = /^((?:[\w.$-]+:|-)\s+)'([^"\\]*\w'\w[^"\\]*)'$/.exec(text);
  if (apostrophe !== null) put(`${apostrophe[1]}"${apostrophe[2]}"`, 'has an apostrophe within its quotes');
  const unopened = /^((?:[\w.$-]+:|-)\s+)([^"'\s][^"']*)(["'])$/.exec(text);
  if (unopened !== null) put(`${unopened[1]}${unopened[3]}${unopened[2]}${unopened[3]}`, 'lacks its opening quote');
  const open = unclosed(text);
  if (open !== '') put(text.replace(/,$/, '') + open, 'lacks its closing bracket');
  const value = /^([\w.$-]+:\s+)([^"'[{].*)$/.exec(text);
  if (value !== null && (/:\s/.test(value[2] ?? '') || /^[%@`]/.test(value[2] ?? '')))
    put(value[1] + JSON.stringify(value[2]), 'has a value that needs quotes');
  return [...found, ...levels(lines, index).map((to) => ({ to: to + text, what: 'is indented by another step' }))];
}

/** `name: b` where the item above it begins with a `name`, too, in the same column. */
function beginsItem(lines: readonly string[], index: number): boolean {
  const [, indent = '', own = ''] = /^( {2,})([A-Za-z_$][\w.$-]*): /.exec(lines[index] ?? '') ?? [];
  const item = lines.slice(0, index).findLast((line) => isSaid(line) && line.search(/\S/) < indent.length);
  const [, start = '', first = ''] = /^( *- )([A-Za-z_$][\w.$-]*):/.exec(item ?? '') ?? [];
  return own !== '' && first === own && start.length === indent.length;
}

/** The brackets that a line of its own opens behind a colon or a dash and does not close, closed as it opens them. */
function unclosed(text: string): string {
  const bare = text.replace(/"[^"]*"|'[^']*'/g, '');
  if (!/(?:[:-]\s+)[[{]/.test(bare)) return '';
  const left: string[] = [];
  for (const [sign, blank] of bare.matchAll(/[[{](\s?)|[\]}]/g)) {
    if (/[\]}]/.test(sign)) left.pop();
    else left.unshift(`${blank ?? ''}${sign.startsWith('[') ? ']' : '}'}`);
  }
  return left.join('');
}

/** The indentations that a line may have behind the one above it, nearest first. */
function levels(lines: readonly string[], index: number): string[] {
  const above = lines.slice(0, index).filter(isSaid);
  const [last] = above.slice(-1);
  const unit = unitOf(lines);
  const [written = ''] = /^[ \t]*/.exec(lines[index] ?? '') ?? [];
  const own = written.replaceAll('\t', unit);
  // A tab may have stood for any number of steps.
  const isTabbed = written.includes('\t');
  if (last === undefined) return [''];
  const of = (line: string): string => /^[ ]*/.exec(line)?.[0] ?? '';
  const isOpen = /:$/.test(last.trim());
  // What belongs to a key stays below it.
  const next = lines.slice(index + 1).find(isSaid) ?? '';
  const inner = /:$/.test(lines[index]?.trim() ?? '') && of(next).length > own.length ? of(next).length : Infinity;
  const open = above.map(of).filter((each) => each.length <= of(last).length);
  // What belongs to an item of a list stands behind its dash.
  const items = above
    .flatMap((each) => /^ *- +(?=\S)/.exec(each)?.[0].length ?? [])
    .map((length) => ' '.repeat(length));
  const all = new Set([...open, ...(isOpen ? [of(last) + unit] : []), ...items]);
  return (
    [...all]
      .filter((each) => each.length < inner)
      // A line may have lost its whole step, and none gets one too many.
      .filter(
        (each) =>
          isTabbed || (each.length - own.length <= unit.length && own.length - each.length < Math.max(unit.length, 2)),
      )
      .sort((a, b) => Math.abs(a.length - own.length) - Math.abs(b.length - own.length))
  );
}

function isSaid(line: string): boolean {
  return /^\s*[^\s#]/.test(line);
}
