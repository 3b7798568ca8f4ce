/** The debugger on its own thread, in a trial only: stops at thrown exceptions and notes what the values in scope were. */

import module from 'node:module';
import path from 'node:path';
import url from 'node:url';
import type { Session, Debugger as Protocol, Runtime } from 'node:inspector';

import { guard, read } from './guard.cts';
import { describe } from './reports.cts';
import type { FrameFacts, RuntimeFacts, ValueFacts } from './words.cts';

export type ArmState = 'all' | 'uncaught' | 'none';

export interface Facts {
  arm(state: ArmState): void;
  /** Of this error's deepest cause that was seen, or of itself; in a request, or where none is known, else of the last one. */
  of(error: unknown): RuntimeFacts | null;
  /** An error that was handed over and not thrown, by what own code called. */
  handed(error: Error, from: Error): void;
}

interface Caught {
  readonly error: unknown;
  readonly facts: RuntimeFacts;
}

const framesMax = 4;
const caughtMax = 8;
/** Looking at an exception takes some milliseconds. */
const looksMax = 100;
const looksMs = 3_000;
const localsMax = 40;
const expressionsMax = 30;
const keysMax = 120;
const nearMax = 40;
/** Characters of a line that are too many to be one statement, and how far around the failure is looked then. */
const lineLong = 400;
const lineNear = 200;
const slot = Symbol.for('kintsugi.caught');
const wrapperNames = new Set(['exports', 'require', 'module', '__filename', '__dirname', 'arguments']);
const secretName =
  /pass(word|wd)?$|secret|token|api_?key|private_?key|authorization|cookie|credential|card_?(number|no)|cvv/i;

export function openFacts(root: string): Facts {
  const inspector: typeof import('node:inspector') = require('node:inspector');
  const session = new inspector.Session();
  session.connect();
  const scripts = new Map<string, string>();
  const maps = new Map<string, string>();
  let caught: Caught[] = [];
  let looks = 0;
  let spentMs = 0;
  let armed: ArmState = 'none';
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url: address, sourceMapURL = '' } }) => {
    scripts.set(scriptId, address);
    if (inline.test(sourceMapURL)) maps.set(scriptId, sourceMapURL);
  });
  session.on('Debugger.paused', ({ params }) => {
    if (looks >= looksMax || spentMs >= looksMs) return;
    const began = performance.now();
    guard('trial', () => note(params));
    spentMs += performance.now() - began;
  });
  post(session, 'Debugger.enable', {});

  function note(paused: Protocol.PausedEventDataType): void {
    const own: { frame: Protocol.CallFrame; file: string }[] = [];
    for (const frame of paused.callFrames) {
      const script = scripts.get(frame.location.scriptId);
      const file = ownFile(script, root);
      if (file !== null) own.push({ frame, file });
      // Loaders try places and catch what comes of it, dozens of times at a start; the own code below them only imports.
      else if (own.length === 0 && isLoader(script)) return;
    }
    if (own.length === 0) return;
    const error = thrown(session, paused.data as Runtime.RemoteObject | undefined);
    if (caught.some((one) => one.error === error)) return;
    looks += 1;
    const frames = own.slice(0, framesMax).map(({ frame, file }) => {
      const map = module.findSourceMap(file) ?? mapIn(maps.get(frame.location.scriptId));
      return relative(frameFacts(session, frame, file), root, map);
    });
    keep({ error, facts: { error: describe(error), frames } });
  }

  /** What comes early is mostly handled: the last ones count. */
  function keep(one: Caught): void {
    if (caught.length >= caughtMax) caught.shift();
    caught.push(one);
  }

  return {
    arm(state) {
      // Disarming keeps what was found, for whoever asks next.
      if (state !== 'none') [caught, looks, spentMs, armed] = [[], 0, 0, state];
      // V8's own "uncaught" misses modules: what they throw is caught by the loader, which then ends the process.
      post(session, 'Debugger.setPauseOnExceptions', { state: state === 'none' ? 'none' : 'all' });
    },
    of(error) {
      const chain = [error];
      while (chain.length < 6 && read(chain.at(-1), 'cause') !== undefined) chain.push(read(chain.at(-1), 'cause'));
      const same = chain.map((link) => caught.find((one) => one.error === link)).findLast((one) => one !== undefined);
      // The answer to a slip of the code failed in turn: the slip is what happened.
      const isTurned = read(error, 'code') === 'ERR_HTTP_HEADERS_SENT';
      const slip = isTurned ? caught.findLast((one) => isSlip(one.error)) : undefined;
      const last = armed === 'all' || error === undefined ? caught.at(-1) : undefined;
      return (slip ?? same ?? last)?.facts ?? null;
    },
    handed(error, from) {
      if (armed === 'none' || caught.some((one) => one.error === error)) return;
      const told = describe(error);
      const frames = [told.stack, describe(from).stack].map(framesOf).find((each) => calledBy(each, root));
      if (frames === undefined) return;
      keep({ error, facts: { error: { ...told, stack: [headOf(told.stack), ...frames].join('\n') }, frames: [] } });
    },
  };
}

const framesOf = (stack: string): string[] => stack.split('\n').filter((line) => /^\s+at /.test(line));
const headOf = (stack: string): string => stack.split(/\n\s+at /, 1)[0] ?? '';

