/** Reads errors off text as Node 18 to 24 prints it: stacks, cause chains, syntax-error headers, last words of V8. */
import type { ErrorReport } from '../incident/nouns.ts';
import { parseFrame, parsePlace } from './frames.ts';
import type { Place, RawFrame } from './frames.ts';
import { unfoldRecord } from './records.ts';
import { escapeRegExp } from '../kit/text.ts';

/** One error as far as the text tells. */
export interface ParsedError {
  readonly name: string;
  /** Whole message, bounded; may have several lines. */
  readonly message: string;
  readonly code: string | null;
  /** Properties that were printed or reported beside it (`syscall`, `path`, `port`, `status` …). */
  readonly fields: Readonly<Record<string, string>>;
  readonly frames: readonly RawFrame[];
  /** The place a header `file:LINE` with source line and caret names. */
  readonly header: Place | null;
}

/** The error that ended the process (or was reported), then what caused it, outermost first. */
export interface Parsed {
  readonly chain: readonly ParsedError[];
  /** V8's own last words (`FATAL ERROR: …`), which outrank any error printed before. */
  readonly fatal: string | null;
}

const linesMax = 12_000;
const framesMax = 100;
const messageMax = 8192;
const chainMax = 12;

const headline =
  /^(?:Uncaught:? |\(node:\d+\) |error: (?=[A-Z]))?\[?((?:[A-Za-z_$][\w$.]{0,80})?(?:Error|Exception|Rejection|Warning|Fault)|[A-Z][\w$]{2,60}|error)(?: \[([A-Z][A-Z0-9_]{2,60})\]| \[(\w{3,40})\])?(?:: ?(.*))?$/;
/** The same in the middle of a log line: only names that end like an error's. */
const inlineHeadline =
  /(?:^|[\s"'([:>|])((?:[A-Z][\w$]{0,60})?(?:Error|Exception))(?: \[([A-Z][A-Z0-9_]{2,60})\])?: (.*)$/;

/** The error of a report from inside the process: its message is known, so nothing in it can pass for a frame. */
export function parseReport(report: ErrorReport): Parsed {
  const chain: ParsedError[] = [];
  for (let each: ErrorReport | null = report; each !== null && chain.length < chainMax; each = each.cause) {
    chain.push(fromReport(each));
  }
  return { chain: [...chain, ...retoldBy(chain.at(-1))].slice(0, chainMax), fatal: null };
}

/** `job ended with 1: ReferenceError: rows is not defined`: what a process or a worker printed, in the words of who started it. */
function retoldBy(error: ParsedError | undefined): readonly ParsedError[] {
  if (error?.name !== 'Error') return [];
  // Node puts all that a child printed behind the command that it was started by.
  const [, printed] = /^Command failed: [^\n]*\n([^]+)$/.exec(error.message) ?? [];
  if (printed !== undefined) return parseText(printed)?.chain ?? [];
  if (error.code !== null) return [];
  const [, name, code, message] =
    /^[^\n]{1,300}?: ((?:Type|Reference|Range|Syntax)?Error)(?: \[([A-Z][A-Z0-9_]{2,60})\])?: ([^\n]{1,1000})$/.exec(
      error.message,
    ) ?? [];
  if (name === undefined || message === undefined) return [];
  return [{ name, message, code: code ?? null, fields: {}, frames: [], header: null }];
}

function fromReport(report: ErrorReport): ParsedError {
  const at = report.message === '' ? -1 : report.stack.indexOf(report.message);
  const before = at < 0 ? report.stack : report.stack.slice(0, at);
  const after = at < 0 ? report.stack : report.stack.slice(at + report.message.length);
  const frames = after
    .split('\n', linesMax)
    .map(parseFrame)
    .filter((frame) => frame !== null);
  const code = report.code ?? /\[([A-Z][A-Z0-9_]{2,60})\]:? ?$/.exec(before.slice(-100))?.[1] ?? null;
  return {
    name: report.name,
    message: report.message.slice(0, messageMax),
    code,
    fields: report.status === undefined ? {} : { status: String(report.status) },
    frames: frames.slice(0, framesMax),
    header: findHeader(before.split('\n', 50))?.place ?? null,
  };
}

/** The last error of a stderr tail: the one that killed. Null where the text names none. */
export function parseText(text: string): Parsed | null {
  const lines = relevantLines(text);
  const fatal =
    lines.findLast((line) => /^(?:#\s+)?(?:FATAL ERROR|Fatal (?:JavaScript|process)[\w ]*): /.test(line)) ?? null;
  const block = lastBlock(lines);
  if (block === null) return fatal === null ? null : { chain: [], fatal };
  return { chain: readChain(lines, block), fatal };
}

/** Cut at the last `Node.js v…` line (what follows comes from a wrapper); JSON log lines, and stacks inside others, unfolded. */
function relevantLines(text: string): string[] {
  const records = text.includes('{"') ? text.split('\n').flatMap(unfoldRecord).join('\n') : text;
  const unfolded = /\\n\s{1,8}at /.test(records)
    ? records.replace(/\\n(?=\s{1,8}at |\s{0,8}"|(?:[A-Z]\w{0,60})?Error\b)/g, '\n')
    : records;
  const lines = unfolded.replace(/\r\n?/g, '\n').split('\n');
  const recent = withoutPrefix(lines.slice(-linesMax).map((line) => stripColour(line.slice(0, 4096))));
  const end = recent.findLastIndex((line) => /^Node\.js v\d+/.test(line));
  return end > 0 ? recent.slice(0, end) : recent;
}

/** Lines as collectors of logs hand them on (`api-1  | …`, `2026-11-24T10:00:00.1Z …`, journald, PM2): what they begin with, numbers aside, goes. */
function withoutPrefix(lines: string[]): string[] {
  if (lines.some((line) => isStackLine(line))) return lines;
  const prefix = prefixedFrame.exec(lines.findLast((line) => prefixedFrame.test(line)) ?? '')?.[1];
  if (prefix === undefined) return lines;
  const words = prefix.trimEnd();
  const pattern = escapeRegExp(words).replace(/\d+/g, String.raw`\d+`);
  const begins = new RegExp(`^${pattern} {0,${prefix.length - words.length}}`);
  return lines.map((line) => line.replace(begins, ''));
}

/** Of V8's own stacks, too. */
const prefixedFrame =
  /^(\S.{0,150}?)(?: {4}at (?:.{1,500} \(.{1,1000}:\d+:\d+\)|\S{1,1000}:\d+:\d+)$|(?: \d|\d\d): 0x[0-9a-f]{4,16} )/;

function stripColour(line: string): string {
  // oxlint-disable-next-line no-control-regex -- colour codes are control characters
  return line.includes('\u001b') ? line.replace(/\u001b\[[\d;]{0,20}m/g, '') : line;
}

interface Block {
  /** Line of the headline (`Name: message`). */
  readonly head: number;
  /** First stack line after it; equals `end` where there is none. */
  readonly stack: number;
  readonly header: Place | null;
}

/** Where the last error begins: after a header with caret, else the headline above the last stack, else the last headline. */
function lastBlock(lines: readonly string[]): Block | null {
  const caret = findHeader(lines);
  if (caret !== null) {
    const head = firstFilled(lines, caret.after);
    if (head < lines.length && !laterStack(lines, head))
      return { head, stack: firstStack(lines, head), header: caret.place };
  }
  const last = lines.findLastIndex((line) => isTopStackLine(line));
  if (last >= 0) {
    let stack = last;
    while (stack > 0 && isStackLine(lines[stack - 1])) stack -= 1;
    stack = mainStack(lines, stack);
    return { head: headAbove(lines, stack), stack, header: null };
  }
  const head = lines.findLastIndex((line) => isHeadline(line));
  return head < 0 ? null : { head, stack: firstStack(lines, head), header: null };
}

/** What stands between two stacks of one error: where Node emitted it, where the program asked (gRPC, Stripe, bluebird). */
const joint = /^(?:Emitted '|Thrown at:|for call at$|Originating from:$|From previous event:$)/;

/** A stack behind such a line, and indented causes, belong to the error above them. */
function mainStack(lines: readonly string[], stack: number): number {
  let top = stack;
  while (joint.test(lines[top - 1] ?? '') && isStackLine(lines[top - 2])) {
    top -= 2;
    while (top > 0 && isStackLine(lines[top - 1])) top -= 1;
  }
  return top;
}

/** True where another error with a stack of its own follows the one at `head`. */
function laterStack(lines: readonly string[], head: number): boolean {
  const first = lines.findIndex((line, at) => at > head && isStackLine(line));
  if (first < 0) return false;
  const later = lines.findIndex(
    (line, at) =>
      at > first &&
      isStackLine(lines[at + 1]) &&
      !isStackLine(lines[at - 1]) &&
      /^(?:[A-Z][\w$.]{0,80})?(?:Error|Exception)\b/.test(line),
  );
  return later > 0;
}

function headAbove(lines: readonly string[], stack: number): number {
  for (let at = stack - 1; at >= Math.max(0, stack - 60); at -= 1) if (isHeadline(lines[at] ?? '')) return at;
  return Math.max(0, stack - 1);
}

function firstStack(lines: readonly string[], head: number): number {
  // properties, or a cause, begin at once: this error has no stack, and the next one belongs to the cause
  if (/ \{$/.test(lines[head] ?? '') || /^\s+Caused by: /.test(lines[head + 1] ?? ''))
    return Math.min(lines.length, head + 1);
  for (let at = head + 1; at < Math.min(lines.length, head + 400); at += 1) if (isStackLine(lines[at])) return at;
  return Math.min(lines.length, head + 1);
}

function firstFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  return at;
}

/** The last `file:LINE`, source line, caret; `after` is the line behind the caret. */
function findHeader(lines: readonly string[]): { place: Place; after: number } | null {
  for (let at = lines.length - 1; at >= 1; at -= 1) {
    const line = lines[at] ?? '';
    const caret = /^\s*\^[\s^~]*$/.test(line);
    // at the end of a file there is no source line and so no caret
    if (!caret && !(line === '' && (lines[at + 1] ?? '').startsWith('SyntaxError'))) continue;
    for (let above = at - 1; above >= Math.max(0, at - 8); above -= 1) {
      const place = headerPlace(lines[above] ?? '');
      if (place !== null) return { place: { ...place, column: line.indexOf('^') + 1 }, after: at + 1 };
      if (!caret && lines[above] !== '') break;
    }
  }
  return null;
}

function headerPlace(line: string): Place | null {
  return /^(?:file:\/\/|\/|[A-Za-z]:[\\/]|node:|\.{0,2}\/)[^\n]{0,1500}:\d{1,9}$/.test(line) ? parsePlace(line) : null;
}

function isStackLine(line: string | undefined): boolean {
  return line !== undefined && /^\s+at \S|^\s+\.\.\. \d{1,4} lines matching cause stack trace/.test(line);
}

/** A stack line that is not inside an indented cause. */
function isTopStackLine(line: string): boolean {
  return /^ {1,4}at \S|^\tat \S/.test(line);
}

/** A line that says itself that it tells of ordinary work: `INFO new ticket «Error: …»`, `2026-01-01 10:00 [debug] …`. */
const ordinary = /^\W{0,3}(?:\S{1,40} {1,4}){0,3}?\[?(?:info|debug|trace|verbose|INFO|DEBUG|TRACE|VERBOSE)\]?:? /;

function isHeadline(line: string): boolean {
  const match = headline.exec(line);
  if (match !== null) return match[4] !== undefined || /(?:Error|Exception)$/.test(match[1] ?? '');
  if (ordinary.test(line)) return false;
  return inlineHeadline.test(line) || /^\[(?:[A-Z]?\w{0,80}Error|UnhandledPromiseRejection)\b/.test(line);
}

/** The main error, then every `[cause]` and every member of `[errors]` in the order printed. */
function readChain(lines: readonly string[], block: Block): ParsedError[] {
  const first = readError(lines, block);
  const chain = [first.error];
  for (let at = first.end; at < lines.length && chain.length < chainMax; at += 1) {
    const nested = nestedHead(lines[at] ?? '');
    if (nested === null) continue;
    const copy = [...lines.slice(at, at + 400)];
    copy[0] = nested;
    const inner = readError(copy, { head: 0, stack: firstStack(copy, 0), header: null });
    chain.push(inner.error);
    at += Math.max(0, inner.end - 1);
  }
  return chain;
}

function nestedHead(line: string): string | null {
  const text = line
    .trim()
    .replace(
      /^(?:\[cause\]: |cause: |Caused by: |\[errors\]: \[|errors: \[|original: |parent: |originalError: |driverError: |reason: )\s*/,
      '',
    );
  return line.startsWith(' ') && /^\[?(?:[A-Z][\w$.]{0,80})?(?:Error|Exception)\b/.test(text) ? text : null;
}

function readError(lines: readonly string[], { head, stack, header }: Block): { error: ParsedError; end: number } {
  const top = splitHead(lines[head] ?? '');
  const hasStack = isStackLine(lines[stack]);
  const more = hasStack ? lines.slice(head + 1, stack) : lines.slice(head + 1, head + 1 + openLines(lines, head));
  let end = hasStack ? stack : head + 1 + more.length;
  const frames: RawFrame[] = [];
  for (; isStackLine(lines[end]) || joint.test(lines[end] ?? ''); end += 1) {
    const frame = frames.length < framesMax ? parseFrame(lines[end] ?? '') : null;
    if (frame !== null) frames.push(frame);
    if (/ \{$/.test(lines[end] ?? '') && !joint.test(lines[end + 1] ?? '')) {
      end += 1;
      break;
    }
  }
  const read = readFields(lines, end);
  const message = [top.message, ...more].join('\n').slice(0, messageMax).trimEnd();
  const code = read.fields['code'] ?? top.code;
  const real = more.length > 0 && header !== null ? fromThrow(frames, header) : frames;
  return { error: { name: top.name, message, code, fields: read.fields, frames: real, header }, end: read.end };
}

/** A message of several lines may end in lines that look like a stack: the true one begins where the header says it was thrown. */
function fromThrow(frames: readonly RawFrame[], header: Place): readonly RawFrame[] {
  const at = frames.findIndex(({ file, line }) => file === header.file && line === header.line);
  return at > 0 ? frames.slice(at) : frames;
}

/** Message lines of an error without a stack: up to a blank line or its properties. */
function openLines(lines: readonly string[], head: number): number {
  if (/\{$/.test(lines[head] ?? '')) return 0;
  let count = 0;
  while (count < 20 && /\S/.test(lines[head + 1 + count] ?? '') && !isHeadline(lines[head + 1 + count] ?? ''))
    count += 1;
  return count;
}

function splitHead(line: string): { name: string; message: string; code: string | null } {
  const bare = line
    .trim()
    .replace(/^\[(.*)\](?: \{)?,?$/, '$1')
    .replace(/ \{$/, '');
  const match = headline.exec(bare);
  const inline = match === null || match[4] === undefined ? inlineHeadline.exec(bare) : null;
  if (inline !== null) return { name: inline[1] ?? 'Error', message: inline[3] ?? '', code: inline[2] ?? null };
  if (match !== null && (match[4] !== undefined || /(?:Error|Exception)$/.test(match[1] ?? ''))) {
    const name = match[3]?.endsWith('Error') === true ? match[3] : match[1]; // `DOMException [TimeoutError]`
    return { name: name ?? 'Error', message: match[4] ?? '', code: match[2] ?? null };
  }
  return { name: '', message: bare, code: null };
}

/** `key: value` lines after the stack, as util.inspect prints them; stops where the object or a nested error begins. */
function readFields(lines: readonly string[], from: number): { fields: Record<string, string>; end: number } {
  const fields: Record<string, string> = {};
  const first = indentOf(lines[from] ?? '');
  let parent = '';
  let at = from;
  for (; at < Math.min(lines.length, from + 300); at += 1) {
    const line = lines[at] ?? '';
    if (nestedHead(line) !== null || /^\S/.test(line)) break;
    const pair = /^\s+'?([A-Za-z_]\w{0,40})'?: (?:'([^']*)'|"([^"]*)"|`([^`]*)`|(-?[\w.]+)),?(?: |$)/.exec(line);
    const depth = indentOf(line) - first;
    const opened = depth > 0 ? null : /^\s+'?(\$?\w{1,40})'?: .*[{[]$/.exec(line);
    if (opened !== null) parent = opened[1] ?? '';
    if (pair === null) continue;
    const key = pair[1] ?? '';
    const name = depth <= 0 ? key : depth === 2 && isAnswer(parent, key) ? 'status' : '';
    if (name !== '' && !Object.hasOwn(fields, name)) fields[name] = pair[2] ?? pair[3] ?? pair[4] ?? pair[5] ?? '';
  }
  return { fields, end: at };
}

/** Where clients keep the status of the answer that they got: axios, superagent, Elasticsearch, the AWS SDK. */
function isAnswer(parent: string, key: string): boolean {
  if (parent === '$metadata') return key === 'httpStatusCode';
  return /^(?:response|meta)$/.test(parent) && /^status(?:Code)?$/.test(key);
}

function indentOf(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0;
}
