/** The form of a captured request that people, journals and models may see (SPEC SEN-3). */
import type { CapturedRequest } from '../incident/nouns.ts';
import { jsonIn } from '../kit/credentials.ts';
import type { Redactor } from '../kit/redact.ts';
import { isSecretName } from '../kit/redact-env.ts';

const depthMax = 60;
const secretHeader =
  /^(?:cookie|set-cookie|authorization|proxy-authorization|x-(?:api-|access-|amz-security-)?(?:key|token)|x-auth.*|x-csrf.*|x-xsrf.*|.*-signature)$/i;
/** Fields of bodies and forms that hold a secret besides those named like one. */
const secretField =
  /card(?:_?-?(?:no|num|number))?$|^(?:cvv|cvc|cvv2|ssn|iban|pan|pin|otp|session(?:_?id)?|sid|security_?code|account_?number|routing_?number|sort_?code|tax_?id|passport(?:_?(?:no|number))?)$/i;

export function redactRequest(request: CapturedRequest, redactor: Redactor): CapturedRequest {
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, redactHeader(name, value, redactor)] as const,
  );
  const type = request.headers['content-type'] ?? '';
  const { before: _, ...shown } = request; // for the replay only
  return {
    ...shown,
    url: redactUrl(request.url, redactor),
    headers: Object.fromEntries(headers),
    body: request.body === null ? null : redactBody(bodyText(request), type, redactor),
    bodyEncoding: 'utf8',
  };
}

function isSecret(name: string): boolean {
  return isSecretName(name) || secretField.test(name);
}

function redactHeader(name: string, value: string, redactor: Redactor): string {
  return secretHeader.test(name) || isSecretName(name) ? '[redacted:header]' : redactor.redact(value);
}

function redactUrl(url: string, redactor: Redactor): string {
  const mark = url.indexOf('?');
  return mark < 0
    ? redactor.redact(url)
    : `${redactor.redact(url.slice(0, mark))}?${redactPairs(url.slice(mark + 1), redactor)}`;
}

/** `a=1&token=…` with the names of secrets looked at decoded. */
function redactPairs(text: string, redactor: Redactor): string {
  const pairs = text.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0) return pair;
    return isSecret(decodeName(pair.slice(0, equals))) ? `${pair.slice(0, equals)}=[redacted:field]` : pair;
  });
  return redactor.redact(pairs.join('&'));
}

function decodeName(name: string): string {
  return new URLSearchParams(name).keys().next().value ?? name;
}

/** A body that is no text is named, not shown. */
function bodyText(request: CapturedRequest): string {
  const body = request.body ?? '';
  if (request.bodyEncoding === 'utf8') return body;
  const bytes = Buffer.from(body, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) && !text.includes('\u0000')
    ? text
    : `[${bytes.length} bytes that are no text]`;
}

function redactBody(text: string, type: string, redactor: Redactor): string {
  const { head, json } = jsonIn(text);
  const data = /^\s*[[{"]/.test(json) ? parseJson(json) : undefined;
  if (data !== undefined) return redactor.redact(`${head}${JSON.stringify(redactValue(data, redactor, 0))}`);
  if (/urlencoded/i.test(type) || /^[\w.[\]%+-]{1,200}=[^\n]*$/.test(text)) return redactPairs(text, redactor);
  return redactor.redact(redactLoose(text));
}

function redactValue(value: unknown, redactor: Redactor, depth: number): unknown {
  if (typeof value === 'string') return redactor.redact(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= depthMax) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redactor, depth + 1));
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    isSecret(name) && hidesMore(item) ? '[redacted:field]' : redactValue(item, redactor, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** null, booleans and nothing at all tell no secret, and a repair wants to see them. */
function hidesMore(item: unknown): boolean {
  return item !== null && item !== '' && typeof item !== 'boolean';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a client may send anything; what does not parse is treated as plain text
  }
}

/** JSON that was cut, multipart forms and XML: values behind a telling name. */
function redactLoose(text: string): string {
  return text
    .replace(/(")([\w.-]{1,100})("\s{0,4}:\s{0,4}")((?:[^"\\]|\\.)*)("?)/g, (all, ...[q, name, mid, , end]: string[]) =>
      isSecret(name ?? '') ? `${q}${name}${mid}[redacted:field]${end}` : all,
    )
    .replace(
      /(; ?name="([^"\r\n]{1,100})"[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,200}\r?\n){0,4}\r?\n)([^\r\n]*)/g,
      (all, ...[head, name]: string[]) => (isSecret(name ?? '') ? `${head}[redacted:field]` : all),
    )
    .replace(/<([\w:.-]{1,100})>([^<>]{1,4096})<\/\1>/g, (all, ...[name]: string[]) =>
      isSecret(name ?? '') ? `<${name}>[redacted:field]</${name}>` : all,
    );
}
