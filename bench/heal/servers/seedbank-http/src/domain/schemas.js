import { z } from 'zod';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD');

export const withdrawalSchema = z.object({
  seeds: z.number().int().positive(),
  to: z.string().min(2),
  on: day,
});

export const testSchema = z
  .object({ on: day, sown: z.number().int().positive(), germinated: z.number().int().nonnegative() })
  .refine(({ sown, germinated }) => germinated <= sown, { message: 'more than were sown', path: ['germinated'] });
