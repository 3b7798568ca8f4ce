/** One line of a V8 stack, and whose file it names. */
import type { Frame } from '../incident/nouns.ts';

/** A place as printed: file URLs decoded, nothing made relative yet. `file` is empty where the line names no file (`<anonymous>`, `native`). */
export interface RawFrame {
  readonly fn: string | null;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How paths are judged: the project's root, who counts as own, and source maps wired in from outside. */
export interface PathContext {
  /** Absolute real path of the project. */
  readonly project: string;
  readonly mapFrame?: (place: Place) => Place | null;
  readonly isOwn?: (absolutePath: string) => boolean;
}

const lineMax = 2000;

/** Reads `    at fn (file:1:2)` in all its forms; null where the line is no stack line. */
export function parseFrame(text: string): RawFrame | null {
  const line = text.slice(0, lineMax).trim();
  if (!line.startsWith('at ')) return null;
  const body = line
    .slice(3)
    .replace(/ \{$/, '')
    .replace(/^async /, '');
  const open = body.endsWith(')') ? body.indexOf(' (') : -1;
  const fn = open > 0 ? body.slice(0, open) : body.startsWith('(') ? null : undefined;
  const printed = open > 0 ? body.slice(open + 2, -1) : body.replace(/^\(|\)$/g, '');
  const place = parsePlace(evalOrigin(printed));
  if (place !== null) return { fn: cleanName(fn ?? null), ...place };
  if (fn === undefined && !/^<anonymous>$|^native$/.test(body)) return null;
  return { fn: cleanName(fn ?? null), file: '', line: 0, column: 0 };
}

/** `eval at build (/x.js:3:5), <anonymous>:1:7` is reported where the eval stands. */
function evalOrigin(printed: string): string {
  if (!printed.startsWith('eval at ')) return printed;
  const inner = /\(((?!eval at )[^()]{1,1000}:\d{1,9}:\d{1,9})\)/.exec(printed);
  return inner?.[1] ?? printed;
}

/** `file:line:column`, `file:line`; null where it is neither or names no file. */
export function parsePlace(printed: string): Place | null {
  const match = /^(.*?[^:\d].*?):(\d{1,9})(?::(\d{1,9}))?$/.exec(printed.slice(0, lineMax));
  if (match === null) return null;
  const file = plainPath(match[1] ?? '');
  if (file === '' || file.startsWith('<') || file === 'native' || file.startsWith('index ')) return null;
  return { file, line: Number(match[2]), column: Number(match[3] ?? 0) };
}

/** A file URL as a path, without query; Windows drives keep their letter. */
export function plainPath(file: string): string {
  if (!file.startsWith('file://')) return file;
  const path = file.slice(7).replace(/[?#].*$/, '');
  const decoded = decodePercent(path);
  return /^\/[A-Za-z]:[\\/]/.test(decoded) ? decoded.slice(1) : decoded;
}

export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded after all
  }
}

/** `async Foo.bar [as baz]` → `Foo.bar`; `Object.<anonymous>` and the like name nothing. */
function cleanName(fn: string | null): string | null {
  if (fn === null) return null;
  const name = fn.replace(/^(?:async |new )+/, '').replace(/ \[as [^\]]*\]$/, '');
  return name === '' || name === '<anonymous>' || name === 'Object.<anonymous>' || name === 'eval' ? null : name;
}

/** The frame as the incident shows it: mapped, project-relative and posix where own. */
export function resolveFrame(raw: RawFrame, context: PathContext): Frame {
  const mapped = context.mapFrame?.({ file: raw.file, line: raw.line, column: raw.column }) ?? raw;
  const inside = ownPath(mapped.file, context);
  const own = inside !== null && !(raw.fn !== null && ofCompiler.test(raw.fn));
  return { file: inside ?? mapped.file, line: mapped.line, column: mapped.column, fn: raw.fn, own };
}

/** What esbuild and TypeScript put at the head of every file that needs it: nobody of the project wrote it. */
const ofCompiler =
  /^(?:Object\.)?__(?:typeError|accessCheck|private(?:Get|Set|Add|In|Method|Wrapper)|publicField|classPrivateField(?:Get|Set|In)|decorat\w+|esDecorate|runInitializers|async|awaiter|generator|values|read|spread\w*|toESM|copyProps|using|callDispose)$/;

/** The project-relative path of an own source file; null for node's, for dependencies, dot folders and everything outside. */
export function ownPath(file: string, context: PathContext): string | null {
  const inside = insidePath(file, context.project);
  if (inside === null || inside === '' || /(?:^|\/)(?:node_modules|\.[^/]+)(?:\/|$)/.test(inside)) return null;
  return context.isOwn === undefined || context.isOwn(file) ? inside : null;
}

/** The project-relative path of anything inside the project; null where it lies outside. */
export function insidePath(file: string, project: string): string | null {
  if (file === '' || file.startsWith('node:') || file.startsWith('internal/')) return null;
  const path = file.replaceAll('\\', '/');
  if (!isAbsolute(path))
    return /^(?:\.\/)?[\w@(][^:]*$/.test(path) && !path.includes('../') ? path.replace(/^\.\//, '') : null;
  const root = project.replaceAll('\\', '/').replace(/\/+$/, '');
  const same = /^[A-Za-z]:/.test(root)
    ? path.toLowerCase().startsWith(`${root.toLowerCase()}/`)
    : path.startsWith(`${root}/`);
  const inside = same ? path.slice(root.length + 1) : null;
  return inside === null || inside.split('/').includes('..') ? null : inside;
}

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}
