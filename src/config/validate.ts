/** Checks one value against its setting, and a whole file against the table; every problem is a sentence (CFG-2). */
import { closest } from '../kit/nearest.ts';
import { byKey, entries, type Entry, type Setting } from './schema.ts';

/** What is wrong, in one sentence; null where the value is fine. `name` is the key or the variable. */
export function problemWith(name: string, setting: Setting, value: unknown): string | null {
  if (fits(setting, value)) return null;
  const hint = typeof value === 'string' && setting.choices ? closest(value, setting.choices) : null;
  const shown = setting.secret ? 'the value given' : show(value);
  return `${name} cannot be ${shown}: allowed is ${allowed(setting)}${hint ? `; the nearest is "${hint}"` : ''}`;
}

function fits(setting: Setting, value: unknown): boolean {
  switch (setting.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number' ? inRange(setting, value) : isOneOf(setting, value);
    case 'text':
      return value === null || (typeof value === 'string' && value !== '');
    case 'choice':
      return isOneOf(setting, value);
    case 'list':
      return Array.isArray(value) && value.every((item) => isText(setting, item));
    case 'record':
      return isRecord(value) && Object.values(value).every((item) => typeof item === 'string');
    case 'rows':
      return Array.isArray(value) && value.every((row) => isRow(setting, row));
  }
}

function inRange({ min = -Infinity, max = Infinity, fraction }: Setting, value: number): boolean {
  return (fraction ? Number.isFinite(value) : Number.isInteger(value)) && value >= min && value <= max;
}

function isText(setting: Setting, value: unknown): boolean {
  if (setting.choices) return isOneOf(setting, value);
  return typeof value === 'string' && value !== '' && (setting.item?.pattern.test(value) ?? true);
}

function isOneOf(setting: Setting, value: unknown): boolean {
  return typeof value === 'string' && (setting.choices ?? []).includes(value);
}

function isRow({ fields = [], shapes = {} }: Setting, row: unknown): boolean {
  if (!isRecord(row) || Object.keys(row).length !== fields.length) return false;
  return fields.every((field) => {
    const value = row[field];
    return typeof value === 'string' && value !== '' && (shapes[field]?.pattern.test(value) ?? true);
  });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** What a setting takes, for messages and the docs. */
export function allowed(setting: Setting): string {
  const words = (setting.choices ?? []).map((word) => `"${word}"`);
  switch (setting.kind) {
    case 'boolean':
      return 'true or false';
    case 'number':
      return [`a ${setting.fraction ? '' : 'whole '}number from ${setting.min} to ${setting.max}`, ...words].join(
        ' or ',
      );
    case 'text':
      return 'a text';
    case 'choice':
      return words.join(', ');
    case 'list':
      if (words.length > 0) return `a list of ${words.join(', ')}`;
      if (setting.item) return `a list of ${setting.item.says}`;
      return setting.plain ? 'a text or a list of texts' : 'a list of texts';
    case 'record':
      return 'an object of texts';
    case 'rows':
      return `a list of {${(setting.fields ?? []).map((field) => fieldOf(setting, field)).join('; ')}}`;
  }
}

function fieldOf({ shapes }: Setting, field: string): string {
  const says = shapes?.[field]?.says;
  return says === undefined ? field : `${field}: ${says}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** The values of a file by dotted key, and everything that is wrong with it. */
export function readTree(tree: unknown): { values: Map<string, unknown>; problems: string[] } {
  const values = new Map<string, unknown>();
  const problems: string[] = [];
  if (!isRecord(tree)) return { values, problems: [`it must hold an object, not ${show(tree)}`] };
  visit(tree, '', (key, value) => {
    const entry = byKey.get(key);
    if (entry === undefined) return void problems.push(unknownKey(key));
    const given = entry.setting.plain && typeof value === 'string' ? [value] : value;
    const problem = entry.setting.variableOnly
      ? `${key} cannot stand in the file: set ${entry.variable}`
      : problemWith(key, entry.setting, given);
    if (problem !== null) problems.push(problem);
    else if (values.has(key)) problems.push(`${key} is given twice: remove one`);
    else values.set(key, given);
  });
  return { values, problems };
}

const sections: ReadonlySet<string> = new Set(
  entries.flatMap(({ key }) => (key.includes('.') ? [key.slice(0, key.indexOf('.'))] : [])),
);
const shorthands: ReadonlyMap<string, string> = new Map(
  entries.filter(({ setting }) => setting.short).map(({ key }) => [key.slice(0, key.indexOf('.')), key]),
);

function visit(tree: Record<string, unknown>, prefix: string, leaf: (key: string, value: unknown) => void): void {
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix + name;
    if (prefix === '' && name === '$schema') continue;
    if (value === undefined) continue;
    if (prefix === '' && sections.has(name) && isRecord(value)) visit(value, `${name}.`, leaf);
    else leaf(prefix === '' && !isRecord(value) ? (shorthands.get(name) ?? key) : key, value);
  }
}

function unknownKey(key: string): string {
  if (sections.has(key)) return `${key} is a section: it must hold an object`;
  const near = key.includes('.') ? closest(key, byKey.keys()) : nearestName(key);
  return `unknown setting "${key}"; the nearest is "${near}" (docs/configuration.md lists them all)`;
}

/** `timeoutMs` at the top was probably meant as `heal.timeoutMs`. */
function nearestName(name: string): string {
  const last = (key: string): string => key.slice(key.lastIndexOf('.') + 1);
  const names = new Map<string, string>([...sections].map((section) => [section, section]));
  for (const { key } of entries) if (!names.has(last(key))) names.set(last(key), key);
  return names.get(closest(name, names.keys()) ?? '') ?? '';
}

/** A variable's text as the value its setting takes; what does not parse is handed back as it is and then refused. */
export function fromText(setting: Setting, text: string): unknown {
  switch (setting.kind) {
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
    case 'number':
      return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
    case 'list':
      if (setting.plain && !text.startsWith('['))
        return text
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean);
      return parsed(text);
    case 'record':
    case 'rows':
      return parsed(text);
    case 'text':
    case 'choice':
      return text;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return text; // refused by problemWith, which names what is allowed
    throw error;
  }
}

/** CFG-4: the same text in both lists of `recovery` is an error, one covered by a wildcard is worth a warning. */
export function checkLists(
  auto: readonly string[],
  ask: readonly string[],
): { problems: string[]; warnings: string[] } {
  const problems = auto
    .filter((entry) => ask.includes(entry))
    .map((entry) => `"${entry}" stands in both recovery.auto_approve and recovery.require_human: remove one`);
  const warnings = auto.flatMap((entry) =>
    ask
      .filter((pattern) => pattern !== entry && pattern.includes('*') && covers(pattern, entry))
      .map(
        (pattern) =>
          `recovery.auto_approve "${entry}" is also covered by recovery.require_human "${pattern}": the exact entry wins`,
      ),
  );
  return { problems, warnings };
}

/** `*` stands for any run of characters; the pattern covers the whole text. Linear: each piece is sought once. */
export function covers(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return pattern === text;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

export type { Entry };
