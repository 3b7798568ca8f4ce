/** What tools may connect to: what the subject itself connects to. A name that a model or an error text made up leads nowhere. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { sameAddress, serviceOf, splitAddress } from '../kit/services.ts';
import type { ToolContext } from './context.ts';
import { ownPorts } from './subject.ts';

export const connectMs = 5_000;

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** `host:port` of every service the subject is known to use, with the variable whose URL leads there. */
export function knownTargets(context: ToolContext): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const [name, value] of Object.entries(context.env)) {
    const service = value === undefined ? null : (serviceOf(value) ?? httpsOf(value));
    if (service !== null) found.set(service.target, name);
  }
  for (const target of context.connects)
    if (![...found.keys()].some((other) => sameAddress(other, target))) found.set(target, null);
  for (const port of ownPorts(context)) found.set(`127.0.0.1:${port}`, 'the server itself');
  return found;
}

/** The target that is meant, or what there is instead. */
export function targetOf(given: string, context: ToolContext): Target | string {
  const known = [...knownTargets(context).keys()];
  const meant = known.find((one) => one === given || splitAddress(one).host === given || sameAddressOr(one, given));
  if (meant !== undefined) return splitAddress(meant);
  return `${JSON.stringify(given)} is nothing that the server connects to; it connects to: ${known.join(', ') || 'nothing that is known'}`;
}

/** An open connection. @throws Error with the system's code in its message */
export async function open({ host, port }: Target, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port });
  socket.setTimeout(connectMs, () => socket.destroy(new Error(`no answer within ${connectMs / 1000} s`)));
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function sameAddressOr(known: string, given: string): boolean {
  return /:\d+$/.test(given) && sameAddress(known, given);
}

function httpsOf(value: string): { target: string } | null {
  if (!/^(?:https|wss|rediss):\/\//i.test(value) || !URL.canParse(value)) return null;
  const { hostname, port, protocol } = new URL(value);
  return { target: `${hostname}:${port || (protocol === 'rediss:' ? 6379 : 443)}` };
}
