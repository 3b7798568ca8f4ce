/** What a witness is asked besides the failing request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Inputs } from '../incident/map.ts';
import type { CapturedRequest } from '../incident/nouns.ts';
import { plainGet } from '../incident/requests.ts';
import { probesOf } from './probes.ts';

interface Scene {
  readonly failing: CapturedRequest;
  readonly good?: readonly string[];
  readonly paths?: readonly string[];
  readonly inputs?: Partial<Inputs>;
  /** Of a good request. */
  readonly answered?: unknown;
  readonly apart?: boolean;
}

function probes({ failing, good = [], paths = [], inputs = {}, answered, apart = true }: Scene): string[] {
  const none: Inputs = { query: [], body: [], words: new Map() };
  const answers = answered === undefined ? [] : [{ status: 200, error: null, ms: 1, body: JSON.stringify(answered) }];
  return probesOf(
    { confined: apart, relayed: [] },
    { good: good.map(plainGet), beside: [], failing: [failing] },
    { past: { edits: [], paths, inputs: () => ({ ...none, ...inputs }) }, run: { answers, good: [] } },
  ).map(({ method, url, body }) => `${method} ${url}${body === null ? '' : ` ${body}`}`);
}

const post = (body: unknown): CapturedRequest => ({
  ...plainGet('/loans'),
  method: 'POST',
  body: JSON.stringify(body),
});

test('POL-1 a page that is read and was not asked for is asked for, and what it is compared with', () => {
  const words = new Map([['order', new Set(['desc'])]]);
  const found = probes({ failing: plainGet('/books'), inputs: { query: ['page', 'order'], words } });
  for (const url of ['/books?page=2', '/books?page=3', '/books?order=desc'])
    assert.ok(found.includes(`GET ${url}`), url);
});

test('POL-1 another number, another id of good requests and of answers, and none at all', () => {
  const found = probes({
    failing: plainGet('/members/1/loans?room=oak&page=2'),
    good: ['/members/7'],
    answered: [{ room: 'oak' }, { room: 'elm' }],
    paths: ['/rooms/:room'],
  });
  for (const url of [
    '/members/7/loans?room=oak&page=2',
    '/members/2/loans?room=oak&page=2',
    '/members/1/loans?room=elm&page=2',
    '/members/1/loans?room=oak&page=3',
    '/members/1/loans?page=2',
    '/members/1/loans',
    '/rooms/elm',
    '/members/7',
  ])
    assert.ok(found.includes(`GET ${url}`), `${url} of ${found.join(' ')}`);
});

test('POL-1 a body without each field, with others, and with what is read besides; nowhere but in a copy of its own', () => {
  const failing = post({ book: 3, note: 'a' });
  const found = probes({ failing, inputs: { body: ['days'], words: new Map([['note', new Set(['b'])]]) } });
  for (const body of [
    { note: 'a' },
    { bookx: 3, note: 'a' },
    { book: 4, note: 'a' },
    { book: 3, note: 'b' },
    { book: 3, note: 'a', days: 2 },
  ])
    assert.ok(found.includes(`POST /loans ${JSON.stringify(body)}`), JSON.stringify(body));
  assert.deepEqual(probes({ failing, apart: false }), []);
});

test('POL-1 there is an end to it: one request has 12 others at most, all of them 48', () => {
  const query = Array.from({ length: 40 }, (_, nth) => `name${nth}`);
  assert.equal(probes({ failing: plainGet('/a'), inputs: { query } }).length, 12);
  const good = Array.from({ length: 90 }, (_, nth) => `/good/${nth}`);
  assert.equal(probes({ failing: plainGet('/a'), good }).length, 48);
});
