/** A variable of the environment whose value the project's own check refuses as it starts: only its owner knows the right one. */
import type { Action } from '../../../incident/nouns.ts';
import { parseEnv } from '../../../kit/redact-env.ts';
import { all, chainOf, isReference, upwards } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { lineOf } from '../../code/text.ts';
import { originsOf } from '../../evidence/origins.ts';
import { fromCwd, insideProject, nearFile } from '../../code/paths.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { RecipeContext } from '../../recipe.ts';

/** What fails later may only repeat what a sender wrote. */
export function refusedValue(context: RecipeContext): Action | null {
  const { diagnosis, signal, tree } = context;
  if (!signal.beforeReady || diagnosis.class === 'env_missing') return null;
  const file = nearFile(context, '.env');
  const text = tree.read(file) ?? '';
  const lineOfKey = (key: string): number => text.search(new RegExp(`^\\s*(?:export\\s+)?${key}\\s*=`, 'm'));
  const said = context.envKeys.find(
    (each) => (/\w_\w/.test(each) || lineOfKey(each) >= 0) && new RegExp(`\\b${each}\\b`).test(diagnosis.message),
  );
  const key = said ?? leading(context, text) ?? checked(context) ?? quoted(context, text);
  if (key === null) return null;
  const at = lineOfKey(key);
  const where = at < 0 ? 'where it is set' : `in ${file}:${lineOf(text, at)}`;
  const why = `the value of ${key} is refused (${diagnosis.message.slice(0, 200)}): correct it ${where}`;
  return { why, command: null };
}

/** `SETTINGS=config/shop.yaml`, where the file that is not there is called so. */
function leading(context: RecipeContext, text: string): string | null {
  const { diagnosis, envKeys, tree } = context;
  const { code, path: missing } = diagnosis.named;
  if (code !== 'ENOENT' || missing === undefined) return null;
  // What is there by that value is looked for elsewhere: the code is at fault, not the value.
  const entries = parseEnv(text).filter(
    ([key, value]) => envKeys.includes(key) && /\w[./]\w/.test(value) && !tree.exists(fromCwd(context, value)),
  );
  return entries.find(([, value]) => `/${missing}`.endsWith(`/${value.replace(/^\.?\//, '')}`))?.[0] ?? null;
}

/** `DATA_DIR=./date`, where `date/rooms.json` is read and `data/rooms.json` is there; `DATA_FILE=./rooms.json` likewise. */
export function deadEnvFolder(context: RecipeContext): Action | null {
  const { diagnosis, envKeys, tree } = context;
  const wanted = diagnosis.named.code === 'ENOENT' ? insideProject(context, diagnosis.named.path) : null;
  const file = nearFile(context, '.env');
  const text = tree.read(file) ?? '';
  const found = parseEnv(text).flatMap(([key, value]) => {
    const folder = value.replace(/^\.\//, '').replace(/\/$/, '');
    const isBelow = wanted?.startsWith(`${folder}/`) === true || (wanted === folder && /\w\.\w+$/.test(folder));
    const isIt = folder !== '' && isBelow && !tree.exists(folder);
    const rest = isIt ? wanted.slice(wanted === folder ? Math.max(0, folder.lastIndexOf('/')) : folder.length) : null;
    const there = tree.files.filter(
      (each) => rest !== null && `/${each}`.endsWith(`/${rest.replace(/^\//, '')}`) && !each.startsWith(`${folder}/`),
    );
    return envKeys.includes(key) && there.length === 1 ? [{ key, folder, there: there[0] ?? '' }] : [];
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return null;
  const at = lineOf(text, Math.max(0, text.search(new RegExp(`^\\s*(?:export\\s+)?${only.key}\\s*=`, 'm'))));
  const why = `${file}:${at}: ${only.key} leads to ${only.folder}, which is not there, and ${only.there} is: correct it`;
  return { why, command: null };
}

/** `Invalid currency code : EURO`, where one variable alone has that value. */
function quoted({ diagnosis, envKeys }: RecipeContext, text: string): string | null {
  const said = /:\s*["'`]?([\w/-]{2,40})["'`]?\s*$/.exec(diagnosis.message)?.[1];
  const [only, more] = parseEnv(text).filter(([key, value]) => envKeys.includes(key) && value === said);
  return more === undefined ? (only?.[0] ?? null) : null;
}

/** `if (!/^\d+$/.test(config.port)) throw …`: the one variable, set here, that what is asked there comes from. */
function checked(context: RecipeContext): string | null {
  const [site] = sitesOf(context);
  const [node] = site?.nodes ?? [];
  const thrown = node === undefined ? undefined : upwards(node).find((each) => each.type === 'ThrowStatement');
  const check = thrown === undefined ? undefined : upwards(thrown).find((each) => each.type === 'IfStatement');
  if (site === undefined || check?.type !== 'IfStatement') return null;
  const names = [
    ...all(check.test, 'Identifier').filter(isReference),
    ...all(check.test, 'MemberExpression'),
  ] as Node[];
  const keys = names
    .filter((each) => !isHolder(each))
    .flatMap((each) => originsOf(context, site.source, each))
    .flatMap(({ node: each }) => (each.type === 'ObjectExpression' ? [] : all(each, 'MemberExpression')))
    .flatMap((each) => /^process\.env\.(\w+)$/.exec(chainOf(each) ?? '')?.[1] ?? []);
  const [only, more] = new Set(keys.filter((each) => context.envKeys.includes(each)));
  return more === undefined ? (only ?? null) : null;
}

/** `config` of `config.port`, and what is called. */
function isHolder(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'MemberExpression') return parent.object === node;
  return parent?.type === 'CallExpression' && parent.callee === node;
}
