/** Signals as the keeper tells them, for the tests of triage. */
import type { CapturedRequest, ErrorReport, Signal } from '../incident/nouns.ts';
import { triage, type TriageContext } from './triage.ts';

export const context: TriageContext = { project: '/srv/app', subject: 'server.js' };

export function signal(more: Partial<Signal>): Signal {
  return {
    id: '1',
    subject: 'server.js',
    kind: 'error',
    at: '2026-01-01T00:00:00Z',
    stderr: '',
    error: null,
    exit: null,
    beforeReady: false,
    request: null,
    requestRef: null,
    route: null,
    status: 500,
    release: null,
    count: 1,
    ...more,
  };
}

export function report(message: string, stack: string, more: Partial<ErrorReport> = {}): ErrorReport {
  return { name: 'Error', message, code: null, stack: `Error: ${message}\n${stack}`, cause: null, ...more };
}

export function request(more: Partial<CapturedRequest>): CapturedRequest {
  return { method: 'POST', url: '/', headers: {}, body: null, bodyEncoding: 'utf8', truncated: false, ...more };
}

export const told = (stderr: string, more: Partial<TriageContext> = {}, kind: Signal['kind'] = 'error') =>
  triage(signal({ stderr, kind }), { ...context, ...more });
