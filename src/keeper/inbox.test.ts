import assert from 'node:assert/strict';
import { createDecipheriv } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { CapturedRequest, Signal } from '../incident/nouns.ts';
import { statePaths } from '../kit/paths.ts';
import { Inbox, sweepRequests, type Sighting } from './inbox.ts';
import { Threshold } from './threshold.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-inbox-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const request: CapturedRequest = {
  method: 'POST',
  url: '/login?token=t0k&page=2',
  headers: { Authorization: 'Bearer abc', 'x-api-key': 'k', accept: 'text/plain', note: 'hunter2' },
  body: '{"user":"ann","password":"pw","card":{"number":"4111"},"author":"bob","deep":{"apiKey":"zz"}}',
  bodyEncoding: 'utf8',
  truncated: false,
};

const sighting: Sighting = {
  kind: 'error',
  stderr: '',
  error: null,
  exit: null,
  beforeReady: false,
  requests: [],
  good: [],
  route: '/',
  status: 500,
  client: null,
  release: null,
  count: 1,
};

/** An inbox in a project of its own, with a clock that is moved by hand. */
function open(name: string, sensing = { threshold: 1, windowMs: 30_000 }) {
  const paths = statePaths(path.join(root, name), {});
  const state = path.join(root, name);
  const run = { ...paths.run('x'), requests: path.join(state, 'requests') };
  const folder = path.join(state, 'inbox');
  mkdirSync(folder, { recursive: true });
  let nowMs = 0;
  const inbox = new Inbox({
    subject: 'x',
    folder,
    run,
    key: Buffer.alloc(32),
    clock: { now: () => 1_700_000_000_000 + nowMs, monotonic: () => nowMs },
    sensing,
    redact: (text) => text.replaceAll('hunter2', '[redacted:test]'),
  });
  const names = (): string[] => readdirSync(folder).sort();
  const signals = (): Signal[] =>
    names().map((file) => (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { signal: Signal }).signal);
  return { inbox, folder, run, names, signals, pass: (ms: number) => (nowMs += ms) };
}

test('SEN-3 what people may read is redacted; the whole request is only in its sealed file', () => {
  const { inbox, run, signals } = open('redact');
  inbox.tell({ ...sighting, kind: 'crash', stderr: 'boom hunter2', requests: [request], good: [request] });
  const [signal] = signals();
  assert.equal(signal!.stderr, 'boom [redacted:test]');
  assert.equal(signal!.request!.url, '/login?token=[redacted:field]&page=2');
  assert.deepEqual(signal!.request!.headers, {
    Authorization: '[redacted:header]',
    'x-api-key': '[redacted:header]',
    accept: 'text/plain',
    note: '[redacted:test]',
  });
  assert.deepEqual(JSON.parse(signal!.request!.body!), {
    user: 'ann',
    password: '[redacted:field]',
    card: '[redacted:field]',
    author: 'bob',
    deep: { apiKey: '[redacted:field]' },
  });
  const sealed = readFileSync(path.join(run.requests, signal!.requestRef!));
  assert.ok(!sealed.includes('Bearer'));
});

test('SEN-3 requests in flight and good ones lie sealed together, bounded; nobody else may read their credentials', () => {
  const { inbox, run, signals } = open('together');
  const good = { ...request, method: 'GET', body: null, headers: { cookie: 'sid=another-client-0123456789' } };
  const large = { ...request, body: 'x'.repeat(400_000) };
  const stderr = 'asked by another-client-0123456789';
  inbox.tell({ ...sighting, stderr, requests: [large, large, large, request], good: [good] });
  const [signal] = signals();
  assert.equal(signal!.stderr, 'asked by [redacted:credential]');
  const bytes = readFileSync(path.join(run.requests, signal!.requestRef!));
  const opener = createDecipheriv('aes-256-gcm', Buffer.alloc(32), bytes.subarray(0, 12));
  opener.setAuthTag(bytes.subarray(12, 28));
  const sealed = JSON.parse(Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString());
  assert.deepEqual(sealed, { requests: [large, large], good: [good] });
  inbox.tell(sighting);
  assert.equal(signals()[1]!.requestRef, null, 'nothing to seal, nothing sealed');
});

