import createError from 'http-errors';
import { config } from '../config.js';

/** The danger level of the day, from the bulletin of the avalanche service. */
export async function dangerLevel() {
  if (!config.avalancheUrl) throw createError(404, 'no bulletin is subscribed');
  const response = await fetch(`${config.avalancheUrl}/bulletin/today`, {
    headers: { authorization: `Bearer ${config.avalancheToken}` },
  });
  if (!response.ok) throw new Error(`avalanche service: ${response.status} ${response.statusText}`);
  const { level, text } = await response.json();
  return { level, text };
}
