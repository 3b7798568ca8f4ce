/** A real project on a real stage, and the hands of an agent on it, for tests of tools. */
import { lstatSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { onStage, type Setup } from '../../test/fixtures/stage.ts';
import { checkChange } from '../policy/change.ts';
import { defaultPolicy } from '../policy/settings.ts';
import { checkParse } from '../verify/checks/parse.ts';
import { allTools } from './all.ts';
import { callTool, type ToolRole } from './call.ts';
import type { ToolContext } from './context.ts';
import { Draft } from './draft.ts';

export interface Scene {
  readonly project: string;
  readonly context: ToolContext;
  /** Calls a tool and gives what a model would be shown, without the marks around it. */
  use(name: string, input?: unknown, role?: ToolRole): Promise<string>;
  /** The same with the marks. */
  raw(name: string, input?: unknown, role?: ToolRole): Promise<string>;
}

export interface HandsSetup extends Setup {
  /** Path in the project → what the link says. */
  readonly links?: Readonly<Record<string, string>>;
  /** Done in the project before it is copied. */
  readonly before?: (project: string) => void;
  readonly context?: Partial<ToolContext>;
}

export async function withHands(setup: HandsSetup, use: (scene: Scene) => Promise<void>): Promise<void> {
  const prepare = (project: string): void => {
    for (const [at, to] of Object.entries(setup.links ?? {})) {
      mkdirSync(path.dirname(path.join(project, at)), { recursive: true });
      symlinkSync(to, path.join(project, at));
    }
    setup.before?.(project);
  };
  await onStage({ ...setup, prepare }, async ({ project, trials }) => {
    const draft = new Draft({
      tree: (edits) => trials.tree(edits),
      realpath: (file) => trials.realpath(file),
      project,
      forbids: (edit) => {
        const view = {
          read: (file: string) => trials.tree().read(file),
          realpath: (file: string) => liveReal(project, file),
        };
        const verdict = checkChange([edit], defaultPolicy, { view });
        return verdict.decision === 'deny' ? `${verdict.rule}: ${verdict.reason}` : null;
      },
      parseError: (edit) => {
        const verdict = checkParse([edit], trials.tree());
        return verdict.ok ? null : verdict.detail;
      },
    });
    const { run } = trials;
    const context: ToolContext = {
      ...{
        draft,
        project,
        env: {},
        envKeys: [],
        connects: [],
        git: null,
        subject: null,
        web: null,
        self: null,
        cleanUp: null,
      },
      copy:
        run === null
          ? null
          : {
              run: async (argv, timeoutMs) => {
                const result = await run(draft.edits, { argv, timeoutMs, signal: context.signal });
                if (typeof result === 'string') throw new Error(result);
                return result;
              },
            },
      redact: (text) => text,
      operations: [],
      wishes: [],
      signal: new AbortController().signal,
      ...setup.context,
    };
    const raw = async (name: string, input: unknown = {}, role: ToolRole = 'fix'): Promise<string> =>
      (await callTool(allTools, { id: '1', name, input }, { role, context })).text;
    const plain = async (name: string, input?: unknown, role?: ToolRole): Promise<string> =>
      (await raw(name, input, role)).replace(/^<data from="\w+">\n|\n<\/data>$/g, '');
    await use({ project, context, use: plain, raw });
  });
}

/** Where a path of the live project leads, as policy is told it. */
function liveReal(project: string, file: string): string | null {
  let existing = path.join(project, file);
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) existing = path.dirname(existing);
  const real = path.relative(
    project,
    path.join(realpathSync(existing), path.relative(existing, path.join(project, file))),
  );
  return real.startsWith('..') ? null : real;
}
