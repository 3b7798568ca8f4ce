/** How values are looked at through the debugger: what is in scope, which chains the failing line says, and what each of them is. */

import type { Session, Debugger as Protocol, Runtime } from 'node:inspector';

import type { ValueFacts } from './words.cts';

const localsMax = 40;
const expressionsMax = 30;
const keysMax = 120;
const nearMax = 40;
/** Characters of a line that are too many to be one statement, and how far around the failure is looked then. */
export const lineLong = 400;
const lineNear = 200;
const wrapperNames = new Set(['exports', 'require', 'module', '__filename', '__dirname', 'arguments']);
const secretName =
  /pass(word|wd)?$|secret|token|api_?key|private_?key|authorization|cookie|credential|card_?(number|no)|cvv/i;

/** On the same thread the answer is there before `post` returns. */
export function post<T>(session: Session, method: string, params: object): T | null {
  let answer: T | null = null;
  session.post(method, params, (error: Error | null, result?: object) => {
    if (error === null) answer = result as T;
  });
  return answer;
}

/** How values are looked at: of those with many members the ones that resemble a name on the failing line come first. */
export interface Look {
  readonly session: Session;
  readonly wanted: readonly string[];
}

type Named = readonly [name: string, value: Runtime.RemoteObject];

export function localsOf({ session }: Look, frame: Protocol.CallFrame): Named[] {
  const locals = new Map<string, Runtime.RemoteObject>();
  for (const { type, object } of frame.scopeChain) {
    if (type === 'global' || type === 'script' || object.objectId === undefined) continue;
    for (const [name, value] of propertiesOf(session, object.objectId)) {
      if (locals.has(name) || wrapperNames.has(name)) continue;
      if (locals.size >= localsMax) return [...locals];
      locals.set(name, value);
    }
  }
  return [...locals];
}

