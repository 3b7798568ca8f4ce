import { z } from 'zod';

export const SpeciesQuery = z.object({
  family: z.string().min(1).optional(),
  sort: z.enum(['name', 'code']).default('code'),
});

export interface Species {
  code: string;
  name: string;
  family: string;
}
