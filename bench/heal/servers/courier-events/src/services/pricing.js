const bands = [
  { upTo: 500, cents: 390 },
  { upTo: 2000, cents: 650 },
  { upTo: Infinity, cents: 1490 },
];

export function priceOf({ weight }) {
  const band = bands.find(({ upTo }) => weight <= upTo);
  return (band.cents / 100).toFixed(2);
}
