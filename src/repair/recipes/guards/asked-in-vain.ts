/** A look-up that finds nothing although it should: then it is no thing that was asked for in vain, and a person should look. */
import type { FrameFacts } from '../../../incident/nouns.ts';
import { isOfProject } from '../../evidence/asked-for.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import { framesAround } from '../../evidence/site.ts';
import {
  all,
  allSources,
  functionsAround,
  keyName,
  nodeAt,
  openSource,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import { offsetAt } from '../../code/text.ts';
import type { RecipeContext } from '../../recipe.ts';
import { keyOf } from './look-ups.ts';
import type { LookUp } from './look-ups.ts';

const keys = /^_?(?:id|slug|code|ref|key|sku|uuid|name|number|no|email|handle|user_?name)$/i;

/** Why a person should look: nothing was asked for, or what was asked for is there; the look-up fails, and not for want of it. */
export function askedInVain(context: RecipeContext, made: LookUp): string | null {
  if ((context.facts?.frames ?? []).some((frame) => readsInVain(context, frame)))
    return 'a part of the path is read that is not there: it may be its name that is wrong';
  if (isOwnReference(context, made))
    return 'what was looked up is no part of the request: what refers to it, or how it is looked up, may be wrong';
  const asked = new Set(askedBy(context, made));
  const isAsked = (value: unknown): boolean => asked.has(String(value));
  const inData = dataFiles(context).some((file) =>
    file.keys.some(
      ({ name, value, around }) =>
        (keys.test(name) && value !== null && value.children === undefined && isAsked(value.value)) ||
        (around.length === 0 && value?.type === 'object' && isAsked(name)),
    ),
  );
  const inCode = allSources(context.tree).some((source) =>
    all(source.program, 'Property').some(
      ({ key, value }) => value.type === 'Literal' && keys.test(keyName(key) ?? '') && isAsked(value.value),
    ),
  );
  return inData || inCode ? 'what was asked for is there: it may be the look-up that is wrong' : null;
}

/** A part of the path that is not there, read in the very function: the debugger asks for those of its neighbours, too. */
function readsInVain({ tree }: RecipeContext, { file, line, column, expressions }: FrameFacts): boolean {
  const source = openSource(tree, file);
  const at = source === null ? null : offsetAt(source.text, line, column ?? 1);
  const own =
    source === null || at === null ? '' : textOf(source, functionsAround(nodeAt(source, at))[0] ?? source.program);
  return Object.entries(expressions).some(
    ([chain, { type }]) => /\bparams\.\w+$/.test(chain) && type === 'undefined' && own.includes(chain),
  );
}

/** A record refers to it, not the client: it must be there. */
function isOwnReference(context: RecipeContext, made: LookUp): boolean {
  const key = keyOf(made);
  return key !== null && isOfProject(context, { source: made.source, node: made.id, key });
}

/** The key of the look-up, as the debugger saw it; else the last part of the path that is no word of a route, and what the body holds. */
function askedBy(context: RecipeContext, made: LookUp): string[] {
  const { signal, tree } = context;
  const key = keyOf(made);
  const seen = framesAround(context, made.source, made.id).flatMap(({ locals, expressions }) => {
    const value = key === null ? undefined : (expressions[key] ?? locals[key]);
    return value?.type === 'string' || value?.type === 'number' ? [value.preview.replace(/^"|"$/g, '')] : [];
  });
  if (seen.length > 0) return seen;
  const sent = sentAs(signal.request?.body ?? null, key);
  if (sent !== null) return [sent];
  const routes = new Set(
    allSources(tree).flatMap((source) =>
      all(source.program, 'Literal').flatMap((each) => stringValue(each)?.split('/') ?? []),
    ),
  );
  const { url = '', body = null } = signal.request ?? {};
  const last = url.split(/[/?&=]/).findLast((part) => part !== '' && !routes.has(part)) ?? '';
  return [last, ...(body?.match(/[\w.@-]+/g) ?? [])].filter((part) => part !== '');
}

/** What a body of JSON has under the last name of the key. */
function sentAs(body: string | null, key: string | null): string | null {
  const name = key?.split('.').at(-1) ?? '';
  if (body === null || !key?.includes('.')) return null;
  try {
    const value = (JSON.parse(body) as Record<string, unknown> | null)?.[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  } catch {
    return null; // of another form
  }
}
