export const round = (amount) => Math.round(amount * 100) / 100;

export function formatMoney(amount, currency) {
  return `${amount.toFixed(2)} ${currency}`;
}

export default { round, formatMoney };
