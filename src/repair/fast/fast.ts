/** The fast path: one call of the coding model that repairs, with one correction; where that falls, two more samples, chosen by proof (REP-4). */
import { createTwoFilesPatch } from 'diff';
import type { Declined, Evidence, Idea, Operation, Ruling } from '../../incident/nouns.ts';
import { clip, printable } from '../../kit/text.ts';
import type { Message, NoReply, Reply } from '../../models/models.ts';
import type { Tried } from '../choose.ts';
import { verdict } from '../propose.ts';
import { Bill, ideaBy, settledBy, unanswered, type Briefing, type Rung, type RungDeps, type Waiting } from '../rung.ts';
import { unsoundness } from '../sound.ts';
import { applyBlocks, type Shown } from './apply.ts';
import { parseAnswer } from './blocks.ts';
import { budgets, promptOf, showFile, system } from './prompt.ts';

const answerTokensMax = 4_000;
/** Apart from each other, and from the first answer, which is asked for at 0. */
const temperatures = [0.5, 1] as const;

export const fast: Rung = async (briefing, deps) => {
  const bill = new Bill();
  const work: Work = { briefing, deps, bill };
  const first = await sample(work, { prompt: promptOf(briefing, deps.redact, budgets.first).user, temperature: 0 });
  const soon = settled([first], bill);
  if (soon !== null || deps.signal.aborted) return soon ?? fell([first], bill);
  const again = { ...briefing, notes: [noteOf(first), ...briefing.notes] };
  const prompt = promptOf(again, deps.redact, budgets.second).user;
  const more = await Promise.all(temperatures.map((temperature) => sample(work, { prompt, temperature })));
  return settled([...more, first], bill) ?? fell([first, ...more], bill);
};

interface Work {
  readonly briefing: Briefing;
  readonly deps: RungDeps;
  readonly bill: Bill;
}

interface Ask {
  readonly prompt: string;
  readonly temperature: number;
}

/** What became of one answer. */
type Sample =
  | ({ readonly as: 'tried' } & Tried)
  | ({ readonly as: 'waits' } & Waiting)
  | { readonly as: 'unusable'; readonly why: string }
  | { readonly as: 'none'; readonly none: NoReply };

/** One answer, corrected at most once, and tried where policy allows that. */
async function sample(work: Work, { prompt, temperature }: Ask): Promise<Sample> {
  const messages: Message[] = [{ from: 'user', text: prompt }];
  let drafted = await draft(work, { messages, temperature });
  if ('wrong' in drafted && drafted.reply !== null && drafted.reply.text.trim() !== '') {
    messages.push(
      { from: 'model', text: clip(drafted.reply.text, 16_000), calls: [] },
      { from: 'user', text: `${drafted.wrong}\n\nAnswer once more, with every block of the change.` },
    );
    drafted = await draft(work, { messages, temperature });
  }
  if ('none' in drafted) return { as: 'none', none: drafted.none };
  if ('wrong' in drafted) return { as: 'unusable', why: drafted.wrong };
  const { idea, ruling } = drafted;
  if (ruling.decision === 'ask') return { as: 'waits', idea, why: ruling.reason };
  if (work.deps.signal.aborted) return { as: 'unusable', why: 'the time ran out' };
  return { as: 'tried', idea, evidence: await work.deps.tryOut(idea) };
}

type Drafted =
  | { readonly idea: Idea; readonly ruling: Ruling }
  /** `reply` is null where it makes no sense to ask the model to correct it. */
  | { readonly wrong: string; readonly reply: Reply | null }
  | { readonly none: NoReply };

async function draft(
  work: Work,
  { messages, temperature }: { messages: readonly Message[]; temperature: number },
): Promise<Drafted> {
  const { bill } = work;
  const { models, incident, signal } = work.deps;
  const purpose = { incident, rung: 'fast', tool: null };
  const asked = { role: 'coding', system, messages: [...messages], maxTokens: answerTokensMax, temperature } as const;
  const reply = await models.call({ ...asked, purpose, signal });
  bill.add(reply);
  if ('failed' in reply) return { none: reply };
  if (reply.finish === 'refused') return { wrong: 'the model refused', reply: null };
  const read = readAnswer(reply.text, work);
  if (typeof read !== 'string') return read;
  const cut = reply.finish === 'length' ? ` It was cut after ${answerTokensMax} tokens: write smaller blocks.` : '';
  return { wrong: `${read}${cut}`, reply };
}

