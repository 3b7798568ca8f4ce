/** Wiring: the hands of an agent: the trial copy, git, the keeper's record, the owner's settings. Nothing in them reaches the live tree. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exec } from '../kit/exec.ts';
import { systemClock } from '../kit/clock.ts';
import { readJson } from '../kit/files.ts';
import { findProject } from '../kit/paths.ts';
import { addressShape } from '../kit/services.ts';
import { envFiles, envKeys, type Project } from '../project.ts';
import { pruneBackups } from '../release/backups.ts';
import { git, gitArgv, gitEnv } from '../release/git.ts';
import { listReleases } from '../release/releases.ts';
import type { OpenToolbox } from '../repair/agent/agent.ts';
import type { RungDeps } from '../repair/rung.ts';
import { allTools } from '../tools/all.ts';
import type { ConfinedCopy, ToolContext } from '../tools/context.ts';
import { Draft } from '../tools/draft.ts';
import { openMcp } from '../tools/mcp.ts';
import { checkParse } from '../verify/checks/parse.ts';
import { isOneShot } from './deciding.ts';
import type { Incident } from '../incident/incident.ts';
import type { StepsOptions } from './options.ts';
import type { Session } from './sessions.ts';

export function toolboxOf({ project }: StepsOptions, session: Session, incident: Incident): OpenToolbox {
  return async (_briefing, deps) => {
    const { paths, settings } = project;
    const draft = draftOn(project, session, deps);
    const run = paths.run(incident.subject);
    const context: ToolContext = {
      draft,
      project: paths.project,
      env: { ...written(paths.project), ...project.env },
      envKeys: envKeys(project, session.launch),
      connects: seen(run.observedJson),
      copy: copyOf(session, draft, deps.signal),
      git: (await hasRepository(project))
        ? (command, ...rest) => git(repositoryOf(project), gitArgv(command, ...rest))
        : null,
      subject: isOneShot(incident) ? null : run,
      web: settings.tools.webHosts.length === 0 || settings.offline ? null : { hosts: settings.tools.webHosts },
      self: { root: ownRoot(), pending: paths.pendingRepairs },
      cleanUp: () => Promise.resolve(cleaned(project)),
      redact: deps.redact,
      ...{ operations: [], wishes: [] },
      signal: deps.signal,
    };
    const mcp = await openMcp(settings.offline ? [] : settings.tools.mcp, {
      ...{ env: project.env, cwd: paths.project, redact: deps.redact, signal: deps.signal },
    });
    return { tools: [...allTools, ...mcp.tools], context, notes: mcp.missing, close: () => mcp.close() };
  };
}

/** Every edit is judged as it will be judged before its trial, against the live files (POL-3), and parsed as its loader would. */
function draftOn({ paths }: Project, { trials }: Session, deps: RungDeps): Draft {
  return new Draft({
    tree: (edits) => trials.tree(edits),
    realpath: (file) => trials.realpath(file),
    project: paths.project,
    forbids: (edit) => {
      const idea = {
        recipe: 'agent',
        kind: 'cause',
        title: 'an edit',
        edits: [edit],
        operations: [],
        ask: null,
        rank: 0,
      } as const;
      const ruling = deps.judge(idea);
      return ruling.decision === 'deny' ? `${ruling.rule}: ${ruling.reason}` : null;
    },
    parseError: (edit) => {
      const verdict = checkParse([edit], trials.tree());
      return verdict.ok ? null : verdict.detail;
    },
  });
}

function copyOf({ trials: { run } }: Session, draft: Draft, signal: AbortSignal): ConfinedCopy | null {
  if (run === null) return null;
  return {
    run: async (argv, timeoutMs) => {
      signal.throwIfAborted();
      const result = await run(draft.edits, { argv, timeoutMs, signal });
      if (typeof result === 'string') throw new Error(result);
      return result;
    },
  };
}

/** The sources where they came with the package, else the programs that were built of them, which is what stacks name then. */
function ownRoot(): string {
  const root = findProject(fileURLToPath(new URL('.', import.meta.url)));
  const sources = path.join(root, 'src');
  return realpathSync(existsSync(sources) ? sources : path.join(root, 'dist'));
}

function repositoryOf({ paths, env }: Project) {
  return { project: paths.project, env };
}

async function hasRepository({ paths, env }: Project): Promise<boolean> {
  const { code } = await exec(gitArgv('rev-parse', '--git-dir'), { cwd: paths.project, env: gitEnv(env) });
  return code === 0;
}

/** What `.env` files set: where services are that the code reaches through them. */
function written(project: string): Record<string, string> {
  const files = envFiles(project).filter(({ path }) => !/\.(?:example|sample|template|dist)$/.test(path));
  const rows = files.flatMap(({ text }) => [
    ...text.matchAll(/^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(["'`]?)(.*?)\2\s*$/gm),
  ]);
  return Object.fromEntries(rows.map(([, name = '', , value = '']) => [name, value]));
}

/** `host:port` of what the hook saw the subject connect to. */
function seen(file: string): string[] {
  const connects = readJson<{ connects?: unknown }>(file)?.connects;
  return Array.isArray(connects) ? connects.filter((one) => typeof one === 'string' && addressShape.test(one)) : [];
}

function cleaned({ paths }: Project): string[] {
  const trees = listReleases(paths).map((release) => release.tree);
  return pruneBackups(paths, { nowMs: systemClock.now(), trees, blobs: null }).map((id) => `backup ${id}`);
}
