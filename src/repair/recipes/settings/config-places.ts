/** Settings that stand in the wrong place, or in a file that no repair may write: then a person is told the line. */
import { deadEnvFolder, refusedValue } from './refused-value.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { movedAlong } from '../../evidence/moved-along.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { didYouMean } from '../../code/names.ts';
import { insideProject } from '../../code/paths.ts';
import { pathOf } from '../../evidence/path-values.ts';
import { deadAlias } from './alias-places.ts';
import { deadStart, lostCommand, lostLoader, lostScript } from './run-places.ts';
import { commonType, deadFolder, deadImport, deadTarget, idleName, lostSubpath, otherMajor } from './package-places.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import { all, allSources, chainOf, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { lineStart, nextLine, quoted, splice } from '../../code/text.ts';
import { escapeRegExp } from '../../../kit/text.ts';

const name = 'config-places';

export const configPlaces: Recipe = {
  name,
  classes: [
    'import_export',
    'missing_file',
    'missing_module',
    'module_format',
    'env_missing',
    'syntax',
    'config',
    'unknown',
  ],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A data file that lies in another folder than it is read from, or under another name, a folder that a setting names wrongly, an `.env` file that is loaded too late; of `package.json`, `tsconfig.json` and `.env` the line for a person.',
  ideas(context) {
    return [...movedFiles(context), ...lateEnv(context)];
  },
  outside: async (context) =>
    commonType(context) ??
    otherMajor(context) ??
    (await deadImport(context)) ??
    deadTarget(context) ??
    deadFolder(context) ??
    (await deadAlias(context)) ??
    idleName(context) ??
    deadEnvFolder(context),
  action: (context) => refusedValue(context) ?? lostSubpath(context),
  question: async (context) =>
    lostCommand(context) ?? lostScript(context) ?? lostLoader(context) ?? (await deadStart(context)),
};

/** Where the file is that was looked for, by its name: the setting that led there is corrected, or the file moves. */
function movedFiles(context: RecipeContext): Idea[] {
  const { tree, diagnosis } = context;
  const wanted = diagnosis.class === 'missing_file' ? ownPath(context) : null;
  const base = wanted?.split('/').at(-1);
  if (
    wanted === null ||
    base === undefined ||
    base.startsWith('index.') ||
    !/\.(?:json|ndjson|jsonl|ya?ml|toml|ini|csv|tsv|txt|md|html?|sql)$/.test(base)
  )
    return [];
  const [only, more] = tree.files.filter((path) => path !== wanted && path.split('/').at(-1) === base);
  if (only === undefined) {
    const beside = tree.files.filter((path) => folderOf(path) === folderOf(wanted));
    const alike = beside.filter((path) => path.split('.').at(-1) === base.split('.').at(-1));
    const there = didYouMean(wanted, alike) ?? otherEnding(wanted, beside);
    const settings = there === null ? [] : settingIdeas(context, { wanted, there });
    return settings.length > 0 ? settings : renamedFile(context, wanted);
  }
  if (more !== undefined) return [];
  const at = { wanted, there: only };
  const known = [...settingIdeas(context, at), ...baseIdeas(context, at), ...folderIdeas(context, at)];
  const settings = known.length > 0 ? known : literalIdeas(context, at);
  const text = tree.read(only);
  if (settings.length > 0 || text === null || !mayMove(context, at))
    return settings.map((each) => movedAlong(context, { missing: wanted, target: only }, each));
  return [
    idea(name, {
      title: `${only} is read as ${wanted}: it is put there`,
      rank: 1,
      edits: [{ path: wanted, before: null, after: text }],
    }),
  ];
}

/** The one file beside it that is called the same but for its ending: `tracks.ndjson` of `tracks.jsonl`. */
function otherEnding(wanted: string, beside: readonly string[]): string | null {
  const stem = (path: string): string => path.replace(/\.\w+$/, '');
  const [only, more] = beside.filter((path) => stem(path) === stem(wanted));
  return more === undefined ? (only ?? null) : null;
}

