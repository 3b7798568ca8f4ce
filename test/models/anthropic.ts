/** How Anthropic's Messages API says things, streamed and plain. */
import type { AskedBody, Said, Tokens } from './server.ts';

/** So many of the last pieces belong to the end of an answer, not to its text. */
export const endPieces = 3;

const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

export const textPiece = (text: string): string =>
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });

export const errorPiece = (message: string): string => event('error', { error: { type: 'overloaded_error', message } });

const kinds: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

export function error(status: number, message: string): object {
  return { type: 'error', error: { type: kinds[status] ?? 'api_error', message } };
}

function usageOf({ input = 100, output = 20, cacheRead = 0, cacheWrite = 0 }: Tokens): Record<string, number> {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  };
}

function stopOf({ finish, calls = [] }: Said): string {
  if (finish === 'refused') return 'refusal';
  if (finish === 'length') return 'max_tokens';
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}

export function whole({ model }: AskedBody, said: Said): object {
  const content = [
    ...(said.text ? [{ type: 'text', text: said.text }] : []),
    ...(said.calls ?? []).map(({ name, input }, at) => ({ type: 'tool_use', id: `toolu_${at}`, name, input })),
  ];
  const usage = usageOf(said.usage ?? {});
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopOf(said),
    stop_sequence: null,
    usage,
  };
}

export function* pieces({ model }: AskedBody, said: Said): Generator<string> {
  const usage = usageOf(said.usage === null ? { input: 0, output: 0 } : (said.usage ?? {}));
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null };
  yield event('message_start', { message: { ...message, stop_sequence: null, usage: { ...usage, output_tokens: 1 } } });
  yield event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  for (const part of (said.text ?? '').match(/[\s\S]{1,40}/g) ?? []) yield textPiece(part);
  yield event('content_block_stop', { index: 0 });
  for (const [at, { name, input }] of (said.calls ?? []).entries()) {
    const index = at + 1;
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    yield event('content_block_start', {
      index,
      content_block: { type: 'tool_use', id: `toolu_${at}`, name, input: {} },
    });
    for (const part of text.match(/[\s\S]{1,40}/g) ?? [])
      yield event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: part } });
    yield event('content_block_stop', { index });
  }
  yield event('message_delta', { delta: { stop_reason: stopOf(said), stop_sequence: null }, usage });
  yield event('message_stop', {});
}
