/** Real models over a scripted server, for tests: the client, its account and what it said to a person. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { defaults } from '../../src/config/load.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { readText } from '../../src/kit/files.ts';
import { createRedactor } from '../../src/kit/redact.ts';
import { secretsFrom } from '../../src/kit/redact-env.ts';
import { createModels, type CallLimits } from '../../src/models/create.ts';
import { findEndpoints, type Choice } from '../../src/models/endpoints.ts';
import { Ledger, type Budget, type Settled } from '../../src/models/ledger.ts';
import type { Call, Models, NoReply, Reply } from '../../src/models/models.ts';
import type { Settings } from '../../src/config/schema.ts';
import { startModelServer, type ModelServer, type Script } from './server.ts';

export interface Setting {
  readonly env: NodeJS.ProcessEnv;
  readonly models?: Partial<Settings['models']>;
  /** The chain of `coding`; else what env and models make. */
  readonly chain?: readonly Choice[];
  readonly budget?: Partial<Budget>;
  readonly limits?: Partial<CallLimits>;
  /** The account's file; else one of its own. */
  readonly file?: string;
  readonly run?: string;
  now?(): number;
}

export interface Asking {
  readonly models: Models;
  readonly said: readonly string[];
  readonly file: string;
  /** The account's settled lines. */
  lines(): Settled[];
  ask(more?: Partial<Call>): Promise<Reply | NoReply>;
}

/** Everything is gone at the end of the test. */
export function askingOf(t: TestContext, setting: Setting): Asking {
  const { env, run = 'this-run', now = systemClock.now } = setting;
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-models-'));
  const file = setting.file ?? path.join(folder, 'usage.jsonl');
  const said: string[] = [];
  const settings = defaults();
  const budget = { ...settings.budget, healMs: 300_000, ...setting.budget };
  const redactor = createRedactor(secretsFrom({ env, envFiles: [] }));
  const warn = (text: string): void => void said.push(text);
  const ledger = new Ledger({ file, run, budget, now, warn });
  t.after(() => {
    ledger.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { chains } = findEndpoints(env, { offline: false, models: { ...settings.models, ...setting.models } });
  const models = createModels({
    chains: setting.chain ? { ...chains, coding: setting.chain } : chains,
    ledger,
    prices: setting.models?.prices ?? [],
    clock: { ...systemClock, now },
    redact: (text) => redactor.redact(text),
    warn,
    limits: { backoffMs: 1, ...setting.limits },
  });
  return {
    models,
    said,
    file,
    lines: () => linesOf(file).filter((line): line is Settled => line.kind === 'call'),
    ask: (more = {}) => models.call({ ...aCall, signal: new AbortController().signal, ...more }),
  };
}

export const aCall: Omit<Call, 'signal'> = {
  role: 'coding',
  system: 'You repair servers.',
  messages: [{ from: 'user', text: 'TypeError: x is not a function' }],
  maxTokens: 1000,
  purpose: { incident: 3, rung: 'fast', tool: null },
};

function linesOf(file: string): { kind: string }[] {
  return (readText(file) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { kind: string });
}

/** A server that ends with the test. */
export async function played(t: TestContext, script: Script, models?: readonly string[] | null): Promise<ModelServer> {
  const server = await startModelServer({ script, ...(models === undefined ? {} : { models }) });
  t.after(() => server.close());
  return server;
}

export const protocols = ['anthropic', 'openai'] as const;
