import { z } from 'zod';

export const Page = z.object({ page: z.coerce.number().int().min(1).default(1) });

export const Month = z.string().regex(/^\d{4}-\d{2}$/);

export const NewSighting = z.object({
  species: z.string().length(4),
  count: z.number().int().positive(),
  seenAt: z.iso.datetime(),
  place: z.string().trim().min(1).default('unknown'),
  tags: z.array(z.string()).default([]),
});

export type NewSighting = z.infer<typeof NewSighting>;

export interface SightingRow {
  id: number;
  species_code: string;
  birds: number;
  seen_at: string;
  place: string;
  observer: string;
  tags: string;
}

export interface Sighting {
  id: number;
  species: string;
  count: number;
  seenAt: string;
  place: string;
  observer: string;
  tags: string[];
}

export function toSighting(row: SightingRow): Sighting {
  return {
    id: row.id,
    species: row.species_code,
    count: row.birds,
    seenAt: row.seen_at,
    place: row.place,
    observer: row.observer,
    tags: JSON.parse(row.tags) as string[],
  };
}
