import { deepMerge } from './merge.ts';
import { configShape } from './shape.ts';
import { envLayer, jsonLayer, yamlLayer } from './layers.ts';
import { parse } from '#lib/validate';
import type { AppConfig } from '../types.ts';

/** default.yaml, then site.json, then .env, then the real environment. */
export async function loadConfig(env: NodeJS.ProcessEnv): Promise<AppConfig> {
  const layers = await Promise.all([yamlLayer('default'), jsonLayer('site'), envLayer(env, 'OBS_')]);
  const raw = layers.reduce(deepMerge, {});
  if (env.PORT) deepMerge(raw, { http: { port: Number(env.PORT) } });
  const result = parse(configShape, raw, 'config');
  if (!result.ok) throw new Error(`Invalid configuration:\n${result.problems.map((problem) => `  - ${problem}`).join('\n')}`);
  return result.value as unknown as AppConfig;
}
