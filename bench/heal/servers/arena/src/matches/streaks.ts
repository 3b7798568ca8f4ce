import type { Match } from './matches.service.ts';

export function longestStreak(matches: Match[], player: string): number {
  let longest = 0;
  let current = 0;
  for (const { winner } of matches) {
    current = winner === player ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}
