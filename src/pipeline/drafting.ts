/** Wiring: what was found, written down as a proposal. */
import type { Idea, Proposal, Rung, Spent } from '../incident/nouns.ts';
import { hashOf } from '../kit/hash.ts';
import { printable } from '../kit/text.ts';
import type { Project } from '../project.ts';
import type { Found } from '../repair/trying.ts';
import { toChange, unifiedDiff } from './changes.ts';
import type { StepsOptions } from './options.ts';
import { built, keyOfIdea, type Copied, type Session } from './sessions.ts';

/** Who makes a change; `model` is null where none wrote it. */
export interface Author {
  readonly rung: Rung;
  readonly model: string | null;
}

export async function proposalOf(
  options: StepsOptions,
  session: Session,
  { rung, model, found, spent }: Author & { readonly found: Found; readonly spent?: Spent },
): Promise<Proposal> {
  const { evidence, tried, fell } = found;
  const idea = await built(session, found.idea);
  session.shown.set(keyOfIdea(idea), evidence);
  const isBack = idea.kind === 'rollback';
  return draft(options.project, session, {
    ...{ rung: isBack ? 'revert' : rung, model, idea, candidates: { tried, fell } },
    ...(spent ? { spent } : {}),
  });
}

interface Draft extends Author {
  readonly idea: Idea;
  readonly candidates?: Proposal['candidates'];
  readonly spent?: Spent;
}

export function draft(project: Project, { tree }: Copied, given: Draft): Proposal {
  const { rung, model, idea, candidates = { tried: 0, fell: 0 }, spent } = given;
  const changes = idea.edits.map((edit) => toChange(project, edit));
  const base = tree.hash;
  const { kind, operations, recipe, title, ask } = idea;
  const redact = (text: string): string => printable(project.redactor.redact(text));
  return {
    hash: hashOf({ kind, changes, operations, base }),
    kind,
    rung,
    recipe: model === null ? recipe : null,
    model: spent?.model ?? model,
    title: redact(title),
    base,
    changes,
    operations,
    diff: redact(idea.edits.map(unifiedDiff).join('')),
    ask: ask === null ? null : redact(ask),
    candidates,
    tokens: spent?.tokens ?? 0,
    costUsd: spent?.costUsd ?? 0,
    ...(spent?.refused === undefined ? {} : { refused: spent.refused }),
  };
}
