import { z } from 'zod';
import type { Config } from '../config/schema.js';
import { DomainError } from '../domain/errors.js';

const answer = z.object({ nights: z.array(z.object({ date: z.string(), min: z.number() })) });

export async function forecast({ url, timeoutMs }: Config['weather']) {
  if (url === null) throw new DomainError(501, 'no weather station is set');
  const response = await fetch(`${url}/nights`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`weather station answered ${response.status}`);
  const parsed = answer.safeParse(await response.json());
  if (!parsed.success) throw new Error('weather station answered something else');
  return parsed.data.nights;
}
