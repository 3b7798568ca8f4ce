export const dayOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);

export function rangeOf({ from = '2026-01-01', to = '2026-12-31' } = {}) {
  return { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 };
}
