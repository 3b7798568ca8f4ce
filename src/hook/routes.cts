/** Route patterns for people and signatures: `/users/7` becomes `/users/:id` where no framework says it better. */

const idForms = [
  /^\d+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{24}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
];

/** A whole segment that names one thing; a word with digits in it is none. */
function isId(segment: string): boolean {
  if (idForms.some((form) => form.test(segment))) return true;
  // Long opaque tokens: digits and letters mixed, or hexadecimal through and through.
  if (segment.length < 20 || !/^[\w.~%+=-]+$/.test(segment)) return false;
  return /^[0-9a-f]+$/i.test(segment) || (/\d/.test(segment) && /[A-Z]/.test(segment) && /[a-z]/.test(segment));
}

export function normalisePath(path: string): string {
  return path
    .slice(0, 500)
    .split('/')
    .map((segment) => (isId(segment) ? ':id' : segment))
    .join('/');
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** A pattern inside a mounted router lacks the mount path, and the framework restores it before errors arrive: take it off the URL. */
export function withMount(pattern: string, path: string): string {
  if (/[*{}()?+]/.test(pattern)) return pattern;
  const [inner, whole] = [segmentsOf(pattern), segmentsOf(path)];
  const mount = whole.slice(0, Math.max(0, whole.length - inner.length));
  return `/${[...mount.map((segment) => normalisePath(segment)), ...inner].join('/')}`;
}

/** True where a `:name` and `*` pattern covers a path. */
export function covers(pattern: string, path: string): boolean {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(path)];
  for (const [at, segment] of wanted.entries()) {
    if (segment === '*') return true;
    const value = given[at];
    if (value === undefined || (!segment.startsWith(':') && segment !== value)) return false;
  }
  return wanted.length === given.length;
}
