/** The one gate every tool call goes through: is there such a tool, may this role use it, is the input right, what may be shown of the result. */
import type { ToolCall, ToolResult, ToolSchema } from '../models/models.ts';
import { clip, printable } from '../kit/text.ts';
import type { ToolContext } from './context.ts';
import { Refusal } from './refusal.ts';
import type { Tool, Touch } from './tool.ts';

/** `explore` and `plan` look; `fix` also writes the draft, runs what is confined and proposes; `self` reads Kintsugi's own sources, and nothing else. */
export type ToolRole = 'explore' | 'plan' | 'fix' | 'self';

/** SPEC TOOL-1, REP-6: who may do what, in this one place. */
export const permissions: Readonly<Record<ToolRole, readonly Touch[]>> = {
  explore: ['reads', 'network'],
  plan: ['reads'],
  fix: ['reads', 'writes', 'runs', 'network', 'proposes'],
  self: ['self'],
};

export const outputCharsMax = 4_000;

export interface Hands {
  readonly role: ToolRole;
  readonly context: ToolContext;
}

/** The tools that there are for this role, here. */
export function toolsFor(tools: readonly Tool[], { role, context }: Hands): Tool[] {
  return tools.filter((tool) => refusedTouch(tool, role) === null && tool.isHere(context));
}

/** What a model is told of a tool, and nothing else. */
export function schemaOf({ name, description, schema }: Tool): ToolSchema {
  return { name, description, schema };
}

/** `refused`: what was tried and may not be, in a line for the owner; null where nothing was. */
export interface Called extends ToolResult {
  readonly refused: string | null;
}

/** Carries a call out; whatever is wrong with it comes back as a text. Never throws but for an abort. */
export async function callTool(tools: readonly Tool[], call: ToolCall, hands: Hands): Promise<Called> {
  const { id, name, input } = call;
  const { context } = hands;
  const tool = tools.find((each) => each.name === name);
  const barred = barredBy(tools, tool, call, hands);
  if (tool === undefined || barred !== null) return refuse(call, barred ?? '', context);
  const problem = tool.check(input);
  if (problem !== null) return { id, name, text: `Refused: ${problem}.`, refused: null };
  const made = await outcome(tool, input, context);
  return made instanceof Refusal
    ? refuse(call, made.message, context)
    : { id, name, text: shown(tool, made, context), refused: null };
}

const inputShown = 160;

function refuse({ id, name, input }: ToolCall, why: string, { redact }: ToolContext): Called {
  const safe = (text: string): string => printable(redact(text));
  const asked = `${name.slice(0, 60)} ${clip(JSON.stringify(input ?? {}), inputShown)}`;
  return { id, name, text: safe(`Refused: ${why}`), refused: safe(`${asked}: ${why}`) };
}

function barredBy(tools: readonly Tool[], tool: Tool | undefined, { name }: ToolCall, hands: Hands) {
  const there = (): string =>
    toolsFor(tools, hands)
      .map((each) => each.name)
      .join(', ');
  if (tool === undefined || !tool.isHere(hands.context))
    return `there is no tool ${JSON.stringify(printable(name).slice(0, 60))} here; there are: ${there()}.`;
  const touch = refusedTouch(tool, hands.role);
  return touch === null ? null : `the role ${hands.role} may not use ${name} (${touch}); it may use: ${there()}.`;
}

/** The first thing a tool touches that the role may not; null where there is none. */
function refusedTouch(tool: Tool, role: ToolRole): Touch | null {
  return tool.touches.find((touch) => !permissions[role].includes(touch)) ?? null;
}

async function outcome(tool: Tool, input: unknown, context: ToolContext): Promise<string | Refusal> {
  try {
    return await tool.run(input, context);
  } catch (error) {
    if (!(error instanceof Error) || context.signal.aborted) throw error;
    if (error instanceof Refusal) return error;
    return `${tool.name} did not work: ${error.message}`; // for the model to go round; a repair does not end by it
  }
}

/** TOOL-5: redacted as a whole, cut, made visible, and marked as data that nothing in it can end. */
function shown(tool: Tool, text: string, context: ToolContext): string {
  const safe = printable(context.redact(text));
  const cut =
    safe.length <= outputCharsMax
      ? safe
      : `${safe.slice(0, outputCharsMax)}\n[${outputCharsMax} of ${safe.length} characters; ${tool.more}]`;
  return asData(tool.name, cut);
}

/** Text from outside, for a prompt: marked, and unable to close its own mark (TRI-5). */
export function asData(from: string, text: string): string {
  return `<data from="${from}">\n${text.replace(/<(?=\/?data\b)/gi, '‹')}\n</data>`;
}