test('SEN-3 form bodies lose their secrets; bytes are for the replay only', () => {
  const { inbox, signals, pass } = open('bodies');
  for (const [body, bodyEncoding] of [
    ['user=a&password=b', 'utf8'],
    ['AAECAw==', 'base64'],
    ['plain words', 'utf8'],
    ['\0'.repeat(256 * 1024), 'utf8'],
  ] as const) {
    inbox.tell({ ...sighting, requests: [{ ...request, body, bodyEncoding }] });
    pass(1);
  }
  const bodies = signals().map((signal) => signal.request!.body);
  assert.deepEqual(bodies, [
    'user=a&password=[redacted:field]',
    '[redacted:binary]',
    'plain words',
    '[redacted:binary]',
  ]);
});

test('SEN-3 of a message the JSON behind what its protocol puts before it is redacted; what was said before it is only in the sealed file', () => {
  const { inbox, signals } = open('messages');
  const before = [{ body: '40{"token":"s3cret-of-ann"}', bodyEncoding: 'utf8' }] as const;
  const said = {
    ...request,
    method: 'WEBSOCKET',
    body: '42/rooms,7["join",{"room":"a","password":"p4ssw0rd"}]',
    before,
  };
  inbox.tell({ ...sighting, kind: 'crash', stderr: 's3cret-of-ann or p4ssw0rd', requests: [said] });
  const [signal] = signals();
  assert.equal(signal!.request!.body, '42/rooms,7["join",{"room":"a","password":"[redacted:field]"}]');
  assert.equal(signal!.stderr, '[redacted:credential] or [redacted:credential]');
  assert.doesNotMatch(JSON.stringify(signal), /s3cret|p4ssw0rd|"before"/);
});

test('SEN-3 a hostile body of 256 KiB is redacted in no time', () => {
  const { inbox } = open('hostile');
  const startedMs = performance.now();
  for (const body of ['?'.repeat(262_144), '&'.repeat(262_144), '[{'.repeat(131_072), ' '.repeat(262_144)]) {
    inbox.tell({
      ...sighting,
      stderr: `${' \n'.repeat(32_768)}`,
      requests: [{ ...request, url: body.slice(0, 16_384), body }],
    });
  }
  assert.ok(performance.now() - startedMs < 5000);
});

test('SEN-1 stderr is bounded: 64 KiB, each line 4 KiB, the end counts', () => {
  const { inbox, signals } = open('bounds');
  inbox.tell({ ...sighting, stderr: `${'x'.repeat(10_000)}\n${'line\n'.repeat(20_000)}the end` });
  const [signal] = signals();
  assert.ok(Buffer.byteLength(signal!.stderr) <= 65_536);
  assert.ok(signal!.stderr.endsWith('the end'));
});

test('SEN-5 errors of a route below the threshold within the window tell nobody; at it, all of them are told', () => {
  const { inbox, signals, pass } = open('threshold', { threshold: 3, windowMs: 30_000 });
  const on = (route: string, count = 1): number => {
    inbox.fold({ ...sighting, error: null, route, count });
    inbox.flush();
    return signals().length;
  };
  assert.deepEqual([on('/a'), on('/b'), on('/a'), on('/b')], [0, 0, 0, 0], 'each route has its own');
  pass(31_000);
  inbox.flush();
  assert.deepEqual([on('/a'), on('/a')], [0, 0], 'the first two are out of the window');
  assert.equal(on('/a'), 1);
  assert.equal(signals()[0]?.count, 3);
  assert.equal(on('/c', 5), 2, 'a folded report counts as what it stands for');
  inbox.tell({ ...sighting, kind: 'crash', route: '/d' });
  assert.equal(signals().length, 3, 'a death is told at once');
});

test('SEN-5 the routes that are counted are bounded', () => {
  const threshold = new Threshold({ threshold: 2, windowMs: 30_000 });
  for (let at = 0; at < 3_000; at += 1) threshold.reached(`/${at}`, 1, at);
  assert.equal(threshold.reached('/0', 1, 3_000), false, 'forgotten for later ones');
  assert.equal(threshold.reached('/2999', 1, 3_000), true);
});

