const signs = { EUR: '€', GBP: '£' };

export const money = (cents, currency) => `${signs[currency] ?? `${currency} `}${(cents / 100).toFixed(2)}`;

export const day = (text) => new Date(text).toISOString().slice(0, 10);

export const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** By what a key function says of them, in the order in which the keys are met. */
export function groupBy(list, keyOf) {
  const groups = new Map();
  for (const one of list) {
    const key = keyOf(one);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(one);
  }
  return groups;
}
