import { config } from '../config.js';

export function euros(cents) {
  return `${(cents / 100).toFixed(2)} ${config.currency}`;
}

/** The VAT that a price includes. */
export function vatIn(cents) {
  return Math.round(cents - cents / (1 + config.vatPercent / 100));
}
