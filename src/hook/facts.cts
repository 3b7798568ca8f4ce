/** The debugger on its own thread, in a trial only: stops at thrown exceptions and notes what the values in scope were. */

import module from 'node:module';
import path from 'node:path';
import url from 'node:url';
import type { Session, Debugger as Protocol, Runtime } from 'node:inspector';

import { guard, read } from './guard.cts';
import { describe } from './reports.cts';
import { expressionsOf, failingText, lineLong, localsOf, post, sourceBefore, valueFacts } from './values.cts';
import type { Look } from './values.cts';
import type { FrameFacts, RuntimeFacts } from './words.cts';

export type ArmState = 'all' | 'uncaught' | 'none';

export interface Facts {
  arm(state: ArmState): void;
  /** Of this error's deepest cause that was seen, of what it was thrown instead of, or of itself; in a request, or where none is known, else of the last one. */
  of(error: unknown): RuntimeFacts | null;
  /** An error that was handed over and not thrown, by what own code called. */
  handed(error: Error, from: Error): void;
}

interface Caught {
  readonly error: unknown;
  readonly facts: RuntimeFacts;
  /** Thrown by own code in the place of what it had caught. */
  readonly isInstead?: boolean;
}

const framesMax = 4;
const caughtMax = 8;
/** Looking at an exception takes some milliseconds. */
const looksMax = 100;
const looksMs = 3_000;
const slot = Symbol.for('kintsugi.caught');

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
      // Loaders try places and catch what comes of it, dozens of times at a start, and so does this hook; the own code below them only imports, or listens.
      else if (own.length === 0 && (isLoader(script) || isHook(script))) return;
    }
    if (own.length === 0) return;
    const error = thrown(session, paused.data as Runtime.RemoteObject | undefined);
    if (caught.some((one) => one.error === error)) return;
    looks += 1;
    const frames = own.slice(0, framesMax).map(({ frame, file }) => {
      const map = module.findSourceMap(file) ?? mapIn(maps.get(frame.location.scriptId));
      return relative(frameFacts(session, frame, file), root, map);
    });
    keep({
      error,
      facts: { error: describe(error), frames },
      isInstead: isInstead(paused.callFrames[0], own[0]!.frame),
    });
  }

  function isInstead(thrower: Protocol.CallFrame | undefined, own: Protocol.CallFrame): boolean {
    return thrower === own && isInCatch(sourceBefore(session, own.location));
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
      return (slip ?? (same && hiddenBy(same, caught)) ?? last)?.facts ?? null;
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

/** `catch { throw new Error('cannot start') }`: what was caught there says more, where it came through the function that says so. */
function hiddenBy(one: Caught, caught: readonly Caught[]): Caught {
  const before = caught[caught.indexOf(one) - 1];
  const [place] = one.facts.frames;
  if (one.isInstead !== true || isSlip(one.error) || before === undefined || place === undefined) return one;
  const isThrough = framesOf(before.facts.error.stack).some(
    (line) => line.includes(`/${place.file}:`) && line.includes(place.fn ?? ''),
  );
  return isThrough ? hiddenBy(before, caught) : one;
}

/** Where a text ends: inside of a `catch`, and not of a function within it? */
function isInCatch(text: string): boolean {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === '}') depth += 1;
    if (text[at] !== '{') continue;
    if (depth > 0) depth -= 1;
    else {
      const head = text.slice(Math.max(0, at - lineLong), at).trimEnd();
      if (/\bcatch(?:\s*\([^()]*\))?$|\.catch\(\s*(?:async\s*)?(?:\([^()]*\)|[\w$]+)\s*=>$/.test(head)) return true;
      if (/=>$/.test(head) || (head.endsWith(')') && !/\b(?:if|for|while|switch)\s*\(.*$/.test(head))) return false;
    }
  }
  return false;
}

/** V8's own error: nobody throws such a one on purpose. */
function isSlip(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof ReferenceError) && read(error, 'code') === undefined;
}

function isLoader(address: string | undefined): boolean {
  return address?.startsWith('node:internal/modules/') === true;
}

function isHook(address = ''): boolean {
  return (address.startsWith('file:') ? url.fileURLToPath(address) : address).startsWith(__dirname + path.sep);
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
