import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import YAML from 'yaml';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
type Tree = Record<string, any>;

export async function yamlLayer(name: string): Promise<Tree> {
  return YAML.parse(await readFile(path.join(root, 'config', `${name}.yaml`), 'utf8'));
}

export async function jsonLayer(name: string): Promise<Tree> {
  return JSON.parse(await readFile(path.join(root, 'config', `${name}.json`), 'utf8'));
}

/** OBS_BOOKING_GRACE_DAYS=1 becomes { booking: { graceDays: 1 } }. */
export async function envLayer(env: NodeJS.ProcessEnv, prefix: string): Promise<Tree> {
  const fromFile = parseDotenv(await readFile(path.join(root, '.env'), 'utf8').catch(() => ''));
  const tree: Tree = {};
  for (const [key, value] of Object.entries({ ...fromFile, ...env })) {
    if (!key.startsWith(prefix) || value === undefined) continue;
    const [section, ...rest] = key.slice(prefix.length).toLowerCase().split('_');
    const name = rest.map((word, index) => (index === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');
    tree[section] = { ...tree[section], [name]: coerce(value) };
  }
  return tree;
}

function parseDotenv(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('=') && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()]));
}

const coerce = (value: string) => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value);
