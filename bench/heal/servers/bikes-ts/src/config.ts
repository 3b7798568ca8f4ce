export interface Config {
  port: number;
  host: string;
  logLevel: string;
  riders: Map<string, Rider>;
}

export interface Rider {
  name: string;
  plan: 'day' | 'year';
}

function parseRiders(text: string): Map<string, Rider> {
  const riders = new Map<string, Rider>();
  for (const part of text.split(',')) {
    const [token, name, plan] = part.trim().split(':');
    if (!token || !name) throw new Error(`RIDER_TOKENS has a bad entry: ${part}`);
    riders.set(token, { name, plan: plan === 'year' ? 'year' : 'day' });
  }
  return riders;
}

function env(key: string, fallback?: string): string {
  const value = process.env[key] ?? fallback;
  if (value === undefined) throw new Error(`Missing environment variable ${key}`);
  return value;
}

export const config: Config = {
  port: Number(env('PORT', '3000')),
  host: env('HOST', '127.0.0.1'),
  logLevel: env('LOG_LEVEL', 'warn'),
  riders: parseRiders(env('RIDER_TOKENS')),
};
