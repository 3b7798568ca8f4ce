import { existsSync, readFileSync } from 'node:fs';

const file = new URL('../../.env', import.meta.url);

function parse(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

const fromFile = existsSync(file) ? parse(readFileSync(file, 'utf8')) : {};
const values = { ...fromFile, ...process.env };

function number(name) {
  const value = Number(values[name]);
  if (!Number.isFinite(value)) throw new Error(`${name} must be a number, not ${values[name]}`);
  return value;
}

export const env = {
  port: Number(values.PORT ?? 3000),
  slaHours: number('SLA_HOURS'),
  agentKeys: new Map((values.AGENT_KEYS ?? '').split(',').map((pair) => pair.split(':'))),
};
