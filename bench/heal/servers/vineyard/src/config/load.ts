import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { configSchema, gradesSchema, type Config, type Grade } from './schema.js';

const folder = new URL('../../config/', import.meta.url);

type Tree = { [key: string]: unknown };

function readYaml(name: string): unknown {
  return parse(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'));
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merge(base: Tree, over: Tree): Tree {
  const merged: Tree = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isTree(below) && isTree(value) ? merge(below, value) : value;
  }
  return merged;
}

function fromEnvironment(env: NodeJS.ProcessEnv): Tree {
  return {
    ...(env.PORT ? { server: { port: Number(env.PORT) } } : {}),
    ...(env.WEATHER_URL ? { weather: { url: env.WEATHER_URL } } : {}),
  };
}

export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  let tree = readYaml('default') as Tree;
  const stage = env.APP_ENV;
  if (stage && existsSync(new URL(`${stage}.yaml`, folder))) tree = merge(tree, readYaml(stage) as Tree);
  return configSchema.parse(merge(tree, fromEnvironment(env)));
}

export function loadGrades(): Grade[] {
  return gradesSchema.parse(readYaml('grades'));
}
