export const settings = {
  redisUrl: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  season: process.env.SEASON ?? 's4',
  sessionSeconds: Number(process.env.SESSION_SECONDS ?? 3600),
};
