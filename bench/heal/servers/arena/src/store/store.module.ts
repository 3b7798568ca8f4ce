import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { settings } from '../settings.ts';
import { REDIS } from './tokens.ts';

const redis = {
  provide: REDIS,
  useFactory: () => {
    const client = new Redis(settings.redisUrl, { maxRetriesPerRequest: 1, connectTimeout: 2000 });
    client.on('error', (error) => console.warn(`redis: ${error.message}`));
    return client;
  },
};

@Global()
@Module({ providers: [redis], exports: [REDIS] })
export class StoreModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly client: Redis) {}

  onApplicationShutdown() {
    this.client.disconnect();
  }
}
