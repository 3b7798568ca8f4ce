import { z } from 'zod';
import { HttpError } from './errors.js';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const schemas = {
  quote: z.object({ from: day, nights: z.coerce.number().int().min(1) }),
  stay: z.object({ room: z.string(), guestId: z.number().int(), from: day, nights: z.number().int().min(1) }),
  month: z.object({ month: z.string().regex(/^\d{4}-\d{2}$/) }),
};

/** Middleware: what the schema makes of the body or the query lies in `request.valid`. */
export function validate(schema, from = 'body') {
  return (request, response, next) => {
    const result = schema.safeParse(request[from]);
    if (!result.success) throw new HttpError(400, 'Invalid request', result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    request.valid = result.data;
    next();
  };
}
