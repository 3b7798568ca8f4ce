/** Gate: the very requests that failed are answered now, and not by silence (SPEC TRY-6). */
import type { Answer, ErrorReport, Idea } from '../../incident/nouns.ts';
import type { Baseline } from '../baseline.ts';
import { failureOf, sameError } from '../failure.ts';
import { isFoundNow, stillLost } from '../lost.ts';
import { isBad, isUnrouted, type Run } from '../replay.ts';

/** Null where all is well, else what is wrong. */
export function checkReplay(run: Run, before: Baseline, idea: Idea): string | null {
  const wrong = checkAnswers(run.answers, before, { idea, isFound: isFoundNow(before.failure, run) });
  if (wrong !== null) return wrong;
  if (run.exit !== null)
    return `the process ended (${run.exit.signal ?? `exit ${run.exit.code}`}) after it had answered`;
  const fresh = newErrors(run, before);
  return fresh.length === 0 ? null : `an error goes uncaught: ${fresh[0]}`;
}

interface Checked {
  readonly idea: Idea;
  /** The server told of a file that it went without, and does so no more. */
  readonly isFound?: boolean;
}

/** The part of it that the answers alone decide. */
export function checkAnswers(
  answers: readonly Answer[],
  before: Baseline,
  { idea, isFound = false }: Checked,
): string | null {
  for (const [index, request] of before.requests.entries()) {
    const answer = answers[index];
    const what = `${request.method} ${request.url.split('?')[0]}`;
    if (answer === undefined) return `${what} was not asked`;
    const lost = isFound ? null : stillLost(before.failure, index, answer);
    const wrong = wrongAnswer(answer, before.answers[index], idea) ?? lost;
    if (wrong !== null) return `${what} ${wrong}`;
  }
  return null;
}

function wrongAnswer(answer: Answer, before: Answer | undefined, idea: Idea): string | null {
  const deliberate = idea.kind === 'mitigation' && answer.error === null && answer.status === 503;
  if (isBad(answer) && !deliberate)
    return answer.error === null ? `is answered ${answer.status}` : `ends in ${answer.error}`;
  const empty = (answer.body ?? '').trim() === '';
  if (idea.kind === 'mitigation' && answer.status === 200 && empty) return 'is answered 200 with nothing in it';
  const wasHandled = before !== undefined && before.status !== 404;
  if (wasHandled && isUnrouted(answer)) return 'has lost its route';
  const said = errorsIn(before);
  const fresh = errorsIn(answer).find((error) => !said.includes(error));
  return fresh === undefined ? null : `is answered with an error in it: ${fresh}`;
}

/** GraphQL answers 200 whatever a resolver did, and says in `errors` what failed and where; other answers have none. */
function errorsIn(answer: Answer | undefined): string[] {
  if (answer?.body?.includes('"errors"') !== true) return [];
  const said: unknown = parsed(answer.body);
  const errors: unknown = typeof said === 'object' && said !== null ? Reflect.get(said, 'errors') : null;
  const isError = (one: unknown): one is { message: string; path: unknown } =>
    typeof one === 'object' && one !== null && 'message' in one && 'path' in one && Array.isArray(one.path);
  if (!Array.isArray(errors)) return [];
  return errors.filter(isError).map(({ path, message }) => `${JSON.stringify(path)} ${message}`.slice(0, 300));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // cut at 64 KiB, or no JSON
  }
}

/** A client that goes away is no error of the server's. */
const ofConnection = /^(ECONNRESET|EPIPE|ECONNABORTED|HPE_\w+)$/;

/** Errors that no handler saw: the failure itself, or one that the unchanged copy did not have. */
function newErrors(run: Run, before: Baseline): string[] {
  return run.reports
    .filter((one) => /rejection|exception|swallowed|socket/.test(one.how))
    .flatMap((one) => (one.error === null ? [] : [one.error]))
    .filter((error) => !ofConnection.test(error.code ?? ''))
    .filter((error) => isFailure(error, before) || !before.reported.some((old) => sameError(old, error)))
    .map((error) => `${error.name}: ${error.message}`.slice(0, 300));
}

function isFailure(error: ErrorReport, before: Baseline): boolean {
  const failure = before.failure?.error ?? null;
  return failure !== null && sameError(failure, error);
}

/** What stands in the way of calling the run good at boot. */
export function checkBoot(run: Run): string | null {
  if (run.ready) return null;
  const failure = failureOf(run);
  const error = failure?.error ?? null;
  const how =
    run.exit === null ? 'it does not become ready' : `it ends at boot (${run.exit.signal ?? `exit ${run.exit.code}`})`;
  return error === null ? how : `${how}: ${error.name}: ${error.message}`.slice(0, 300);
}