/** The first that is neither Node's nor ours is own code: what a library tries is its own affair. */
function calledBy(frames: readonly string[], root: string): boolean {
  const places = frames.map((line) => /\(?((?:file:|node:|\/)[^()]*?)(?::\d+){0,2}\)?$/.exec(line)?.[1] ?? '');
  const first = places.find(
    (place) => place !== '' && !place.startsWith('node:') && place !== __filename && !place.startsWith(__dirname),
  );
  return ownFile(first, root) !== null;
}

/** V8's own error: nobody throws such a one on purpose. */
function isSlip(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof ReferenceError) && read(error, 'code') === undefined;
}

/** On the same thread the answer is there before `post` returns. */
function post<T>(session: Session, method: string, params: object): T | null {
  let answer: T | null = null;
  session.post(method, params, (error: Error | null, result?: object) => {
    if (error === null) answer = result as T;
  });
  return answer;
}

function isLoader(address: string | undefined): boolean {
  return address?.startsWith('node:internal/modules/') === true;
}

/** The project's own source: inside the root, outside node_modules and folders that begin with a dot. */
function ownFile(address: string | undefined, root: string): string | null {
  if (address === undefined || address === '') return null;
  const plain = address.split('?', 1)[0]!;
  const file = plain.startsWith('file:') ? url.fileURLToPath(plain) : plain;
  if (!path.isAbsolute(file)) return null;
  const inside = path.relative(root, file);
  const foreign = inside.startsWith('..') || path.isAbsolute(inside);
  return foreign || inside.split(path.sep).some((part) => part === 'node_modules' || part.startsWith('.'))
    ? null
    : file;
}

/** The real object, so that it can be told apart from others; primitives come by value. */
function thrown(session: Session, remote: Runtime.RemoteObject | undefined): unknown {
  if (remote?.objectId === undefined) return remote?.value;
  const functionDeclaration = `function () { globalThis[Symbol.for('kintsugi.caught')] = this; }`;
  post(session, 'Runtime.callFunctionOn', { objectId: remote.objectId, functionDeclaration });
  const error: unknown = Reflect.get(globalThis, slot);
  Reflect.deleteProperty(globalThis, slot);
  return error;
}

function frameFacts(session: Session, frame: Protocol.CallFrame, file: string): FrameFacts {
  const { lineNumber, columnNumber = 0, scriptId } = frame.location;
  const [text, ...above] = failingText(session, scriptId, { lineNumber, columnNumber });
  const look: Look = { session, wanted: [...new Set(text.match(/[A-Za-z_$][\w$]{2,}/g))].slice(0, 60) };
  const locals = localsOf(look, frame);
  const seen = valueFacts(look, [...locals, ...expressionsOf(look, frame, [text, ...above].join('\n'))]);
  return {
    file,
    line: lineNumber + 1,
    column: columnNumber + 1,
    fn: frame.functionName === '' ? null : frame.functionName,
    locals: Object.fromEntries(seen.slice(0, locals.length)),
    expressions: Object.fromEntries(seen.slice(locals.length)),
  };
}

/** Paths as the project sees them, lines as the author wrote them where there is a source map. */
function relative(facts: FrameFacts, root: string, map: module.SourceMap | undefined): FrameFacts {
  const entry = map?.findEntry(facts.line - 1, facts.column - 1);
  const mapped = entry !== undefined && 'originalLine' in entry;
  const place = mapped ? { line: entry.originalLine + 1, column: entry.originalColumn + 1 } : {};
  return { ...facts, ...place, file: path.relative(root, facts.file).split(path.sep).join('/') };
}

const inline = /^data:application\/json;(?:charset=[\w-]+;)?base64,/;

/** What a loader (ts-node) wrote behind the text that it made: Node reads that only where source maps are switched on. */
function mapIn(address = ''): module.SourceMap | undefined {
  try {
    return new module.SourceMap(JSON.parse(String(Buffer.from(address.replace(inline, ''), 'base64'))));
  } catch {
    return undefined; // none, or no map: the values count without it
  }
}

/** How values are looked at: of those with many members the ones that resemble a name on the failing line come first. */
interface Look {
  readonly session: Session;
  readonly wanted: readonly string[];
}

type Named = readonly [name: string, value: Runtime.RemoteObject];

function localsOf({ session }: Look, frame: Protocol.CallFrame): Named[] {
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

interface Spot {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** The failing line, and its neighbours where the statement runs over several; of a long line (compiled code) what is near; then the lines that declare its names. */
function failingText(session: Session, scriptId: string, { lineNumber, columnNumber }: Spot): [string, ...string[]] {
  const source =
    post<Protocol.GetScriptSourceReturnType>(session, 'Debugger.getScriptSource', { scriptId })?.scriptSource ?? '';
  const lines = source.split('\n');
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
function expressionsOf({ session }: Look, { callFrameId }: Protocol.CallFrame, text: string): Named[] {
  const chains = text.match(/[A-Za-z_$][\w$]*(?:\s*\??\.\s*#?[A-Za-z_$][\w$]*)*/g) ?? [];
  const wanted = new Set<string>();
  for (const chain of chains) {
    const parts = chain.split(/\s*\??\.\s*/);
    if (reserved.test(parts[0]!)) continue;
    for (let length = 1; length <= Math.min(parts.length, 6); length++) wanted.add(parts.slice(0, length).join('.'));
  }
  return evaluated(session, callFrameId, [...wanted].slice(0, expressionsMax * 2)).slice(0, expressionsMax);
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
  const each = expressions.map((one, at) => `try { __kintsugi.push(${at}, ${one}); } catch { /* no value */ }`);
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

function valueFacts({ session, wanted }: Look, values: readonly Named[]): [string, ValueFacts][] {
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
