/** The one gate for secrets: known values become `process.env.NAME`, token formats `[redacted:kind]` (SPEC TRI-1). */
import { formats } from './redact-formats.ts';
import { isTrivial } from './redact-env.ts';
import type { Secret } from './redact-env.ts';
import { escapeRegExp } from './text.ts';

export interface Redactor {
  /** Deterministic and idempotent; time is linear in the text. */
  redact(text: string): string;
  /** For text that comes in pieces: holds back what may be the beginning of a secret. */
  stream(): RedactStream;
}

export interface RedactStream {
  push(chunk: string): string;
  end(): string;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

interface Needle {
  readonly text: string;
  readonly name: string;
  /** Short plain words count only where they stand alone. */
  readonly alone: boolean;
}

const encodedMin = 6;
const heldMax = 16_384;
const lineMax = 65_536;
const roundsMax = 4;

export function createRedactor(secrets: readonly Secret[]): Redactor {
  const needles = needlesOf(secrets);
  const find = valueFinder(needles);
  const markers = markerPattern(secrets);
  const spans = (text: string) => findSpans(text, find, markers);
  const redact = (text: string) => {
    let result = text;
    for (let round = 0; round < roundsMax; round += 1) {
      const before: string = result;
      result = replaceSpans(before, spans(before));
      if (result === before) break;
    }
    return result;
  };
  const overLines = needles.filter(({ text }) => text.includes('\n')).map(({ text }) => text);
  return { redact, stream: () => redactStream(redact, (text) => safeCut(text, spans(text), overLines)) };
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    parts.push(text.slice(at, span.start), span.shown);
    at = span.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** What is to be replaced, in order and without overlap. What an earlier pass wrote is left alone. */
function findSpans(text: string, find: (text: string) => Span[], markers: RegExp): Span[] {
  const done = [...text.matchAll(markers)].map((m) => ({ start: m.index, end: m.index + m[0].length, shown: m[0] }));
  const fixed = fillGaps(text, done, find);
  const all = fillGaps(text, fixed, findFormats);
  return all.filter((span) => text.slice(span.start, span.end) !== span.shown);
}

function fillGaps(text: string, spans: readonly Span[], find: (gap: string) => Span[]): Span[] {
  const filled: Span[] = [];
  let at = 0;
  for (const span of [...spans, { start: text.length, end: text.length, shown: '' }]) {
    if (span.start - at >= 4) {
      for (const found of find(at === 0 && span.start === text.length ? text : text.slice(at, span.start))) {
        filled.push({ start: found.start + at, end: found.end + at, shown: found.shown });
      }
    }
    if (span.end > span.start) filled.push(span);
    at = span.end;
  }
  return filled;
}

function findFormats(text: string): Span[] {
  const lower = text.toLowerCase();
  let spans: Span[] = [];
  for (const format of formats) {
    if (format.hint !== undefined && !lower.includes(format.hint)) continue;
    spans = fillGaps(text, spans, (gap) => matchFormat(gap, format));
  }
  return spans;
}

function matchFormat(text: string, { pattern, kind, holds }: (typeof formats)[number]): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const hidden = match.groups?.['s'] ?? match[0];
    if (holds !== undefined && !holds(hidden)) continue;
    const start = match.index + match[0].lastIndexOf(hidden);
    spans.push({ start, end: start + hidden.length, shown: `[redacted:${kind}]` });
  }
  return spans;
}

function markerPattern(secrets: readonly Secret[]): RegExp {
  const names = [...new Set(secrets.map(({ name }) => name))].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const known = names.map((name) => `process\\.env\\.${escapeRegExp(name)}`);
  return new RegExp([...known, '\\[redacted:[a-z0-9-]{1,40}\\]'].join('|'), 'g');
}

/** All places of all known values in all their forms; where two overlap, the union goes under the longer one's name. */
function valueFinder(needles: readonly Needle[]): (text: string) => Span[] {
  const byStart = new Map<string, Needle[]>();
  const pairs = new Uint8Array(65_536);
  for (const needle of needles) {
    const key = needle.text.slice(0, 4);
    byStart.set(key, [...(byStart.get(key) ?? []), needle]);
    pairs[pairOf(needle.text, 0)] = 1;
  }
  for (const list of byStart.values()) list.sort((a, b) => b.text.length - a.text.length || (a.name < b.name ? -1 : 1));
  return (text) => {
    const spans: (Span & { longest: number })[] = [];
    for (let at = 0; at + 4 <= text.length; at += 1) {
      if (pairs[pairOf(text, at)] === 0) continue;
      const needle = byStart.get(text.slice(at, at + 4))?.find((each) => standsAt(text, at, each));
      if (needle === undefined) continue;
      const { length } = needle.text;
      const last = spans.at(-1);
      const next = { start: at, end: at + length, shown: `process.env.${needle.name}`, longest: length };
      if (last === undefined || last.end <= at) spans.push(next);
      else spans[spans.length - 1] = union(last, next);
    }
    return spans;
  };
}

function union<T extends Span & { longest: number }>(a: T, b: T): T {
  const winner = b.longest > a.longest ? b : a;
  return { ...winner, start: a.start, end: Math.max(a.end, b.end) };
}

function pairOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 257 + text.charCodeAt(at + 1)) & 0xffff;
}

function standsAt(text: string, at: number, { text: needle, alone }: Needle): boolean {
  if (!text.startsWith(needle, at)) return false;
  if (!alone) return true;
  const before = at === 0 ? '' : text.charAt(at - 1);
  const escaped = at > 1 && text.charAt(at - 2) === '\\';
  return (escaped || !/[A-Za-z0-9]/.test(before)) && !/[A-Za-z0-9]/.test(text.charAt(at + needle.length));
}

function needlesOf(secrets: readonly Secret[]): Needle[] {
  const needles = new Map<string, Needle>();
  for (const { name, value } of secrets) {
    for (const part of partsOf(value)) {
      const add = (text: string, min: number) => {
        if (text.length < min || needles.has(text)) return;
        needles.set(text, { text, name, alone: text === part && text.length < 8 && /^[A-Za-z0-9]+$/.test(text) });
      };
      add(part, 4);
      for (const form of formsOf(part)) add(form, encodedMin);
    }
  }
  return [...needles.values()];
}

/** The value itself, the password inside a URL, and the long lines of a value of several lines (a key in PEM). */
function partsOf(value: string): string[] {
  const parts = [value, value.trim()];
  const inUrl = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s/]+)@/i.exec(value)?.[1];
  if (inUrl !== undefined) parts.push(inUrl, percentDecoded(inUrl));
  if (/^0x[0-9a-f]{16,}$/i.test(value)) parts.push(value.slice(2));
  const lines = value.split(/\r?\n|\\n/);
  if (lines.length > 1) parts.push(...lines.filter((line) => line.length >= 16 && !line.startsWith('-----')));
  return [...new Set(parts)].filter((part) => !isTrivial(part));
}

/** How a value looks once something has encoded it. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const json = JSON.stringify(value).slice(1, -1);
  const wellFormed = bytes.toString();
  const uri = encodeURIComponent(wellFormed);
  const strict = uri.replace(/[!'()*~._-]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const softer = encodeURI(wellFormed);
  const uris = [uri, strict, softer, uri.replace(/[!'()*]/g, percent), uri.replaceAll('%20', '+')];
  const base64 = [
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    ...[0, 1, 2].map((by) => aligned(bytes, by)),
  ];
  return [
    json,
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    json.replaceAll("'", "\\'").replaceAll('\\"', '"'),
    value.replaceAll('\\n', '\n'),
    value.replaceAll('\n', '\r\n'),
    escapeHtml(value),
    ...uris,
    ...uris.map((form) => form.replace(/%[0-9A-F]{2}/g, (hexByte) => hexByte.toLowerCase())),
    encodeURIComponent(uri),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    ...base64.map((form) => encodeURIComponent(form)),
    hex,
    hex.toUpperCase(),
    hex.replace(/..(?!$)/g, '$& '),
    hex.replace(/..(?!$)/g, '$&:'),
  ].filter((form) => form !== value);
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

function escapeHtml(value: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return value.replace(/[&<>"']/g, (char) => names[char] ?? char);
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded after all: then it is what it looks like
  }
}

/** The characters of base64 that depend on the value alone when `before` bytes stand before it in the encoded text. */
function aligned(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes]);
  const whole = Math.floor((all.length * 8) / 6);
  return all.toString('base64').slice(before === 0 ? 0 : before + 1, whole);
}

/** Lets whole lines go; a line without an end is let go in pieces that cut through no secret. */
function redactStream(redact: Redactor['redact'], cutOf: (text: string) => number): RedactStream {
  let held = '';
  return {
    push(chunk) {
      held += chunk;
      if (!chunk.includes('\n') && held.length < lineMax) return '';
      const cut = cutOf(held);
      const out = redact(held.slice(0, cut));
      held = held.slice(cut);
      return out;
    },
    end() {
      const out = redact(held);
      held = '';
      return out;
    },
  };
}

/** Where a text may be cut: at a line's end where there is one, and never through a secret or what may become one. */
function safeCut(text: string, spans: readonly Span[], overLines: readonly string[]): number {
  const line = text.lastIndexOf('\n') + 1;
  const long = text.length - line >= lineMax;
  let cut = long ? text.length - heldMax : line;
  for (const span of spans) if (span.start < cut && span.end > cut) cut = span.start;
  const key = text.lastIndexOf('-----BEGIN', cut);
  const keyEnd = text.indexOf('-----END', key);
  if (key >= 0 && cut - key < heldMax && (keyEnd < 0 || keyEnd >= cut)) cut = key;
  for (const needle of overLines) cut = Math.min(cut, beginsAt(text, needle));
  return cut;
}

/** Where the end of the text may be the beginning of the needle. */
function beginsAt(text: string, needle: string): number {
  const from = Math.max(0, text.length - needle.length);
  for (let at = text.indexOf(needle.charAt(0), from); at >= 0; at = text.indexOf(needle.charAt(0), at + 1)) {
    if (needle.startsWith(text.slice(at))) return at;
  }
  return text.length;
}