interface Moved {
  readonly wanted: string;
  readonly there: string;
}

/** `resolve(__dirname, folder)` in a file of `config`, where the folder lies beside `config`: one step up for each folder. */
function baseIdeas(context: RecipeContext, { wanted, there }: Moved): Idea[] {
  const found = allSources(context.tree).flatMap((source) => {
    const own = folderOf(source.path);
    if (own === '' || wanted !== `${own}/${there}`) return [];
    return all(source.program, 'CallExpression').flatMap((call) => {
      const [base] = call.arguments;
      const isOwn = base !== undefined && /^(?:__dirname|import\.meta\.dirname)$/.test(textOf(source, base));
      const path = isOwn ? pathOf(context, source, call) : null;
      const isRight = path !== null && context.tree.exists(path);
      return isOwn && !isRight && /(?:^|\.)(?:join|resolve)$/.test(chainOf(call.callee) ?? '')
        ? [{ source, base }]
        : [];
    });
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, base } = only;
  const up = folderOf(source.path)
    .split('/')
    .map(() => `, ${quoted('..', source.text)}`);
  const splices = [{ start: base.end, end: base.end, text: up.join('') }];
  return [
    // Before other ways to write the same path, and before those that mend the one file that was asked for.
    ideaIn(name, source, { title: `${source.path} looks beside itself for what lies above it`, rank: -1, splices }),
  ];
}

/** `../content/${name}.csv`, where the files lie in `content/current`. */
function folderIdeas(context: RecipeContext, { wanted, there }: Moved): Idea[] {
  const [from, to] = [folderOf(wanted), folderOf(there)];
  const said = new RegExp(`(?<![\\w.-])${escapeRegExp(from)}/`, 'g');
  const found = allSources(context.tree).flatMap((source) =>
    [...all(source.program, 'TemplateElement'), ...all(source.program, 'Literal')].flatMap((node) => {
      const text = source.text.slice(node.start, node.end);
      return [...text.matchAll(said)].map(({ index }) => ({ source, start: node.start + index }));
    }),
  );
  const places = found.length > 0 ? found.map((each) => ({ ...each, was: from, to })) : partPlaces(context, from, to);
  const [only, more] = places;
  // What else lies there is read from there.
  if (context.tree.files.some((path) => path.startsWith(`${from}/`) && !path.startsWith(`${to}/`))) return [];
  if (from === '' || to === '' || only === undefined || more !== undefined) return [];
  const splices = [{ start: only.start, end: only.start + only.was.length, text: only.to }];
  const title = `the files of \`${from}\` lie in \`${to}\``;
  return [ideaIn(name, only.source, { title, rank: 0, splices })];
}

/** `join(__dirname, '..', 'conf', file)`: the one part in which the two folders differ, where it is handed over by itself. */
function partPlaces({ tree }: RecipeContext, from: string, to: string) {
  const [left, right] = [from.split('/'), to.split('/')];
  const odd = left.flatMap((part, at) => (part === right[at] ? [] : [{ was: part, to: right[at] ?? '' }]));
  const [only, more] = odd;
  if (left.length !== right.length || only === undefined || more !== undefined) return [];
  return allSources(tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap((literal) =>
      stringValue(literal) === only.was && literal.parent?.type === 'CallExpression'
        ? [{ source, start: literal.start + 1, ...only }]
        : [],
    ),
  );
}

/** `script('seed.sql')`, the one text that names the file, where it lies in a folder below: `'seeds/seed.sql'`. */
function literalIdeas(context: RecipeContext, { wanted, there }: Moved): Idea[] {
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap((node) => {
      const said = stringValue(node);
      const base = said !== null && wanted.endsWith(`/${said}`) ? wanted.slice(0, -said.length) : null;
      return base !== null && there.startsWith(base) ? [{ source, node, text: there.slice(base.length) }] : [];
    }),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, node, text } = only;
  const splices = [{ start: node.start, end: node.end, text: quoted(text, source.text) }];
  return [ideaIn(name, source, { title: `\`${wanted}\` is \`${there}\``, rank: 0, splices })];
}

