/** What `heal` is asked to send, read off the words of the command line. */
import { readFileSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { CapturedRequest } from './incident/nouns.ts';
import { Fault } from './kit/errors.ts';

/** `METHOD /path[ body]`, or `@FILE` with {method, path, headers, body}; headers are added to each. @throws Fault usage */
export function readRequest(text: string, headers: readonly (readonly [string, string])[]): CapturedRequest {
  const extra = Object.fromEntries(headers);
  if (text.startsWith('@')) return readRequestFile(text.slice(1), extra);
  const match = /^([A-Za-z]+) (\S+)(?: ([\s\S]*))?$/.exec(text.trim());
  const [, method, url, body] = match ?? [];
  if (method === undefined || url === undefined || !url.startsWith('/')) {
    throw new Fault('usage', `--request takes "METHOD /path [body]", not "${text.slice(0, 80)}"`, {
      next: 'For example --request "GET /users/7".',
    });
  }
  return captured({ method, url, headers: extra, body: body === undefined || body === '' ? null : body });
}

/** `Name: value`. @throws Fault usage */
export function readHeader(text: string): [string, string] {
  const at = text.indexOf(':');
  const [name, value] = [text.slice(0, Math.max(0, at)).trim().toLowerCase(), text.slice(at + 1).trim()];
  if (!isHeader(name, value)) throw new Fault('usage', `--header takes "Name: value", not "${text.slice(0, 80)}"`);
  return [name, value];
}

/** As Node would send it. */
function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false; // these throw for nothing else
  }
}

function readRequestFile(file: string, extra: Record<string, string>): CapturedRequest {
  const value = parseFile(file);
  const { method = 'GET', path: url, headers = {}, body = null } = value;
  const strings =
    typeof method === 'string' && /^[A-Za-z]+$/.test(method) && typeof url === 'string' && url.startsWith('/');
  if (!strings || typeof headers !== 'object' || headers === null) {
    throw new Fault(
      'usage',
      `${file} is no request: it takes {method, path, headers, body}, the path beginning with /`,
    );
  }
  const own = Object.fromEntries(Object.entries(headers).map(([name, item]) => [name.toLowerCase(), String(item)]));
  const wrong = Object.entries(own).find(([name, item]) => !isHeader(name, item))?.[0];
  if (wrong !== undefined) throw new Fault('usage', `${file}: the header "${wrong.slice(0, 80)}" cannot be sent`);
  const text = body === null || typeof body === 'string' ? body : JSON.stringify(body);
  return captured({ method, url, headers: { ...own, ...extra }, body: text });
}

function parseFile(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    throw new Fault(
      'usage',
      `${file} cannot be read as a request: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  throw new Fault('usage', `${file} is no request: it takes {method, path, headers, body}`);
}

function captured(from: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}): CapturedRequest {
  const { body } = from;
  const type =
    body === null || from.headers['content-type'] !== undefined
      ? {}
      : { 'content-type': isJson(body) ? 'application/json' : 'text/plain' };
  const method = from.method.toUpperCase();
  return {
    method,
    url: from.url,
    headers: { ...type, ...from.headers },
    body,
    bodyEncoding: 'utf8',
    truncated: false,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
