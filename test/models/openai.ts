/** How OpenAI's chat completions say things, streamed and plain. */
import type { AskedBody, Said, Tokens } from './server.ts';

/** So many of the last pieces belong to the end of an answer, not to its text. */
export const endPieces = 3;

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'scripted-1' };
const chunk = (delta: object, finish: string | null = null): string =>
  data({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] });

export const textPiece = (content: string): string => chunk({ content });

export const errorPiece = (message: string): string => data({ error: { message, type: 'server_error', code: 503 } });

const kinds: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  402: 'insufficient_quota',
  429: 'rate_limit',
};

export function error(status: number, message: string): object {
  return { error: { message, type: 'error', param: null, code: kinds[status] ?? null } };
}

/** With the words of chat completions and those of responses: each side reads its own. */
export function usageOf({ input = 100, output = 20, cacheRead = 0 }: Tokens): object {
  const chat = { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: { cached_tokens: cacheRead } };
  const own = { input_tokens: input, output_tokens: output, input_tokens_details: { cached_tokens: cacheRead } };
  return { ...chat, ...own, total_tokens: input + output };
}

function finishOf({ finish, calls = [] }: Said): string {
  if (finish === 'refused') return 'content_filter';
  if (finish === 'length') return 'length';
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function callOf({ name, input }: { name: string; input: unknown }, at: number): object {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return { index: at, id: `call_${at}`, type: 'function', function: { name, arguments: text } };
}

export function whole({ model }: AskedBody, said: Said): object {
  const calls = (said.calls ?? []).map(callOf);
  const message = { role: 'assistant', content: said.text ?? null, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  const usage = said.usage === null ? {} : { usage: usageOf(said.usage ?? {}) };
  const choices = [{ index: 0, message, finish_reason: finishOf(said) }];
  return { ...base, object: 'chat.completion', model, choices, ...usage };
}

export function* pieces(_body: AskedBody, said: Said): Generator<string> {
  yield chunk({ role: 'assistant', content: '' });
  for (const part of (said.text ?? '').match(/[\s\S]{1,40}/g) ?? []) yield textPiece(part);
  for (const [at, call] of (said.calls ?? []).entries()) yield chunk({ tool_calls: [callOf(call, at)] });
  yield chunk({}, finishOf(said));
  yield data({ ...base, choices: [], ...(said.usage === null ? {} : { usage: usageOf(said.usage ?? {}) }) });
  yield 'data: [DONE]\n\n';
}
