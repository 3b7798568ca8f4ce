import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SETTINGS = Symbol('settings');

export interface Settings {
  port: number;
  agency: string;
  currency: string;
  signingSecret: string;
  fxUrl: string | null;
  pricing: { minimumCents: number; rushPercent: number; certifiedCents: number; vatPercent: number };
  schedule: { wordsPerDay: number; bufferDays: number };
  invoicing: { prefix: string; termDays: number };
  maintenance: { active: boolean; until: string | null };
}

function numbersOf<T extends string>(raw: Record<string, unknown>, section: string, names: T[]): Record<T, number> {
  const entries = names.map((name) => {
    const value = raw[name];
    if (typeof value !== 'number') throw new Error(`settings: ${section}.${name} must be a number`);
    return [name, value];
  });
  return Object.fromEntries(entries);
}

export function loadSettings(env = process.env): Settings {
  const raw = JSON.parse(readFileSync(join(__dirname, '..', '..', 'config', 'settings.json'), 'utf8'));
  if (!env.SIGNING_SECRET) throw new Error('SIGNING_SECRET is not set');
  return {
    port: Number(env.PORT ?? 3000),
    agency: raw.agency,
    currency: raw.currency,
    signingSecret: env.SIGNING_SECRET,
    fxUrl: env.FX_URL ?? null,
    pricing: numbersOf(raw.pricing, 'pricing', ['minimumCents', 'rushPercent', 'certifiedCents', 'vatPercent']),
    schedule: numbersOf(raw.schedule, 'schedule', ['wordsPerDay', 'bufferDays']),
    invoicing: { prefix: raw.invoicing.prefix, ...numbersOf(raw.invoicing, 'invoicing', ['termDays']) },
    maintenance: raw.maintenance,
  };
}
