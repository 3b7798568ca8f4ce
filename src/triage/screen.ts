/** Does a text try to steer its reader? (SPEC TRI-5.) What is found only ever lowers autonomy: it stops no restart and no rollback. */
import type { Finding } from '../incident/nouns.ts';
import { disguisedRules, mayMatch, rules } from './screen-rules.ts';
import { disguises, plainView } from './screen-views.ts';
import type { View } from './screen-views.ts';
import type { Rule } from './screen-words.ts';

const headMax = 65_536;
const tailMax = 131_072;
const context = 48;

/** At most one finding a label, in the order they stand in the text. Looks at the first 64 KiB and the last 128 KiB of a longer one. */
export function screen(text: string): Finding[] {
  const found = new Map<string, number>();
  const note = (label: string, at: number): void => {
    if (at < (found.get(label) ?? Infinity)) found.set(label, at);
  };
  for (const { part, from } of parts(text)) {
    const plain = plainView(part);
    for (const view of [plain, ...disguises(part, plain)]) {
      for (const hit of hits(view)) note(hit.label, from + view.at(hit.at));
    }
    const hidden = hiddenText(part);
    if (hidden >= 0) note('hidden-text', from + hidden);
  }
  return [...found].map(([label, at]) => ({ label, by: 'pattern' as const, at })).sort((a, b) => a.at - b.at);
}

function parts(text: string): { part: string; from: number }[] {
  if (text.length <= headMax + tailMax) return [{ part: text, from: 0 }];
  const from = text.length - tailMax;
  return [
    { part: text.slice(0, headMax), from: 0 },
    { part: text.slice(from), from },
  ];
}

function hits(view: View): { label: string; at: number }[] {
  const found: { label: string; at: number }[] = [];
  for (const rule of view.disguised ? disguisedRules : rules) {
    const at = mayMatch(view.text, rule) ? firstHit(view.text, rule) : -1;
    if (at >= 0) found.push({ label: rule.label, at });
  }
  return found;
}

function firstHit(text: string, { pattern, order, unless }: Rule): number {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (unless?.test(text.slice(end, end + 120)) === true) continue;
    if (order === true && !isOrder(text, match.index)) continue;
    return match.index;
  }
  return -1;
}

const clauseStart =
  /(?:^|[\n.!?;:,>|"'`(){}[\]*#=—–$&\u0001/-]\s*|(?<![\w'])(?:please|then|now|and|or|must|should|shall|kindly|just|also|first|next|finally|immediately|simply|instead|so|always|quickly|secretly|silently|quietly|need to|needs to|have to|has to|want you to|would like you to|required to|instructed to|ordered to|allowed to|authori[sz]ed to|asked to|is to|you to|you can|you may|you will|let us|let's|you|them|agent|assistant|urgently|afterwards|later|by running|help me|important|purposes|problem|steps?|\d\.)\s+)$/;
const negation =
  /\b(?:failed|fails|failure|unable|cannot|can't|could not|couldn't|not|won't|refus\w+|attempt\w*|tried|trying|denied|forbidden|blocked|would|will|skipping|when|while|before|after|did you|how to|if|unless)\s+(?:to\s+|while\s+|when\s+)?(?:\w+\s+){0,2}$/;

/** An imperative: it begins a clause, and is not what something failed, refused or is about to do. */
function isOrder(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - context), at);
  return (at === 0 || clauseStart.test(before)) && !negation.test(before);
}

/** Text nobody sees: letters among the tags, direction overrides, bytes in variation selectors, marks between Latin letters. */
function hiddenText(text: string): number {
  const places = [
    text
      .replace(/\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8}/gu, (flag) => ' '.repeat(flag.length))
      .search(/[\u{e0001}-\u{e007f}]{2}/u),
    text.search(/[\u202d\u202e]/),
    text.search(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3}/u),
    text.search(/(?:[a-z][\u200b-\u200d\u2060-\u2064\u00ad\ufeff]+[a-z]+){2}/i),
    // oxlint-disable-next-line no-control-regex -- "conceal" is a control sequence
    text.search(/\u001b\[(?:\d{1,3};)?8m/),
    // oxlint-disable-next-line no-control-regex -- to the clipboard of whoever looks at it
    text.search(/\u001b\]52;/),
  ].filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}
