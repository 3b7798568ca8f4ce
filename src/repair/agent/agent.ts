/** The agent: a model with tools that writes a draft, which is then judged and tried like any other candidate (REP-5). */
import type { Declined, Evidence } from '../../incident/nouns.ts';
import { clip } from '../../kit/text.ts';
import { asData, toolsFor } from '../../tools/call.ts';
import type { ToolContext } from '../../tools/context.ts';
import type { Tool } from '../../tools/tool.ts';
import { promptOf } from '../fast/prompt.ts';
import type { Tried } from '../choose.ts';
import { isUnclear, verdict } from '../propose.ts';
import type { Found } from '../trying.ts';
import { Bill, ideaBy, settledBy, unanswered, type Briefing, type Rung, type RungDeps, type Waiting } from '../rung.ts';
import { allowances, effortOf, type Allowance } from './effort.ts';
import { converse, type Ended } from './loop.ts';
import { systemFor } from './prompt.ts';

/** The tools there are and what they work on, made anew for each run. */
export interface Toolbox {
  readonly tools: readonly Tool[];
  readonly context: ToolContext;
  /** What a model should know of tools that are not there. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}
export type OpenToolbox = (briefing: Briefing, deps: RungDeps) => Promise<Toolbox>;

/** Tokens of the first message beside the system prompt. */
const taskTokens = 3_000;

export function agentWith(open: OpenToolbox): Rung {
  return withBox(open, 'agent', repair);
}

/** Opens the tools for one run of a rung, and closes them whatever became of it. */
export function withBox(open: OpenToolbox, rung: string, run: (work: Work) => ReturnType<Rung>): Rung {
  return async (briefing, deps) => {
    const box = await open(briefing, deps);
    try {
      const task = [promptOf(briefing, deps.redact, taskTokens).user, ...box.notes].join('\n\n');
      return await run({ briefing, deps, bill: new Bill(), box, rung, task });
    } finally {
      await box.close();
    }
  };
}

export interface Work {
  readonly briefing: Briefing;
  readonly deps: RungDeps;
  readonly bill: Bill;
  readonly box: Toolbox;
  readonly rung: string;
  readonly task: string;
}

/** One conversation of the coding model, and what came of its drafts. */
export async function repair(work: Work): Promise<(Found & { spent: Bill['spent'] }) | Declined> {
  const { briefing, deps, bill, box, rung, task } = work;
  const effort = effortOf(briefing.context.diagnosis.class);
  const allowance = allowances[effort];
  const hands = { role: 'fix', context: box.context } as const;
  const course: Course = { tried: [], waits: null, summary: '' };
  const talk = {
    ...({ rung, role: 'coding', system: systemFor(effort), task, hands, closing: 'done' } as const),
    ...{ turns: allowance.turns, tokens: allowance.tokens },
    tools: inUse(toolsFor(box.tools, hands), allowance),
    close: (input: unknown) => finish(work, course, String((input as { summary: string }).summary)),
  };
  const ended = await converse(talk, { models: deps.models, incident: deps.incident, bill, signal: deps.signal });
  // What was written and never tried may be right all the same.
  if (ended.as === 'stopped' && !deps.signal.aborted && isUntried(course, box.context))
    await finish(work, course, box.context.draft.hypothesis ?? ended.why);
  return outcome(work, course, ended);
}

interface Course {
  readonly tried: Tried[];
  waits: Waiting | null;
  summary: string;
}

function inUse(tools: readonly Tool[], allowance: Allowance): Tool[] {
  return tools.filter(({ name }) => allowance.tools?.includes(name) ?? true);
}

/** Tries the draft. Null where the work is at its end; else what the model is told. */
async function finish({ briefing, deps, bill, box }: Work, course: Course, summary: string): Promise<string | null> {
  const { draft, operations, wishes } = box.context;
  course.summary = clip(summary.replace(/\s+/g, ' ').trim(), 500);
  if (draft.edits.length + operations.length === 0) return null;
  const ask = wishes.length === 0 ? null : wishes.map(({ what, why }) => `${what}: ${why}`).join('; ');
  const idea = ideaBy('agent', course.summary, { edits: draft.edits, operations: [...operations], ask });
  const ruling = deps.judge(idea);
  if (ruling.decision === 'deny') {
    bill.refuse(deps.redact(`done: ${ruling.rule}: ${ruling.reason}`));
    return `Not tried, policy forbids it: ${ruling.rule}: ${ruling.reason}`;
  }
  if (ruling.decision === 'ask') {
    course.waits = { idea, why: ruling.reason };
    return null;
  }
  const evidence = await deps.tryOut(idea);
  course.tried.push({ idea, evidence });
  return evidence.passed || isUnclear(evidence) || deps.signal.aborted ? null : fellText(evidence, briefing, deps);
}

/** What the trial of a draft showed, for its writer (TRY-5). */
function fellText(evidence: Evidence, { context }: Briefing, { redact }: RungDeps): string {
  const { next, before, after } = evidence;
  const answers = after.map(
    (answer, index) =>
      `request ${index + 1}: ${shownAnswer(before[index])} before, ${shownAnswer(answer)} with your edits`,
  );
  const behind =
    next === null
      ? ['The failure is still there, or the edits broke something else.']
      : [
          'The old failure is gone, and another one showed behind it:',
          clip(`${next.name}: ${next.message}\n${next.stack}`, 1_500),
        ];
  const text = [`The trial did not pass: ${clip(verdict(evidence), 600)}`, ...answers, ...behind].join('\n');
  const what = context.diagnosis.class.replaceAll('_', ' ');
  return `${asData('trial', redact(text))}\nYour edits are still in the draft. Repair them or take them back; the ${what} failure is to be gone.`;
}

function shownAnswer(answer: Evidence['after'][number] | undefined): string {
  return answer === undefined ? 'nothing' : (answer.error ?? String(answer.status));
}

function isUntried(course: Course, { draft }: ToolContext): boolean {
  const now = JSON.stringify(draft.edits);
  return (
    draft.edits.length > 0 &&
    course.waits === null &&
    !course.tried.some(({ idea }) => JSON.stringify(idea.edits) === now)
  );
}

function outcome({ bill, box }: Work, course: Course, ended: Ended): (Found & { spent: Bill['spent'] }) | Declined {
  const { spent } = bill;
  const { tried } = course;
  const settled = settledBy(tried, course.waits, spent);
  if (settled !== null) return settled;
  if (ended.as === 'none') return { ...unanswered(ended.none, spent), tried: tried.length };
  const wishes = box.context.wishes.filter(({ isTried }) => isTried !== true || tried.length === 0);
  const why = [
    ended.as === 'stopped' ? ended.why : course.summary,
    ...tried.map((one) => `${one.idea.title}: ${verdict(one.evidence)}`),
  ].join(' | ');
  const declined = `no safe repair by a model with tools: ${clip(why, 1_500)}`;
  if (wishes.length === 0) return { declined, tried: tried.length, action: null, as: 'declined', spent };
  const asked = wishes.map((one) => `${one.what}: ${one.why}`).join('; ');
  return { declined, tried: tried.length, action: { why: clip(asked, 1_500), command: null }, as: 'asked', spent };
}
