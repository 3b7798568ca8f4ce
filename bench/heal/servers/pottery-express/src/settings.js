import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const schema = z.object({
  studio: z.object({ name: z.string(), currency: z.string().length(3) }),
  booking: z.object({
    maxSeatsPerOrder: z.number().int().positive(),
    memberDiscount: z.number().min(0).max(1),
    cancellation: z.object({ freeDays: z.number().int(), feeRate: z.number().min(0).max(1) }),
  }),
  storage: z.object({ folder: z.string(), files: z.record(z.string(), z.string()) }),
  i18n: z.object({ fallback: z.string(), supported: z.array(z.string()).min(1) }),
});

const file = new URL('../config/default.yaml', import.meta.url);

export const settings = schema.parse(parse(readFileSync(file, 'utf8')));
