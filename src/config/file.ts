/** Finds and reads the configuration file; a program is evaluated in a short process of its own. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault } from '../kit/errors.ts';
import { exec } from '../kit/exec.ts';
import { listed, readJson, readText } from '../kit/files.ts';
import { sha256 } from '../kit/hash.ts';
import { isTypeScript, typescriptFlags } from '../kit/typescript.ts';

/** In the order in which they are looked for. */
const names = ['ts', 'mts', 'cts', 'mjs', 'cjs', 'js', 'json'].map((ending) => `kintsugi.config.${ending}`);
/** Settings that nobody reads would be taken for settings that count: `autonomy: observe` among them. Scripts and units (`kintsugi.sh`, `.service`) are none. */
const foreign =
  /^\.?kintsugi(?:(?:rc|[.-]?config)(?:\.(?:[mc]?[jt]s|json[c5]?|ya?ml|toml))?|\.(?:json[c5]?|ya?ml|toml))$/i;
const evaluateMs = 10_000;

/** The file that counts, and the names of what does not: what stands beside it, and what is not read at all. */
export function findConfigFile(project: string, chosen: string | null): { file: string | null; ignored: string[] } {
  if (chosen !== null) {
    const file = path.resolve(chosen);
    if (!isThere(file)) throw new Fault('usage', `there is no configuration file ${chosen}`);
    return { file, ignored: [] };
  }
  const notRead = unread(project);
  const [file = null, ...others] = names.map((name) => path.join(project, name)).filter(isThere);
  return { file, ignored: [...others.map((other) => path.basename(other)), ...notRead] };
}

function unread(project: string): string[] {
  const near = listed(project).filter((name) => foreign.test(name) && !names.includes(name));
  const manifest = readJson<Record<string, unknown>>(path.join(project, 'package.json'));
  const inManifest = manifest?.['kintsugi'] === undefined ? [] : ['"kintsugi" in package.json'];
  return [...near.filter((name) => isThere(path.join(project, name))), ...inManifest];
}

/** A folder of such a name is no configuration. */
function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
}

/** What the file holds, unchecked. @throws Fault `config` where it cannot be read or run. */
export async function readConfigFile(file: string, env: NodeJS.ProcessEnv): Promise<unknown> {
  return file.endsWith('.json') ? readJsonFile(file) : evaluate(file, env);
}

/** Changes when the bytes of the file do; null where it is gone. */
export function fingerprint(file: string | null): string | null {
  const text = file === null ? null : readText(file);
  return text === null ? null : sha256(text);
}

function readJsonFile(file: string): unknown {
  const text = (readText(file) ?? '').replace(/^\uFEFF/, '');
  try {
    const tree = JSON.parse(text) as unknown;
    const twice = keyGivenTwice(text);
    if (twice === null) return tree;
    throw new Fault(
      'config',
      `${file} has the key "${twice}" twice in one object, and only the last counts: remove one`,
    );
  } catch (error) {
    if (error instanceof SyntaxError) throw new Fault('config', jsonProblem(file, text, error), { cause: error });
    throw error;
  }
}

/** Of a text that is JSON: what `JSON.parse` passes over in silence. */
function keyGivenTwice(json: string): string | null {
  const open: Set<string>[] = [];
  let key = '';
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') key = JSON.parse(token) as string;
    else if (open.at(-1)?.has(key)) return key;
    else open.at(-1)?.add(key);
  }
  return null;
}

/** Node names an offset, or a line and column, depending on its version and the mistake. */
function jsonProblem(file: string, text: string, error: SyntaxError): string {
  const offset = /position (\d+)/.exec(error.message)?.[1];
  const before = offset === undefined ? text : text.slice(0, Number(offset));
  const line = before.split('\n').length;
  const comment = /^\s*\/[/*]/m.test(text)
    ? '; comments are not allowed in JSON, a kintsugi.config.mjs may have them'
    : '';
  return `${file}:${line} is not JSON: ${error.message.split('\n')[0]}${comment}`;
}

/**
 * Prints the default export after a mark that nothing else can print. What JSON cannot hold becomes a text that no
 * setting takes, so that it is refused and not dropped.
 */
const program = `
const [file, mark] = process.argv.slice(1);
const loaded = await import(file);
const exported = loaded.default?.__esModule ? loaded.default.default : loaded.default;
const plain = (key, value) => {
  if (!['function', 'symbol', 'bigint'].includes(typeof value)) return value;
  return key === '' ? 'a ' + typeof value : { ['a ' + typeof value]: true };
};
process.stdout.write('\\n' + mark + JSON.stringify(await exported, plain), () => process.exit(0));
`;

async function evaluate(file: string, env: NodeJS.ProcessEnv): Promise<unknown> {
  const flags = isTypeScript(file) ? typescriptFlags(path.dirname(file)) : [];
  if (flags === null) {
    throw new Fault('config', `${file} needs Node 22.18 or later, or tsx in the project, to be read`, {
      next: 'Run `npm install --save-dev tsx`, or write a kintsugi.config.mjs.',
    });
  }
  const mark = `kintsugi-config-${sha256(`${file} ${process.pid} ${process.hrtime.bigint()}`)}:`;
  const argv = [process.execPath, ...flags, '--input-type=module', '--eval', program, pathToFileURL(file).href, mark];
  const result = await exec(argv, { cwd: path.dirname(file), env, timeoutMs: evaluateMs });
  const at = result.stdout.lastIndexOf(mark);
  if (at === -1) throw new Fault('config', `${file} ${whyNot(result)}`);
  const printed = result.stdout.slice(at + mark.length);
  if (printed === 'undefined') throw new Fault('config', `${file} exports no settings: write \`export default { … }\``);
  return JSON.parse(printed) as unknown;
}

function whyNot(result: { timedOut: boolean; stderr: string; code: number | null; spawnError: string | null }): string {
  if (result.timedOut) return `did not end within ${evaluateMs / 1000} s: it must only export an object`;
  if (result.spawnError !== null) return `could not be run: ${result.spawnError}`;
  const said = result.stderr
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(?:Node\.js v|\(Use `node )/.test(line));
  const line = said.find((each) => /^\w*Error\b|\[ERR_\w+\]/.test(each)) ?? said.at(-1);
  return `could not be run (exit ${result.code}): ${line || 'it printed nothing'}`;
}
