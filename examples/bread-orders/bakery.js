const loaves = [
  { name: 'rye', cents: 520, baked: 14 },
  { name: 'spelt', cents: 610, baked: 6 },
  { name: 'plait', cents: 480, baked: 0 },
];

export const onSale = () => loaves.filter((loaf) => loaf.baked > 0);

export function price(names) {
  return names.reduce((sum, name) => sum + (loaves.find((loaf) => loaf.name === name)?.cents ?? 0), 0);
}
