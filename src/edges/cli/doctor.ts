/** `kintsugi doctor`: what is there, what it brings, and the exact command that mends what is not. */
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { Desk } from '../../engine/desk.ts';
import { Fault, isErrno } from '../../kit/errors.ts';
import { exec } from '../../kit/exec.ts';
import { writableHome, type StatePaths } from '../../kit/paths.ts';
import { sameAddress } from '../../kit/services.ts';
import { typescriptFlags } from '../../kit/typescript.ts';
import { placesOf, type Call } from './call.ts';
import { many } from './output.ts';

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** A missing one ends `doctor` with 1. */
  readonly required: boolean;
  readonly detail: string;
  /** What it is good for. */
  readonly brings: string;
  /** The command or step that mends it; null where nothing is to be done. */
  readonly mend: string | null;
}

export interface ShownSetting {
  readonly value: unknown;
  readonly source: string;
  readonly variable: string;
}

export interface ModelsFound {
  readonly offline: boolean;
  /** `provider:model`, in the order in which they are asked. */
  readonly coding: readonly string[];
  /** What was asked for and cannot be had, each with what to do. */
  readonly problems: readonly string[];
  /** On this machine. */
  readonly local: readonly { readonly name: string; readonly url: string; readonly first: string | null }[];
}

/** What the wiring knows and an edge may not import. */
export interface DoctorTools {
  readonly version: string;
  /** Absolute; null where this build has none. */
  readonly hookFile: string | null;
  findConfinement(): Promise<{ readonly kind: string; readonly why?: string; readonly path?: string }>;
  /** What the server was seen to use, each with the row that lets trials read there. */
  services(project: string, state: string): readonly { readonly target: string; readonly row: string | null }[];
  /** The settings with their origin. @throws Fault `config`. */
  settings(): Promise<Configured & { readonly file: string | null }>;
}

interface Configured {
  readonly shown: Record<string, ShownSetting>;
  readonly warnings: readonly string[];
  readonly models: ModelsFound;
}

const install = (packages: string): string =>
  process.platform === 'darwin' ? `brew install ${packages}` : `apt-get install -y ${packages}`;

/** @returns 0, or 1 where something required is missing (CLI-11). */
export async function doctor(call: Call, tools: DoctorTools): Promise<number> {
  const places = placesOf(call);
  const { check: configCheck, shown, warnings, models } = await checkConfig(tools);
  const value = (key: string): unknown => shown[key]?.value;
  const checks = [
    checkNode(),
    configCheck,
    checkState(places),
    checkRecord(places),
    checkHome(call.env),
    await checkHook(tools.hookFile),
    await checkConfinement(tools, value('sandbox') === 'require'),
    await checkGit(),
    checkTypeScript(places.project),
    checkModels(models),
    checkServices(tools.services(places.project, places.state), value('trial.services')),
    checkPause(places),
  ];
  const ok = checks.every((check) => check.ok || !check.required);
  const result = {
    ok,
    version: tools.version,
    project: places.project,
    state: places.state,
    checks,
    settings: shown,
    warnings,
  };
  call.output.result(result, () => page(result));
  return ok ? 0 : 1;
}

function page({
  ok,
  version,
  project,
  checks,
  settings,
  warnings,
}: {
  ok: boolean;
  version: string;
  project: string;
  checks: readonly Check[];
  settings: Record<string, ShownSetting>;
  warnings: readonly string[];
}): string {
  const lines = checks.flatMap((check) => [
    `${check.ok ? 'ok     ' : check.required ? 'MISSING' : 'without'}  ${check.name}: ${check.detail}`,
    ...(check.ok ? [] : [`         brings: ${check.brings}`]),
    ...(check.mend === null ? [] : [`         mend:   ${check.mend}`]),
  ]);
  const changed = Object.entries(settings).filter(([, { source }]) => source !== 'default');
  return [
    `kintsugi ${version} in ${project}`,
    '',
    ...lines,
    ...(changed.length > 0 ? ['', 'Settings that are not the default:'] : []),
    ...changed.map(([key, { value, source }]) => `  ${key} = ${JSON.stringify(value)} (${source})`),
    ...warnings.map((warning) => `warning: ${warning}`),
    '',
    ok ? 'Ready.' : 'Something required is missing.',
  ].join('\n');
}

async function checkConfig(tools: DoctorTools): Promise<Configured & { readonly check: Check }> {
  const base = { name: 'configuration', required: true, brings: 'your settings' };
  try {
    const { file, ...configured } = await tools.settings();
    return { check: { ...base, ok: true, detail: file ?? 'none; every default applies', mend: null }, ...configured };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // doctor is for exactly this case: it goes on and shows the problem among the others
    return {
      check: { ...base, ok: false, detail: error.message, mend: 'correct what it names' },
      shown: {},
      warnings: [],
      models: { offline: false, coding: [], problems: ['correct the configuration first'], local: [] },
    };
  }
}

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  const mend = ok ? null : 'install Node 20.19 or later: https://nodejs.org/en/download';
  return { name: 'node', ok, required: true, detail: process.versions.node, brings: 'everything', mend };
}

function checkState({ state }: StatePaths): Check {
  const nearestFolder = existingAbove(state);
  const ok = canWriteAndEnter(nearestFolder);
  return {
    name: 'state folder',
    ok,
    required: true,
    detail: ok ? state : `${nearestFolder} cannot be written`,
    brings: 'the record of incidents',
    mend: ok ? null : `chown -R "$(id -un)" ${nearestFolder}, or set KINTSUGI_STATE_DIR`,
  };
}

