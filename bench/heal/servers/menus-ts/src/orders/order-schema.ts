import { z } from 'zod';

export const orderSchema = z.object({
  dish: z.string().min(1),
  count: z.number().int().positive(),
  group: z.enum(['student', 'staff', 'guest']).default('guest'),
});

export type OrderInput = z.infer<typeof orderSchema>;
