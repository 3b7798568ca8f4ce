import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

export interface Settings {
  company: { name: string; street: string; city: string };
  server: { port: number; bodyLimit: number };
  pricing: {
    setup: number;
    perColour: number;
    perSheet: number;
    wastePercent: number;
    minimum: number;
    vatPercent: number;
    volumeDiscounts: { from: number; percent: number }[];
  };
  finishing: Record<string, { setup: number; perThousand: number }>;
  presses: { code: string; colours: number; sheetsPerDay: number }[];
  planning: { finishingDays: number; closed: string[] };
  carrier: { url: string; timeoutMs: number; token: string | undefined };
  maintenance: { enabled: boolean; message: string };
  journalFile: string | null;
}

export async function loadSettings(env = process.env): Promise<Settings> {
  const text = await readFile(new URL('../config/default.yaml', import.meta.url), 'utf8');
  const settings = parse(text);
  return {
    ...settings,
    server: { ...settings.server, port: Number(env.PORT ?? settings.server.port) },
    carrier: { ...settings.carrier, url: env.CARRIER_URL ?? settings.carrier.url, token: env.CARRIER_TOKEN },
    journalFile: env.JOURNAL_FILE ?? null,
  };
}
