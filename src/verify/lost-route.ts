/** A failure that no answer tells of, where a person says that there is one: what was asked for had a route, or a file, before the last change (CLI-6). */
import { noRouteCode, type Answer, type CapturedRequest } from '../incident/nouns.ts';
import type { Lost } from './lost.ts';
import { isSameRefusal, isUnrouted, type Run } from './replay.ts';

/** Answered 404 as any path is that nobody has. */
export function isOfNoRoute(answer: Answer, request: CapturedRequest | undefined, { unrouted }: Run): boolean {
  const isAsAny = unrouted !== null && request !== undefined && isSameRefusal(answer, request.url, unrouted);
  return answer.status === 404 && (isUnrouted(answer) || isAsAny);
}

/** The first such request that the code of before answers well; of `any`, whatever the words of its 404. */
export function lostRoute(
  run: Run,
  past: Run,
  { requests, any }: { readonly requests: readonly CapturedRequest[]; readonly any: boolean },
): Lost | null {
  const index = run.answers.findIndex((answer, at) => {
    const isIt = any ? answer.status === 404 : isOfNoRoute(answer, requests[at], run);
    return isIt && (past.answers[at]?.status ?? 404) < 400;
  });
  const [request, was] = [requests[index], past.answers[index]?.status];
  if (request === undefined || was == null) return null;
  const what = `${request.method} ${request.url.split('?')[0]}`;
  const message = `${what} is answered 404, and was answered ${was} before the last change`;
  const error = { name: 'Error', message, code: noRouteCode, stack: `Error: ${message}`, cause: null };
  return { error, request: index, past };
}
