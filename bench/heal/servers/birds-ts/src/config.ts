import { z } from 'zod';

const Env = z.object({
  PORT: z.coerce.number().int().default(8080),
  DB_FILE: z.string().default(':memory:'),
  PAGE_SIZE: z.coerce.number().int().positive().default(2),
});

export interface Config {
  port: number;
  dbFile: string;
  pageSize: number;
}

export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { PORT, DB_FILE, PAGE_SIZE } = Env.parse(env);
  return { port: PORT, dbFile: DB_FILE, pageSize: PAGE_SIZE };
}
