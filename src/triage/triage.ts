/** What kind of failure a signal tells of: parsed, classed, named, fingerprinted and screened. Pure. */
import type { Action, Diagnosis, Finding, Frame, Named, Signal } from '../incident/nouns.ts';
import { actionFor } from './action.ts';
import { classify } from './classify.ts';
import type { Verdict } from './classify.ts';
import { compiled } from './compiler.ts';
import { fingerprint } from './fingerprint.ts';
import { insidePath, ownPath, parsePlace, plainPath, resolveFrame } from './frames.ts';
import type { PathContext, Place } from './frames.ts';
import { nameThings } from './named.ts';
import { parseReport, parseText } from './parse.ts';
import type { Parsed, ParsedError } from './parse.ts';
import { normaliseRoute } from './routes.ts';
import { screen } from './screen.ts';

export interface TriageContext extends PathContext {
  readonly subject: string;
  /** Names of the environment variables that exist (the subject's and those of its `.env*` files). */
  readonly knownEnv?: readonly string[];
  /** A stable name for an own function that has none of its own, so that two handlers of one file stay two incidents. */
  readonly nameFunction?: (frame: Frame) => string | null;
}

/** What `kintsugi triage --json` prints (CLI-5). */
export interface ExplainResult {
  readonly class: Diagnosis['class'];
  readonly signature: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly frames: readonly Frame[];
  readonly redacted: string;
  readonly suspicious: boolean;
  readonly findings: readonly Finding[];
  readonly personOnly: boolean;
}

const messageMax = 500;
const framesMax = 50;
const looseLines = 30;
const requestScreened = 16_384;

export function triage(signal: Signal, context: TriageContext): Diagnosis {
  const parsed = compiled(parseSignal(signal), signal.stderr);
  const verdict = classOf(signal, parsed, context);
  const frames = framesOf(parsed, context);
  const place = placeOf({ parsed, verdict, frames }, context);
  const named = nameOwn(nameThings(parsed.chain), context);
  const message = messageOf(signal, parsed);
  const findings = screen(screenedText(signal));
  return {
    class: verdict.class,
    signature: signatureOf({ signal, verdict, frames, place, parsed }, context),
    message,
    file: place?.file ?? null,
    line: place === null || place.line === 0 ? null : place.line,
    column: place === null || place.column === 0 ? null : place.column,
    frames,
    named,
    route: routeOf(signal),
    suspicious: findings.length > 0,
    findings,
    personOnly: verdict.personOnly,
    action: actionOf(verdict, named),
  };
}

/** The same for a text that somebody hands over; `redact` comes first, so nothing is judged or shown unredacted. */
export function explain(text: string, context: TriageContext & { redact(text: string): string }): ExplainResult {
  const redacted = context.redact(text);
  const signal: Signal = { ...described, subject: context.subject, stderr: redacted };
  const diagnosis = triage(signal, context);
  const { class: name, signature, message, frames, suspicious, findings, personOnly } = diagnosis;
  const { file, line, column } = diagnosis.file === null ? elsewhere([...frames, ...toldPlaces(signal)]) : diagnosis;
  return { class: name, signature, message, file, line, column, frames, redacted, suspicious, findings, personOnly };
}

/** A text from another machine names no file of this project: then the author's first source file, as printed. */
function elsewhere(places: readonly Place[]): { file: string | null; line: number | null; column: number | null } {
  const place = places.find(
    ({ file }) =>
      /^(?:\/|[A-Za-z]:[\\/]).*\.[cm]?[jt]sx?$/.test(file) && !/[\\/](?:node_modules|\.[^\\/]+)(?:[\\/]|$)/.test(file),
  );
  return place ?? { file: null, line: null, column: null };
}

function toldPlaces(signal: Signal): Place[] {
  return placesOf(compiled(parseSignal(signal), signal.stderr));
}

/** What messages and headers name. */
function placesOf({ chain }: Parsed): Place[] {
  return chain.flatMap((error) => [messagePlace(error), error.header]).filter((place) => place !== null);
}

const described: Signal = {
  id: '',
  subject: '',
  kind: 'described',
  at: '',
  stderr: '',
  error: null,
  exit: null,
  beforeReady: false,
  request: null,
  requestRef: null,
  route: null,
  status: null,
  release: null,
  count: 1,
};

/** The report from inside the process where there is one, completed by what only stderr shows (header, printed properties). */
function parseSignal(signal: Signal): Parsed {
  const parsed = parseAll(signal);
  const [first, ...others] = parsed.chain;
  const more = first === undefined ? null : saidBefore(first, signal.stderr);
  return first === undefined || more === null
    ? parsed
    : { ...parsed, chain: [{ ...first, message: `${first.message}\n${more}` }, ...others] };
}

