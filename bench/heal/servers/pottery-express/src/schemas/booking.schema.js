import { z } from 'zod';

export const bookingInput = z.object({
  course: z.string({ error: 'course is needed' }),
  guest: z.string({ error: 'guest is needed' }).min(1),
  seats: z.number().int().positive().default(1),
  member: z.boolean().default(false),
});

export const idParam = z.coerce.number({ error: 'id must be a number' }).int();
