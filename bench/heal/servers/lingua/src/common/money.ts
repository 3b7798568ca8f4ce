export function money(cents: number, currency = 'EUR'): string {
  return `${currency} ${(cents / 100).toFixed(2)}`;
}

export function percentOf(cents: number, percent: number): number {
  return Math.round((cents * percent) / 100);
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
