/** Words that Node does not know: algorithms, encodings, locales, options of Intl, status codes. */
import { getCiphers, getHashes } from 'node:crypto';
import { nearNames } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import { all, allSources, functionsAround, stringValue } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';

export const nodeWord: Recipe = {
  name: 'node-word',
  classes: ['type', 'range', 'unknown', 'config'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A hash, cipher, encoding, locale or status code that Node does not know: the one that is written almost so.',
  ideas(context) {
    const { message } = context.diagnosis;
    const known = kinds.find(({ wording }) => wording.test(message));
    if (known === undefined) return [];
    const near = sitesOf(context)
      .slice(0, 2)
      .flatMap(({ source, nodes }) => nodes.slice(0, 1).flatMap((node) => literalsNear(source, node)));
    return [...near, ...toldOf(context, near)]
      .flatMap(({ source, literal }) => {
        const meant = known.meant(literal.value as string);
        if (meant === null || meant === literal.value) return [];
        const text =
          typeof meant === 'number'
            ? String(meant)
            : `${source.text[literal.start]}${meant}${source.text[literal.start]}`;
        const splices = [{ start: literal.start, end: literal.end, text }];
        return [
          ideaIn('node-word', source, {
            title: `\`${String(literal.value)}\` should be \`${meant}\``,
            rank: 0,
            splices,
          }),
        ];
      })
      .slice(0, 2);
  },
};

interface Written {
  readonly source: Source;
  readonly literal: Of<'Literal'>;
}

/** Texts of the innermost function around a place, else of its file. */
function literalsNear(source: Source, node: Node): Written[] {
  const around = functionsAround(node)[0] ?? source.program;
  return all(around, 'Literal')
    .filter((literal) => stringValue(literal) !== null)
    .map((literal) => ({ source, literal }));
}

/** `Invalid time zone specified: Europe/Lisboa`: the one text of the project that says so, wherever it is kept. */
function toldOf({ diagnosis, tree }: RecipeContext, near: readonly Written[]): Written[] {
  const told = /(?:specified|code) ?: ?(\S+)$|Value (\S+) out of range/m.exec(diagnosis.message);
  const value = told?.[1] ?? told?.[2];
  if (value === undefined || near.some(({ literal }) => literal.value === value)) return [];
  const written = allSources(tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap((literal) => (literal.value === value ? [{ source, literal }] : [])),
  );
  return written.length === 1 ? written : [];
}

const sorted = (text: string): string => [...text].sort().join('');
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The one of the words that is the same but for case and marks or the order of its signs (`sha265`), else the near one. */
function oneOf(words: readonly string[], text: string): string | null {
  return (
    words.find((each) => each !== text && plain(each) === plain(text)) ??
    words.find((each) => sorted(plain(each)) === sorted(plain(text))) ??
    // `utf-8-sig` is `utf8` with something behind it.
    words.find((each) => plain(each).length >= 4 && plain(text).startsWith(plain(each))) ??
    nearNames(text.toLowerCase(), words)[0]?.name ??
    null
  );
}

const signatures: Readonly<Record<string, string>> = {
  hs256: 'sha256',
  hs384: 'sha384',
  hs512: 'sha512',
  hmacsha256: 'sha256',
  hmacsha1: 'sha1',
  hmacsha512: 'sha512',
};
const intlWords =
  'decimal currency percent unit short long narrow full medium numeric 2-digit compact standard scientific engineering symbol code name always auto never h12 h23 h24 best fit lookup base accent case variant sort search ordinal cardinal conjunction disjunction'.split(
    ' ',
  );
/** What people call the sizes that Intl has. */
const sizes: Readonly<Record<string, string>> = {
  ...{ middle: 'medium', mid: 'medium', med: 'medium', abbreviated: 'short', abbr: 'short' },
  ...{ twodigit: '2-digit', twodigits: '2-digit', number: 'numeric' },
};
const encodings = ['utf8', 'utf16le', 'latin1', 'base64', 'base64url', 'hex', 'ascii', 'binary', 'ucs2'];
const statuses: Readonly<Record<string, number>> = {
  ...{ ok: 200, created: 201, accepted: 202, nocontent: 204, badrequest: 400, unauthorized: 401, forbidden: 403 },
  ...{ notfound: 404, conflict: 409, unprocessableentity: 422, toomanyrequests: 429, internalservererror: 500 },
};

/** `sha256` first: newer versions of Node know it as `sha-256` too, older ones do not. */
const hashes = (): string[] => getHashes().toSorted((a, b) => Number(a.includes('-')) - Number(b.includes('-')));

interface Kind {
  readonly wording: RegExp;
  meant(text: string): string | number | null;
}

const kinds: readonly Kind[] = [
  {
    wording: /Invalid digest|Digest method not supported|unsupported hash/i,
    meant: (text) => (getHashes().includes(text) ? null : (signatures[plain(text)] ?? oneOf(hashes(), text))),
  },
  {
    wording: /Unknown cipher|Invalid cipher/i,
    meant: (text) => (getCiphers().includes(text.toLowerCase()) ? null : oneOf(getCiphers(), text)),
  },
  {
    wording: /Unknown encoding|The argument 'encoding' is invalid/i,
    meant: (text) => (Buffer.isEncoding(text) ? null : oneOf(encodings, text)),
  },
  {
    wording: /Incorrect locale information|invalid language tag/i,
    meant: (text) =>
      /^[a-z]{2,3}_[A-Za-z]{2,4}(?:[_.].*)?$/.test(text) ? text.replace(/\..*$/, '').replaceAll('_', '-') : null,
  },
  {
    wording: /Invalid time zone|Invalid option : timeZone/i,
    meant: (text) => (/^(?:gmt|utc|z|zulu)/i.test(text) ? 'UTC' : oneOf(Intl.supportedValuesOf('timeZone'), text)),
  },
  {
    wording: /Invalid currency code/i,
    meant: (text) =>
      ({ '€': 'EUR', $: 'USD', '£': 'GBP', euro: 'EUR', euros: 'EUR', dollar: 'USD' })[text.toLowerCase()] ?? null,
  },
  {
    wording: /out of range for Intl\.\w+ options property/,
    meant: (text) => (intlWords.includes(text) ? null : (sizes[plain(text)] ?? oneOf(intlWords, text))),
  },
  {
    wording: /status ?code|must be called with a valid status/i,
    meant: (text) => (/^\d{3}$/.test(text) ? Number(text) : (statuses[plain(text)] ?? null)),
  },
];
