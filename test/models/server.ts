/**
 * A model on the wire, played from a script: one HTTP server on loopback that speaks both protocols (`/v1/messages` and
 * `/v1/chat/completions`, streamed and plain, OpenAI's own `/v1/responses` streamed, `/v1/embeddings` and `/v1/models`), keeps every request, and can fail in every way there is.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as anthropic from './anthropic.ts';
import * as embeddings from './embeddings.ts';
import * as openai from './openai.ts';
import * as responses from './responses.ts';

/** One request for an answer, as it came. */
export interface Asked {
  readonly protocol: 'anthropic' | 'openai' | 'responses' | 'embeddings';
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as text: what left the client, to the byte. */
  readonly text: string;
  readonly body: AskedBody;
}

/** What both protocols have in common, and the rest unread. */
export interface AskedBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly messages: readonly Record<string, unknown>[];
  readonly tools?: readonly Record<string, unknown>[];
  readonly [key: string]: unknown;
}

export interface Tokens {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** An answer of a model. Empty without text and calls. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  /** `refused`: the provider's filter. Else told from the rest. */
  readonly finish?: 'stop' | 'length' | 'refused';
  /** What the server says was used; `null`: nothing is said. Numbers may be wrong on purpose. */
  readonly usage?: Tokens | null;
  /** Answers with one JSON document although a stream was asked for. */
  readonly plain?: boolean;
  /** From one piece of the stream to the next. */
  readonly everyMs?: number;
  /** Of embeddings: one for each text; else what `embeddings.ts` makes of them. */
  readonly vectors?: readonly unknown[];
}

/** A refusal by status: 401, 402, 403, 429, 500, 503, 529 … */
export interface Status {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The protocol's own error document is made of it. */
  readonly message?: string;
  /** Instead of that document. */
  readonly body?: string;
}

/**
 * `reset`: no answer at all. `silence`: accepted, and never a byte. `cut`: half the answer, then the connection is gone.
 * `end`: half the answer, then a tidy end. `stall`: half the answer, then silence. `garbage`: pieces that are no JSON.
 * `prose`: a page of HTML. `event`: half the answer, then an error within the stream. `giant`: text without end.
 * `drip`: a character now and then, without end.
 */
export type FaultKind =
  | 'reset'
  | 'silence'
  | 'cut'
  | 'end'
  | 'stall'
  | 'garbage'
  | 'prose'
  | 'event'
  | 'giant'
  | 'drip';

export interface Faulty {
  readonly fault: FaultKind;
  /** What of the answer gets through. */
  readonly text?: string;
  readonly everyMs?: number;
}

export type Play = Said | Status | Faulty;

/** What is played to the n-th request for an answer (from 0): a list, its last entry for all that come after; or a function of the request. */
export type Script = readonly Play[] | ((asked: Asked, n: number) => Play | Promise<Play>);

export interface ModelServer {
  /** Without a path. */
  readonly url: string;
  /** The variables of a client that has only this server, by one protocol or the other. The keys are made up. */
  readonly env: { readonly anthropic: Record<string, string>; readonly openai: Record<string, string> };
  /** Requests for an answer, in the order they came. */
  readonly asked: readonly Asked[];
  /** Every request, `GET /v1/models` included. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

export interface ModelServerOptions {
  readonly script: Script;
  /** What `/v1/models` lists; null: it answers 404. */
  readonly models?: readonly string[] | null;
}

export async function startModelServer({ script, models = ['scripted-1'] }: ModelServerOptions): Promise<ModelServer> {
  const asked: Asked[] = [];
  const lines: string[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => undefined); // the client may leave at any time
    void serve(request, response);
  });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    lines.push(`${request.method} ${path}`);
    const text = await bodyOf(request);
    if (request.method === 'GET' && path.endsWith('/models') && models !== null)
      return json(response, 200, { data: models.map((id) => ({ id, type: 'model', object: 'model' })) });
    const protocol = spoken[path];
    if (request.method !== 'POST' || protocol === undefined)
      return json(response, 404, { error: { message: 'not found' } });
    const one: Asked = { protocol, path, headers: request.headers, text, body: JSON.parse(text) as AskedBody };
    const n = asked.push(one) - 1;
    const played = typeof script === 'function' ? await script(one, n) : (script[n] ?? script.at(-1) ?? {});
    await play(one, played, response);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: {
      anthropic: { ANTHROPIC_API_KEY: 'sk-ant-api03-made-up-for-this-test', ANTHROPIC_BASE_URL: url },
      openai: { OPENAI_API_KEY: 'sk-proj-made-up-for-this-test-0123456789', OPENAI_BASE_URL: `${url}/v1` },
    },
    asked,
    lines,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const spoken: Readonly<Record<string, Asked['protocol']>> = {
  '/v1/messages': 'anthropic',
  '/v1/chat/completions': 'openai',
  '/v1/responses': 'responses',
  '/v1/embeddings': 'embeddings',
};

const speakers = { anthropic, openai, responses, embeddings };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function play(asked: Asked, played: Play, response: ServerResponse): Promise<void> {
  const speak = speakers[asked.protocol];
  if ('status' in played) {
    const body = played.body ?? speak.error(played.status, played.message ?? `status ${played.status}`);
    return json(response, played.status, body, { ...played.headers });
  }
  if ('fault' in played) return fail(asked, played, response);
  if (played.plain || !asked.body.stream) return json(response, 200, speak.whole(asked.body, played));
  await stream(response, speak.pieces(asked.body, played), played.everyMs ?? 0);
  response.end();
}

/** Server-sent events, as they are written on the wire. False where the client has left. */
async function stream(response: ServerResponse, pieces: Iterable<string>, everyMs: number): Promise<boolean> {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const piece of pieces) {
    if (response.destroyed) return false;
    if (!response.write(piece)) await drained(response);
    if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return !response.destroyed;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

async function fail(asked: Asked, { fault, text = 'half an ans', everyMs = 50 }: Faulty, response: ServerResponse) {
  const speak = speakers[asked.protocol];
  const pieces = [...speak.pieces(asked.body, { text })];
  const half = pieces.slice(0, -speak.endPieces);
  switch (fault) {
    case 'reset':
      return void response.destroy();
    case 'silence':
      return;
    case 'prose':
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end('<!doctype html><title>Welcome</title><p>This is a login page, not a model.</p>');
    case 'garbage':
      await stream(response, [...half.slice(0, 1), 'data: {"choices": [{"delta"\n\n', 'data: not JSON at all\n\n'], 0);
      return void response.end();
    case 'cut':
      await stream(response, half, 0);
      await new Promise((resolve) => setTimeout(resolve, 20)); // so that what was written arrives
      return void response.destroy();
    case 'end':
      await stream(response, half, 0);
      return void response.end();
    case 'stall':
      await stream(response, half, 0);
      return;
    case 'event':
      await stream(response, [...half, speak.errorPiece('overloaded')], 0);
      return void response.end();
    case 'giant':
      await stream(response, endless(half, 'x'.repeat(16_384), speak.textPiece), 0);
      return;
    case 'drip':
      await stream(response, endless(half, 'y', speak.textPiece), everyMs);
  }
}

function* endless(before: readonly string[], text: string, piece: (text: string) => string): Generator<string> {
  yield* before;
  for (;;) yield piece(text);
}
