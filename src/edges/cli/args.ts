/** Reads the words of a command line by the tables of commands.ts; everything unknown is one sentence that names the nearest. */
import { statSync, type Stats } from 'node:fs';
import path from 'node:path';
import { Fault, isErrno } from '../../kit/errors.ts';
import { nearest } from '../../kit/nearest.ts';
import { commands, type Command, type Option } from './commands.ts';

export interface Args {
  readonly command: string;
  readonly spec: Command;
  readonly help: boolean;
  readonly words: readonly string[];
  /** What belongs to the subject: after `--`, or in `run` after the entry. */
  readonly rest: readonly string[];
  readonly options: ReadonlyMap<string, string | number | boolean | readonly string[]>;
  /** Settings given as flags, by dotted key. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** `--cwd`, else where the caller stands. */
  readonly cwd: string;
}

/** Splits the command's name off. @throws Fault `usage` for none or an unknown one. */
export function commandOf(words: readonly string[]): { command: string; spec: Command; rest: readonly string[] } {
  const argv = commonLast(words);
  const [first, second] = argv;
  if (first === undefined) throw new Fault('usage', 'no command given');
  for (const [command, rest] of [
    [`${first} ${second}`, argv.slice(2)],
    [first, argv.slice(1)],
  ] as const) {
    const spec = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (spec !== undefined) return { command, spec, rest };
  }
  const parts = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  if (parts.length > 0)
    throw new Fault(
      'usage',
      `${first} needs one of: ${parts.map((name) => name.slice(first.length + 1)).join(', ')}${second === undefined || second.startsWith('-') ? '' : `, not ${quote(second)}`}`,
    );
  const near = nearest(first, Object.keys(commands));
  const what = first.startsWith('-') ? 'option' : 'command';
  throw new Fault('usage', `unknown ${what} ${quote(first)}${near ? ` (did you mean ${near}?)` : ''}`);
}

/** `--json` and `--cwd DIR` may also stand before the command: they are moved behind its name. */
function commonLast(argv: readonly string[]): readonly string[] {
  const taken = argv[0] === '--cwd' ? 2 : argv[0] === '--json' || argv[0]?.startsWith('--cwd=') ? 1 : 0;
  if (taken === 0) return argv;
  const rest = commonLast(argv.slice(taken));
  if (rest.length === 0) return [];
  const name = Object.hasOwn(commands, `${rest[0]} ${rest[1]}`) ? 2 : 1;
  return [...rest.slice(0, name), ...argv.slice(0, taken), ...rest.slice(name)];
}

/** @throws Fault `usage` that names the word; never where `--help` stands among the command's own words. */
export function readArgs(argv: readonly string[], currentFolder: (command: string) => string): Args {
  const { command, spec, rest } = commandOf(argv);
  const scan = scanWords(spec, rest);
  const base = { command, spec, words: scan.words, rest: scan.rest };
  if (scan.help) return { ...base, help: true, options: new Map(), settings: {}, cwd: '' };
  if (scan.problem !== null) throw new Fault('usage', scan.problem, { next: `See \`kintsugi ${command} --help\`.` });
  checkWords(command, spec, scan);
  const given = scan.given.get('cwd')?.at(-1);
  const cwd = given === undefined ? currentFolder(command) : existingFolder('--cwd', given);
  const options = new Map(
    [...scan.given].map(([name, texts]) => [name, valueOf(name, spec.options[name], texts, cwd)]),
  );
  return { ...base, help: false, options, settings: settingsOf(spec, options), cwd };
}

interface Scan {
  readonly words: string[];
  readonly given: Map<string, string[]>;
  rest: string[];
  help: boolean;
  problem: string | null;
}

function scanWords(spec: Command, argv: readonly string[]): Scan {
  const scan: Scan = { words: [], given: new Map(), rest: [], help: false, problem: null };
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') {
      scan[spec.subject ? 'rest' : 'words'].push(...argv.slice(at + 1));
      break;
    }
    if (word === '--help' || word === '-h') scan.help = true;
    else if (word.startsWith('-') && word !== '-') at += takeOption(spec, scan, argv.slice(at));
    else {
      scan.words.push(word);
      if (spec.subject !== 'words') continue;
      scan.rest = argv.slice(argv[at + 1] === '--' ? at + 2 : at + 1);
      break;
    }
  }
  return scan;
}

/** Notes the option that stands first; returns how many further words it took. */
function takeOption(spec: Command, scan: Scan, [word = '', next]: readonly string[]): number {
  const [written = '', ...tail] = word.split('=');
  const name = nameOf(spec, written);
  const option = optionNamed(spec, name);
  const texts = scan.given.get(name) ?? [];
  const note = (problem: string): number => {
    scan.problem ??= problem;
    return 0;
  };
  if (option === undefined) return note(unknownOption(spec, written));
  scan.given.set(name, texts);
  if (option.kind === 'flag') {
    if (tail.length > 0) return note(`${written} takes no value`);
    texts.push('');
    return 0;
  }
  const value = tail.length > 0 ? tail.join('=') : next;
  if (value === undefined || (tail.length === 0 && value === '--'))
    return note(`${written} needs a value: ${option.hint ?? option.choices?.join(', ') ?? ''}`);
  if (tail.length === 0 && value.startsWith('-') && optionNamed(spec, nameOf(spec, value)) !== undefined)
    return note(
      `${written} needs a value, and ${quote(value)} is an option (write ${written}=${value} where you mean it)`,
    );
  texts.push(value);
  return tail.length > 0 ? 0 : 1;
}

