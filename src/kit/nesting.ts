/** How deep a source text may nest: a native parser recurses and would take the whole process with it on a hostile text. */

/** Well under what overflows an 8 MB stack (about 4,000 levels), well over what people write. */
const depthMax = 1000;

/** What nests without a bracket: operators and keywords that take what follows into themselves. */
const token =
  /[([{)\]};,<]|=>|\*\*|[=!~+\-?:]|\b(?:typeof|new|void|delete|await|yield|if|while|for|do|else|with|keyof|infer|readonly|unique|async|return|throw|extends)\b/g;

/** What may stand after `}` inside one and the same expression or statement. */
const goesOn = /^\s*(?:[:?,)\].=+\-*/%&|<>!([`^]|(?:else|catch|finally|while|in|of|instanceof|as|satisfies)\b|$)/;

/** `namespace a.b.c` is nested namespaces. */
const longNamespace = /\b(?:namespace|module)\s+[\w$]+(?:\s*\.\s*[\w$]+){200}/;

/** True where some path into the text may be deeper than a parser can follow; errs on the side of true. */
export function nestsTooDeep(text: string): boolean {
  const source = text.replace(/^[ \t]*\/\/[^\n`$]*$/gm, '');
  if (longNamespace.test(source)) return true;
  const outer: number[] = [];
  let [sum, here, angles] = [0, 0, 0];
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
    if (sum + here > depthMax) return true;
  }
  return false;
}
