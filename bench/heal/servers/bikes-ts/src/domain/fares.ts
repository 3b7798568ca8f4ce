import fares from '@data/fares.json' with { type: 'json' };

export type Plan = keyof typeof fares.plans;

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: fares.currency, minimumFractionDigits: 2 });

export function fareOf(plan: Plan, minutes: number): number {
  const { unlock, perMinute, freeMinutes } = fares.plans[plan];
  const paid = Math.max(0, Math.min(minutes, fares.limits.maxMinutes) - freeMinutes);
  return Math.min(fares.limits.maxFare, unlock + paid * perMinute);
}

export function formatFare(amount: number): string {
  return euros.format(amount);
}