function propertiesOf(session: Session, objectId: string): Named[] {
  const asked = { objectId, ownProperties: true };
  const got = post<Runtime.GetPropertiesReturnType>(session, 'Runtime.getProperties', asked);
  return (got?.result ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
}

function sourceOf(session: Session, scriptId: string): string {
  return (
    post<Protocol.GetScriptSourceReturnType>(session, 'Debugger.getScriptSource', { scriptId })?.scriptSource ?? ''
  );
}

const beforeMax = 20_000;

/** The script up to there, of a long one the last part. */
export function sourceBefore(session: Session, { scriptId, lineNumber, columnNumber = 0 }: Protocol.Location): string {
  const lines = sourceOf(session, scriptId).split('\n', lineNumber + 1);
  return [...lines.slice(0, lineNumber), lines[lineNumber]?.slice(0, columnNumber)].join('\n').slice(-beforeMax);
}

interface Spot {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** The failing line, and its neighbours where the statement runs over several; of a long line (compiled code) what is near; then the lines that declare its names. */
export function failingText(
  session: Session,
  scriptId: string,
  { lineNumber, columnNumber }: Spot,
): [string, ...string[]] {
  const lines = sourceOf(session, scriptId).split('\n');
  const line = lines[lineNumber] ?? '';
  if (line.length > lineLong) return [line.slice(Math.max(0, columnNumber - lineNear), columnNumber + lineNear)];
  let [first, last] = [lineNumber, lineNumber];
  while (first > 0 && lineNumber - first < 4 && /^\s*[.?)\]]/.test(lines[first] ?? '')) first -= 1;
  while (last - lineNumber < 2 && /[({[,.=+&|?:]\s*$/.test(lines[last] ?? '')) last += 1;
  const text = lines
    .slice(first, last + 1)
    .join('\n')
    .slice(0, 2000);
  return [text, ...declarationsOf(text, lines.slice(Math.max(0, first - 8), first))];
}

/** Lines just above that declare a name of the failing one: by what a thing was looked up says whether it had to be there. */
function declarationsOf(text: string, above: readonly string[]): string[] {
  const names = new Set(text.match(/[A-Za-z_$][\w$]*/g));
  return above
    .filter(
      (line) =>
        line.length <= lineLong && names.has(/^\s*(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=/.exec(line)?.[1] ?? ''),
    )
    .slice(-2);
}

/** `a`, `a.b` and `a.b.c` for each chain `a.b.c`; strings and comments only cost a failed look. */
export function expressionsOf({ session }: Look, frame: Protocol.CallFrame, text: string): Named[] {
  const chains = text.match(/[A-Za-z_$][\w$]*(?:\s*\??\.\s*#?[A-Za-z_$][\w$]*)*/g) ?? [];
  const made = madeIn(session, frame);
  const isSafe = (name: string): boolean => made === null || made.has(name) || name in globalThis;
  const wanted = new Set<string>();
  for (const chain of chains) {
    const parts = chain.split(/\s*\??\.\s*/);
    if (reserved.test(parts[0]!) || !isSafe(parts[0]!)) continue;
    for (let length = 1; length <= Math.min(parts.length, 6); length++) wanted.add(parts.slice(0, length).join('.'));
  }
  return evaluated(session, frame.callFrameId, [...wanted].slice(0, expressionsMax * 2)).slice(0, expressionsMax);
}

/**
 * In a module the names that have a value; null elsewhere. One that it gives out or takes in and that nobody has made yet is not there:
 * V8 hands out its mark for it, which is neither undefined nor anything else, and ends the process where something is read of that.
 */
function madeIn(session: Session, { scopeChain }: Protocol.CallFrame): ReadonlySet<string> | null {
  if (scopeChain.every(({ type }) => type !== 'module')) return null;
  const own = scopeChain.filter(({ type }) => type !== 'global');
  return new Set([
    'this',
    ...own.flatMap(({ object: { objectId } }) =>
      objectId === undefined ? [] : propertiesOf(session, objectId).map(([name]) => name),
    ),
  ]);
}

/** No expression begins with these. */
const reserved =
  /^(?:async|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|finally|for|function|if|import|in|instanceof|let|new|of|return|static|super|switch|throw|try|typeof|var|void|while|with|yield)$/;

/**
 * Asked all at once, since each question costs the debugger a millisecond; one with a side effect spoils its half, which is asked again.
 * What throws (a name that is not there yet) has no value to tell.
 */
function evaluated(session: Session, callFrameId: string, expressions: readonly string[]): Named[] {
  if (expressions.length === 0) return [];
  const each = expressions.map((one, at) => {
    const [root] = one.split('.');
    // Node 20 lists a name that has no value yet; as one comparison V8 would answer it by another way, which does not know its mark.
    const isMade = `${root} === undefined || '' + typeof ${root} !== 'undefined'`;
    return `try { if (${isMade}) __kintsugi.push(${at}, ${one}); } catch { /* no value */ }`;
  });
  const expression = `(() => { const __kintsugi = []; ${each.join(' ')} return __kintsugi; })()`;
  const asked = { callFrameId, expression, throwOnSideEffect: true, silent: true };
  const got = post<Protocol.EvaluateOnCallFrameReturnType>(session, 'Debugger.evaluateOnCallFrame', asked);
  if (got?.result.objectId !== undefined && got.exceptionDetails === undefined) {
    const found = propertiesOf(session, got.result.objectId).filter(([name]) => /^\d+$/.test(name));
    return found.flatMap(([, { value }], at) => (at % 2 === 0 ? [[expressions[value]!, found[at + 1]![1]]] : []));
  }
  if (expressions.length === 1) return [];
  const half = expressions.length >> 1;
  return [expressions.slice(0, half), expressions.slice(half)].flatMap((some) => evaluated(session, callFrameId, some));
}

/**
 * Runs beside the value, under the debugger's watch for side effects, which even lets no `toLowerCase` pass, nor a read of what
 * a native class (a prepared statement) computes: then only the names are told.
 */
const lookAt = `function (isShy) {
  const ofFunctions = ['length', 'name', 'prototype', 'arguments', 'caller'];
  const isFunction = typeof this === 'function';
  const names = isFunction ? Object.getOwnPropertyNames(this).filter((name) => !ofFunctions.includes(name)) : Object.keys(this);
  const own = Array.isArray(this) ? [] : names.slice(0, 1000);
  let inherited = [];
  let type = Object.getPrototypeOf(this);
  while (type !== null && type !== Object.prototype && type !== Function.prototype && inherited.length < 2000) {
    inherited = inherited.concat(Object.getOwnPropertyNames(type));
    type = Object.getPrototypeOf(type);
  }
  const shown = [];
  for (const name of isShy ? [] : Object.keys(this).slice(0, 8)) {
    const { value } = Object.getOwnPropertyDescriptor(this, name);
    const text = typeof value === 'string' ? '"' + value.slice(0, 30) + '"' : Array.isArray(value) ? '[]' : typeof value === 'object' && value !== null ? '{}' : typeof value === 'function' ? 'function' : String(value);
    shown.push([name, text]);
  }
  return { own, inherited, shown, thenable: isShy ? inherited.includes('then') : typeof this.then === 'function' };
}`;

interface Looked {
  readonly own: string[];
  readonly inherited: string[];
  readonly shown: [string, string][];
  readonly thenable: boolean;
}

export function valueFacts({ session, wanted }: Look, values: readonly Named[]): [string, ValueFacts][] {
  const objects = [...new Set(values.flatMap(([, { objectId }]) => objectId ?? []))];
  const found = looked(session, objects);
  const lookedAt = new Map(objects.map((objectId, at) => [objectId, found[at]]));
  return values.map(([name, remote]) => {
    const seen = lookedAt.get(remote.objectId ?? '');
    return [name, factsOf(name, remote, seen && { ...seen, keys: keysOf(seen, wanted) })];
  });
}

/** At most 120, of more the ones like the names on the line first. */
function keysOf({ own, inherited }: Looked, wanted: readonly string[]): string[] {
  const keys = [...new Set([...own, ...inherited.filter((name) => name !== 'constructor')])];
  if (keys.length <= keysMax) return keys;
  const plain = wanted.map((name) => name.toLowerCase());
  const [first, last] = [plain.map((name) => name.slice(0, 3)), plain.map((name) => name.slice(-3))];
  const isCase = (name: string): boolean => plain.includes(name.toLowerCase());
  const isNear = (name: string): boolean =>
    first.includes(name.slice(0, 3).toLowerCase()) ||
    last.includes(name.slice(-3).toLowerCase()) ||
    plain.some((each) => each[0] === name[0]?.toLowerCase() && Math.abs(each.length - name.length) < 2);
  return [...new Set([...keys.filter(isCase), ...keys.filter(isNear).slice(0, nearMax), ...keys])].slice(0, keysMax);
}

/** All at once, as the expressions are. */
function looked(session: Session, objects: readonly string[], isShy = false): (Looked | undefined)[] {
  const [objectId] = objects;
  if (objectId === undefined) return [];
  const asked = {
    objectId,
    functionDeclaration: `function (...values) { const look = ${lookAt}; return values.map((value) => look.call(value, ${isShy})); }`,
    arguments: objects.map((each) => ({ objectId: each })),
    returnByValue: true,
    throwOnSideEffect: true,
    silent: true,
  };
  const got = post<Runtime.CallFunctionOnReturnType>(session, 'Runtime.callFunctionOn', asked);
  if (got !== null && got.exceptionDetails === undefined) return got.result.value as Looked[];
  if (objects.length === 1) return isShy ? [undefined] : looked(session, objects, true);
  const half = objects.length >> 1;
  return [objects.slice(0, half), objects.slice(half)].flatMap((some) => looked(session, some));
}

function factsOf(
  name: string,
  remote: Runtime.RemoteObject,
  seen: (Pick<Looked, 'shown' | 'thenable'> & { readonly keys: string[] }) | undefined,
): ValueFacts {
  const type = remote.subtype === 'null' ? 'null' : (remote.type as ValueFacts['type']);
  const className = remote.className ?? null;
  const hidden = secretName.test(name);
  if (remote.objectId === undefined) {
    return { type, className, keys: [], thenable: false, preview: hidden ? '[redacted]' : plain(remote) };
  }
  const { keys = [], shown = [], thenable = remote.subtype === 'promise' } = seen ?? {};
  const pairs = shown.map(([key, text]) => `${key}: ${secretName.test(key) ? '[redacted]' : text}`).join(', ');
  const preview = hidden
    ? '[redacted]'
    : type === 'function'
      ? (remote.description ?? '')
      : `${remote.description ?? className ?? ''} {${pairs}}`;
  return { type, className, keys, thenable, preview: preview.slice(0, 100) };
}

function plain(remote: Runtime.RemoteObject): string {
  const value: unknown = remote.value;
  return (typeof value === 'string' ? JSON.stringify(value) : (remote.description ?? String(value))).slice(0, 100);
}
