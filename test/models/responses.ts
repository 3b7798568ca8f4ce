/** How OpenAI's own Responses API says things: what the vendor's own address is spoken to by. */
import { error, usageOf } from './openai.ts';
import type { AskedBody, Said } from './server.ts';

export { error };

/** So many of the last pieces belong to the end of an answer, not to its text. */
export const endPieces = 1;

const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

export const textPiece = (delta: string): string =>
  event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, delta });

export const errorPiece = (message: string): string =>
  event('response.failed', { sequence_number: 9, response: { error: { code: 'server_error', message } } });

export function whole(): never {
  throw new Error('the vendor streams what is asked to be streamed');
}

export function* pieces({ model }: AskedBody, { text = '', calls = [], finish, usage }: Said): Generator<string> {
  yield event('response.created', { response: { id: 'resp_1', created_at: 1, model } });
  yield event('response.output_item.added', { output_index: 0, item: { type: 'message', id: 'msg_1' } });
  for (const part of text.match(/[\s\S]{1,40}/g) ?? []) yield textPiece(part);
  yield event('response.output_item.done', { output_index: 0, item: { type: 'message', id: 'msg_1' } });
  for (const [at, { name, input }] of calls.entries()) {
    const item = {
      type: 'function_call',
      id: `fc_${at}`,
      call_id: `call_${at}`,
      name,
      arguments: '',
      status: 'completed',
    };
    const output_index = at + 1;
    yield event('response.output_item.added', { output_index, item });
    yield event('response.output_item.done', { output_index, item: { ...item, arguments: JSON.stringify(input) } });
  }
  const reason = finish === 'length' ? 'max_output_tokens' : finish === 'refused' ? 'content_filter' : null;
  const incomplete = reason === null ? {} : { incomplete_details: { reason } };
  const response = { ...incomplete, ...(usage === null ? {} : { usage: usageOf(usage ?? {}) }) };
  yield event(reason === null ? 'response.completed' : 'response.incomplete', { response });
}
