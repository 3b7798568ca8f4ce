import { readFileSync } from 'node:fs';

export type Role = 'reception' | 'accounts';

export interface Settings {
  name: string;
  timezoneOffsetMinutes: number;
  slotMinutes: number;
  opens: string;
  closes: string;
  vatPercent: number;
  tokens: Record<string, Role>;
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../config/${name}.json`, import.meta.url), 'utf8'));

export const settings: Settings = { ...read('clinic'), tokens: read('staff') };
