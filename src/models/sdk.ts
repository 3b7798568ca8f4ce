/** The SDK's providers, loaded when a call is made and not before: they say how each protocol looks on the wire, and nothing else. */
import type { AnthropicProvider } from '@ai-sdk/anthropic';
import type { OpenAIProvider } from '@ai-sdk/openai';
import type { Endpoint } from './endpoints.ts';

export type SdkEmbedding = ReturnType<OpenAIProvider['embeddingModel']>;
export type SdkModel = ReturnType<AnthropicProvider['languageModel']>;

/** For an endpoint that asks for no key: the SDK would look for one in the environment. */
const noKey = 'none';

export async function loadModel(endpoint: Endpoint, model: string, fetch: typeof globalThis.fetch): Promise<SdkModel> {
  const { protocol, url: baseURL, key } = endpoint;
  if (protocol === 'openai') return (await openai(endpoint, fetch)).languageModel(model);
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return createAnthropic({ baseURL, apiKey: key ?? noKey, fetch })(model);
}

/** Of OpenAI's protocol, as all endpoints of that role are. */
export async function loadEmbedding(
  endpoint: Endpoint,
  model: string,
  fetch: typeof globalThis.fetch,
): Promise<SdkEmbedding> {
  return (await openai(endpoint, fetch)).embeddingModel(model);
}

async function openai(
  { name, url: baseURL, key, isVendor }: Endpoint,
  fetch: typeof globalThis.fetch,
): Promise<Pick<OpenAIProvider, 'languageModel' | 'embeddingModel'>> {
  if (isVendor) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL, apiKey: key ?? noKey, fetch });
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name, baseURL, ...(key === null ? {} : { apiKey: key }), fetch, includeUsage: true });
}
