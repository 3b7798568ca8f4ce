/** Regular expressions that can take exponential time on a hostile text. */
import { add, type Walk } from './walk.ts';

export function lookRegex(pattern: string | null, walk: Walk): void {
  if (pattern !== null && nestedQuantifier(pattern))
    add(walk, 'regex', `\`/${pattern.slice(0, 80)}/\` can take exponential time`);
}

/** A repeated group that itself repeats, or whose alternatives begin alike: `(a+)+`, `(a|a)*`, `(.*x)*`. */
export function nestedQuantifier(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, 'e').replace(/\[[^\]]*\]/g, 'c');
  const groups: { repeats: boolean; start: number }[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    const char = plain.charAt(at);
    if (char === '(') groups.push({ repeats: false, start: at });
    else if (char === ')') {
      const group = groups.pop();
      const repeated = /^([*+]|\{\d+,\d*\}|\{\d{2,}\})/.test(plain.slice(at + 1));
      const inner = group === undefined ? '' : plain.slice(group.start + 1, at).replace(/^\?(:|<[^>]*>)/, '');
      if (repeated && group !== undefined && (group.repeats || overlaps(inner))) return true;
      const outer = groups.at(-1);
      if (outer !== undefined && (repeated || group?.repeats === true)) outer.repeats = true;
    } else if (/^([*+]|\{\d+,\d*\})/.test(plain.slice(at))) {
      const group = groups.at(-1);
      if (group !== undefined) group.repeats = true;
    }
  }
  return false;
}

function overlaps(inner: string): boolean {
  const firsts = inner.split('|').map((one) => one.charAt(0));
  return (
    firsts.length > 1 &&
    (new Set(firsts).size < firsts.length || firsts.some((one) => one === '.' || one === 'c' || one === 'e'))
  );
}