/** Checks of the environment throw one sentence, and print before it which variables it is about (t3-env). */
function saidBefore({ message }: ParsedError, stderr: string): string | null {
  if (!/^(?:invalid|missing) env(?:ironment)?[ -]?var(?:iable)?s?[.!]?$/i.test(message)) return null;
  const at = stderr.search(/(?:invalid|missing) env(?:ironment)?[ -]?var(?:iable)?s?: /i);
  return at < 0 ? null : stderr.slice(at, at + 2000);
}

function parseAll(signal: Signal): Parsed {
  const printed = parseText(signal.stderr);
  if (signal.error === null) return printed ?? { chain: loose(signal.stderr), fatal: null };
  const { chain } = parseReport(signal.error);
  const same = printed?.chain.find(
    (each) => each.name === chain[0]?.name && firstLine(each.message) === firstLine(chain[0].message),
  );
  const causes = chain.length === 1 && same === printed?.chain[0] ? (printed?.chain.slice(1) ?? []) : [];
  const merged = chain.map((each, at) => (at === 0 && same !== undefined ? merge(each, same) : each));
  return { chain: [...merged, ...causes], fatal: printed?.fatal ?? null };
}

function merge(reported: ParsedError, printed: ParsedError): ParsedError {
  return {
    ...reported,
    code: reported.code ?? printed.code,
    fields: { ...reported.fields, ...printed.fields },
    header: reported.header ?? printed.header,
    frames: reported.frames.length > 0 ? reported.frames : printed.frames,
  };
}

/** Last words that are no error object: `Missing environment variables: …` and an exit. */
function loose(text: string): ParsedError[] {
  const lines = withoutNative(text).trimEnd().split('\n').slice(-looseLines);
  const message = lines.join('\n').trim().slice(-4096);
  return message === '' ? [] : [{ name: '', message, code: null, fields: {}, frames: [], header: null }];
}

