import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { keys } from '../store/keys.ts';
import { REDIS } from '../store/tokens.ts';

export interface Match {
  id: number;
  winner: string;
  loser: string;
  seconds: number;
  at: string;
  map?: { name: string; size: number };
}

@Injectable()
export class MatchesService {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async of(season: string): Promise<Match[]> {
    const rows = await this.redis.lrange(keys.matches(season), 0, -1);
    return rows.map((row) => JSON.parse(row));
  }

  async ofPlayer(season: string, player: string): Promise<Match[]> {
    const matches = await this.of(season);
    return matches.filter(({ winner, loser }) => winner === player || loser === player);
  }

  secondsOf(matches: Match[]): number {
    return matches.reduce((sum, { seconds }) => sum + seconds, 0);
  }
}