function checkRecord(places: StatePaths): Check {
  const base = { name: 'record', required: true, brings: 'repairs: without it none is made' };
  try {
    const detail = many(new Desk(places).incidents().length, 'incident');
    return { ...base, ok: true, detail, mend: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...base, ok: false, detail: error.message, mend: error.next };
  }
}

function existingAbove(folder: string): string {
  return existsSync(folder) ? folder : existingAbove(path.dirname(folder));
}

function canWriteAndEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (isErrno(error)) return false; // that is the finding
    throw error;
  }
}

function checkHome(env: NodeJS.ProcessEnv): Check {
  const home = writableHome(env);
  return {
    name: 'home',
    ok: home !== null,
    required: false,
    detail: home ?? 'none that can be written',
    brings: 'backups that survive the loss of the project folder',
    mend: home === null ? 'set HOME to a folder that can be written' : null,
  };
}

/** Loads the hook into an empty program: a start with it must look like one without. */
async function checkHook(hookFile: string | null): Promise<Check> {
  const base = { name: 'hook', required: false, brings: 'errors that are answered with 500, held sockets, replays' };
  const mend = 'reinstall kintsugi (from sources: npm run build)';
  if (hookFile === null || !existsSync(hookFile)) return { ...base, ok: false, detail: 'not built', mend };
  const argv = [process.execPath, '--require', hookFile, '-e', 'process.stdout.write("ok")'];
  const { code, stdout, stderr } = await exec(argv, { timeoutMs: 5_000 });
  const ok = code === 0 && stdout === 'ok';
  return {
    ...base,
    ok,
    detail: ok ? 'loads' : `does not load: ${stderr.trim().split('\n')[0] ?? ''}`,
    mend: ok ? null : mend,
  };
}

async function checkConfinement(tools: DoctorTools, required: boolean): Promise<Check> {
  const found = await tools.findConfinement();
  const ok = found.kind !== 'none';
  return {
    name: 'confinement',
    ok,
    required,
    detail: ok ? `${found.kind}${found.path ? ` (${found.path})` : ''}` : (found.why ?? 'none'),
    brings: 'trials that can reach nothing but their copy; installs and repairs by a model are tried only so',
    mend: ok ? null : `${install('bubblewrap')} (in a container: allow user namespaces)`,
  };
}

async function checkGit(): Promise<Check> {
  const { code, stdout } = await exec(['git', '--version'], { timeoutMs: 5_000 });
  const ok = code === 0;
  return {
    name: 'git',
    ok,
    required: false,
    detail: ok ? stdout.trim() : 'not found',
    brings: 'repairs on a branch of their own, lost files from history',
    mend: ok ? null : install('git'),
  };
}

function checkTypeScript(project: string): Check {
  const flags = typescriptFlags(project);
  const detail =
    flags === null
      ? 'neither Node nor the project can run it'
      : flags.length === 0
        ? 'by Node itself'
        : 'by tsx of the project';
  return {
    name: 'typescript',
    ok: flags !== null,
    required: false,
    detail,
    brings: 'entries in TypeScript',
    mend: flags === null ? 'npm install --save-dev tsx' : null,
  };
}

/** Keys are never shown, and none is sent: only what runs on this machine is asked for its list. */
function checkModels({ offline, coding, problems, local }: ModelsFound): Check {
  const base = { name: 'model', required: false, brings: 'repairs of what no recipe fits' };
  if (offline) return { ...base, ok: true, detail: 'none: offline', mend: null };
  const [offer] = local;
  const none = offer ? `none set; ${offer.name} runs here${offer.first ? ` with ${offer.first}` : ''}` : 'none';
  const have = offer
    ? `OPENAI_BASE_URL=${offer.url}`
    : 'set ANTHROPIC_API_KEY or OPENAI_API_KEY, or OPENAI_BASE_URL for a model of your own (docs/models.md)';
  return {
    ...base,
    ok: coding.length > 0 && problems.length === 0,
    detail: [coding.length > 0 ? coding.join(', then ') : none, ...problems].join('; '),
    mend: problems[0] ?? (coding.length > 0 ? null : have),
  };
}

function checkServices(known: ReturnType<DoctorTools['services']>, value: unknown): Check {
  const named = (Array.isArray(value) ? value : []) as { target: string }[];
  const closed = known.filter(({ target }) => !named.some((row) => sameAddress(row.target, target)));
  const list = closed.map(({ target }) => target).join(', ');
  const row = ({ target, row: reading }: (typeof closed)[number]): string =>
    reading ?? `{"target": "${target}", "to": "<host:port of a test instance>"}`;
  return {
    name: 'services',
    ok: closed.length === 0,
    required: false,
    detail:
      closed.length > 0
        ? `trials do not reach ${list}`
        : known.length === 0
          ? 'none seen'
          : 'trials reach what was seen',
    brings: 'replays of requests that need them; trials read there, and nothing is written',
    mend: closed.length === 0 ? null : `trial.services: [${closed.map(row).join(', ')}]`,
  };
}

function checkPause({ paused }: StatePaths): Check {
  const ok = !existsSync(paused);
  return {
    name: 'automatic action',
    ok,
    required: false,
    detail: ok ? 'allowed' : 'paused',
    brings: 'repairs without a person',
    mend: ok ? null : 'kintsugi resume',
  };
}
