/** A block of EJS, or a section of Handlebars and its like, that a template opens and never closes, by the elements of HTML around it. */

export interface BlockEnd {
  readonly at: number;
  readonly text: string;
  /** One element alone stands in the block: nothing else can be meant. */
  readonly isSure: boolean;
}

interface Opening {
  /** `<% } %>`, `<% }) %>`, `{{/each}}`. */
  readonly closing: string;
  readonly depth: number;
  readonly end: number;
}

interface Piece {
  readonly kind: 'code' | 'open' | 'close';
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Of a section the tag that ends it. */
  readonly closing?: string;
}

const pieces =
  /<%(?![%#=-])([^]*?)[-_]?%>|<%[^]*?%>|<!--[^]*?-->|<(\/?)([a-z][\w-]*)\b(?:<%[^]*?%>|"[^"]*"|'[^']*'|[^'">])*>|\{\{\s*([#^/])\s*([\w-]+)[^}]*\}\}|\{%-?\s*(end)?(for|if|block|macro|call|filter|unless|case)\b[^]*?%\}/gi;
const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

function piecesOf(text: string): Piece[] {
  return [...text.matchAll(pieces)].flatMap((found): Piece[] => {
    const [whole, code, slash, tag, sign, section, end, word] = found;
    const place = { start: found.index, end: found.index + whole.length };
    if (code !== undefined) return [{ kind: 'code', ...place, text: code.trim() }];
    if (section !== undefined)
      return [{ kind: 'code', ...place, text: sign === '/' ? '}' : '{', closing: `{{/${section}}}` }];
    if (word !== undefined)
      return [{ kind: 'code', ...place, text: end === undefined ? '{' : '}', closing: `{% end${word} %}` }];
    if (tag === undefined || empty.has(tag.toLowerCase()) || whole.endsWith('/>')) return [];
    return [{ kind: slash === '' ? 'open' : 'close', ...place, text: tag }];
  });
}

/** `<% if (rows.length) %>` that some `<% } %>` closes: where its bracket is missing; null where that is not one place. */
export function unopenedBlock(text: string): number | null {
  const code = [...text.matchAll(/<%(?![%#=-])_?([^]*?)[-_]?%>/g)];
  const heads = code.filter(([, inside = '']) =>
    /^\s*(?:\}\s*)?(?:(?:else\s+)?if|for|while)\s*\([^]*\)\s*$|=>\s*$|\belse\s*$/.test(inside),
  );
  const count = (sign: string): number => code.reduce((sum, [, inside = '']) => sum + inside.split(sign).length - 1, 0);
  const [only, more] = heads;
  if (only === undefined || more !== undefined || count('{') !== count('}') - 1) return null;
  return only.index + 2 + only[0].slice(2).search(/\s*[-_]?%>$/);
}

/** Where the one block that is left open ends; null where none is, or more than one. */
export function unclosedBlock(text: string): BlockEnd | null {
  const found = piecesOf(text);
  const left = leftOpen(found);
  const [only, more] = left ?? [];
  return only === undefined || more !== undefined ? null : endOf(text, found, only);
}

/** A block ends among the elements that it begins among: what ends elsewhere does so for an outer block. */
function leftOpen(found: readonly Piece[]): Opening[] | null {
  let [depth, stack]: [number, Opening[]] = [0, []];
  const left: Opening[] = [];
  for (const { kind, text, end, closing } of found) {
    if (kind !== 'code') {
      depth += kind === 'open' ? 1 : -1;
      continue;
    }
    if (text.startsWith('}')) {
      const at = stack.findLastIndex((each) => each.depth === depth);
      if (at < 0) return null;
      left.push(...stack.slice(at + 1));
      stack = stack.slice(0, at);
    }
    if (text.endsWith('{')) stack.push({ closing: closing ?? `<% ${isArgument(text) ? '})' : '}'} %>`, depth, end });
  }
  return [...left, ...stack];
}

/** `items.forEach((item) => {` */
function isArgument(code: string): boolean {
  const plain = code.replace(/^\}/, '').replaceAll(/'[^'\n]*'|"[^"\n]*"/g, '');
  return plain.split('(').length > plain.split(')').length;
}

/** Before the end of the element that the block stands in. */
function endOf(text: string, found: readonly Piece[], { closing, end }: Opening): BlockEnd | null {
  let depth = 0;
  let elements = 0;
  let first: number | null = null;
  for (const { kind, start } of found.filter((piece) => piece.start >= end)) {
    if (kind === 'open') elements += depth++ === 0 ? 1 : 0;
    if (kind === 'close' && depth === 1) first ??= start + `</${text.slice(start + 2).split('>')[0]}>`.length;
    if (kind === 'close' && --depth < 0) {
      const line = /(?<=\n)[ \t]*$/.exec(text.slice(0, start));
      return { at: start, text: line === null ? closing : `${closing}\n${line[0]}`, isSure: elements === 1 };
    }
  }
  // In no element: behind the first one.
  return first === null ? null : { at: first, text: `\n${closing}`, isSure: elements === 1 };
}
