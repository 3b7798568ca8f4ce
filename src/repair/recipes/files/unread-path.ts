/** A path that counts from its own file and leads nowhere, and that is only read where it is there: nothing fails but what is lacking later. */
import path from 'node:path';
import { isTest } from '../../../kit/code.ts';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { all, allSources, chainOf, keyName, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { envKeysIn } from '../../evidence/env-files.ts';
import { pathValues } from '../../evidence/path-values.ts';
import type { PathValue } from '../../evidence/path-values.ts';
import { ideaOf } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;

/** `join(import.meta.dirname, '../../.env')` of a file that stands one folder higher now: what is there by that name above it, where there is one. */
export function unreadPath(context: RecipeContext): Idea[] {
  const { diagnosis, envKeys } = context;
  const key = diagnosis.named.envKey;
  // What is set nowhere is not found in another file either.
  if (diagnosis.class === 'env_missing' && (key === undefined || !envKeys.includes(key)))
    return key === undefined ? [] : renamedEnv(context, key);
  const found = allSources(context.tree)
    .filter((source) => !isTest(source.path))
    .flatMap((source) =>
      pathValues(context, source).flatMap((value) => {
        const to = isNowhere(context, value) && isOptional(source, value.node) ? above(context, value) : null;
        return to === null ? [] : [{ value, to }];
      }),
    );
  const [first] = found;
  if (first === undefined || found.some(({ value }) => value.source !== first.value.source)) return [];
  const { source } = first.value;
  const rank = diagnosis.class === 'env_missing' ? 0 : 1;
  const title = `${source.path} counts from where it stands, and \`${first.to}\` lies on another level`;
  return [ideaOf('moved-data', { title, rank }, [{ source, splices: found.map(({ value, to }) => value.giving(to)) }])];
}

/** `join(root, '.env')`, which is not there and passed over, where one file of settings alone sets what is lacking: `config/choir.env`. */
function renamedEnv(context: RecipeContext, key: string): Idea[] {
  const reads = allSources(context.tree)
    .filter((source) => !isTest(source.path))
    .flatMap((source) => pathValues(context, source))
    .filter((value) => isEnv(value.path) && isNowhere(context, value) && isOptional(value.source, value.node));
  const [read, other] = reads;
  if (read === undefined || other !== undefined) return [];
  const sets = (file: string): boolean => envKeysIn(context.tree.read(file) ?? '').includes(key);
  const [to, more] = envFiles(context.tree, '', 3).filter(sets);
  if (to === undefined || more !== undefined || posix.basename(to) === posix.basename(read.path)) return [];
  const { source } = read;
  const ask = forOneUse.test(posix.basename(to)) ? `${to} sets \`${key}\`, and may be meant for something else` : null;
  const title = `${source.path} reads ${read.path}, which is not there, and ${to} sets \`${key}\``;
  return [ideaOf('moved-data', { title, rank: 0, ask }, [{ source, splices: [read.giving(to)] }])];
}

const isEnv = (file: string): boolean => /(?:^|[./-])env(?:\.|$)/i.test(file);

const forOneUse = /prod|stag|test|ci\b|dev|docker|local/i;

/** Files that are named so, hidden ones too, some folders deep; a sample is none. */
function envFiles(tree: SourceTree, folder: string, depth: number): string[] {
  return tree.list(folder).flatMap((name) => {
    const file = posix.join(folder, name.replace(/\/$/, ''));
    if (!name.endsWith('/')) return isEnv(name) && !/example|sample|dist|template|default/i.test(name) ? [file] : [];
    const isOther = /^(?:node_modules|\.git|\.kintsugi)\/$/.test(name);
    return isOther || depth === 0 ? [] : envFiles(tree, file, depth - 1);
  });
}

function isNowhere({ tree }: RecipeContext, { path: to, isHead }: PathValue): boolean {
  return !isHead && (to.startsWith('..') || !tree.exists(to));
}

/** The one place above the file, or beside it, where what is written is there. */
function above({ tree }: RecipeContext, { source, node }: PathValue): string | null {
  const given = node.type === 'CallExpression' || node.type === 'NewExpression' ? (node.arguments as Node[]) : [];
  const tail = posix.join(...given.map((each) => stringValue(each) ?? '.')).replace(/^(?:\.\.\/)+/, '');
  const folders = [posix.dirname(source.path)];
  for (let at = folders[0] ?? '.'; at !== '.'; at = posix.dirname(at)) folders.push(posix.dirname(at));
  const [only, more] = folders.map((folder) => posix.join(folder, tail)).filter((each) => tree.exists(each));
  return only === undefined || more !== undefined || /^\.*$/.test(tail) ? null : only;
}

/** It is asked for, or read where a failure is caught, or is the `path` that `dotenv` passes over where it is not there. */
function isOptional(source: Source, node: Node): boolean {
  const { parent } = node;
  const name = parent?.type === 'VariableDeclarator' ? keyName(parent.id as Node) : null;
  const places = name === null ? [node] : all(source.program, 'Identifier').filter((each) => each.name === name);
  return places.some((place) => {
    const call = place.parent;
    const callee = call?.type === 'CallExpression' ? (chainOf(call.callee) ?? '') : '';
    const isCaught = upwards(place).some(
      ({ type, parent: around }, at, every) =>
        type === 'BlockStatement' &&
        around?.type === 'TryStatement' &&
        around.handler !== null &&
        around.block === every[at],
    );
    const setting = call?.type === 'Property' && keyName(call.key) === 'path' ? call.parent?.parent : null;
    // Also `require('dotenv').config(…)`.
    const loader = setting?.type === 'CallExpression' ? setting.callee : null;
    const isLoaded = loader?.type === 'MemberExpression' && keyName(loader.property) === 'config';
    return isCaught || isLoaded || /(?:^|\.)existsSync$/.test(callee);
  });
}
