/** Path patterns as owners write them: `*`, `**`, `?`, `{a,b}`; a pattern without a slash means that name in any folder. */

/** True for a project-relative posix path that one of the patterns covers. Case is folded: protection errs on the safe side. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map(toRegExp);
  return (path) => patterns.some((pattern) => pattern.test(path.normalize('NFC')));
}

/** True for the one path that a pattern means, and for nothing below it. */
export function isExactly(glob: string, path: string): boolean {
  return new RegExp(`^${translate(glob)}$`, 'su').test(path);
}

function toRegExp(glob: string): RegExp {
  const anchored = glob.replace(/\/+$/, '/**').normalize('NFC');
  const rooted = anchored.replace(/^\.?\//, '');
  const anywhere = rooted === anchored && !anchored.replace(/\/\*\*$/, '').includes('/');
  const body = translate(rooted.replace(/\/\*\*$/, ''));
  const below = rooted.endsWith('/**') ? '/.*' : '(?:/.*)?';
  return new RegExp(`^${anywhere ? '(?:.*/)?' : ''}${body}${rooted === '**' ? '' : below}$`, 'isu');
}

function translate(glob: string): string {
  let out = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at += 1) {
    const char = glob[at] ?? '';
    if (glob.startsWith('**/', at)) {
      out += '(?:.*/)?';
      at += 2;
    } else if (glob.startsWith('**', at)) {
      out += '.*';
      at += 1;
    } else if (char === '*') out += '[^/]*';
    else if (char === '?') out += '[^/]';
    else if (char === '{' && glob.includes('}', at)) {
      out += '(?:';
      depth += 1;
    } else if (char === '}' && depth > 0) {
      out += ')';
      depth -= 1;
    } else if (char === ',' && depth > 0) out += '|';
    else out += char.replace(/[\\^$.|+()[\]{}/-]/g, (found) => `\\${found}`);
  }
  return out + ')'.repeat(depth);
}
