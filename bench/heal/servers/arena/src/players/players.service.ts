import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { keys } from '../store/keys.ts';
import { REDIS } from '../store/tokens.ts';

export interface Player {
  id: string;
  name: string;
  pin: string;
  role: 'player' | 'admin';
  joined: Date;
  wins: number;
  losses: number;
  clan: string | null;
}

@Injectable()
export class PlayersService {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async find(id: string): Promise<Player | null> {
    const fields = await this.redis.hgetall(keys.player(id));
    if (Object.keys(fields).length === 0) return null;
    return {
      id,
      name: fields.name!,
      pin: fields.pin!,
      role: fields.role === 'admin' ? 'admin' : 'player',
      joined: new Date(fields.joined!),
      wins: Number(fields.wins ?? 0),
      losses: Number(fields.losses ?? 0),
      clan: fields.clan ?? null,
    };
  }

  async get(id: string): Promise<Player> {
    const player = await this.find(id);
    if (player === null) throw new NotFoundException(`no player ${id}`);
    return player;
  }

  async rename(id: string, name: string): Promise<string> {
    await this.get(id);
    await this.redis.hset(keys.player(id), 'name', name);
    return name;
  }
}