/** The idea that an answer stands for, or what is wrong with it, as one text to its writer. All of it counts, or nothing (MOD-6). */
function readAnswer(text: string, work: Work): { idea: Idea; ruling: Ruling } | string {
  const { briefing, deps } = work;
  const answer = parseAnswer(text);
  if ('wrong' in answer) return answer.wrong;
  if (answer.blocks.length + answer.commands.length === 0) return 'There is no block in this answer.';
  for (const { path } of answer.blocks) {
    const barred = deps.barred(path);
    if (barred !== null) return notAllowed(work, barred);
  }
  const operations: Operation[] = [];
  for (const line of answer.commands) {
    const operation = deps.operation(line);
    if ('refused' in operation) return notAllowed(work, `\`RUN: ${clip(line, 200)}\`: ${operation.refused}`);
    operations.push(operation);
  }
  const { tree } = briefing.context;
  const edits = applyBlocks(answer.blocks, (path): Shown | null => {
    const file = tree.read(path);
    return file === null ? null : showFile(file, deps.redact);
  });
  if ('mismatch' in edits) return edits.mismatch;
  const idea = ideaBy('fast', answer.text, { edits, operations, ask: null });
  const unsound = unsoundness(tree, idea);
  if (unsound !== null) return unsound;
  const ruling = deps.judge(idea);
  return ruling.decision === 'deny' ? notAllowed(work, `${ruling.rule}: ${ruling.reason}`) : { idea, ruling };
}

function notAllowed({ bill, deps }: Work, why: string): string {
  bill.refuse(deps.redact(printable(`answer: ${why}`)));
  return `This is not allowed, so the whole answer was refused: ${why}`;
}

/** Null where all fell. */
function settled(samples: readonly Sample[], bill: Bill): ReturnType<typeof settledBy> {
  const tried = samples.filter((one) => one.as === 'tried');
  const waits = samples.find((one) => one.as === 'waits');
  const nones = samples.flatMap((one) => (one.as === 'none' ? [one.none] : []));
  const [none] = nones.length === samples.length ? nones : [];
  return settledBy(tried, waits ?? null, bill.spent) ?? (none === undefined ? null : unanswered(none, bill.spent));
}

function fell(samples: readonly Sample[], { spent }: Bill): Declined {
  const told = samples.map((one) => clip(whyFell(one), 300)).join(' | ');
  const tried = samples.filter((one) => one.as === 'tried').length;
  const none = samples.find((one) => one.as === 'none');
  if (none !== undefined && ['auth', 'billing', 'budget'].includes(none.none.failed))
    return unanswered(none.none, spent);
  return { declined: `no safe repair by a model: ${told}`, tried, action: null, as: 'declined', spent };
}

function whyFell(one: Sample): string {
  if (one.as === 'tried') return `${one.idea.title}: ${verdict(one.evidence)}`;
  return one.as === 'none' ? one.none.why : one.as === 'waits' ? one.why : (one.why.split('\n')[0] ?? '');
}

/** What the next sample is told of this one. A change that led to another failure may be half of the repair (TRY-5). */
function noteOf(one: Sample): string {
  if (one.as !== 'tried') return `an answer that could not be used: ${whyFell(one)}`;
  const { edits } = one.idea;
  const diff = edits.map(({ path, before, after }) => {
    const patch = createTwoFilesPatch(path, path, before ?? '', after ?? '', '', '', { context: 0 });
    return `${path} ${patch.slice(patch.indexOf('@@'))}`;
  });
  return `${behind(one.evidence)} ${diff.join(' ')}`;
}

function behind(evidence: Evidence): string {
  const { next } = evidence;
  if (next === null) return `fell (${verdict(evidence)}):`;
  return `removed the failure, but another one showed behind it (${next.name}: ${next.message.split('\n')[0] ?? ''}); right as far as it goes?`;
}
