/** A broken server that no recipe repairs, a scripted model beside it, and `kintsugi heal` over both. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { ExecResult } from '../../src/kit/exec.ts';
import { startModelServer, type Asked, type Script } from '../models/server.ts';
import { placeOf, type Place } from './place.ts';

export interface Healed {
  readonly id: number | null;
  readonly status: string | null;
  readonly outcome: string;
  readonly suspicious: boolean | null;
  readonly action: { readonly why: string; readonly command: string | null } | null;
  readonly repair: {
    readonly kind: string;
    readonly tier: string;
    readonly recipe: string | null;
    readonly model: string | null;
    readonly files: readonly string[];
    readonly diff: string;
    readonly proof: string;
    readonly candidates: { readonly tried: number; readonly fell: number };
  } | null;
  readonly requests: readonly {
    readonly before: { status: number | null };
    readonly after: { status: number | null } | null;
  }[];
  readonly tokens: number;
  readonly costUsd: number;
}

export const rates = `const rates = new Map([
  ['EUR-USD', 1.1],
  ['USD-EUR', 0.9],
]);

function rateFor(from, to) {
  const rate = rates.get(from + to);
  if (rate === undefined) throw new Error('there is no such rate');
  return rate;
}

module.exports = { rateFor, pairs: () => [...rates.keys()] };
`;

export const server = `const http = require('node:http');
const { rateFor, pairs } = require('./rates');

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function isAuthorized(request) {
  return request.headers['x-key'] !== 'wrong';
}

http
  .createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (!isAuthorized(request)) return answer(response, 401, { error: 'who are you' });
    if (url.pathname === '/health') return answer(response, 200, { ok: true });
    if (url.pathname === '/rates') return answer(response, 200, pairs());
    if (url.pathname !== '/convert') return answer(response, 404, { error: 'not found' });
    const rate = rateFor(url.searchParams.get('from'), url.searchParams.get('to'));
    answer(response, 200, { amount: Number(url.searchParams.get('amount')) * rate });
  })
  .listen(process.env.PORT || 3000);
`;

export const fails = 'GET /convert?from=EUR&to=USD&amount=10';
export const others = ['GET /health', 'GET /rates'];

/** A block as a model writes it. */
export function block(file: string, search: string, replace: string): string {
  return `${file}\n<<<<<<< SEARCH\n${search === '' ? '' : `${search}\n`}=======\n${replace}\n>>>>>>> REPLACE\n`;
}

export const lookup = '  const rate = rates.get(from + to);';
export const right = `The keys of the map have a dash.\n\n${block('rates.js', lookup, '  const rate = rates.get(`${from}-${to}`);')}`;

/** Groups of three: as many answers as one heal asks for. */
export function threes<T>(all: readonly T[]): T[][] {
  return all.flatMap((_, at) => (at % 3 === 0 ? [all.slice(at, at + 3)] : []));
}

export interface Scene extends Place {
  readonly asked: readonly Asked[];
  /** Of the model. */
  readonly url: string;
  live(file: string): string;
  /** With `--apply`, the failing request and two good ones, unless others are given. */
  heal(options?: {
    requests?: readonly string[];
    words?: readonly string[];
    env?: NodeJS.ProcessEnv;
  }): Promise<ExecResult>;
}

export async function sceneOf(
  t: TestContext,
  script: Script,
  { files = {}, protocol = 'openai' }: { files?: Record<string, string>; protocol?: 'openai' | 'anthropic' } = {},
): Promise<Scene> {
  const place = placeOf(t, { 'server.js': server, 'rates.js': rates, ...files });
  const models = await startModelServer({ script });
  t.after(() => models.close());
  // The fast path alone: the rungs above it would be asked as well.
  const rungs = { KINTSUGI_HEAL_RUNGS: 'known,recipes,revert,fast' };
  // The project has no past that could say what is right.
  const alone = { KINTSUGI_MODEL_ALONE: 'promote' };
  const own = { ...models.env[protocol], ...rungs, ...alone, KINTSUGI_HEAL_SETTLE_MS: '100' };
  return {
    ...place,
    asked: models.asked,
    url: models.url,
    live: (file) => readFileSync(path.join(place.project, file), 'utf8'),
    run: (line, options) => place.run(line, { ...options, env: { ...own, ...options?.env } }),
    heal: ({ requests = [...others, fails], words = ['--apply'], env = {} } = {}) =>
      place.run(['heal', 'server.js', '--json', ...words, ...requests.flatMap((request) => ['--request', request])], {
        env: { ...own, ...env },
      }),
  };
}
