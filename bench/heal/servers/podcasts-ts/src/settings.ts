import { existsSync } from 'node:fs';
import { z } from 'zod';

const envFile = new URL('../.env', import.meta.url).pathname;
if (existsSync(envFile)) process.loadEnvFile(envFile);

const schema = z.object({
  PORT: z.coerce.number().int().default(3000),
  PAGE_SIZE: z.coerce.number().int().positive(),
  MEDIA_ORIGIN: z.string().url(),
  FEATURED: z.string().transform((text) => text.split(',')),
  TRANSCRIPTS: z.string().transform((text) => JSON.parse(text) as { default: string; also: string[] }),
});

const env = schema.parse(process.env);

export const settings = {
  port: env.PORT,
  pageSize: env.PAGE_SIZE,
  media: { origin: env.MEDIA_ORIGIN, cacheSeconds: 3600 },
  featured: env.FEATURED,
  languages: [env.TRANSCRIPTS.default, ...env.TRANSCRIPTS.also],
};

export type Settings = typeof settings;
