/** Requests that are asked again: how they are made, and which of them change nothing. */
import type { CapturedRequest } from './nouns.ts';

/** As a client asks that says nothing about itself. */
export function plainGet(url: string): CapturedRequest {
  return { method: 'GET', url, headers: { accept: '*/*' }, body: null, bodyEncoding: 'utf8', truncated: false };
}

export function isSafe(request: CapturedRequest): boolean {
  return /^(GET|HEAD|OPTIONS)$/i.test(request.method);
}