/** Where Node aborts, what it says of that comes before its stacks; with `process.abort()` it says nothing. */
function withoutNative(text: string): string {
  const at = text.search(/^-{5} (?:Native|JavaScript) stack trace -{5}$/m);
  return at < 0 ? text : text.slice(0, at).replace(/^ {0,4}# {1,4}(?=Assertion failed: )/m, '');
}

function classOf(signal: Signal, parsed: Parsed, context: TriageContext): Verdict {
  const by = parsed.chain[0] ?? null;
  if (signal.kind === 'freeze' || signal.kind === 'timeout') return { class: signal.kind, personOnly: false, by };
  if (signal.kind === 'memory') return { class: 'out_of_memory', personOnly: false, by };
  const beforeReady = signal.beforeReady && signal.request === null;
  const hurt = signal.kind !== 'described' || parsed.fatal !== null || isDeath(signal.stderr);
  return classify(parsed, { ...context, beforeReady, hurt });
}

/** What Node prints when an error ends the process. */
function isDeath(stderr: string): boolean {
  return /^Emitted 'error' event |^Node\.js v\d|Unhandled 'error' event/m.test(stderr);
}

function framesOf(parsed: Parsed, context: PathContext): Frame[] {
  const raw = parsed.chain.flatMap(({ frames }) => frames).filter(({ file }) => file !== '');
  return raw.slice(0, framesMax).map((frame) => resolveFrame(frame, context));
}

/** The first own frame; for what fails before it runs, the place that the header or the message names. */
function placeOf(
  { parsed, verdict, frames }: { parsed: Parsed; verdict: Verdict; frames: readonly Frame[] },
  context: PathContext,
): Place | null {
  const unrun = ['syntax', 'import_export', 'module_format', 'config'].includes(verdict.class);
  const own =
    placesOf(parsed)
      .map((place) => ownPlace(place, context))
      .find((place) => place !== null) ?? null;
  const frame = frames.find((each) => each.own) ?? null;
  if (unrun && own !== null) return own;
  return frame ?? own ?? importerPlace(parsed, context);
}

/** Tools that compile name the place in the message: `/x/a.ts:3:10: ERROR: …`, `/x/config.json: Expected …(line 3 column 1)`. */
function messagePlace({ message }: ParsedError): Place | null {
  const compiled =
    /^((?:file:\/\/|\/|[A-Za-z]:[\\/]|\.{0,2}[\w@-])[^\n]{0,1000}?:\d{1,9}:\d{1,9}): (?:ERROR|error)\b/m.exec(message);
  if (compiled !== null) return parsePlace(compiled[1] ?? '');
  const data =
    /^(?:Error parsing |Invalid package config )?((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\n:]{1,1000}\.(?:json|jsonc|json5|ya?ml|toml))[:.]?(?: |$)/.exec(
      message,
    );
  if (data === null) return null;
  const at = /\(line (\d{1,9}) column (\d{1,9})\)/.exec(message);
  return { file: plainPath(data[1] ?? ''), line: Number(at?.[1] ?? 0), column: Number(at?.[2] ?? 0) };
}

function ownPlace(place: Place, context: PathContext): Place | null {
  const mapped = context.mapFrame?.(place) ?? place;
  const file = ownPath(mapped.file, context);
  return file === null ? null : { file, line: mapped.line, column: mapped.column };
}

/** An ESM import that leads nowhere has no own frame: the file that imports is named in the message. */
function importerPlace(parsed: Parsed, context: PathContext): Place | null {
  const { importer } = nameThings(parsed.chain);
  const file = importer === undefined ? null : ownPath(importer, context);
  return file === null ? null : { file, line: 0, column: 0 };
}

/** A framework's own pattern as it is; a plain path without what varies (SEN-4). */
function routeOf({ route, request }: Signal): string | null {
  const path = route ?? request?.url ?? null;
  return path === null || /[:*^(]/.test(path) ? path : normaliseRoute(path);
}

function nameOwn(named: Named, context: PathContext): Named {
  const importer = named.importer === undefined ? null : insidePath(named.importer, context.project);
  return importer === null ? named : { ...named, importer };
}

function signatureOf(
  seen: { signal: Signal; verdict: Verdict; frames: readonly Frame[]; place: Place | null; parsed: Parsed },
  context: TriageContext,
): string {
  const { signal, verdict, place, parsed } = seen;
  const top = seen.frames.find((frame) => frame.own && frame.file === place?.file && frame.line === place.line) ?? null;
  const fn = top === null ? null : (top.fn ?? context.nameFunction?.(top) ?? null);
  return fingerprint({
    subject: context.subject,
    class: verdict.class,
    frame: place === null ? null : { file: place.file, fn },
    message: headOf(parsed.chain[0] ?? null) || (parsed.fatal ?? exitText(signal)),
    request: signal.request,
  });
}

function messageOf(signal: Signal, parsed: Parsed): string {
  const error = parsed.chain[0] ?? null;
  const text = parsed.fatal ?? (error?.name === '' ? lastLine(error.message) : headLine(headOf(error)));
  return (text || exitText(signal)).replace(/\s+/g, ' ').trim().slice(0, messageMax);
}

function headOf(error: ParsedError | null): string {
  if (error === null) return '';
  return error.name === '' || error.message === '' ? error.name || error.message : `${error.name}: ${error.message}`;
}

function exitText({ exit, kind, status }: Signal): string {
  if (kind === 'freeze') return 'the event loop stood still';
  if (kind === 'timeout') return 'a request was never answered';
  if (exit?.signal) return `ended by ${exit.signal}`;
  if (exit !== null) return `exited with code ${exit.code ?? 'unknown'}`;
  return status === null ? kind : `answered ${status}`;
}

function actionOf(verdict: Verdict, named: Named): Action | null {
  return verdict.personOnly ? actionFor(verdict.class, { ...named, ...answerOf(verdict.by) }) : null;
}

/** A client library's own code says that an answer was bad, and its words which one it was. */
function answerOf(error: ParsedError | null): Partial<Named> {
  const status =
    error === null || !/^ERR_(?:BAD_RE|NON_2XX)/.test(error.code ?? '')
      ? null
      : /^\D{1,60} (\d{3})\b/.exec(error.message);
  return status === null ? {} : { code: `UPSTREAM_${status[1]}` };
}

/** Everything of the signal that a reader further on may see. */
function screenedText({ stderr, error, request }: Signal): string {
  const texts = [stderr];
  for (let each = error; each !== null; each = each.cause) {
    if (!stderr.includes(each.message)) texts.push(`${each.message}\n${each.stack}`);
  }
  if (request !== null) texts.push(request.url, (request.body ?? '').slice(0, requestScreened));
  return texts.join('\n');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** The first line, with the one after it where it says nothing by itself: `Transform failed with 1 error:`, `Invalid settings:`. */
function headLine(text: string): string {
  const [head = '', next = ''] = text.split('\n', 2);
  return head.endsWith(':') ? `${head} ${next.replace(/^\S+:\d+:\d+: ERROR: /, '')}` : head;
}

/** What npm adds to its reason: advice, and where its log lies. */
const advice =
  /^npm (?:(?:notice|warn|WARN)\b|(?:error|ERR!)(?: {2,}\S|\s*$| (?:A complete log|To see a list of|Did you mean|code|errno|path)\b))/;

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  return lines.findLast((line) => !advice.test(line)) ?? lines.at(-1) ?? '';
}
