import { env } from './env';

const when = new Intl.DateTimeFormat(env.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: env.timeZone });
const price = new Intl.NumberFormat(env.locale, { style: 'currency', currency: 'EUR' });

export const formatWhen = (date: Date): string => when.format(date);
export const formatPrice = (cents: number): string => price.format(cents / 100);

export function formatLength(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
}
