/** Which model is meant where none is named: the first that the endpoint lists (MOD-2). */
import type { Endpoint } from './endpoints.ts';

export interface Listing {
  /** Asked once; an endpoint that lists nothing gets the name below, and is asked again the next time. */
  first(endpoint: Endpoint, signal: AbortSignal): Promise<string>;
  /** What `first` found, or the name that stands for it. */
  known(endpoint: Endpoint): string;
}

const listMs = 10_000;
const bytesMax = 1024 * 1024;

export function createListing(): Listing {
  const found = new Map<string, string>();
  const known = (endpoint: Endpoint): string => found.get(endpoint.url) ?? fallbackOf(endpoint);
  return {
    known,
    first: async (endpoint, signal) => {
      if (found.has(endpoint.url)) return known(endpoint);
      const ids = await listModels(endpoint, AbortSignal.any([signal, AbortSignal.timeout(listMs)]));
      const id = pick(endpoint, ids ?? []);
      if (id !== null) found.set(endpoint.url, id);
      return known(endpoint);
    },
  };
}

/** Ids in the order of the endpoint; null where it does not say. */
export async function listModels({ url, key, protocol }: Endpoint, signal: AbortSignal): Promise<string[] | null> {
  const headers: Record<string, string> =
    protocol === 'anthropic'
      ? { 'anthropic-version': '2023-06-01', ...(key === null ? {} : { 'x-api-key': key }) }
      : key === null
        ? {}
        : { authorization: `Bearer ${key}` };
  try {
    const response = await fetch(`${url}/models`, { headers, signal, redirect: 'error' });
    const length = Number(response.headers.get('content-length') ?? 0);
    if (!response.ok || length > bytesMax) return null;
    const body = (await response.json()) as { data?: unknown } | null;
    return Array.isArray(body?.data)
      ? body.data.flatMap((one: { id?: unknown }) => (typeof one?.id === 'string' ? one.id : []))
      : null;
  } catch {
    return null; // whatever keeps it from listing keeps it from answering too, and is told there
  }
}

/** Of one's own server the first; of a vendor the newest of the kind that writes code well at a fair price. */
export function pick({ isVendor, protocol }: Endpoint, ids: readonly string[]): string | null {
  if (!isVendor) return ids[0] ?? null;
  if (protocol === 'anthropic') return ids.find((id) => id.startsWith('claude-sonnet-')) ?? null;
  const versions = ids.filter((id) => /^gpt-\d+(?:\.\d+)?$/.test(id));
  return versions.toSorted((a, b) => Number(b.slice(4)) - Number(a.slice(4)))[0] ?? null;
}

function fallbackOf({ isVendor, protocol }: Endpoint): string {
  if (!isVendor) return 'default';
  return protocol === 'anthropic' ? 'claude-sonnet-4-5' : 'gpt-5.1';
}