function optionNamed(spec: Command, name: string): Option | undefined {
  return Object.hasOwn(spec.options, name) ? spec.options[name] : undefined;
}

function nameOf(spec: Command, written: string): string {
  if (written.startsWith('--')) return written.slice(2);
  return Object.entries(spec.options).find(([, option]) => `-${option.short}` === written)?.[0] ?? written;
}

function unknownOption(spec: Command, written: string): string {
  const near = nearest(written.replace(/^-+/, ''), Object.keys(spec.options));
  return `unknown option ${quote(written)}${near ? ` (did you mean --${near}?)` : ''}`;
}

const reference = /^(?:[1-9]\d{0,8}|[0-9a-f]{32})$/;

/** Too few, too many, or an id that is none: refused before any path is made of it (CLI-2). */
function checkWords(command: string, spec: Command, { words, rest }: Scan): void {
  const next = `See \`kintsugi ${command} --help\`.`;
  const extra = words[spec.words.length];
  if (extra !== undefined) throw new Fault('usage', `${quote(extra)} is one word too many for ${command}`, { next });
  spec.words.forEach((word, index) => {
    const text = words[index];
    if (text === undefined && !word.optional) throw new Fault('usage', `${command} needs <${word.name}>`, { next });
    if (text !== undefined && word.kind === 'id' && !reference.test(text))
      throw new Fault('usage', `${quote(text)} is no id: it is a number such as 3, or the 32 hex digits of ref`, {
        next: '`kintsugi incidents` lists them.',
      });
    if (word.kind === 'entry' && text === undefined && rest.length === 0)
      throw new Fault('usage', `${command} needs <entry> or -- <command…>`, { next });
  });
}

function valueOf(
  name: string,
  option: Option | undefined,
  texts: readonly string[],
  cwd: string,
): string | number | boolean | readonly string[] {
  const text = texts.at(-1) ?? '';
  switch (option?.kind) {
    case 'flag':
    case undefined:
      return true;
    case 'texts':
      return texts;
    case 'text':
      return text;
    case 'name':
      if (text.trim() === '') throw new Fault('usage', `--${name} is empty: it needs a name`);
      return text;
    case 'choice':
      return oneOf(name, text, option.choices ?? []);
    case 'number':
      return numberIn(name, text, { whole: true, min: option.min ?? 0, max: option.max ?? Number.MAX_SAFE_INTEGER });
    case 'seconds':
      return numberIn(name, text, { whole: false, min: 0.001, max: 86_400 });
    case 'folder':
      return existingFolder(`--${name}`, text);
    case 'file':
      return existingFile(`--${name}`, text, cwd);
  }
}

function oneOf(name: string, text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  const near = nearest(text, choices);
  throw new Fault(
    'usage',
    `--${name} cannot be ${quote(text)}: allowed is ${choices.join(', ')}${near ? ` (did you mean ${near}?)` : ''}`,
  );
}

function numberIn(
  name: string,
  text: string,
  { whole, min, max }: { whole: boolean; min: number; max: number },
): number {
  const value = (whole ? /^\d+$/ : /^\d+(?:\.\d+)?$/).test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  const kind = whole ? 'a whole number' : 'seconds';
  throw new Fault('usage', `--${name} cannot be ${quote(text)}: it needs ${kind} from ${min} to ${max}`);
}

function existingFolder(what: string, text: string): string {
  const folder = path.resolve(text);
  if (text !== '' && statAt(folder, `${what}: ${quote(text)}`)?.isDirectory()) return folder;
  throw new Fault('usage', `${what}: there is no folder ${quote(text)}`);
}

/** Undefined where nothing is there. @throws Fault `usage` where that cannot be told: links in a circle, a folder that is somebody else's */
function statAt(file: string, named: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw new Fault('usage', `${named} cannot be reached (${error.code})`);
  }
}

/** The absolute path of a file that is there (a pipe is one too). */
export function existingFile(what: string, text: string, cwd: string): string {
  const file = path.resolve(cwd, text);
  const stat = text === '' ? undefined : statAt(file, `${what}: ${quote(text)}`);
  if (stat === undefined) throw new Fault('usage', `${what}: there is no file ${quote(text)}`);
  if (stat.isDirectory()) throw new Fault('usage', `${what}: ${quote(text)} is a folder`);
  return file;
}

function settingsOf(spec: Command, options: Args['options']): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [name, { setting, kind, value }] of Object.entries(spec.options)) {
    const given = options.get(name);
    if (setting === undefined || given === undefined) continue;
    settings[setting] = kind === 'flag' ? value : kind === 'seconds' ? Math.round(Number(given) * 1000) : given;
  }
  return settings;
}

/** The value of a text option, or null. */
export function textOf(args: Args, name: string): string | null {
  const value = args.options.get(name);
  return typeof value === 'string' ? value : null;
}

/** The value of a number option, or null. */
export function numberOf(args: Args, name: string): number | null {
  const value = args.options.get(name);
  return typeof value === 'number' ? value : null;
}

/** All values of an option that may be repeated. */
export function textsOf(args: Args, name: string): readonly string[] {
  const value = args.options.get(name);
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

export function hasFlag(args: Args, name: string): boolean {
  return args.options.get(name) === true;
}

function quote(text: string): string {
  return `\`${text.length > 100 ? `${text.slice(0, 97)}…` : text}\``;
}
