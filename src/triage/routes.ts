/** Routes without a framework's pattern, with what varies from request to request taken out (SPEC SEN-4). */

const varying =
  /^(?:\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{24}|[0-9a-f]{32,128}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;

/** `/users/42/posts/5f0e…?x=1` → `/users/:id/posts/:id`. Idempotent; whole segments only, never inside a word. */
export function normaliseRoute(path: string): string {
  const plain = path
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
    .slice(0, 2048);
  const segments = plain.split('/', 40).map((segment) => (isVarying(segment) ? ':id' : segment));
  const route = segments.join('/');
  return route.startsWith('/') ? route : `/${route}`;
}

function isVarying(segment: string): boolean {
  return varying.test(segment) || isOpaque(segment);
}

/** A long token no person would write as a word: letters and digits mixed, hardly any separators. */
function isOpaque(segment: string): boolean {
  if (segment.length < 20 || !/^[\w~.=+-]+$/.test(segment)) return false;
  const digits = segment.replace(/\D/g, '').length;
  const pieces = segment.split(/[-_.~]/).filter((piece) => /^[a-z]+$|^[A-Z][a-z]+$/.test(piece)).length;
  return digits >= 3 && pieces <= 1 && /[A-Za-z]/.test(segment);
}
