const K = 32;

export const expected = (own: number, other: number): number => 1 / (1 + 10 ** ((other - own) / 400));

export function change(own: number, other: number, won: boolean): number {
  return Math.round(K * ((won ? 1 : 0) - expected(own, other)));
}

export const winRate = (wins: number, losses: number): number | null =>
  wins + losses === 0 ? null : Math.round((wins / (wins + losses)) * 1000) / 10;
