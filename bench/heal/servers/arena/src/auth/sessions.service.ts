import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { settings } from '../settings.ts';
import { keys } from '../store/keys.ts';
import { REDIS } from '../store/tokens.ts';

export interface Session {
  player: string;
  role: 'player' | 'admin';
}

@Injectable()
export class SessionsService {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async open(session: Session): Promise<string> {
    const token = randomUUID();
    await this.redis.setex(keys.session(token), settings.sessionSeconds, JSON.stringify(session));
    return token;
  }

  async read(token: string): Promise<Session | null> {
    const text = await this.redis.get(keys.session(token));
    return text === null ? null : JSON.parse(text);
  }
}
