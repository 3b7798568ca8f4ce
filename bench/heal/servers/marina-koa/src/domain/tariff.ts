import { readFileSync } from 'node:fs';
import type { Berth, Boat, Stay } from './models.ts';

export interface Tariff {
  currency: string;
  perMetreNight: { low: number; high: number };
  highMonths: number[];
  extras: Record<'power' | 'water', { label: string; perNight: number }>;
  discounts: { fromNights: number; percent: number }[];
}

export interface InvoiceLine {
  label: string;
  cents: number;
}

const file = new URL('../../db/tariff.json', import.meta.url);
export const tariff: Tariff = JSON.parse(readFileSync(file, 'utf8'));

export const isHighSeason = (day: string): boolean => tariff.highMonths.includes(Number(day.slice(5, 7)));

export function discountFor(nights: number): number {
  const steps = tariff.discounts.filter((step) => nights >= step.fromNights);
  return steps.at(-1)?.percent ?? 0;
}

export function linesFor(stay: Stay, boat: Boat, berth: Berth): InvoiceLine[] {
  const rate = tariff.perMetreNight[isHighSeason(stay.arrivedOn) ? 'high' : 'low'];
  const mooring = Math.round(rate * boat.lengthM * stay.nights * (1 - discountFor(stay.nights) / 100));
  const { power, water } = tariff.extras;
  const lines: InvoiceLine[] = [{ label: `Mooring ${berth.code}`, cents: mooring }];
  if (berth.powerAmps) lines.push({ label: power.label, cents: power.perNight * stay.nights });
  lines.push({ label: water.label, cents: water.perNight * stay.nights });
  return lines;
}

export const formatMoney = (cents: number): string => new Intl.NumberFormat('en-IE', { style: 'currency', currency: tariff.currency }).format(cents / 100);
