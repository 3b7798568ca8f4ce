/** A path that is written as no path: a lost slash between two parts, backslashes, a slash before what counts from a folder, the folder of another machine. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { projectRoot } from '../../code/paths.ts';
import { all, allSources, chainOf, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { sitesOf } from '../../evidence/site.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { madeAbsolute } from './absolute-path.ts';
import { fromElsewhere } from './from-elsewhere.ts';
import { entriesOf, lostView } from './moved-data.ts';

const posix = path.posix;
const name = 'written-path';
const placesMax = 3;

export const writtenPath: Recipe = {
  name,
  classes: ['missing_file', 'missing_module', 'database', 'config', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A path that is written as none: a slash that is lost between two parts or too many before one, backslashes, the folder of another machine, the folder that the server happens to be started in.',
  ideas(context) {
    const { named } = context.diagnosis;
    const printed = lostView(context)?.folder ?? (named.code === 'ENOENT' ? named.path : undefined);
    if (printed === undefined || printed.length > 1000) return [];
    const root = projectRoot(context) ?? context.root;
    return [
      ...lostSlash(context, printed, root),
      ...backslashes(context, printed, root),
      ...fromTop(context, printed),
      ...fromElsewhere(context, printed, root),
    ];
  },
};

/** `dataworks.json` of `root + 'works.json'`: the one place where a slash makes a path of it that is there. */
function lostSlash(context: RecipeContext, printed: string, root: string): Idea[] {
  const rest = printed.startsWith(root) ? printed.slice(root.length) : printed.startsWith('/') ? null : printed;
  if (rest === null || rest === '') return [];
  const isBeside = printed.startsWith('/') && !rest.startsWith('/');
  const relative = rest.replace(/^\//, '');
  if (!isBeside && context.tree.exists(posix.normalize(relative))) return [];
  const cuts = isBeside ? [0] : [...relative].map((_, at) => at);
  const found = cuts.filter((at) => isBeside || isJoint(context, relative, at));
  const [cut, more] = found.filter((at) => leads(context, `${relative.slice(0, at)}/${relative.slice(at)}`));
  if (cut === undefined || more !== undefined) return [];
  const [before, behind] = [`${isBeside ? root : ''}${relative.slice(0, cut)}`, relative.slice(cut)];
  const near = [...new Set(sitesOf(context).map(({ source }) => source))];
  const ofFrames = near.flatMap((source) => joints(source, before, behind));
  const places =
    ofFrames.length > 0 ? ofFrames : allSources(context.tree).flatMap((each) => joints(each, before, behind));
  return places.length > placesMax
    ? []
    : places.map(({ source, splice }) =>
        ideaIn(name, source, {
          title: `a slash is lost before \`${behind}\``,
          rank: places.length === 1 ? 0 : 1,
          splices: [splice],
        }),
      );
}

/** A folder ends there, and no slash stands on either side. */
function isJoint({ tree }: RecipeContext, relative: string, at: number): boolean {
  const head = relative.slice(0, at);
  return at > 0 && !head.endsWith('/') && relative[at] !== '/' && tree.list(head).length > 0;
}

/** What is to be read is there; what is to be written or served may be new in a folder that is there. */
function leads({ tree }: RecipeContext, said: string): boolean {
  const clean = posix.normalize(said).replace(/^\/|\/$/g, '');
  return clean !== '' && !clean.startsWith('..') && tree.exists(clean);
}

interface Joint {
  readonly source: Source;
  readonly splice: Splice;
}

/** Where texts and values are put together without a slash, and what is written there fits the path on that side. */
function joints(source: Source, before: string, behind: string): Joint[] {
  const sums = all(source.program, 'BinaryExpression').flatMap(({ operator, left, right }): Splice[] => {
    if (operator !== '+') return [];
    const [head, said] = [stringValue(left), stringValue(right)];
    if (said !== null) return begins(behind, said) ? [insert(right.start + 1)] : [];
    const first = right.type === 'TemplateLiteral' ? (right.quasis[0]?.value.raw ?? '') : '';
    if (first !== '') return begins(behind, first) ? [insert(right.start + 1)] : [];
    const tail = right.type === 'TemplateLiteral' ? (right.quasis.at(-1)?.value.raw ?? '') : '';
    if (tail !== '' && behind.endsWith(tail)) return [insert(right.start + 1)];
    return head !== null && ends(before, head) ? [insert(left.end - 1)] : [];
  });
  const templates = all(source.program, 'TemplateLiteral').flatMap(({ quasis }) =>
    quasis.flatMap((each, at): Splice[] => {
      const { raw } = each.value;
      const isWithin = at > 0 && !each.tail && raw === '' && behind.endsWith(quasis.at(-1)?.value.raw ?? '');
      if (isWithin) return [insert(each.start)];
      if (at > 0 && raw !== '' && begins(behind, raw)) return [insert(each.start)];
      return !each.tail && raw !== '' && ends(before, raw) ? [insert(each.start + raw.length)] : [];
    }),
  );
  return [...sums, ...templates].map((splice) => ({ source, splice }));
}

const insert = (at: number): Splice => ({ start: at, end: at, text: '/' });

const begins = (path: string, said: string): boolean => /^[\w.-]/.test(said) && path.startsWith(said);

const ends = (path: string, said: string): boolean => /[\w-]$/.test(said) && path.endsWith(said);

/** `'..\\data'`: as the names of one file they are nowhere, with slashes they lead there. */
function backslashes(context: RecipeContext, printed: string, root: string): Idea[] {
  if (!printed.includes('\\')) return [];
  const plain = printed.replaceAll('\\', '/');
  if (!leads(context, plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain)) return [];
  const edits = allSources(context.tree).flatMap((source) => {
    const splices = all(source.program, 'Literal').flatMap((literal) => {
      const value = stringValue(literal);
      if (value === null || !value.includes('\\') || !printed.includes(value)) return [];
      const { start, end } = literal;
      return [{ start, end, text: quoted(value.replaceAll('\\', '/'), source.text) }];
    });
    return splices.length === 0 ? [] : [ideaIn(name, source, { title: '', rank: 0, splices })];
  });
  const changed = edits.flatMap((each) => each.edits);
  if (changed.length === 0) return [];
  return [idea(name, { title: 'a path is written with slashes on every system', rank: 0, edits: changed })];
}

/** A text that leads from the top of the disk to where nothing is, and by its end into the project. */
function fromTop(context: RecipeContext, printed: string): Idea[] {
  if (!printed.startsWith('/')) return [];
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap((literal) => {
      const said = stringValue(literal)?.replace(/(?<=.)\/$/, '') ?? '';
      const isIt = /^\/\w/.test(said) && (printed === said || printed.startsWith(`${said}/`));
      return isIt ? [{ source, literal, said }] : [];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  return withBase(context, only) ?? withoutBase(context, only);
}

interface FromTop {
  readonly source: Source;
  readonly literal: Of<'Literal'>;
  readonly said: string;
}

/** `resolve(__dirname, '/views')`, `new URL('/data/a.txt', import.meta.url)`: the slash drops the base that stands beside it. Null where there is none. */
function withBase(context: RecipeContext, { source, literal, said }: FromTop): Idea[] | null {
  for (const call of upwards(literal)) {
    if (call.type !== 'CallExpression' && call.type !== 'NewExpression') continue;
    const isUrl = call.type === 'NewExpression' && chainOf(call.callee) === 'URL';
    const isJoin = call.type === 'CallExpression' && /(?:^|\.)resolve$/.test(chainOf(call.callee) ?? '');
    if (!isUrl && !isJoin) continue;
    const given = call.arguments as Node[];
    const at = given.findIndex((each) => each.start <= literal.start && literal.end <= each.end);
    const bases = isUrl ? given.slice(1, 2) : given.slice(0, at);
    if (at < 0 || bases.length === 0 || (isUrl && at > 0)) return null;
    const folders = bases.map((each) => pathOf(context, source, each));
    const joined = folders.includes(null) ? null : posix.join(...folders.filter((each) => each !== null));
    const folder = joined !== null && isUrl ? posix.dirname(joined) : joined;
    const target = folder === null ? null : targetOf(context, said, folder);
    if (folder === null || target === null) return [];
    const way = posix.relative(folder, target) || '.';
    const text = isUrl && !way.startsWith('.') ? `./${way}` : way;
    return [
      ideaIn(name, source, {
        title: `\`${said}\` counts from the top of the disk, \`${text}\` from the folder before it`,
        rank: 0,
        splices: [{ start: literal.start, end: literal.end, text: quoted(text, source.text) }],
      }),
    ];
  }
  return null;
}

/** What is there below the base, else below the project, else the one of which it is the end. */
function targetOf(context: RecipeContext, said: string, folder: string): string | null {
  const below = said.slice(1);
  const direct = [posix.join(folder, below), below].find((each) => context.tree.exists(each));
  if (direct !== undefined) return direct;
  const [only, more] = entriesOf(context).filter((entry) => entry.endsWith(said));
  return only === undefined || more !== undefined ? null : only;
}

/** Somebody's own folder, of which the project is the end. */
const home = /^\/(?:home|Users)\/[^/]+\//;
/** What machines and containers put data in: that it is not there may be what is wrong. */
const mounted =
  /^\/(?:app|bin|config|data|dev|etc|files|lib|media|mnt|opt|proc|root|run|secrets?|srv|storage|sys|tmp|uploads?|usr|var|volumes?|workspace)(?:\/|$)/;

/** `'/home/ana/shop/data/a.json'`, `'/public/logo.svg'`: by its longest end that is there, from the folder of the file. */
function withoutBase(context: RecipeContext, { source, literal, said }: FromTop): Idea[] {
  const parts = said.split('/').slice(1);
  const isHome = home.test(said);
  const tails = isHome ? parts.map((_, at) => parts.slice(at).join('/')) : [parts.join('/')];
  const target = tails.slice(isHome ? 2 : 0).find((tail) => context.tree.exists(tail));
  if (target === undefined || !isRead(literal)) return [];
  const after = madeAbsolute(context, source, [{ node: literal, target }]);
  return [
    idea(name, {
      title: isHome ? `\`${said}\` is the folder of one machine: ${target}` : `\`${said}\` is \`${target}\``,
      rank: 0,
      ask: isHome || !mounted.test(said) ? null : `${said} may be what this machine lacks: is ${target} meant?`,
      edits: [{ path: source.path, before: source.text, after }],
    }),
  ];
}

/** Not `app.use('/public', …)` and not the path of a route. */
function isRead(literal: Node): boolean {
  const call = upwards(literal).find((each) => each.type === 'CallExpression');
  const last = call?.type === 'CallExpression' ? (chainOf(call.callee)?.split('.').at(-1) ?? '') : '';
  return !/^(?:use|all|get|post|put|patch|delete|head|options|route|redirect|register|mount|on)$/.test(last);
}
