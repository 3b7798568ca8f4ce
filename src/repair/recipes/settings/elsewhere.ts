/** Names that live outside the source: environment variables. */
import type { Action, Idea } from '../../../incident/nouns.ts';
import { isPlural, rankedNames, shareWord, slip } from '../../code/names.ts';
import { nearFile } from '../../code/paths.ts';
import { envKeysIn, templateKeys } from '../../evidence/env-files.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { sitesOf } from '../../evidence/site.ts';
import { namesInScope } from '../../code/scope.ts';
import {
  all,
  allSources,
  chainOf,
  isReference,
  keyName,
  statementOf,
  stringValue,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { culprits, membersOnLine } from '../../evidence/suspects.ts';
import { refusedValue } from './refused-value.ts';

export const envKey: Recipe = {
  name: 'env-key',
  classes: ['env_missing', 'type', 'range', 'config', 'assertion', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A misspelt `process.env` name: takes the near one that is set. A variable that nobody set is for a person.',
  ideas(context) {
    const named = context.diagnosis.named.envKey;
    const frames = new Set(sitesOf(context).map((site) => site.source));
    const isSet = named !== undefined && context.envKeys.includes(named);
    return allSources(context.tree).flatMap((source) =>
      envUses(source)
        .filter(
          ({ name }) => !isKnown(context, name) && (isSet ? frames.has(source) : named === undefined || name === named),
        )
        .filter(
          (use) =>
            named !== undefined || frames.has(source) || context.diagnosis.class !== 'type' || isReadAt(context, use),
        )
        .flatMap((use) =>
          renamed(context, source, use).map((made) => ({
            ...made,
            rank: made.rank + (named === undefined && !frames.has(source) ? 1 : 0),
          })),
        ),
    );
  },
  outside(context) {
    const { diagnosis, envKeys } = context;
    const key = diagnosis.named.envKey;
    const right = templateKeys(context);
    if (key === undefined || envKeys.includes(key) || !right.has(key)) return null;
    const near = envKeys.find((each) => !right.has(each) && (slip(each, key) ?? 9) <= 1) ?? null;
    if (near === null) return null;
    return {
      why: `\`${near}\` is set where \`${key}\` is wanted, and the template has it so: rename it there`,
      command: null,
    };
  },
  action(context) {
    const { diagnosis, envKeys } = context;
    const key = diagnosis.class === 'env_missing' ? diagnosis.named.envKey : unsetAt(context);
    if (key === undefined) return noUrl(context) ?? unfilled(context) ?? nearKey(context) ?? refusedValue(context);
    const command = `export ${key}=…`;
    const lost = envKeys.includes(key) ? null : lostFrom(context, key);
    if (lost !== null) return { why: `the last change took ${key} out of ${lost}: put its line back`, command: null };
    if (!envKeys.includes(key))
      return { why: `the environment variable ${key} is not set; only you know its value`, command };
    const isRefused =
      context.signal.beforeReady &&
      /\b(?:must|invalid|not a|expected|malformed|cannot parse)\b/i.test(diagnosis.message);
    if (isRefused) return { why: `the value of the environment variable ${key} is refused: correct it`, command };
    return diagnosis.class === 'env_missing' && isReadOnTheWay(context, key)
      ? { why: `the environment variable ${key} is set and yet found missing: it is empty, or read too early`, command }
      : null;
  },
};

/** The file of settings that set it before the last change, and is still there. */
function lostFrom({ tree, lastGood }: RecipeContext, key: string): string | null {
  const sets = (text: string | null | undefined): boolean => envKeysIn(text ?? '').includes(key);
  const files = tree.list('').filter((name) => /^\.env(?:\.|$)/.test(name) && !/example|sample|template/.test(name));
  const isLost = (file: string): boolean => sets(lastGood?.read(file)) && tree.exists(file) && !sets(tree.read(file));
  return files.find(isLost) ?? null;
}

/** `fetch(`${process.env.RATES_URL}/today`)`, where that is no address: its value stands in the message by its name. */
function noUrl(context: RecipeContext): Action | null {
  const key = /^TypeError: (?:Failed to parse URL from|Invalid URL:?) process\.env\.(\w+)/.exec(
    context.diagnosis.message,
  )?.[1];
  // What a request brought may name any.
  const isUsed = sitesOf(context).some(({ source }) => envUses(source).some(({ name }) => name === key));
  if (key === undefined || !isUsed) return null;
  return { why: `the value of the environment variable ${key} makes no URL: correct it`, command: `export ${key}=…` };
}

/** `.env` was not made of its template: what that names and the code reads is not set. */
function unfilled(context: RecipeContext): Action | null {
  const { tree, envKeys, signal, diagnosis } = context;
  const file = nearFile(context, '.env');
  const isOfNothing = /\b(?:undefined|null|NaN|missing|required|not set|empty)\b/i.test(diagnosis.message);
  if (!signal.beforeReady || !isOfNothing || tree.exists(file)) return null;
  const read = new Set(allSources(tree).flatMap((source) => envUses(source).map(({ name }) => name)));
  const unset = [...templateKeys(context)].filter((name) => read.has(name) && !envKeys.includes(name));
  if (unset.length === 0) return null;
  const [what, command] = [unset.map((name) => `\`${name}\``).join(', '), `cp ${file}.example ${file}`];
  return {
    why: `${file} is not there, and what its template names is not set: ${what}; only you know the values`,
    command: tree.exists(`${file}.example`) ? command : null,
  };
}

/** `STATION=nroth`, where the data has `north`. The value may be a secret: it is not said. */
function nearKey(context: RecipeContext): Action | null {
  const file = nearFile(context, '.env');
  const read = new Set(allSources(context.tree).flatMap((source) => envUses(source).map(({ name }) => name)));
  const keys = dataFiles(context).flatMap(({ path, keys: all }) => all.map((key) => ({ path, name: key.name })));
  const lines = (context.tree.read(file) ?? '').matchAll(/^\s*(?:export\s+)?(\w+)\s*=\s*["']?([\w-]{3,})["']?\s*$/gm);
  const found = [...lines].flatMap(([, key = '', value = '']) => {
    const near = keys.filter(({ name }) => (slip(value, name) ?? 9) <= 1);
    const [only] = near;
    const isOne = only !== undefined && near.every(({ name }) => name === only.name);
    return isOne && read.has(key) && keys.every(({ name }) => name !== value) ? [{ key, ...only }] : [];
  });
  const [only, more] = found;
  if (!context.signal.beforeReady || only === undefined || more !== undefined) return null;
  return {
    why: `${only.path} has \`${only.name}\`, and ${only.key} nearly says so: correct it in ${file}`,
    command: null,
  };
}

/** The variable that was read where something was read of nothing: `process.env.GREETING.trim()`. */
function unsetAt(context: RecipeContext): string | undefined {
  const site = context.diagnosis.named.nullish === 'undefined' ? sitesOf(context)[0] : undefined;
  const chains = site === undefined ? [] : culprits(context, site).map((node) => chainOf(node) ?? '');
  return chains.flatMap((chain) => /^process\.env\.(\w+)$/.exec(chain)?.[1] ?? [])[0];
}

/** The failing functions name it: what a request brought may name any. */
function isReadOnTheWay(context: RecipeContext, wanted: string): boolean {
  return sitesOf(context).some(({ source, nodes }) =>
    envUses(source).some(({ name, key }) => name === wanted && nodes.some((node) => upwards(key).includes(node))),
  );
}

/** `depot: process.env.DEPOT`, where what failed reads `.depot`, or a `depot` that was taken out of it. */
function isReadAt(context: RecipeContext, { key }: EnvUse): boolean {
  const holder = upwards(key).find(({ type }) => type === 'Property' || type === 'VariableDeclarator');
  const held =
    holder?.type === 'Property'
      ? keyName(holder.key)
      : holder?.type === 'VariableDeclarator'
        ? keyName(holder.id)
        : null;
  // What hands it over stands on the way to where it fails.
  return sitesOf(context).some((site) => {
    const named = site.nodes.flatMap((node) => all(node, 'Identifier'));
    const read = membersOnLine(site).map(({ property }) => property);
    return held !== null && [...read, ...named].some((node) => keyName(node) === held);
  });
}

/** Set, or spelt so by a template: then where it is set is wrong, or only a person can set it. */
function isKnown(context: RecipeContext, name: string): boolean {
  return context.envKeys.includes(name) || templateKeys(context).has(name);
}

/** The near name that is set; the one that a template has and nothing else reads is what was meant. */
function renamed(context: RecipeContext, source: Source, use: EnvUse): Idea[] {
  const { envKeys, tree } = context;
  const reads = new Set(
    allSources(tree).flatMap((each) => envUses(each).flatMap((one) => (one.isIdle ? [] : one.name))),
  );
  // `const { PORT } = process.env`, and nobody takes it from there.
  const idle = envUses(source).flatMap((each) => (each.isIdle === true ? [each.name] : []));
  const said = new Set([...templateKeys(context), ...envKeysIn(tree.read(nearFile(context, '.env')) ?? ''), ...idle]);
  const free = envKeys.filter((name) => said.has(name) && !reads.has(name));
  const alike = free.filter((name) => slip(use.name, name) !== null || haveWords(use.name, name));
  // `PRICES_PATH`, where of all that is set and that nobody reads one speaks of prices.
  const meant = alike.length > 0 ? alike : free.filter((name) => shareWord(use.name, name));
  const near = meant.length === 1 ? meant.map((name) => ({ name, rank: 0 })) : rankedNames(use.name, envKeys, 2);
  return near
    .filter(({ rank }) => rank <= 1)
    .map(({ name, rank }) => {
      const isDoubtful = meant.length !== 1 && (isPlural(use.name, name) || (slip(use.name, name) ?? 9) >= 2);
      const isTaken = idle.includes(name);
      const { start, end } = (isTaken && use.key.parent?.type === 'MemberExpression' && use.key.parent) || use.key;
      const after = splice(source.text, { start, end, text: isTaken ? name : use.text(name) });
      return idea('env-key', {
        title: `\`${use.name}\` should be \`${name}\``,
        rank,
        ask: isDoubtful ? `\`${use.name}\` is not set; only you know whether \`${name}\` is meant` : null,
        edits: [{ path: source.path, before: source.text, after }],
      });
    });
}

/** `CARRIER_API_TOKEN` and `CARRIER_TOKEN`: one has all words of the other, whatever stands between them. */
function haveWords(one: string, other: string): boolean {
  const [few, many] = [one.split('_'), other.split('_')].sort((a, b) => a.length - b.length);
  return few !== undefined && many !== undefined && few.every((word) => many.includes(word));
}

/** `process.env`, and an `env` that was taken from it; a module's own `env` is none. */
function isEnv(source: Source, node: Node): boolean {
  const chain = chainOf(node);
  if (chain !== 'env') return chain === 'process.env';
  const made = namesInScope(source, node.start).get('env')?.node;
  const statement = made === undefined ? null : (statementOf(made) ?? made);
  return statement === null || /\bprocess\b|\bProcessEnv\b/.test(textOf(source, statement));
}

function isUsed({ program }: Source, name: string, but: Node): boolean {
  return all(program, 'Identifier').some((each) => each.name === name && each.parent !== but && isReference(each));
}

interface EnvUse {
  readonly name: string;
  readonly key: Node;
  readonly text: (name: string) => string;
  /** It is taken out of the environment and used nowhere. */
  readonly isIdle?: boolean;
}

function envUses(source: Source): EnvUse[] {
  const found: EnvUse[] = [];
  for (const node of all(source.program, 'MemberExpression')) {
    if (!isEnv(source, node.object)) continue;
    const name = node.computed ? stringValue(node.property) : keyName(node.property);
    const quote = source.text[node.property.start] ?? "'";
    if (name !== null)
      found.push({ name, key: node.property, text: (to) => (node.computed ? quote + to + quote : to) });
  }
  // `required('API_KEY')`: a helper of the project reads it
  for (const call of all(source.program, 'CallExpression')) {
    const key = call.arguments[0];
    const name = stringValue(key);
    const quote = key === undefined ? '' : source.text[key.start];
    if (
      key !== undefined &&
      name !== null &&
      /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name) &&
      /env|setting|config|need|requir|number|int|bool|flag|string|get|read|must/i.test(chainOf(call.callee) ?? '')
    )
      found.push({ name, key, text: (to) => `${quote}${to}${quote}` });
  }
  for (const node of all(source.program, 'VariableDeclarator')) {
    if (node.init === null || chainOf(node.init) !== 'process.env' || node.id.type !== 'ObjectPattern') continue;
    for (const each of node.id.properties) {
      const name = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
      if (each.type === 'Property' && name !== null)
        found.push({
          ...{ name, key: each.key, text: (to) => (each.shorthand ? `${to}: ${name}` : to) },
          isIdle: each.shorthand && !isUsed(source, name, each),
        });
    }
  }
  return found;
}
