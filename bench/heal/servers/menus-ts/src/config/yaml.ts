type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

export class YamlError extends Error {
  constructor(message: string, line: number) {
    super(`${message} (line ${line})`);
    this.name = 'YamlError';
  }
}

interface Line {
  indent: number;
  text: string;
  number: number;
}

/** The part of YAML that settings need: maps, lists of scalars, scalars. */
export function parseYaml(source: string): Value {
  const lines = source.split('\n').flatMap((raw, index): Line[] => {
    const number = index + 1;
    if (/^\s*(#|$)/.test(raw)) return [];
    if (/^ *\t/.test(raw)) throw new YamlError('tabs are not allowed as indentation', number);
    return [{ indent: raw.search(/\S/), text: raw.trim(), number }];
  });
  return lines.length === 0 ? null : parseBlock(lines, lines[0].indent);
}

function parseBlock(lines: Line[], indent: number): Value {
  return lines[0].text.startsWith('- ') ? parseList(lines, indent) : parseMap(lines, indent);
}

function parseList(lines: Line[], indent: number): Value[] {
  const items: Value[] = [];
  while (lines.length > 0 && lines[0].indent === indent) {
    const line = lines.shift()!;
    if (!line.text.startsWith('- ')) throw new YamlError('a list item was expected', line.number);
    items.push(scalar(line.text.slice(2).trim()));
  }
  return items;
}

function parseMap(lines: Line[], indent: number): { [key: string]: Value } {
  const map: { [key: string]: Value } = {};
  while (lines.length > 0 && lines[0].indent >= indent) {
    const line = lines.shift()!;
    if (line.indent > indent) throw new YamlError('bad indentation of a mapping entry', line.number);
    const match = /^([\w-]+):(?:\s+(.*))?$/.exec(line.text);
    if (match === null) throw new YamlError('a key with a colon was expected', line.number);
    const [, key, rest] = match;
    if (rest !== undefined && rest !== '') map[key] = scalar(rest);
    else map[key] = lines.length > 0 && lines[0].indent > indent ? parseBlock(lines, lines[0].indent) : null;
  }
  return map;
}

function scalar(text: string): Value {
  const quoted = /^(["'])(.*)\1$/.exec(text);
  if (quoted) return quoted[2];
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null' || text === '~') return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
