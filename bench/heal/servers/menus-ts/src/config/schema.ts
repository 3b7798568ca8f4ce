import { z } from 'zod';

export const settingsSchema = z.object({
  canteen: z.object({ name: z.string(), currency: z.string().length(3), seats: z.number().int() }),
  orders: z.object({
    closeHour: z.number().min(0).max(23),
    maxPerPerson: z.number().int().positive(),
    discounts: z.record(z.string(), z.number()),
  }),
  content: z.object({ folder: z.string(), dishes: z.string(), weeks: z.string() }),
  allergens: z.array(z.string()),
});

export type Settings = z.infer<typeof settingsSchema>;
