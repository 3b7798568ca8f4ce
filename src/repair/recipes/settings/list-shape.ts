/** A setting that the code goes through as a list, and that its file has as a text with commas or as an object; one that is a list where one is wanted. */
import type { Node as JsonNode } from 'jsonc-parser';
import { getNodeValue } from 'jsonc-parser';
import type { Idea } from '../../../incident/nouns.ts';
import { dataChanged, keysOn, listOf } from '../../code/data-text.ts';
import { splice } from '../../code/text.ts';
import { all, allSources, keyName, openSource } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import type { Holder } from '../../evidence/holders.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

export const listMethods = /^(?:map|filter|forEach|reduce|some|every|find|findIndex|flatMap|join|push|sort)$/;

/** `config.zones.map(…)`, where the file has `"home,eu"`; `for (const { no } of config.machines)`, where it has `{ "1": { "no": 1 } }`. */
export function listIdeas(context: RecipeContext, holder: Holder): Idea[] {
  if (!/is not (?:a function|iterable)/.test(context.diagnosis.message)) return [];
  // Where it fails it may be read of what was handed on.
  const failing = context.diagnosis.frames.flatMap(({ file }) => openSource(context.tree, file) ?? []);
  const called = new Set([...holder.reads.map(({ source }) => source), ...failing].flatMap(listedNames));
  const keyed = new Set(allSources(context.tree).flatMap(keyedNames));
  return holder.files.flatMap((file) =>
    file.keys.flatMap(({ name, value, around }) => {
      const list = called.has(name) && !around.includes('*') ? listIn(value, keyed.has(name)) : null;
      if (list === null) return [];
      const title = `\`${name}\` in ${file.path} should be a list`;
      const edit = { path: file.path, before: file.text, after: dataChanged(file, [...around, name], list) };
      return [idea('config-shape', { title, rank: 0, edits: [edit] })];
    }),
  );
}

/** `val is not a non-empty string …. val=["2h"]`: the one setting that is such a list of one, where the message shows it and asks for a text or a number. */
export function soleItems(context: RecipeContext): Idea[] {
  const { message } = context.diagnosis;
  if (!/\b(?:not|must|should|expected)\b[^\n]*\b(?:string|number)\b/i.test(message)) return [];
  const found = dataFiles(context)
    .filter(({ path }) => context.tree.files.includes(path))
    .flatMap((file) =>
      file.keys.flatMap(({ name, value }) => {
        const own: unknown = value?.type === 'array' ? getNodeValue(value) : null;
        const [item, more]: unknown[] = Array.isArray(own) ? own : [];
        const isOne = /^(?:string|number)$/.test(typeof item) && more === undefined;
        return isOne && value !== null && message.includes(JSON.stringify(own)) ? [{ file, name, value, item }] : [];
      }),
    );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { file, name, value, item } = only;
  const at = { start: value.offset, end: value.offset + value.length, text: JSON.stringify(item) };
  const edit = { path: file.path, before: file.text, after: splice(file.text, at) };
  return [idea('config-shape', { title: `\`${name}\` in ${file.path} is one, and no list`, rank: 0, edits: [edit] })];
}

/** What is gone through: `zones.map(…)`, `kinds.includes(…)`, `for (… of machines)`, `[...machines]`. */
function listedNames({ program }: Source): string[] {
  const listed: Node[] = [
    ...all(program, 'CallExpression').flatMap(({ callee }) => {
      const isMethod = callee.type === 'MemberExpression' && !callee.computed;
      const method = isMethod ? (keyName(callee.property) ?? '') : '';
      return isMethod && (listMethods.test(method) || /^(?:includes|indexOf)$/.test(method)) ? [callee.object] : [];
    }),
    ...all(program, 'ForOfStatement').map(({ right }) => right),
    ...all(program, 'SpreadElement').map(({ argument }) => argument),
  ];
  return listed.flatMap((each) => lastNameOf(each) ?? []);
}

/** What is read by a key: `covers[name]`, `name in covers`, `Object.entries(covers)`. */
function keyedNames({ program }: Source): string[] {
  const keyed: Node[] = [
    ...all(program, 'MemberExpression').flatMap(({ computed, object }) => (computed ? [object] : [])),
    ...all(program, 'BinaryExpression').flatMap(({ operator, right }) => (operator === 'in' ? [right] : [])),
    ...all(program, 'CallExpression').flatMap(({ callee, arguments: given }) =>
      callee.type === 'MemberExpression' && lastNameOf(callee.object) === 'Object' ? (given as Node[]) : [],
    ),
  ];
  return keyed.flatMap((each) => lastNameOf(each) ?? []);
}

/** The list that a value stands for, where nothing of it is lost: its parts, its keys that are all `true`, its records that have their keys. */
function listIn(value: JsonNode | null, isKeyed: boolean): unknown[] | null {
  if (value === null) return null;
  const own: unknown = getNodeValue(value);
  if (typeof own === 'string') return own.includes(',') ? listOf(own) : null;
  if (isKeyed || value.type !== 'object' || typeof own !== 'object' || own === null) return null;
  const entries = Object.entries(own);
  if (entries.length === 0) return null;
  const on = keysOn(own);
  if (on !== null) return on;
  return entries.every(([key, each]) => isRecordOf(key, each)) ? entries.map(([, each]) => each as unknown) : null;
}

function isRecordOf(key: string, value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((each: unknown) => String(each) === key)
  );
}
