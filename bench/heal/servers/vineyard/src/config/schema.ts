import { z } from 'zod';

export const configSchema = z.object({
  estate: z.object({ name: z.string().min(1), vintage: z.number().int() }),
  server: z.object({ port: z.number().int(), bodyLimit: z.number().int().positive() }),
  harvest: z.object({
    maxLoadKg: z.number().positive(),
    minOechsle: z.record(z.string(), z.number()),
  }),
  cellar: z.object({
    litresPer100Kg: z.number().positive(),
    lossPercent: z.number().min(0).max(100),
    alarms: z.object({ warmCelsius: z.number(), lowLitres: z.number() }),
  }),
  weather: z.object({ url: z.url().nullable(), timeoutMs: z.number().int() }),
});

export const gradesSchema = z.array(z.object({ name: z.string(), from: z.number() })).min(1);

export type Config = z.infer<typeof configSchema>;
export type Grade = z.infer<typeof gradesSchema>[number];
