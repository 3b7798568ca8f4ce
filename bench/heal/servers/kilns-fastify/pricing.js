export function costOf(pricing, kind, grams) {
  const perHundred = pricing[kind];
  if (perHundred === undefined) throw new RangeError(`No price for ${kind}`);
  return Math.round((grams / 100) * perHundred);
}
