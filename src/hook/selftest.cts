/** Proves at the first listen, in well under 50 ms, that the internals the hook leans on are as they were (SUP-16). */

import http from 'node:http';
import type { Socket } from 'node:net';

import { isOn, stateOf, switchOff } from './guard.cts';
import type { Part } from './guard.cts';
import { captured } from './requests.cts';
import { internals } from './wire.cts';

const tests: Readonly<Partial<Record<Part, () => string>>> = {
  fds: () => (typeof internals().Pipe === 'function' ? 'ok' : 'pipes cannot carry handles'),
  capture: () => {
    const request = new http.IncomingMessage(null as unknown as Socket);
    request.method = 'POST';
    request.push(Buffer.from('kintsugi'));
    return captured(request).body === 'kintsugi' ? 'ok' : 'request bodies do not pass push';
  },
};

const said: readonly Part[] = [
  'fds',
  'capture',
  'errors',
  'process',
  'listen',
  'observe',
  'beat',
  'vitals',
  'trial',
  'stdio',
  'shed',
];

/** `ok` or why not, for each part; one that fails is switched off. */
export function selfTest(): Record<string, string> {
  for (const part of said) {
    const test = tests[part];
    if (test === undefined || !isOn(part)) continue;
    const verdict = attempt(test);
    if (verdict !== 'ok') switchOff(part, verdict);
  }
  return Object.fromEntries(said.map((part) => [part, stateOf(part)]));
}

function attempt(test: () => string): string {
  try {
    return test();
  } catch (error) {
    // A test that throws has found what it was looking for.
    return error instanceof Error ? error.message : 'threw';
  }
}
