/** What the owner decided once: the settings every judgement of this room is made under, and their hash. */
import { hashOf } from '../kit/hash.ts';

export interface RecoverySettings {
  readonly enabled: boolean;
  /** Commands that may run without a person; compared byte for byte. */
  readonly auto_approve: readonly string[];
  /** Commands a person is always asked about; `*` stands for anything, all else is literal. */
  readonly require_human: readonly string[];
  readonly max_auto_recoveries_per_run: number;
  readonly cooldown_seconds: number;
  readonly on_unknown: 'escalate' | 'deny';
}

export interface PolicySettings {
  readonly autonomy: 'observe' | 'propose' | 'auto' | 'full';
  /** Globs of files that no rollback touches and no repair, unless the file is itself the cause (PRO-6). */
  readonly protected: readonly string[];
  readonly recovery: RecoverySettings;
  /** What becomes of a change by a model that passes every gate, where nothing but the model says that its answer is right. */
  readonly modelAlone: 'ask' | 'promote';
  /** True where the owner trusts the install scripts of the project's own dependencies (REP-1). */
  readonly trustInstallScripts: boolean;
}

/** What was judged and why. `rule` is a stable kebab-case name, `reason` one sentence for a person. */
export interface Verdict {
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly rule: string;
  readonly reason: string;
}

export const defaultProtected: readonly string[] = [
  '**/settings.{json,js,ts}',
  '**/db.{js,ts,mjs}',
  '**/redis.{js,ts,mjs}',
  '.env*',
  '*.sqlite*',
  '*.db',
  '.kintsugi/**',
];

export const defaultPolicy: PolicySettings = {
  autonomy: 'auto',
  protected: defaultProtected,
  recovery: {
    enabled: true,
    auto_approve: [],
    require_human: [],
    max_auto_recoveries_per_run: 3,
    cooldown_seconds: 60,
    on_unknown: 'escalate',
  },
  modelAlone: 'ask',
  trustInstallScripts: false,
};

/** Names the policy an approval is bound to (POL-4). */
export function policyHash(settings: PolicySettings): string {
  const { autonomy, protected: globs, recovery, modelAlone, trustInstallScripts } = settings;
  return hashOf({ autonomy, protected: globs, recovery, modelAlone, trustInstallScripts });
}

export function allow(rule: string, reason: string): Verdict {
  return { decision: 'allow', rule, reason };
}

export function ask(rule: string, reason: string): Verdict {
  return { decision: 'ask', rule, reason };
}

export function deny(rule: string, reason: string): Verdict {
  return { decision: 'deny', rule, reason };
}

const severity = { allow: 0, ask: 1, deny: 2 } as const;

/** The strictest verdict, the earlier one of equals; null where there is none. */
export function strictest(verdicts: readonly Verdict[]): Verdict | null {
  let worst: Verdict | null = null;
  for (const verdict of verdicts) {
    if (worst === null || severity[verdict.decision] > severity[worst.decision]) worst = verdict;
  }
  return worst;
}
