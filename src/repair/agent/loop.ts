/** A conversation with a model that has tools: bounded in turns, tokens, calls and time, whatever the model does (REL-3). */
import { canonical } from '../../kit/hash.ts';
import { clip } from '../../kit/text.ts';
import type { Message, Models, NoReply, Reply, Role, ToolCall, ToolResult } from '../../models/models.ts';
import { callTool, schemaOf, type Hands } from '../../tools/call.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Bill } from '../rung.ts';
import { masked } from './mask.ts';

export interface Conversation {
  readonly rung: string;
  readonly role: Role;
  readonly system: string;
  /** The first message: the failure and what is known of it. */
  readonly task: string;
  /** Only these are shown and only these are carried out. */
  readonly tools: readonly Tool[];
  readonly hands: Hands;
  /** The tool that ends it. */
  readonly closing: string;
  readonly turns: number;
  readonly tokens: number;
  /** Takes what the closing tool was called with: null ends the conversation, a text goes back to the model. */
  close(input: unknown): Promise<string | null>;
}

export interface LoopDeps {
  readonly models: Models;
  readonly incident: number;
  readonly bill: Bill;
  readonly signal: AbortSignal;
}

export type Ended =
  | { readonly as: 'closed' }
  | { readonly as: 'stopped'; readonly why: string }
  | { readonly as: 'none'; readonly none: NoReply };

const loopLimits = {
  answerTokens: 4_000,
  /** Below this an answer cannot hold a call. */
  answerTokensMin: 400,
  callsPerTurn: 6,
  /** Calls that were made before, in all. */
  repeats: 3,
  /** Answers without any call, in all. */
  silences: 2,
  maskEvery: 3,
} as const;

const inputCharsMax = 60_000;

export async function converse(talk: Conversation, deps: LoopDeps): Promise<Ended> {
  const state: State = { messages: [{ from: 'user', text: talk.task }], made: new Set(), repeats: 0, silences: 0 };
  const before = deps.bill.spent.tokens;
  for (let turn = 1; turn <= talk.turns; turn += 1) {
    if (deps.signal.aborted) return { as: 'stopped', why: 'the time ran out' };
    if (turn > 1 && (turn - 1) % loopLimits.maskEvery === 0) forget(state);
    const left = talk.tokens - (deps.bill.spent.tokens - before);
    const room = Math.min(loopLimits.answerTokens, left - promptTokens(talk, state.messages));
    if (room < loopLimits.answerTokensMin) return { as: 'stopped', why: `its ${talk.tokens} tokens were used up` };
    const reply = await ask(talk, deps, { messages: state.messages, maxTokens: room });
    deps.bill.add(reply);
    if ('failed' in reply) return { as: 'none', none: reply };
    if (reply.finish === 'refused') return { as: 'stopped', why: 'the model refused' };
    const ended = await answer(talk, deps, { state, reply, turn });
    if (ended !== null) return ended;
  }
  return { as: 'stopped', why: `it was not done after ${talk.turns} turns` };
}

interface State {
  messages: Message[];
  /** Calls whose outputs still stand in the conversation. */
  readonly made: Set<string>;
  repeats: number;
  silences: number;
}

function ask(
  { role, rung, system, tools }: Conversation,
  { models, incident, signal }: LoopDeps,
  { messages, maxTokens }: { messages: readonly Message[]; maxTokens: number },
): Promise<Reply | NoReply> {
  const purpose = { incident, rung, tool: null };
  return models.call({
    role,
    system,
    messages: [...messages],
    tools: tools.map(schemaOf),
    maxTokens,
    temperature: 0,
    purpose,
    signal,
  });
}

/** Adds what the model said and what came of it; null where it goes on. */
async function answer(
  talk: Conversation,
  { bill }: LoopDeps,
  { state, reply, turn }: { state: State; reply: Reply; turn: number },
): Promise<Ended | null> {
  const calls = reply.calls.map((call) => ({ ...call, input: bounded(call.input) }));
  state.messages.push({ from: 'model', text: clip(reply.text, 8_000), calls });
  if (calls.length === 0) {
    state.silences += 1;
    if (state.silences >= loopLimits.silences) return { as: 'stopped', why: 'it called no tool' };
    const cut = reply.finish === 'length' ? 'The answer was cut: write less. ' : '';
    state.messages.push({ from: 'user', text: `${cut}Call a tool; ${talk.closing} ends the work.` });
    return null;
  }
  const results: ToolResult[] = [];
  for (const [index, call] of calls.entries()) {
    const text = index < loopLimits.callsPerTurn ? await one(talk, { bill, state }, call) : tooMany;
    if (text === null) return { as: 'closed' };
    results.push({ id: call.id, name: call.name, text });
  }
  const left = talk.turns - turn;
  const note = left === 1 ? `\n[the next turn is the last: call ${talk.closing} in it]` : `\n[${left} turns left]`;
  state.messages.push({
    from: 'tools',
    results: results.map((result, index) =>
      index === results.length - 1 ? { ...result, text: result.text + note } : result,
    ),
  });
  return state.repeats >= loopLimits.repeats ? { as: 'stopped', why: 'it made the same calls over and over' } : null;
}

const tooMany = `Refused: at most ${loopLimits.callsPerTurn} calls a turn are carried out; make it again if you need it.`;

/** What a call comes to; null where it ended the work. */
async function one(
  talk: Conversation,
  { bill, state }: { bill: Bill; state: State },
  call: ToolCall,
): Promise<string | null> {
  const tool = talk.tools.find(({ name }) => name === call.name);
  if (call.name === talk.closing && tool?.check(call.input) === null) {
    const reply = await talk.close(call.input);
    // What comes after a trial is asked of another tree.
    state.made.clear();
    return reply;
  }
  const key = canonical([
    call.name,
    call.input,
    talk.hands.context.draft.edits.map(({ path, after }) => [path, after]),
  ]);
  if (state.made.has(key)) {
    state.repeats += 1;
    return 'Refused: you made this very call before, and its answer stands above. Do something else, or end the work.';
  }
  state.made.add(key);
  const { text, refused } = await callTool(talk.tools, call, talk.hands);
  if (refused !== null) bill.refuse(refused);
  return text;
}

function forget(state: State): void {
  state.messages = masked(state.messages);
  state.made.clear();
}

/** What a model wrote goes back to it in every turn: a huge input does not. */
function bounded(input: unknown): unknown {
  return JSON.stringify(input ?? null).length > inputCharsMax
    ? `[left out: an input of more than ${inputCharsMax} characters]`
    : input;
}

function promptTokens({ system, tools }: Conversation, messages: readonly Message[]): number {
  return Math.ceil(Buffer.byteLength(system + JSON.stringify([messages, tools.map(schemaOf)])) / 4);
}
