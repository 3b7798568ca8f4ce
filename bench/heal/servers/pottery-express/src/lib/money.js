export const formatCents = (cents, currency) => `${(cents / 100).toFixed(2)} ${currency}`;

export const discounted = (cents, rate) => Math.round(cents * (1 - rate));
