/** What tokens cost: the owner's prices, else the dated table of genai-prices, else the dearest that may be meant (MOD-4). */
import type { Provider } from '@pydantic/genai-prices';
import type { Endpoint } from './endpoints.ts';

export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** A row of `models.prices`: dollars per million tokens, as decimals. */
export interface PriceRow {
  readonly model: string;
  readonly input: string;
  readonly output: string;
}

export interface Price {
  /** `assumed`: neither model nor provider is known. */
  readonly from: 'owner' | 'local' | 'table' | 'dearest' | 'assumed';
  dollars(tokens: Tokens): number;
}

const million = 1_000_000;
const assumedPrice = { input: 15, output: 75 };
/** Where a price list does not say: what Anthropic takes on top for writing its cache. */
const cacheWriteFactor = 1.25;

/** @param name `provider:model` */
export async function priceOf(endpoint: Endpoint, model: string, rows: readonly PriceRow[]): Promise<Price> {
  const row = rows.find((one) => one.model === `${endpoint.name}:${model}` || one.model === model);
  if (row) return flat('owner', { input: Number(row.input), output: Number(row.output) });
  if (endpoint.isLocal) return { from: 'local', dollars: () => 0 };
  const { calcPrice, findProvider } = await import('@pydantic/genai-prices');
  const byAddress = findProvider({ providerApiUrl: endpoint.url });
  const provider =
    byAddress ?? (endpoint.protocol === 'anthropic' ? findProvider({ providerId: 'anthropic' }) : undefined);
  const inTable = (name: string): Price | null => {
    const dollars = (tokens: Tokens): number | null =>
      calcPrice(usageOf(tokens), name, provider ? { provider } : {})?.total_price ?? null;
    if (dollars({ input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }) === null) return null;
    return { from: 'table', dollars: (tokens) => dollars(tokens) ?? 0 };
  };
  const known = inTable(model);
  if (known) return known;
  const dearest = provider ? dearestOf(provider, inTable) : null;
  return dearest ? { ...dearest, from: 'dearest' } : flat('assumed', assumedPrice);
}

function usageOf({ input, output, cacheRead, cacheWrite }: Tokens): Record<string, number> {
  return { input_tokens: input, output_tokens: output, cache_read_tokens: cacheRead, cache_write_tokens: cacheWrite };
}

function flat(from: Price['from'], per: { input: number; output: number }): Price {
  return {
    from,
    dollars: ({ input, output, cacheWrite }) =>
      ((input + cacheWrite * (cacheWriteFactor - 1)) * per.input + output * per.output) / million,
  };
}

const typical: Tokens = { input: 3000, output: 1000, cacheRead: 0, cacheWrite: 0 };

function dearestOf({ models }: Provider, inTable: (name: string) => Price | null): Price | null {
  const prices = models.flatMap(({ id }) => inTable(id) ?? []);
  return prices.toSorted((a, b) => b.dollars(typical) - a.dollars(typical))[0] ?? null;
}