/** The one file of that kind in the folder of which no source speaks, where all that lie beside it are spoken of. */
function renamedFile(context: RecipeContext, wanted: string): Idea[] {
  const [folder, kind] = [folderOf(wanted), wanted.slice(wanted.lastIndexOf('.'))];
  const beside = context.tree.files.filter((path) => folderOf(path) === folder && path.endsWith(kind));
  const words = new Set(
    allSources(context.tree).flatMap((source) =>
      all(source.program, 'Literal').flatMap(
        (each) =>
          stringValue(each)
            ?.split('/')
            .at(-1)
            ?.replace(/\.\w+$/, '') ?? [],
      ),
    ),
  );
  const [only, more] = beside.filter((path) => !words.has(path.slice(folder.length + 1, -kind.length)));
  const text = only === undefined || more !== undefined || beside.length < 2 ? null : context.tree.read(only);
  if (only === undefined || text === null || !isMissed(context, only)) return [];
  const title = `${only}, of which nobody speaks, is read as ${wanted}: it is put there`;
  return [idea(name, { title, rank: 1, edits: [{ path: wanted, before: null, after: text }] })];
}

/** It has a field that the code reads and that no other file has. */
function isMissed(context: RecipeContext, path: string): boolean {
  const { read } = memberNames(context.tree);
  const files = dataFiles(context);
  const others = new Set(files.flatMap((file) => (file.path === path ? [] : file.keys.map((key) => key.name))));
  const own = files.find((file) => file.path === path)?.keys ?? [];
  return own.some((key) => read.has(key.name) && !others.has(key.name));
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Of a folder that nobody made a file is not missing alone: what others of its kind lie beside is where it belongs. Nor does one go back that the last change put there. */
function mayMove({ tree, lastGood }: RecipeContext, { wanted, there }: Moved): boolean {
  if (lastGood !== null && lastGood.read(wanted) !== null && lastGood.read(there) === null) return false;
  const kind = there.slice(there.lastIndexOf('.'));
  return (
    tree.exists(folderOf(wanted)) ||
    !tree.files.some((path) => path !== there && path.endsWith(kind) && folderOf(path) === folderOf(there))
  );
}

/** The missing path inside the project; null where it lies outside. */
function ownPath(context: RecipeContext): string | null {
  const { diagnosis, tree } = context;
  const path = diagnosis.named.path ?? '';
  const inside = insideProject(context, path);
  if (inside !== null) return inside;
  const parts = path.split('/');
  // The path is absolute, and in a copy of the project: what counts is the longest end whose folders the project has, or may have.
  const at = parts.findIndex((_, from) => from > 0 && tree.exists(parts[from] ?? '') && parts.length - from > 1);
  const root = diagnosis.frames.length === 0 ? -1 : parts.lastIndexOf('project');
  const from = at > 0 ? at : root + 1;
  return from <= 0 || from >= parts.length ? null : parts.slice(from).join('/');
}

/** `"dataDir": "storage"`, where the files lie in `data`; `"files": ["track"]`, where `tracks.json` is. */
function settingIdeas(context: RecipeContext, at: Moved): Idea[] {
  return dataFiles(context).flatMap((file) =>
    file.keys.flatMap(({ name: key, value }) => {
      const texts = value?.type === 'array' ? (value.children ?? []) : value === null ? [] : [value];
      return texts.flatMap((each) => {
        const said = each.type === 'string' ? String(each.value) : '';
        const plain = said.replace(/^\.\//, '').replace(/\/$/, '');
        const right = plain === '' ? null : rightSetting(at, plain);
        if (right === null || isReadThere(context, plain, right)) return [];
        const text = said.replace(plain, right);
        const quote = Number(/^["']/.test(file.text.slice(each.offset)));
        const [start, end] = [each.offset + quote, each.offset + each.length - quote];
        const after = splice(file.text, { start, end, text });
        const title = `\`${key}\` in ${file.path} leads to ${plain}, and what it names is ${right}`;
        return [idea(name, { title, rank: 0, edits: [{ path: file.path, before: file.text, after }] })];
      });
    }),
  );
}

/** Other files that the code speaks of lie in the folder, and not in the other one: it is the right one. */
function isReadThere({ tree }: RecipeContext, folder: string, other: string): boolean {
  const left = tree.files.filter(
    (path) => folderOf(path) === folder && !tree.exists(other + path.slice(folder.length)),
  );
  return left.some((path) => allSources(tree).some(({ text }) => text.includes(path.slice(folder.length + 1))));
}

/** What a setting that leads to the missing file must say to lead to the one that is there: it names the folder of both, or the file, with its ending or without. */
function rightSetting({ wanted, there }: Moved, said: string): string | null {
  const tail = wanted.startsWith(`${said}/`) ? wanted.slice(said.length) : '';
  if (tail !== '') return there.endsWith(tail) ? there.slice(0, -tail.length) : null;
  const head = wanted.slice(0, Math.max(0, wanted.length - said.length));
  const isWhole = wanted === said || (wanted.endsWith(`/${said}`) && there.startsWith(head));
  if (isWhole) return there.slice(head.length);
  const [ending = ''] = /\.\w+$/.exec(wanted) ?? [];
  const folder = `${folderOf(wanted)}/`;
  const isStem = wanted === folder + said + ending && there.startsWith(folder) && there.endsWith(ending);
  return isStem ? there.slice(folder.length, there.length - ending.length) : null;
}

/** What is set in `.env` is not there yet: the statement that loads the file moves before the first one that is no import. */
function lateEnv(context: RecipeContext): Idea[] {
  const { diagnosis, envKeys } = context;
  const key = diagnosis.named.envKey;
  if (diagnosis.class !== 'env_missing' || key === undefined || !envKeys.includes(key)) return [];
  const sources = new Set(sitesOf(context).map((site) => site.source));
  return [...sources].flatMap((source) => {
    const { body } = source.program;
    const load = (body as Node[]).find((each) => loadsEnv(source, each));
    const first = (body as Node[]).find((each) => !isPreamble(source, each));
    if (load === undefined || first === undefined || first.start >= load.start) return [];
    const needed = (body as Node[]).filter((each) => each.start < load.start && declaresFor(source, each, load));
    const at = needed.reduce(
      (end, each) => Math.max(end, nextLine(source.text, each.end - 1)),
      lineStart(source.text, first.start),
    );
    const [start, end] = [lineStart(source.text, load.start), nextLine(source.text, load.end - 1)];
    const after = splice(
      source.text,
      { start: at, end: at, text: source.text.slice(start, end) },
      { start, end, text: '' },
    );
    const title = `${source.path} reads \`${key}\` before \`.env\` is loaded`;
    return [idea(name, { title, rank: 0, edits: [{ path: source.path, before: source.text, after }] })];
  });
}

function loadsEnv({ text }: Source, { type, start, end }: Node): boolean {
  const said = text.slice(start, end);
  return (
    /^(?:ExpressionStatement|IfStatement)$/.test(type) &&
    said.length < 300 &&
    /\bloadEnvFile\(|\bdotenv\b[^\n]{0,30}\.config\(/.test(said)
  );
}

function isPreamble(source: Source, node: Node): boolean {
  if (
    node.type === 'ImportDeclaration' ||
    (node.type === 'ExpressionStatement' && 'directive' in node && node.directive)
  )
    return true;
  return (
    node.type === 'VariableDeclaration' &&
    node.declarations.every(
      ({ init }) => init?.type === 'CallExpression' && chainOf(init.callee) === 'require' && source.text.length > 0,
    )
  );
}

/** Does this statement declare a name that the other one uses? */
function declaresFor({ text }: Source, node: Node, user: Node): boolean {
  if (node.type !== 'VariableDeclaration') return false;
  const said = text.slice(user.start, user.end);
  return node.declarations.some(
    ({ id }) => id.type === 'Identifier' && new RegExp(`\\b${id.name.replaceAll('$', '\\$')}\\b`).test(said),
  );
}
