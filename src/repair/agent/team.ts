/** The team: explore, then plan, then fix; each has its own model and hands, and hands a typed document on (REP-6). Off unless the owner switches it on. */
import { declare, longText, words } from '../../tools/tool.ts';
import { asData, toolsFor, type ToolRole } from '../../tools/call.ts';
import type { Tool } from '../../tools/tool.ts';
import type { NoReply } from '../../models/models.ts';
import { unanswered, type Rung } from '../rung.ts';
import { repair, withBox, type OpenToolbox, type Work } from './agent.ts';
import { converse } from './loop.ts';
import { systemOf } from './prompt.ts';

/** What exploring found. */
export interface Findings {
  /** `path:line`. */
  readonly places: readonly string[];
  readonly facts: readonly string[];
}

/** What is to be done. */
export interface Plan {
  readonly cause: string;
  readonly steps: readonly string[];
  readonly keep: readonly string[];
}

const report = declare({
  name: 'report',
  description: 'Hand on what you found, and end.',
  input: { places: words('places that matter, as path:line'), facts: words('what you saw, a sentence each') },
  touches: ['reads'],
  run: () => 'taken',
});

const plan = declare({
  name: 'plan',
  description: 'Hand on the plan, and end.',
  input: {
    cause: longText('what is wrong and why'),
    steps: words('file and change, one each'),
    keep: words('what must stay as it is'),
  },
  touches: ['reads'],
  run: () => 'taken',
});

const limits = {
  explore: { turns: 4, tokens: 30_000 },
  plan: { turns: 3, tokens: 20_000 },
} as const;

export function teamWith(open: OpenToolbox): Rung {
  return withBox(open, 'team', async (work) => {
    const { task, bill } = work;
    const findings = await look<Findings>(work, { as: 'explore', task, closing: report });
    if ('none' in findings) return unanswered(findings.none, bill.spent);
    const planned = await look<Plan>(work, { as: 'plan', task: handedOn(task, findings), closing: plan });
    if ('none' in planned) return unanswered(planned.none, bill.spent);
    return repair({ ...work, task: handedOn(task, planned) });
  });
}

interface Look {
  readonly as: Extract<ToolRole, 'explore' | 'plan'>;
  readonly task: string;
  readonly closing: Tool;
}

/** What a role hands on; null where it came to no end. */
interface Handed<D> {
  readonly name: string;
  readonly document: D | null;
}

/** One read-only conversation that ends in a document; without one the next goes on with what there is. */
async function look<D extends object>(
  { deps, bill, box }: Work,
  { as, task, closing }: Look,
): Promise<Handed<D> | { readonly none: NoReply }> {
  const hands = { role: as, context: box.context } as const;
  const made: { document: D | null } = { document: null };
  const ended = await converse(
    {
      ...({ rung: 'team', role: as === 'explore' ? 'tool' : 'reasoning', system: systemOf(as), task, hands } as const),
      ...{ closing: closing.name, ...limits[as] },
      tools: [...toolsFor(box.tools, hands).filter(({ name }) => name !== 'done'), closing],
      close: (input) => {
        made.document = input as D; // the tool's schema was checked
        return Promise.resolve(null);
      },
    },
    { models: deps.models, incident: deps.incident, bill, signal: deps.signal },
  );
  return ended.as === 'none' ? { none: ended.none } : { name: closing.name, ...made };
}

function handedOn(task: string, { name, document }: Handed<object>): string {
  if (document === null) return task;
  return `${task}\n\nFrom those before you:\n${asData(name, JSON.stringify(document, null, 1))}`;
}
