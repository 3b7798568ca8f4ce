/** The same text as a reader might still understand it: without disguise, decoded, respelt. Every view knows where it came from. */

export interface View {
  readonly text: string;
  /** Offset in the original text for an offset in this view. */
  at(offset: number): number;
  /** `disguised` views only show text that somebody took pains to hide, so only plain orders are looked for there. */
  readonly disguised: boolean;
}

const decodedMax = 40;
const decodedBytesMax = 8192;
/** More white space in a row says nothing more, and would cost time at every pattern. */
const blanksMax = 4;

/** Letters of other alphabets that look like Latin ones. */
const lookalikes = new Map(
  Array.from('аaеeоoрpсcхxуyіiјjѕsԁdһhкkмmтtвbнhгrпnοoαaεeιiκkνvρpτtυuχxηnωwɑaɡgıiʀrɴnſsꞵbℓl'.matchAll(/(.)(.)/gu)).map(
    (pair) => [pair[1] ?? '', pair[2] ?? ''] as const,
  ),
);

/** Lower case, compatibility forms and accents folded, invisible characters gone, escapes of letters undone. */
export function plainView(text: string): View {
  const parts: string[] = [];
  const starts: number[] = [];
  let blanks = 0;
  for (const { source, start } of symbols(text)) {
    const folded = fold(source);
    blanks = /^\s$/.test(folded) ? blanks + 1 : 0;
    if (blanks > blanksMax) continue;
    for (let i = 0; i < folded.length; i += 1) starts.push(start);
    parts.push(folded);
  }
  return { text: parts.join(''), at: (offset) => starts[offset] ?? text.length, disguised: false };
}

/** Characters, with `\u0069`, `\x69`, `%69` and `&#105;` as the letter they stand for. */
function* symbols(text: string): Generator<{ source: string; start: number }> {
  // oxlint-disable-next-line no-control-regex -- every character counts here
  const symbol =
    /\\n|\\u\{?([0-9a-fA-F]{2,6})\}?|\\x([0-9a-fA-F]{2})|%([0-7][0-9a-fA-F])|&#x([0-9a-fA-F]{2,6});|&#(\d{2,7});|[\s\S]/gu;
  for (const match of text.matchAll(symbol)) {
    const hex = match[1] ?? match[2] ?? match[3] ?? match[4];
    const code = hex !== undefined ? parseInt(hex, 16) : match[5] !== undefined ? Number(match[5]) : -1;
    const known = (code > 0x1f || code === 10) && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    const source = match[0] === '\\n' ? '\n' : known ? String.fromCodePoint(code) : match[0];
    yield { source, start: match.index };
  }
}

const invisible =
  // oxlint-disable-next-line no-misleading-character-class -- these very characters are what is looked for
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]/u;
const invisibles = new RegExp(invisible, 'gu');

function fold(char: string): string {
  if (char.length === 1 && char < '\u0080') return char.toLowerCase();
  if (invisible.test(char)) return '';
  return char
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

/** Everything that may be read out of the text besides its plain form. */
export function disguises(text: string, plain: View): View[] {
  return [
    lookalike(plain),
    parted(text),
    words(text),
    leet(plain, 'i'),
    leet(plain, 'l'),
    spaced(plain),
    backwards(plain),
    rot13(plain),
    tags(text),
    ...decoded(text),
  ].filter((view) => view !== null);
}

function derived(plain: View, text: string, map: (offset: number) => number): View | null {
  return text === plain.text ? null : { text, at: (offset) => plain.at(map(offset)), disguised: true };
}

function lookalike(plain: View): View | null {
  const text = plain.text.replace(
    /[\u0131\u017f\u0251-\u0274\u03b1-\u03c9\u0430-\u0501\u04bb\u2113]/g,
    (char) => lookalikes.get(char) ?? char,
  );
  return derived(plain, text, (offset) => offset);
}

/** Words that only invisible characters part. */
function parted(text: string): View | null {
  const { text: split, starts } = rewrite(text, invisibles, () => ' ');
  return split === text
    ? null
    : { text: split.toLowerCase(), at: (offset) => starts[offset] ?? text.length, disguised: true };
}

/** Names and paths as words: `ignore-all_previous.instructions`, `ignoreAllPreviousInstructions`, `ignore+all`. */
function words(text: string): View | null {
  if (!/[a-z][_+\-./%][a-z]|[a-z][A-Z]/.test(text)) return null;
  const { text: split, starts } = rewrite(text, /[a-z](?=[A-Z])|[_+\-./\\]/g, (each) =>
    /[a-z]/.test(each) ? `${each} ` : ' ',
  );
  return { text: split.toLowerCase(), at: (offset) => starts[offset] ?? text.length, disguised: true };
}

/** `String.replace` that remembers where every character came from. */
function rewrite(text: string, pattern: RegExp, replace: (each: string) => string): { text: string; starts: number[] } {
  const parts: string[] = [];
  const starts: number[] = [];
  let from = 0;
  const copy = (to: number): void => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) starts.push(at);
  };
  for (const match of text.matchAll(pattern)) {
    copy(match.index);
    const put = replace(match[0]);
    parts.push(put);
    for (let i = 0; i < put.length; i += 1) starts.push(match.index);
    from = match.index + match[0].length;
  }
  copy(text.length);
  return { text: parts.join(''), starts };
}

