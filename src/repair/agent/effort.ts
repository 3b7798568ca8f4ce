/** How much an agent may spend on a failure, by its class: turns, tokens, tools (REP-5). */
import type { FailureClass } from '../../incident/nouns.ts';

export type Effort = 'simple' | 'config' | 'complex';

export interface Allowance {
  readonly turns: number;
  /** In and out together. */
  readonly tokens: number;
  /** Null = all there are. */
  readonly tools: readonly string[] | null;
}

const few = ['read_file', 'grep_code', 'list_dir', 'edit_file', 'bash_exec', 'check_logs', 'done'] as const;

export const allowances: Readonly<Record<Effort, Allowance>> = {
  simple: { turns: 4, tokens: 20_000, tools: few },
  config: {
    turns: 5,
    tokens: 50_000,
    tools: [
      ...few,
      ...['write_file', 'glob_files', 'check_env', 'inspect_env', 'add_env_var', 'git_diff', 'audit_deps'],
      ...['verify_node_modules', 'check_port'],
    ],
  },
  complex: { turns: 8, tokens: 100_000, tools: null },
};

const efforts: Readonly<Partial<Record<FailureClass, Effort>>> = {
  syntax: 'simple',
  reference: 'simple',
  type: 'simple',
  range: 'simple',
  import_export: 'simple',
  module_format: 'simple',
  config: 'config',
  env_missing: 'config',
  missing_file: 'config',
  missing_module: 'config',
  permission: 'config',
  port_conflict: 'config',
};

export function effortOf(failureClass: FailureClass): Effort {
  return efforts[failureClass] ?? 'complex';
}
