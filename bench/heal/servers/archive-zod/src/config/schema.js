import { z } from 'zod';

const fileName = z.string().regex(/\.(?:json|ndjson)$/);

export const configSchema = z.strictObject({
  server: z.strictObject({
    host: z.string(),
    port: z.coerce.number().int().min(1).max(65535),
    bodyLimit: z.number().int().positive(),
  }),
  archive: z.strictObject({
    name: z.string().min(1),
    folder: z.string(),
    files: z.strictObject({ items: fileName, readers: fileName }),
  }),
  loans: z.strictObject({
    days: z.number().int().positive(),
    perReader: z.number().int().positive(),
    kinds: z.array(z.enum(['map', 'letter', 'photo', 'ledger'])),
  }),
  search: z.strictObject({
    minimum: z.number().int(),
    fields: z.array(z.string()).nonempty(),
  }),
  features: z.strictObject({ enabled: z.array(z.string()) }),
});
