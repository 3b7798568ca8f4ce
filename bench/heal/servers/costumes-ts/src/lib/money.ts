const signs: Record<string, string> = { EUR: '€', GBP: '£' };

export function money(amount: number, currency: string): string {
  return `${signs[currency] ?? currency}${amount.toFixed(2)}`;
}

export function percentOff(amount: number, percent = 0): number {
  return amount - (amount * percent) / 100;
}
