/** Wiring: what triage is told of the project, the same for every call: known variables, and names for functions that have none. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnosis, Frame, RuntimeFacts, Signal } from '../incident/nouns.ts';
import { isCodeFile } from '../kit/code.ts';
import { isErrno } from '../kit/errors.ts';
import { originalOf, type Maps } from '../kit/source-map.ts';
import { envKeys, recordedLaunch, type Project } from '../project.ts';
import { functionsAround, nodeAt, parseSource, textOf } from '../repair/code/syntax.ts';
import { offsetAt } from '../repair/code/text.ts';
import { triage } from '../triage/triage.ts';

const sourceBytesMax = 1024 * 1024;
const nameCharsMax = 60;

/** What kind of failure this is. The same signal gives the same diagnosis as long as the files are the same. */
export function diagnose(project: Project, signal: Signal, maps?: Maps): Diagnosis {
  return triage(signal, {
    project: project.paths.project,
    subject: signal.subject,
    knownEnv: envKeys(project, recordedLaunch(project.paths, signal.subject)),
    mapFrame: (place) => originalOf(place, maps),
    // The source map of a package leads to sources that only its author has.
    isOwn: (file) => existsSync(path.resolve(project.paths.project, file)),
    nameFunction: (frame) => nameOf(project.paths.project, frame),
  });
}

/** What the debugger saw, at the author's places. */
export function factsOf({ paths }: Project, facts: RuntimeFacts | null, maps: Maps): RuntimeFacts | null {
  if (facts === null) return null;
  const frames = facts.frames.map((frame) => {
    const place = originalOf({ ...frame, file: path.join(paths.project, frame.file) }, maps);
    return place === null ? frame : { ...frame, ...place, file: path.relative(paths.project, place.file) };
  });
  return { ...facts, frames };
}

/** `get('/users/:id')` for a handler that is an argument of that call; null where the text does not tell. */
function nameOf(project: string, frame: Frame): string | null {
  const text = isCodeFile(frame.file) ? readSource(path.join(project, frame.file)) : null;
  const source = text === null ? null : parseSource(frame.file, text);
  const offset = source && offsetAt(source.text, frame.line, frame.column);
  if (source === null || offset === null) return null;
  const fn = functionsAround(nodeAt(source, offset))[0];
  const call = fn?.parent;
  if (call?.type !== 'CallExpression') return null;
  const callee = textOf(source, call.callee).split('.').at(-1) ?? '';
  const first = call.arguments[0];
  const label = first?.type === 'Literal' ? textOf(source, first) : '';
  return `${callee}(${label})`.replace(/\s+/g, ' ').slice(0, nameCharsMax);
}

function readSource(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length > sourceBytesMax ? null : text;
  } catch (error) {
    if (isErrno(error)) return null; // gone since; the frame stays nameless
    throw error;
  }
}
