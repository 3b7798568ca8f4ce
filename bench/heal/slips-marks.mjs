/** Operators on what a text is written of: its signs, lines, quotes and conflicts, and the files and manifests that a program needs. */
import path from 'node:path';
import { misspelt, renamed } from './chance.mjs';
import { code, lines, onFile, onNodes, onText, specifier } from './spots.mjs';

const json = /\.json$/;
const yaml = /\.ya?ml$/;
const manifest = /package\.json$/;
/** What comes along with a paste, or is typed into the wrong window. */
const strays = [
  'git push',
  'asdf',
  ':wq',
  'npm run dev',
  '    at handle (src/app.js:12:5)',
  'TODO',
  '`',
  '+',
  '1.',
  'v',
];
const isDeclaration = ({ node, parents: [up] }) =>
  /^(?:(?:Variable|Function|Class)|ExportNamed)Declaration$/.test(node.type) && up.type === 'Program';
/** A conflict as git writes it, with the base where `diff3` is asked for. */
const conflict = (ours, theirs, base) =>
  `<<<<<<< HEAD\n${ours}${base === null ? '' : `||||||| 3f2a91c\n${base}`}=======\n${theirs}>>>>>>> feature\n`;
/** Another form of a line, as it stood on another branch. */
const otherForm = (line, random) => {
  const words = [...line.matchAll(/[A-Za-z]{4,}/g)];
  const word = random.pick(words);
  return word === undefined
    ? line
    : line.slice(0, word.index) + misspelt(word[0], random) + line.slice(word.index + word[0].length);
};

