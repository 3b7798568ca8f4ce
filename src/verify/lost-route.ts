/** A failure that no answer tells of, where a person says that there is one: what was asked for had a route before the last change (CLI-6). */
import { noRouteCode, type Answer, type CapturedRequest } from '../incident/nouns.ts';
import type { Lost } from './lost.ts';
import { isSameRefusal, isUnrouted, type Run } from './replay.ts';

/** Answered 404 as any path is that nobody has. */
export function isOfNoRoute(answer: Answer, request: CapturedRequest | undefined, { unrouted }: Run): boolean {
  const isAsAny = unrouted !== null && request !== undefined && isSameRefusal(answer, request.url, unrouted);
  return answer.status === 404 && (isUnrouted(answer) || isAsAny);
}

/** The first such request that the code of before answers well. */
export function lostRoute(run: Run, past: Run, requests: readonly CapturedRequest[]): Lost | null {
  const index = run.answers.findIndex(
    (answer, at) => isOfNoRoute(answer, requests[at], run) && (past.answers[at]?.status ?? 404) < 400,
  );
  const [request, was] = [requests[index], past.answers[index]?.status];
  if (request === undefined || was == null) return null;
  const what = `${request.method} ${request.url.split('?')[0]}`;
  const message = `no route answers ${what}, which was answered ${was} before the last change`;
  const error = { name: 'Error', message, code: noRouteCode, stack: `Error: ${message}`, cause: null };
  return { error, request: index, past };
}
