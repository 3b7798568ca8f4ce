/** How deep a source text may nest: a native parser recurses and would take the whole process with it on a hostile text. */

/** Well under what overflows an 8 MB stack (about 4,000 levels), well over what people write. */
const depthMax = 1000;

/** What nests without a bracket: operators and keywords that take what follows into themselves. */
const token =
  /[([{)\]};,<]|=>|\*\*|[=!~+\-?:]|\b(?:typeof|new|void|delete|await|yield|if|while|for|do|else|with|keyof|infer|readonly|unique|async|return|throw|extends)\b/g;

/** What may stand after `}` inside one and the same expression or statement. */
const goesOn = /^\s*(?:[:?,)\].=+\-*/%&|<>!([`^]|(?:else|catch|finally|while|in|of|instanceof|as|satisfies)\b|$)/;

/** Lines that are comments whatever stands around them: not one that ends a block, goes on with a text, or is a text of JSX with something in it. */
const commentLine = /(?<!\\\r?\n)^[ \t]*\/\/(?:(?!\*\/)[^\r\n\u2028\u2029`${}<])*$/gm;

/** `namespace a.b.c` is nested namespaces. */
const longNamespace = /\b(?:namespace|module)\s+[\w$]+(?:\s*\.\s*[\w$]+){200}/;

/** The last text that was measured and nests little, in lines of usual length: of what is nearly the same nothing need be measured. */
let shallow: string | null = null;
const shallowMost = depthMax / 10;
const lineMost = 500;

/** Every sign that is put in or left out opens or leaves open one level that was there: so many stay far below what overflows. */
const signsMost = 20;

/** True where some path into the text may be deeper than a parser can follow; errs on the side of true. */
export function nestsTooDeep(text: string): boolean {
  if (shallow !== null && isNearly(text, shallow)) return false;
  const depth = depthOf(text);
  if (depth <= shallowMost && longestLine(text) <= lineMost) shallow = text;
  return depth > depthMax;
}

/** The two differ in one place, by few signs: thousands of such texts are parsed while one is mended. */
function isNearly(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > signsMost) return false;
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < least - start && one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end))
    end += 1;
  return Math.max(one.length, other.length) - start - end <= signsMost;
}

function longestLine(text: string): number {
  let [most, from] = [0, 0];
  while (from < text.length) {
    const end = text.indexOf('\n', from) < 0 ? text.length : text.indexOf('\n', from);
    most = Math.max(most, end - from);
    from = end + 1;
  }
  return most;
}

/** Levels at the deepest place, as far as a parser that recurses might count them; more than can be followed once that is clear. */
function depthOf(text: string): number {
  const source = text.replace(commentLine, '');
  if (longNamespace.test(source)) return Infinity;
  const outer: number[] = [];
  let [sum, here, angles, most] = [0, 0, 0, 0];
  for (const match of source.matchAll(token)) {
    const sign = match[0];
    if (sign === '(' || sign === '[' || sign === '{') {
      outer.push(here + 1);
      sum += here + 1;
      here = 0;
    } else if (sign === ')' || sign === ']' || sign === '}') {
      here = outer.pop() ?? 0;
      sum = Math.max(0, sum - here);
      here = Math.max(0, here - 1);
      if (sign === '}' && !goesOn.test(source.slice(match.index + 1, match.index + 80))) here = 0;
    } else if (sign === ';') {
      if (!/^\s*else\b/.test(source.slice(match.index + 1, match.index + 80))) [here, angles] = [0, 0];
    } else if (sign === ',') here = angles > 0 ? here : 0;
    else {
      here += 1;
      if (sign === '<') angles += 1;
    }
    most = Math.max(most, sum + here);
    if (most > depthMax) break;
  }
  return most;
}
