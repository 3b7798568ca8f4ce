/** Whether an answer is still the one that was given before, where times, ids and counters may differ. Pure. */
import type { Answer } from '../incident/nouns.ts';

/** `same`: as before but for what differs from one time to the next; `alike`: other values in the same shape. */
export type Likeness = 'same' | 'alike' | 'other';

/** `before`: how the unchanged copy answered the same request, twice where there was time. */
export function likeness(now: Answer, before: readonly Answer[]): Likeness {
  if (!before.some((one) => one.status === now.status)) return 'other';
  const texts = new Set(before.map(textOf));
  if (texts.has(textOf(now))) return 'same';
  const shapes = new Set(before.map(shapeOf));
  if (shapes.size > 1) return 'same';
  if (!shapes.has(shapeOf(now))) return 'other';
  return texts.size > 1 ? 'same' : 'alike';
}

/** What a process says of itself and of the one request. */
const ofTheProcess =
  /"(?:uptime\w*|pid|rss|heap\w+|timestamp|(?:request|req|trace|correlation)_?id)"\s*:\s*(?:"[^"]*"|[\d.]+)/gi;

/** Without times, ids and tokens: those may be new with each boot. */
function textOf({ body = '' }: Answer): string {
  return body
    .replace(ofTheProcess, '#')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, '#')
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} [\d:]{8}\b/g, '#')
    .replace(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '#')
    .replace(/\b(?:\d{10,}|(?=[a-z]*\d)[\da-f]{16,}|(?=\w*\d)[\w-]{20,})\b/gi, '#');
}

function shapeOf(answer: Answer): string {
  try {
    return JSON.stringify(shapeOfValue(JSON.parse(answer.body ?? '')));
  } catch {
    return skeleton(answer); // no JSON
  }
}

function shapeOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOfValue(one))))].toSorted();
  if (typeof value !== 'object' || value === null) return value === '' || value === null ? String(value) : typeof value;
  const fields = Object.entries(value).map(([name, one]) => [name, shapeOfValue(one)] as const);
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A page or a text with all its numbers taken out. */
function skeleton(answer: Answer): string {
  return textOf(answer).replace(/\d+/g, '#');
}
