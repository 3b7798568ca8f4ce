import type { Item } from './store';

export function sumCents(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.cents * item.count, 0);
}

export function withDiscount(cents: number, percent: number): number {
  return cents - Math.round((cents * percent) / 100);
}

export function euros(cents: number): string {
  return `€ ${(cents / 100).toFixed(2)}`;
}