/** `1gn0r3 4ll` where letters and digits share a word. */
function leet(plain: View, one: 'i' | 'l'): View | null {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': one,
    '!': one,
    '3': 'e',
    '4': 'a',
    '@': 'a',
    '5': 's',
    $: 's',
    '7': 't',
    '+': 't',
    '8': 'b',
    '9': 'g',
    '|': 'l',
  };
  const text = plain.text.replace(/[a-z0-9@$!+|]*[a-z][a-z0-9@$!+|]*/g, (word) =>
    /[0-9@$!+|]/.test(word) ? word.replace(/[0-9@$!+|]/g, (char) => letters[char] ?? char) : word,
  );
  return derived(plain, text, (offset) => offset);
}

/** `i g n o r e   a l l`, `i.g.n.o.r.e`: single letters joined, wider gaps are the words' ends. */
function spaced(plain: View): View | null {
  const run =
    /(?<![a-z])[a-z](?:[ ._*-]{1,2}[a-z](?![a-z])){4,400}(?:[ ._*-]{2,6}[a-z](?:[ ._*-]{1,2}[a-z](?![a-z])){0,400}){0,40}/g;
  if (plain.text.search(run) < 0) return null;
  const join = (each: string) =>
    each
      .replace(/[ ._*-]{2,}/g, '\u0001')
      .replace(/[ ._*-]/g, '')
      .replaceAll('\u0001', ' ');
  const { text, starts } = rewrite(plain.text, run, join);
  return { text, at: (offset) => plain.at(starts[offset] ?? plain.text.length), disguised: true };
}

function backwards(plain: View): View | null {
  if (!/erongi|snoitcurtsni|tpmorp|drageresid|etucexe|noitcurtsni/.test(plain.text)) return null;
  const { length } = plain.text;
  return {
    text: Array.from(plain.text).toReversed().join(''),
    at: (offset) => plain.at(Math.max(0, length - offset - 1)),
    disguised: true,
  };
}

function rot13(plain: View): View | null {
  if (!/vafgehpg|vtaber|cebzcg|qvfertneq|rkrphgr/.test(plain.text)) return null;
  const turn = (char: string) => String.fromCharCode(((char.charCodeAt(0) - 97 + 13) % 26) + 97);
  return derived(plain, plain.text.replace(/[a-z]/g, turn), (offset) => offset);
}

/** Letters in the block of tags (U+E0000): nobody sees them, every model reads them. */
function tags(text: string): View | null {
  const first = text.search(/[\u{e0020}-\u{e007e}]/u);
  if (first < 0) return null;
  const hidden = [...text].map((char) => char.codePointAt(0) ?? 0).filter((code) => code >= 0xe0020 && code <= 0xe007e);
  return {
    text: String.fromCodePoint(...hidden.slice(0, 20_000).map((code) => code - 0xe0000)).toLowerCase(),
    at: () => first,
    disguised: true,
  };
}

/** Words inside base64 and hex. */
function decoded(text: string): View[] {
  const views: View[] = [];
  for (const match of text.matchAll(/(?<![\w+/-])[\w+/-]{20,}={0,2}/g)) {
    if (views.length >= decodedMax) break;
    const run = match[0].slice(0, decodedBytesMax);
    const bytes = /^(?:[0-9a-f]{2})+$/i.test(run) ? Buffer.from(run, 'hex') : Buffer.from(run, 'base64');
    const inner = bytes.toString('utf8');
    if (isProse(inner)) views.push({ text: plainView(inner).text, at: () => match.index, disguised: true });
  }
  return views;
}

function isProse(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters tell that this is no text
  return text.length >= 12 && /\s/.test(text) && !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text);
}
