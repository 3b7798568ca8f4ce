export interface Tide {
  pier: string;
  high: string;
  metres: number;
}

const tides: Tide[] = [
  { pier: 'north', high: '04:12', metres: 3.1 },
  { pier: 'mill', high: '04:40', metres: 2.6 },
  { pier: 'south', high: '05:02', metres: 2.9 },
];

export function tideAt(pier: string): Tide | undefined {
  return tides.find((tide) => tide.pier === pier);
}

export function summary(): object {
  const highest = Math.max(...tdies.map((tide) => tide.metres));
  return { highest, piers: tides.map((tide) => tide.pier) };
}
