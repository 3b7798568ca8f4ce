/** One try of one model of embeddings: texts in, vectors of length 1 out, or why there are none. */
import { NotTheProtocol } from './fell.ts';
import { Gate } from './gate.ts';
import { loadEmbedding, type SdkEmbedding } from './sdk.ts';
import type { Served } from './wire.ts';
import type { Way } from './gate.ts';
import type { Fell } from './fell.ts';

export interface Vectors extends Served {
  readonly vectors: readonly Float32Array[];
}

/** Enough to tell failures apart, and a third of what a vendor's model gives by itself. */
const dimensions = 512;

/** Never throws but for a defect of ours. */
export async function embedOnce(way: Way, texts: readonly string[]): Promise<Vectors | Fell> {
  const gate = new Gate(way);
  const model = await loadEmbedding(way.endpoint, way.model, gate.fetch);
  const isShortened = way.endpoint.isVendor && way.model.startsWith('text-embedding-3');
  const options: Parameters<SdkEmbedding['doEmbed']>[0] = {
    values: [...texts],
    abortSignal: gate.signal,
    ...(isShortened ? { providerOptions: { openai: { dimensions } } } : {}),
  };
  try {
    const { embeddings, usage } = await embed(model, options, gate);
    const reported = { input: usage?.tokens, output: 0, cacheRead: 0, cacheWrite: 0 };
    return { text: '', calls: [], vectors: sound(embeddings, texts.length), reported };
  } catch (error) {
    return gate.fellBy(error, ''); // whatever the wire does is told as data
  } finally {
    gate.close();
  }
}

/** The door holds a whole answer back once, to have it told from a stream. */
async function embed(
  model: SdkEmbedding,
  options: Parameters<SdkEmbedding['doEmbed']>[0],
  gate: Gate,
): Promise<Awaited<ReturnType<SdkEmbedding['doEmbed']>>> {
  try {
    return await model.doEmbed(options);
  } catch (error) {
    if (gate.plain) return model.doEmbed(options);
    throw error;
  }
}

/** @throws NotTheProtocol unless there is one for each text, all of one length, and none is nothing */
function sound(embeddings: readonly (readonly number[])[], count: number): Float32Array[] {
  const dims = embeddings[0]?.length ?? 0;
  const vectors = embeddings.map(unit);
  const isWhole = vectors.length === count && dims > 0 && embeddings.every(({ length }) => length === dims);
  if (!isWhole || !vectors.every((vector) => vector.every(Number.isFinite)))
    throw new NotTheProtocol('its answer is not one vector for each text');
  return vectors;
}

function unit(numbers: readonly number[]): Float32Array {
  const length = Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0));
  return Float32Array.from(numbers, (one) => one / length);
}
