import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { keys } from '../store/keys.ts';
import { REDIS } from '../store/tokens.ts';

export interface Rung {
  rank: number;
  player: string;
  rating: number;
}

@Injectable()
export class LadderService {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async top(season: string, count: number): Promise<Rung[]> {
    const flat = await this.redis.zrevrange(keys.ladder(season), 0, count - 1, 'WITHSCORES');
    const rungs: Rung[] = [];
    for (let at = 0; at < flat.length; at += 2) {
      rungs.push({ rank: at / 2 + 1, player: flat[at]!, rating: Number(flat[at + 1]) });
    }
    return rungs;
  }

  async rating(season: string, player: string): Promise<number | null> {
    const score = await this.redis.zscore(keys.ladder(season), player);
    return score === null ? null : Number(score);
  }
}
