/** How close a tree is to its memory limit (SUP-5). */

/** From this share of the limit on one looks five times a second. */
const nearShare = 0.8;
/** From this share on there is no time left for a graceful end. */
const hardShare = 1.2;

export type Pressure = 'fine' | 'near' | 'over' | 'hard';

/** A limit of 0 is none. */
export function pressure(rssBytes: number, limitMb: number): Pressure {
  const share = limitMb > 0 ? rssBytes / (limitMb * 1024 * 1024) : 0;
  if (share >= hardShare) return 'hard';
  if (share >= 1) return 'over';
  return share >= nearShare ? 'near' : 'fine';
}
