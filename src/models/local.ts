/** Servers of models on this machine: looked for when asked, never used unasked. */
import type { Endpoint } from './endpoints.ts';
import { listModels } from './listing.ts';

export interface LocalServer {
  readonly name: string;
  /** What OPENAI_BASE_URL would be. */
  readonly url: string;
  /** The first model it lists; null where it has none. */
  readonly first: string | null;
}

/** Where the usual ones listen. */
const usualPorts: readonly (readonly [name: string, port: number])[] = [
  ['Ollama', 11_434],
  ['LM Studio', 1234],
  ['vLLM', 8000],
];

const answerMs = 1500;

/** Those that list models as OpenAI does, in the order of `ports`. Nothing but that list is asked for. */
export async function findLocal(ports = usualPorts): Promise<LocalServer[]> {
  const found = await Promise.all(
    ports.map(async ([name, port]) => {
      const url = `http://127.0.0.1:${port}/v1`;
      const endpoint: Endpoint = { name, protocol: 'openai', url, key: null, isVendor: false, isLocal: true };
      const ids = await listModels(endpoint, AbortSignal.timeout(answerMs));
      return ids === null ? [] : [{ name, url, first: ids[0] ?? null }];
    }),
  );
  return found.flat();
}