test('TRI-7 equal errors: the first at once, then one message in 5 s for all of them', () => {
  const { inbox, signals, pass } = open('fold');
  for (let i = 0; i < 100; i += 1) inbox.fold(sighting);
  inbox.flush();
  assert.deepEqual(
    signals().map(({ count }) => count),
    [100],
  );
  for (let i = 0; i < 50; i += 1) {
    inbox.fold(sighting);
    pass(50);
    inbox.flush();
  }
  assert.equal(signals().length, 1);
  pass(2500);
  inbox.flush();
  assert.deepEqual(
    signals().map(({ count }) => count),
    [100, 50],
  );
});

test('TRI-7 10,000 errors of 5,000 signatures: bounded keys, few writes at a time, nothing lost from the count', () => {
  const { inbox, names, signals, pass } = open('storm');
  for (let i = 0; i < 10_000; i += 1) {
    const stack = `E: x\n    at f (/app/a${i % 5000}.js:1:1)`;
    inbox.fold({ ...sighting, error: { name: 'E', message: 'x', code: null, stack, cause: null } });
  }
  inbox.flush();
  assert.equal(names().length, 10);
  for (let i = 0; i < 200; i += 1) {
    pass(250);
    inbox.flush();
  }
  assert.ok(names().length <= 1001);
  const unread = names().length;
  for (let i = 0; i < 20; i += 1) rmSync(path.join(root, 'storm', 'inbox', names()[0]!));
  assert.ok(unread >= 500 && signals().length > 0);
});

test('REL-2 messages are read in the order in which they were written, also where the clock is set back', () => {
  const { inbox, folder, names, pass } = open('clock');
  for (const state of ['ready', 'crash_loop', 'parked']) {
    inbox.note(state, { boot: 1, release: null });
    pass(-3_600_000);
  }
  const states = names().map(
    (file) => (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { state: string }).state,
  );
  assert.deepEqual(states, ['ready', 'crash_loop', 'parked']);
});

test('TRI-7 where nobody reads, errors are only counted; deaths are still told', () => {
  const { inbox, folder, names, signals } = open('full');
  inbox.tell(sighting);
  for (let i = 0; i < 500; i += 1)
    writeFileSync(path.join(folder, `0-${i}.json`), JSON.stringify({ signal: sighting }));
  inbox.fold(sighting);
  inbox.flush();
  assert.equal(names().length, 501);
  inbox.tell({ ...sighting, kind: 'crash' });
  assert.equal(signals().filter(({ kind }) => kind === 'crash').length, 1);
  for (const name of names().slice(0, 100)) rmSync(path.join(folder, name));
  inbox.flush();
  assert.equal(names().length, 403);
});

test('SEN-3 sealed requests go after a day, and beyond 500', () => {
  const { run } = open('sweep');
  rmSync(run.requests, { recursive: true, force: true });
  const { inbox } = open('sweep');
  inbox.tell({ ...sighting, requests: [request] });
  const now = Date.now();
  for (let i = 0; i < 510; i += 1) writeFileSync(path.join(run.requests, `r${i}`), '');
  const old = path.join(run.requests, 'old');
  writeFileSync(old, '');
  utimesSync(old, new Date(now - 90_000_000), new Date(now - 90_000_000));
  sweepRequests(run.requests, now);
  assert.equal(readdirSync(run.requests).length, 500);
  assert.ok(!readdirSync(run.requests).includes('old'));
});

test('TRI-7 where the disk is slow, out of turn writes take a fifth of the time at most, and nothing is lost', () => {
  const { inbox, names, pass } = open('slow');
  const slow = (route: string): void => inbox.fold({ ...sighting, route, kept: () => pass(60) });
  slow('/a');
  inbox.flushSoon();
  assert.equal(names().length, 1, 'the first one at once');
  slow('/b');
  inbox.flushSoon();
  assert.equal(names().length, 1, 'the disk took 60 ms: it rests for 240');
  pass(240);
  for (const route of ['/c', '/d', '/e']) slow(route);
  inbox.flushSoon();
  assert.equal(names().length, 3, 'no third one is begun after 100 ms');
  inbox.flush();
  assert.equal(names().length, 5, 'the regular look writes the rest');
});
