/** How OpenAI's embeddings say things, and a small sense of what words mean. */
import { error, usageOf } from './openai.ts';
import type { AskedBody, Said } from './server.ts';

export { error };

export const endPieces = 1;
export const textPiece = (text: string): string => text;
export const errorPiece = (message: string): string => message;

/** Words that mean the same, one dimension each. */
const senses: readonly (readonly string[])[] = [
  ['login', 'session', 'authenticate', 'password', 'credentials'],
  ['invoice', 'bill', 'payment', 'charge', 'refund'],
  ['picture', 'image', 'thumbnail', 'photo'],
];

export function vectorOf(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return [0.1, ...senses.map((sense) => words.filter((word) => sense.includes(word)).length)];
}

export function whole({ model, input }: AskedBody, said: Said): object {
  const vectors = said.vectors ?? (input as string[]).map(vectorOf);
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  return { object: 'list', model, data, ...(said.usage === null ? {} : { usage: usageOf(said.usage ?? {}) }) };
}

/** The document in pieces, for what breaks it off. */
export function* pieces(body: AskedBody, said: Said): Generator<string> {
  yield* JSON.stringify(whole(body, said)).match(/[\s\S]{1,40}/g) ?? [];
}
