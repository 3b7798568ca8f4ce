/** One try of one model: the request through the SDK's provider, the answer gathered, what went wrong as data (MOD-3, REL-3). */
import type { Endpoint } from './endpoints.ts';
import type { Fell } from './fell.ts';
import { Gate, type Way } from './gate.ts';
import type { Call, Message, Reply, ToolCall } from './models.ts';
import { loadModel, type SdkModel } from './sdk.ts';

type Options = Parameters<SdkModel['doStream']>[0];
type Prompt = Options['prompt'];
type Part = Prompt[number];
type Finish = Awaited<ReturnType<SdkModel['doGenerate']>>['finishReason'];
type SdkUsage = Awaited<ReturnType<SdkModel['doGenerate']>>['usage'];

/** What the provider says was used; a number that is missing or is none is undefined. */
export interface Reported {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly cacheRead: number | undefined;
  readonly cacheWrite: number | undefined;
}

/** What is paid for. */
export interface Served {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly reported: Reported | null;
}

export interface Gathered extends Served {
  readonly finish: Reply['finish'];
}

/** Never throws but for a defect of ours: what the wire does is an answer or a fall. */
export async function tryOnce(given: Way, call: Call): Promise<Gathered | Fell> {
  const { endpoint } = given;
  const way = new Gate(given);
  const state: State = { text: '', calls: [], finish: null, usage: null };
  const model = await loadModel(endpoint, given.model, way.fetch);
  try {
    await gather(model, {
      options: optionsOf(endpoint, call, way.signal),
      way,
      state,
      textMax: call.maxTokens * charsPerToken,
    });
  } catch (error) {
    return way.fellBy(error, state.text); // whatever the wire does is told as data
  } finally {
    way.close();
  }
  if (state.finish === null)
    return { fell: 'again', why: 'the answer ended before its end', waitMs: null, partial: state.text };
  return { text: state.text, calls: state.calls, finish: state.finish, reported: reportedOf(state.usage) };
}

/** More than any tokenizer makes of one: what is longer than this runs away. */
const charsPerToken = 12;

interface State {
  text: string;
  readonly calls: ToolCall[];
  finish: Reply['finish'] | null;
  usage: SdkUsage | null;
}

interface Gathering {
  readonly options: Options;
  readonly way: Gate;
  readonly state: State;
  readonly textMax: number;
}

async function gather(model: SdkModel, { options, way, state, textMax }: Gathering): Promise<void> {
  const begun = await begin(model, options, way);
  if (begun === null) return takeWhole(state, await model.doGenerate(options));
  for await (const part of begun.stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') state.text += part.delta;
    if (part.type === 'tool-call') state.calls.push(toolCallOf(part));
    if (part.type === 'finish') end(state, part);
    if (state.text.length > textMax) return void (state.finish = 'length');
  }
}

/** Null where the server does not stream: its answer is here, whole. */
async function begin(
  model: SdkModel,
  options: Options,
  way: Gate,
): Promise<Awaited<ReturnType<SdkModel['doStream']>> | null> {
  try {
    return await model.doStream(options);
  } catch (error) {
    if (way.plain) return null;
    throw error;
  }
}

function takeWhole(state: State, whole: Awaited<ReturnType<SdkModel['doGenerate']>>): void {
  for (const part of whole.content) {
    if (part.type === 'text') state.text += part.text;
    if (part.type === 'tool-call') state.calls.push(toolCallOf(part));
  }
  end(state, whole);
}

/** A stream that ends without its reason was cut, however tidily. */
function end(state: State, { finishReason, usage }: { finishReason: Finish; usage: SdkUsage }): void {
  state.usage = usage;
  const { unified, raw } = finishReason;
  if (raw === undefined && (unified === 'other' || unified === 'error')) return;
  if (unified === 'content-filter') state.finish = 'refused';
  else if (unified === 'length') state.finish = 'length';
  else state.finish = state.calls.length > 0 ? 'calls' : 'stop';
}

function toolCallOf({
  toolCallId,
  toolName,
  input,
}: {
  toolCallId: string;
  toolName: string;
  input: string;
}): ToolCall {
  return { id: toolCallId, name: toolName, input: parsed(input) };
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : (JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError) return text; // whatever it wrote; the tool refuses it and says why
    throw error;
  }
}

function reportedOf(usage: SdkUsage | null): Reported | null {
  if (usage === null) return null;
  const { inputTokens: input, outputTokens: output } = usage;
  return { input: input.total, output: output.total, cacheRead: input.cacheRead, cacheWrite: input.cacheWrite };
}

/** The prefix that stays the same is marked for Anthropic's cache; of a conversation with tools, all that was said so far too. */
const cached = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function optionsOf(endpoint: Endpoint, call: Call, abortSignal: AbortSignal): Options {
  const { tools = [], temperature } = call;
  const turns = call.messages.map(partOf);
  const last = tools.length > 0 ? turns.pop() : undefined;
  const system: Part = { role: 'system', content: call.system, providerOptions: cached };
  return {
    prompt: [system, ...turns, ...(last ? [{ ...last, providerOptions: cached }] : [])],
    maxOutputTokens: call.maxTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, schema }) => ({
            type: 'function',
            name,
            description,
            inputSchema: schema,
          })),
        }),
    providerOptions: {
      anthropic: { toolStreaming: false }, // what a tool is given comes whole, and others who speak the protocol know no other way
      ...(endpoint.isVendor ? { openai: { store: false } } : {}),
    },
    abortSignal,
  };
}

function partOf(message: Message): Part {
  switch (message.from) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'model': {
      const calls = message.calls.map(({ id, name, input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input: isObject(input) ? input : { unreadable: input },
      }));
      const isEmpty = message.text === '' && calls.length > 0;
      return {
        role: 'assistant',
        content: [...(isEmpty ? [] : [{ type: 'text' as const, text: message.text || '(nothing)' }]), ...calls],
      };
    }
    case 'tools':
      return {
        role: 'tool',
        content: message.results.map(({ id, name, text }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: { type: 'text', value: text },
        })),
      };
  }
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
