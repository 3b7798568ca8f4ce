/** Answers that the app breaks off by an error after their head said that all is well: a client gets a part of them, and no status tells. */

import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { unfinished } from './flight.cts';
import { guard, patch, read } from './guard.cts';
import { report } from './reports.cts';
import { captured, clientOf, isNews, probeOf, routeOf, whenNoted } from './requests.cts';

type Destroy = ServerResponse['destroy'];

/** A client, or somebody else, that went away. */
const ofConnection = /^(?:ECONN\w+|EPIPE|ABORT_ERR|ERR_STREAM_\w+|ERR_HTTP\w+|UND_ERR\w+|HPE_\w+)$/;

export function watchCut(): void {
  patch(http.ServerResponse.prototype, 'destroy', breakOff as never);
  whenNoted((request, error) => {
    const response = unfinished().find(({ req }) => req === request);
    if (response === undefined || !isBegun(response)) return;
    response.once('close', () => guard('capture', () => isBegun(response) && tell(response, error)));
  });
}

/** `stream.pipeline` ends so, and whoever is told of an error of what is sent. */
function breakOff(original: Destroy): Destroy {
  return function destroy(this: ServerResponse, error) {
    if (error !== undefined && isBegun(this) && this.socket?.destroyed === false)
      guard('capture', () => tell(this, error));
    return original.call(this, error);
  };
}

function isBegun({ headersSent, statusCode, writableFinished }: ServerResponse): boolean {
  return headersSent && statusCode < 500 && !writableFinished;
}

function tell(response: ServerResponse, error: unknown): void {
  const request: IncomingMessage = response.req;
  if (ofConnection.test(String(read(error, 'code'))) || !isNews(error, request)) return;
  report({
    error,
    how: 'response',
    status: response.statusCode,
    probe: probeOf(request),
    method: request.method ?? null,
    route: routeOf(request),
    request: () => captured(request),
    client: () => clientOf(request),
  });
}
