/** What the code says of a file that is not there: the ending that its name lacks, the one beside it of which nobody speaks, the fields that are read of it. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { shareWord, slip } from '../../code/names.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import { all, allSources, chainOf, functionsAround, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { templatesOf } from '../../code/templates.ts';

const posix = path.posix;

/** `join(folder, name)` of files that are all called `….json`. */
export function endingIdeas(context: RecipeContext, wanted: string): Idea[] {
  const { tree } = context;
  const folder = posix.dirname(wanted);
  const name = posix.basename(wanted);
  const there = tree
    .list(folder === '.' ? '' : folder)
    .filter((each) => each.startsWith(`${name}.`) && !each.endsWith('/'));
  const [only, more] = there;
  if (only === undefined || more !== undefined || posix.extname(name) !== '') return [];
  const found = allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const last = call.arguments.at(-1);
      const isJoin = /(?:^|\.)(?:join|resolve)$/.test(chainOf(call.callee) ?? '');
      const given = call.arguments.slice(0, -1).map((each) => pathOf(context, source, each));
      const isHere = given.length > 0 && given.every((part) => part !== null) && posix.join(...given) === folder;
      const isOpen = given.includes(null) && isFailing(context, source, call);
      return isJoin && last !== undefined && stringValue(last) === null ? [{ source, last, isHere, isOpen }] : [];
    }),
  );
  const here = found.filter(({ isHere }) => isHere);
  // Where the folder is handed over, the one join of the function that failed.
  const open = found.filter(({ isOpen }) => isOpen);
  const joins = here.length > 0 || open.length > 1 ? here : open;
  return joins.map(({ source, last: { type, start, end } }) => {
    const text = source.text.slice(start, end);
    const ending = only.slice(name.length);
    const whole = type === 'TemplateLiteral' ? `${text.slice(0, -1)}${ending}\`` : `\`\${${text}}${ending}\``;
    return ideaIn('missing-file', source, {
      title: `files of ${folder} end in ${ending}`,
      kind: 'cause',
      rank: joins.length === 1 ? 0 : 1,
      splices: [{ start, end, text: whole }],
    });
  });
}

function isFailing(context: RecipeContext, { path: file }: Source, call: Node): boolean {
  const [around] = functionsAround(call);
  return sitesOf(context).some(
    ({ source, nodes }) => source.path === file && nodes[0] !== undefined && functionsAround(nodes[0])[0] === around,
  );
}

/** `render('show-card')` where `card.html` is the only one there of which nobody speaks, and has a word of the name. */
export function unspoken(
  { tree }: RecipeContext,
  name: string,
  stems: readonly string[],
): { name: string; rank: number }[] {
  const code = allSources(tree).flatMap(({ program }) =>
    all(program, 'Literal').flatMap((each) => {
      const said = stringValue(each) ?? '';
      // `/:id/card` is a route.
      return said.startsWith('/') ? [] : said.split(/[^\w-]+/);
    }),
  );
  const spoken = new Set([...code, ...templatesOf(tree).flatMap(({ text }) => text.split(/[^\w-]+/))]);
  const [only, more] = stems.filter((stem) => !spoken.has(stem));
  const isMeant = only !== undefined && more === undefined && shareWord(name, only);
  return isMeant ? [{ name: only, rank: 1 }] : [];
}

/** `dev.json`, of which nobody speaks, where `development.json` is asked for by a name that was put together. */
export function shortNamed(
  { tree }: RecipeContext,
  wanted: string,
): { readonly file: string; readonly text: string } | null {
  const { dir, name, ext } = posix.parse(wanted);
  if (!/^\.(?:json|ya?ml|[ct]sv|txt|md|sql)$/.test(ext)) return null;
  const said = new Set(
    allSources(tree).flatMap((source) =>
      [...all(source.program, 'Literal')].flatMap((each) => stringValue(each)?.match(/[\w-]+/g) ?? []),
    ),
  );
  const asked = ['package.json', '.env.example', 'README.md', 'Dockerfile']
    .map((file) => tree.read(file) ?? '')
    .join('\n');
  const isAsked = (stem: string): boolean => new RegExp(`ENV\\s*[=:]\\s*["']?${stem}(?![\\w-])`).test(asked);
  const found = tree.files.filter((file) => {
    const other = posix.parse(file);
    const isIt = other.dir === dir && other.ext === ext && /^[\w-]+$/.test(other.name);
    return isIt && isForm(other.name, name) && !said.has(other.name) && !isAsked(other.name);
  });
  const [file, more] = found;
  const text = file === undefined || more !== undefined ? null : tree.read(file);
  return file === undefined || text === null ? null : { file, text };
}

/** `dev` of `development`, `prod` of `production`, `fr` of `fr-FR`, or a slip of it. */
function isForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const isBegun = long.startsWith(short) && (short.length >= 3 || /^[-_]/.test(long.slice(short.length)));
  return isBegun || slip(one, other) !== null;
}

/** A JSON file that nobody has: its fields as the code reads them, empty. Always asked; no secret is made up. */
export function inferred(wanted: string, literal: Node): Idea[] {
  if (!wanted.endsWith('.json')) return [];
  const program = upwards(literal).at(-1);
  const variable = upwards(literal).find((each) => each.type === 'VariableDeclarator');
  const name = variable?.type === 'VariableDeclarator' && variable.id.type === 'Identifier' ? variable.id.name : null;
  const parsed = upwards(literal).some(
    (each) => each.type === 'CallExpression' && chainOf(each.callee) === 'JSON.parse',
  );
  if (name === null || !parsed) return [];
  const shape: Shape = {};
  for (const member of program === undefined ? [] : all(program, 'MemberExpression')) {
    const chain = chainOf(member)?.split('.') ?? [];
    if (chain[0] === name && chain.length > 1) add(shape, chain.slice(1));
  }
  if (Object.keys(shape).length === 0) return [];
  const ask = `${wanted} was inferred from how the code reads it: its values are empty and need a person`;
  return [
    idea('missing-file', {
      title: `write ${wanted} with the fields that the code reads`,
      kind: 'operational',
      rank: 3,
      ask,
      edits: [{ path: wanted, before: null, after: `${JSON.stringify(shape, null, 2)}\n` }],
    }),
  ];
}

interface Shape {
  [key: string]: Shape | string | null;
}

function add(shape: Shape, keys: readonly string[]): void {
  const [key = '', ...rest] = keys;
  if (key === '__proto__' || /^(?:length|map|filter|forEach|find|toString|trim|split)$/.test(key)) return;
  const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
  if (rest.length === 0) {
    shape[key] = known ?? null;
    return;
  }
  const inner: Shape = typeof known === 'object' && known !== null ? known : {};
  add(inner, rest);
  shape[key] = Object.keys(inner).length === 0 ? '' : inner;
}

/** A text must not be taken for a picture: only endings of the same sort may stand for each other. */
export function sameSort(wanted: string, name: string): boolean {
  const sorts = [
    /\.(?:json|json5|jsonc)$/i,
    /\.(?:ya?ml)$/i,
    /\.(?:html?|ejs|hbs|pug)$/i,
    /\.(?:txt|md|csv)$/i,
    /\.(?:jpe?g|png|gif|svg|webp|ico)$/i,
    /\.(?:pem|crt|cert|key)$/i,
  ];
  const sort = sorts.find((each) => each.test(wanted));
  return (
    posix.extname(wanted).toLowerCase() === posix.extname(name).toLowerCase() ||
    (sort?.test(name) ?? false) ||
    posix.extname(wanted).length < 2
  );
}
