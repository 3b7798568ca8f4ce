/** A YAML file that its reader refuses: indentation, colons, dashes, quotes and brackets of one line. */
import { getNodeValue } from 'jsonc-parser';
import type { Idea } from '../../../incident/nouns.ts';
import { yamlRefusal, yamlTree } from '../../code/yaml.ts';
import { dataOutside, dataPaths } from '../../evidence/data-paths.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { all, allSources, keyName } from '../../code/syntax.ts';
import { indentUnit } from '../../code/text.ts';
import { withoutMarkers } from '../../mending/json-repair.ts';
import { yamlRepairs } from '../../mending/yaml-repair.ts';
import { sidesOf } from './json-config.ts';
import { lostStep } from './yaml-step.ts';

export const yamlFile: Recipe = {
  name: 'yaml-file',
  classes: ['config', 'syntax', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A YAML file that its reader refuses: tabs or a wrong step in the indentation, a colon, blank, quote or bracket that one line lacks, the markers of a merge; keys that lost their step in behind the one that they belong to.',
  ideas(context) {
    const merged = mergedIdeas(context);
    if (merged.length > 0) return merged;
    const mended = mend(context);
    if (mended !== null) return context.tree.files.includes(mended.path) ? [ideaOf(mended)] : [];
    const found = unreadable(context);
    if (found.length === 0) return lostStep('yaml-file', context);
    const even = found.filter(({ after }) => isEven(after));
    if (even.length < 2 || new Set(even.map(({ before, after }) => oddLine(before, after))).size > 1)
      return found.map((each) => ({
        ...ideaOf(each),
        rank: found.length > 1 && (even.length !== 1 || !even.includes(each)) ? 1 : 0,
      }));
    // One line, and several places for it: what is read beside it tells.
    const beside = even.filter(({ before, after }) => isAsBeside(asYaml(after), oddLine(before, after)));
    const reading = even.filter(({ before, after }) => isReadThere(context, asYaml(after), oddLine(before, after)));
    const [read, more] = beside.length === 1 ? beside : reading;
    const ask = read === undefined || more !== undefined ? 'only you know which of these places it belongs to' : null;
    return even.map((each) => ({
      ...ideaOf(each),
      rank: each === read ? 0 : 1,
      ask: each === read ? ask : (ask ?? 'something else is read there'),
    }));
  },
  outside(context) {
    const mended = mend(context) ?? unreadOutside(context);
    if (mended === null || context.tree.files.includes(mended.path)) return null;
    return {
      why: `${mended.path}: ${mended.what}; it is no part of the release, so nobody but you changes it`,
      command: null,
    };
  },
  question: async (context) => unmended(context),
};

/** The one YAML file that its reader refuses and no sign mends, such as one that has a key twice. */
function unmended(context: RecipeContext): string | null {
  const { diagnosis, signal, tree } = context;
  if (!/ya?ml/i.test(`${diagnosis.message}\n${signal.error?.stack ?? signal.stderr}`)) return null;
  const found = dataPaths(context).flatMap((path) => {
    const text = /\.ya?ml$/.test(path) && tree.files.includes(path) ? (tree.read(path) ?? '') : '';
    const refusal = text.length > charsMax ? null : yamlRefusal(text);
    return refusal === null ? [] : [{ path, ...refusal }];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined || unreadable(context).length > 0) return null;
  return `${only.path}:${only.line}: ${only.why}; only you know what is meant there`;
}

/** The one file of data that no repair writes and that its reader refuses. */
function unreadOutside(context: RecipeContext): Pick<Mended, 'path' | 'what'> | null {
  if (!/ya?ml/i.test(`${context.diagnosis.message}\n${context.signal.error?.stack ?? context.signal.stderr}`))
    return null;
  const texts = dataOutside(context).map((path) => ({ path, text: context.tree.read(path) ?? '' }));
  const [only, more] = texts.filter(
    ({ path, text }) =>
      /\.ya?ml$/.test(path) && text.length <= charsMax && text.trim() !== '' && yamlTree(text) === null,
  );
  if (only === undefined || more !== undefined) return null;
  const found = yamlRepairs(only.text);
  const lacks = found.filter(({ what }) => !what.startsWith('is indented'));
  const [first] = lacks.length > 0 ? lacks : found;
  return { path: only.path, what: first === undefined ? 'it cannot be read' : `line ${first.line} ${first.what}` };
}

/** The markers of a merge in the one file that has them: this branch's side, and a question where that is data and both say different things. */
function mergedIdeas(context: RecipeContext): Idea[] {
  const { tree, lastGood } = context;
  const found = dataPaths(context).flatMap((path) => {
    const before = /\.ya?ml$/.test(path) && tree.files.includes(path) ? tree.read(path) : null;
    const sides = (['ours', 'theirs'] as const).flatMap((side) => withoutMarkers(before ?? '', side) ?? []);
    const after = sides.find((each) => each === lastGood?.read(path)) ?? sides.find((each) => yamlTree(each) !== null);
    return before === null || after === undefined ? [] : [{ path, before, after }];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { path, before, after } = only;
  const ask = sidesOf(context, path, { before, after, read: asYaml });
  const title = `${path} holds the markers of a merge`;
  return [idea('yaml-file', { title, rank: ask === null ? 0 : 2, ask, edits: [{ path, before, after }] })];
}

function asYaml(text: string): unknown {
  const tree = yamlTree(text);
  return tree === null ? undefined : getNodeValue(tree);
}

/** The ways to mend the one file that cannot be read; of several those at the line that the error names, or beside it. */
function unreadable(context: RecipeContext): Mended[] {
  const { signal, diagnosis, tree } = context;
  const said = `${diagnosis.message}\n${signal.stderr}`;
  const line = Number(/\bline (\d{1,6})|\((\d{1,6}):\d/.exec(said)?.slice(1).find(Boolean) ?? Number.NaN);
  const named = /([\w.-]+\.ya?ml)\b/.exec(diagnosis.message)?.[1];
  const paths = dataPaths(context).filter((path) => named === undefined || path.split('/').at(-1) === named);
  const broken = paths.flatMap((path) => {
    const before = /\.ya?ml$/.test(path) && tree.files.includes(path) ? tree.read(path) : null;
    const found = before === null || before.length > charsMax ? [] : yamlRepairs(before);
    return before === null || found.length === 0 ? [] : [{ path, before, found }];
  });
  const [only, more] = broken;
  if (only === undefined || more !== undefined) return [];
  const { path, before, found } = only;
  const near = found.filter((each) => Math.abs(each.line - line) <= 1);
  return (near.length > 0 ? near : found)
    .slice(0, ideasMax)
    .map(({ after, line: at, what }) => ({ path, before, after, what: `line ${at} ${what}` }));
}

/** Each line stands a whole number of the file's own steps in. */
function isEven(text: string): boolean {
  const lines = text.split('\n').filter((line) => /^\s*[^\s#-]/.test(line));
  const step = indentUnit(text).length;
  return lines.every((line) => (/^ */.exec(line)?.[0].length ?? 0) % step === 0);
}

/** The key of the line that differs. */
function oddLine(before: string, after: string): string {
  const old = before.split('\n');
  const line = after.split('\n').find((each, index) => each !== old[index]) ?? '';
  return /^\s*([\w$.-]+):/.exec(line)?.[1] ?? line.trim();
}

/** Somewhere the key is read of what it stands in, or named together with what stands beside it. */
function isReadThere({ tree }: RecipeContext, value: unknown, key: string): boolean {
  const places = holdersOf(value, '', key);
  return allSources(tree).some(({ program }) => {
    const reads = all(program, 'MemberExpression').filter(({ property }) => keyName(property) === key);
    const shapes = (['ObjectPattern', 'TSInterfaceBody', 'TSTypeLiteral'] as const).flatMap((type) =>
      all(program, type).map((node): (string | null)[] => {
        const parts =
          node.type === 'ObjectPattern' ? node.properties : node.type === 'TSTypeLiteral' ? node.members : node.body;
        return parts.map((each) => ('key' in each ? keyName(each.key) : null));
      }),
    );
    return places.some(
      ({ name, beside }) =>
        reads.some(({ object }) => lastNameOf(object) === name) ||
        shapes.some((names) => names.includes(key) && names.some((each) => each !== null && beside.includes(each))),
    );
  });
}

/** Some record that has the key has the very keys of all that stand beside it. */
function isAsBeside(value: unknown, key: string): boolean {
  if (!isRecord(value)) return false;
  const records = Object.values(value);
  const keysOf = (one: unknown): string => (isRecord(one) ? Object.keys(one).toSorted().join() : '');
  const isAlike = records.length > 1 && new Set(records.map(keysOf)).size === 1;
  const [first] = records;
  return (isAlike && isRecord(first) && Object.hasOwn(first, key)) || records.some((each) => isAsBeside(each, key));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The objects that have the key: by what name they are kept, and what else they have. */
function holdersOf(value: unknown, name: string, key: string): { name: string; beside: string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value);
  const inner = own.flatMap(([each, one]) => holdersOf(one, each, key));
  return Object.hasOwn(value, key)
    ? [{ name, beside: own.flatMap(([each]) => (each === key ? [] : [each])) }, ...inner]
    : inner;
}

const charsMax = 20_000;
const ideasMax = 3;

interface Mended {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly what: string;
}

function ideaOf({ path, before, after, what }: Mended): Idea {
  return idea('yaml-file', { title: `${path}: ${what}`, rank: 0, edits: [{ path, before, after }] });
}

/** The one file that the error names, with the line it names made plain. */
function mend(context: RecipeContext): Mended | null {
  const [, name = '', printed] = /([\w.-]+\.ya?ml)(?:[:(](\d{1,6}))?/.exec(context.diagnosis.message) ?? [];
  const line = printed ?? /\bat line (\d{1,6})\b/.exec(context.diagnosis.message)?.[1];
  const paths = dataPaths(context).filter((path) => /\.ya?ml$/.test(path));
  const [path, more] = name === '' ? paths : paths.filter((each) => each.split('/').at(-1) === name);
  const speaks = name !== '' || /ya?ml/i.test(context.diagnosis.message);
  const before = path === undefined ? null : context.tree.read(path);
  if (path === undefined || more !== undefined || before === null || !speaks) return null;
  const unit = indentUnit(before.replaceAll('\t', ''));
  const lines = before.split('\n').map((text, index) => {
    const blanks = text.replace(/^[ \t]*\t[ \t]*/, (indent) => indent.replaceAll('\t', unit));
    return String(index + 1) === line ? blanks.replace(/^( *[A-Za-z_][\w-]*):(?=[^\s:/\\])/, '$1: ') : blanks;
  });
  const after = lines.join('\n');
  // A tab may have stood for more than one step.
  if (after === before || (yamlRefusal(after) !== null && yamlRepairs(before).length > 0)) return null;
  const at = lines.findIndex((text, index) => text !== before.split('\n')[index]);
  const isTab = before.split('\n')[at]?.includes('\t') === true;
  const what = `line ${at + 1} ${isTab ? 'is indented with a tab' : 'lacks a blank behind the colon'}`;
  return { path, before, after, what };
}
