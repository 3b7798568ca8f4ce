import fs from 'node:fs';
import path from 'node:path';
import YAML from 'yaml';
import type { FeeRule } from './services/fees';

export interface Config {
  shed: { name: string; languages: string[] };
  http: { port: number; prefix: string };
  loans: { maxOpen: number; days: number; fees: { late: FeeRule; deposit: FeeRule } };
  redis: { url: string; keyPrefix: string };
}

const root = path.resolve(__dirname, '..');

export function readYaml<T>(...parts: string[]): T {
  return YAML.parse(fs.readFileSync(path.join(root, ...parts), 'utf8')) as T;
}

export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const { shed, http, loans, redis } = readYaml<Config>('config', 'app.yml');
  const url = env.REDIS_URL;
  if (!url) throw new Error('REDIS_URL is missing');
  return {
    shed,
    loans,
    http: { ...http, port: Number(env.PORT ?? http.port) },
    redis: { ...redis, url },
  };
}
