import { assertNever } from '../core/result';

export type FeeRule =
  | { kind: 'perDay'; cents: number; capCents: number }
  | { kind: 'percent'; percent: number }
  | { kind: 'flat'; cents: number };

export interface FeeBase {
  days: number;
  worthCents: number;
}

export function feeOf(rule: FeeRule, { days, worthCents }: FeeBase): number {
  switch (rule.kind) {
    case 'perDay':
      return Math.min(days * rule.cents, rule.capCents);
    case 'percent':
      return Math.round((worthCents * rule.percent) / 100);
    case 'flat':
      return rule.cents;
    default:
      return assertNever(rule);
  }
}

const formats = {
  en: new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }),
  de: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }),
};

export function formatCents(cents: number, language: keyof typeof formats): string {
  return formats[language].format(cents / 100).replace(/\u00a0/g, ' ');
}