export const markOperators = {
  'tokens-swapped': onText(
    'syntax',
    code,
    /(?<=^ *\S.*)(?:(?<![\w$])[\w$]+|=>|[=!]==?|[^\s\w]) ?(?:[\w$]+|=>|[=!]==?|[^\s\w])/gm,
    (pair) => pair.replace(/^([\w$]+|=>|[=!]==?|[^\s\w])( ?)(.+)$/, '$3$2$1'),
  ),
  'line-cut': onText('syntax', code, /(?<=^[ \t]*)\S.{8,}$/gm, (line, { next }) => {
    const at = Math.floor(line.length * (0.3 + 0.4 * next()));
    return next() < 0.5 ? line.slice(0, at) : line.slice(at);
  }),
  'line-moved': onText('syntax', code, /^[ \t]*\S.*\n[ \t]*\S.*\n/gm, (pair) => pair.replace(/^(.*\n)(.*\n)$/, '$2$1')),
  'text-pasted': onText('syntax', code, /^(?=[ \t]*\S)|(?<=[;,{)])$/gm, (_, { pick, next }) => {
    const stray = pick(strays);
    return next() < 0.5 ? stray : `${stray}\n`;
  }),
  'comment-unended': onText('syntax', code, /\*\/|\/\/(?= )/g, () => ''),
  'regex-unended': onNodes('syntax', ({ node }) =>
    node.type === 'Literal' && node.regex !== undefined
      ? () => [
          {
            start: node.start + node.regex.pattern.length + 1,
            end: node.start + node.regex.pattern.length + 2,
            text: '',
          },
        ]
      : null,
  ),
  'declaration-doubled': onNodes('syntax', (one, { text }) => {
    if (!isDeclaration(one)) return null;
    const { start, end } = lines(text, one.node);
    return () => [{ start: end, end, text: text.slice(start, end) }];
  }),
  'declaration-of-both': onNodes('syntax', (one, { text }) => {
    if (!isDeclaration(one)) return null;
    const { start, end } = lines(text, one.node);
    return (random) => {
      const copy = text.slice(start, end);
      const numbers = [...copy.matchAll(/\b\d+\b/g)];
      const other =
        numbers.length > 0 ? copy.replace(/\b\d+\b/, (number) => String(Number(number) + 1)) : otherForm(copy, random);
      const at = random.next() < 0.5 ? start : end;
      return [{ start: at, end: at, text: other }];
    };
  }),
  'conflict-left': onText('syntax', /\.(?:[cm]?[jt]s|json|ya?ml|sql|html|ini|txt)$/, /^.*\S.*\n/gm, (line, random) => {
    const kind = random.pick(['same', 'added', 'other']);
    const theirs = kind === 'same' ? line : kind === 'added' ? '' : otherForm(line, random);
    const base = random.next() < 0.3 ? '' : null;
    const [one, two] = random.next() < 0.5 ? [line, theirs] : [theirs, line];
    return conflict(one, two, base);
  }),
  'json-slipped': onText('syntax', json, /"[^"\n]*"(?= *:)|(?<=: *)"[^"\n]*"|(?<=,)$/gm, (found, { pick }) =>
    found === ''
      ? pick([' // see wiki', ' /* was 3 */', ','])
      : pick([`'${found.slice(1, -1)}'`, found.slice(1, -1), `“${found.slice(1, -1)}”`]),
  ),
  'yaml-slipped': onText('config', yaml, /: (?=\S)|: *$|(?<=^ *)- (?=\S)|["'][^"'\n]*["']/gm, (found) =>
    found.startsWith(':') ? (found === ': ' ? ':' : '') : found === '- ' ? '-' : found.slice(1, -1),
  ),
  'file-renamed': onFile(
    'file',
    /^(?!tsconfig|.*package\.json).*\.(?:json|ya?ml|sql|html|csv|txt|ndjson|ini)$/,
    ({ file }, random) => {
      const { dir, name, ext } = path.parse(file);
      const other = random.pick([
        name[0].toUpperCase() + name.slice(1),
        renamed(name, random),
        `${name}-old`,
        `${name}s`,
      ]);
      return [{ move: [file, path.join(dir, random.next() < 0.2 ? `${name}.${ext.slice(1)}.bak` : other + ext)] }];
    },
  ),
  'package-below': specifier(
    'package',
    (value, { pick }) => `${value}/${pick(['lib', 'dist', 'src', 'index', 'cjs'])}`,
  ),
  // No repair may write these (POL-3).
  'env-slipped': {
    expect: 'ask',
    ...onText('config', /\.env$/, /^\w+=.*$/gm, (line, { pick }) =>
      pick([
        line.replace('=', ': '),
        line.replace('=', "='"),
        line.replace('=', ''),
        line.replace('=', '="'),
        `${line}\n${line.replace(/=.*/, '=')}`,
      ]),
    ),
  },
  'manifest-slipped': {
    expect: 'ask',
    ...onFile('config', manifest, ({ file, text }, random) => {
      const found = [...text.matchAll(/"type": "module",?\s*|(?<="[#.][^"]*": ")[^"]+(?=")|(?<=")#[^"]+(?=":)/g)];
      const one = random.pick(found);
      if (one === undefined) return [{ file, content: text }];
      const by = one[0].startsWith('"type"') ? '' : misspelt(one[0].replace(/^[#./]+/, ''), random);
      const kept = one[0].startsWith('"type"') ? '' : (/^[#./]+/.exec(one[0])?.[0] ?? '');
      return [{ file, content: text.slice(0, one.index) + kept + by + text.slice(one.index + one[0].length) }];
    }),
  },
  'tsconfig-slipped': {
    expect: 'ask',
    ...onFile('config', /tsconfig\.json$/, ({ file, text }, random) => {
      const one = random.pick([...text.matchAll(/(?<=[:[] *")[\w@/.*-]+(?=")|"[\w/*@]+"(?=:)/g)]);
      const by = misspelt(one[0].replaceAll(/\W/g, '') || 'x', random);
      return [
        {
          file,
          content:
            text.slice(0, one.index) +
            (one[0].startsWith('"') ? `"${by}"` : by) +
            text.slice(one.index + one[0].length),
        },
      ];
    }),
  },
};
