/** How much one boot may use of its relays. */

/** Of one boot, all relays together. */
export const relayLimits = { connections: 64, bytes: 512 * 1024 ** 2, connectMs: 5_000 };

export interface Meter {
  connections: number;
  bytes: number;
}

export interface Watch {
  readonly meter: Meter;
  refuse(what: string): void;
}

export function mayConnect({ meter, refuse }: Watch): boolean {
  meter.connections += 1;
  if (meter.connections <= relayLimits.connections) return true;
  refuse(`it opened more than ${relayLimits.connections} connections`);
  return false;
}

/** Counts what passes; false where it is more than a trial may have. */
export function mayPass({ meter, refuse }: Watch, bytes: number): boolean {
  meter.bytes += bytes;
  if (meter.bytes <= relayLimits.bytes) return true;
  refuse(`it moved more than ${relayLimits.bytes / 1024 ** 2} MiB`);
  return false;
}
