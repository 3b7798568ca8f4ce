import type { Grade } from '../config/schema.js';
import type { Load } from './types.js';

/** Percent by volume that must of so many degrees can become. */
export function potentialAlcohol(oechsle: number): number {
  return Math.round((oechsle * 0.137 - 0.8) * 10) / 10;
}

export function gradeOf(oechsle: number, grades: Grade[]): string {
  const grade = grades.find(({ from }) => oechsle >= from);
  return grade!.name;
}

/** The mean of the loads' degrees, by their weight. */
export function meanOechsle(loads: Load[]): number | null {
  const kg = totalKg(loads);
  if (kg === 0) return null;
  return Math.round((loads.reduce((sum, load) => sum + load.oechsle * load.kg, 0) / kg) * 10) / 10;
}

export function totalKg(loads: Load[]): number {
  return loads.reduce((sum, load) => sum + load.kg, 0);
}

export class Press {
  constructor(
    private readonly litresPer100Kg: number,
    private readonly lossPercent: number,
  ) {}

  litresFrom(kg: number): number {
    return Math.round((kg / 100) * this.litresPer100Kg);
  }

  afterTransfer(litres: number): number {
    return Math.round(litres * (1 - this.lossPercent / 100));
  }
}
