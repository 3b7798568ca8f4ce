/** The SDK's providers, loaded when a call is made and not before: they say how each protocol looks on the wire, and nothing else. */
import type { AnthropicProvider } from '@ai-sdk/anthropic';
import type { Endpoint } from './endpoints.ts';

export type SdkModel = ReturnType<AnthropicProvider['languageModel']>;

/** For an endpoint that asks for no key: the SDK would look for one in the environment. */
const noKey = 'none';

export async function loadModel(endpoint: Endpoint, model: string, fetch: typeof globalThis.fetch): Promise<SdkModel> {
  const { name, protocol, url: baseURL, key, isVendor } = endpoint;
  if (protocol === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL, apiKey: key ?? noKey, fetch })(model);
  }
  if (isVendor) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL, apiKey: key ?? noKey, fetch })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name, baseURL, ...(key === null ? {} : { apiKey: key }), fetch, includeUsage: true })(
    model,
  );
}
