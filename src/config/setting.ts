/** What one setting is, and the short words that the table of schema.ts is written in. */

interface Shape {
  readonly pattern: RegExp;
  readonly says: string;
}

/** A brace that is never closed stands for itself: what its owner means would not be covered. */
export const globs: Shape = {
  pattern: /^(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})+$/,
  says: 'globs whose braces are closed',
};
/** What else is asked for is no path of a server, and answered 400. */
export const urlPaths: Shape = { pattern: /^\/[^\s?#]*$/, says: 'paths that begin with /' };

export interface Setting<T = unknown> {
  readonly kind: 'boolean' | 'number' | 'text' | 'choice' | 'list' | 'record' | 'rows';
  readonly fallback: T;
  readonly doc: string;
  /** For `choice`: all values. For `list`: all that may stand in it. For `number`: words allowed beside a number. Tightest first where `loosens` is set. */
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** For `number`: part of a whole is allowed. */
  readonly fraction?: true;
  /** For `rows`: the fields of each row, all of them text and required. */
  readonly fields?: readonly string[];
  /** For `rows`: what a field must look like, and how that is said. */
  readonly shapes?: Readonly<Record<string, Shape>>;
  /** For `list`: what each text must look like, and how that is said. */
  readonly item?: Shape;
  /** For `list`: a plain word (in a variable: words with commas between) stands for the list. */
  readonly plain?: true;
  /** Its variable where that is not made from its key. */
  readonly variable?: string;
  /** Its value is never shown. */
  readonly secret?: true;
  /** Cannot stand in the file. */
  readonly variableOnly?: true;
  /** In a file, the section's own name may hold this value: `dashboard: "off"`. */
  readonly short?: true;
  /** The part it belongs to, where this version does not have that: a value that asks for it does nothing, and is warned of. */
  readonly awaits?: string;
  /** Read once, when `kintsugi run` starts: a change counts from its next start. */
  readonly fromStart?: true;
  /** Which direction gives Kintsugi more freedom: a larger value or list (`up`), or a smaller one (`down`). */
  readonly loosens?: 'up' | 'down';
}

type More = Omit<Setting, 'kind' | 'fallback' | 'doc' | 'min' | 'max' | 'fields'>;

export const flag = (fallback: boolean, doc: string, more: More = {}): Setting<boolean> => ({
  kind: 'boolean',
  fallback,
  doc,
  ...more,
});

/** What the keeper is told when it starts: it reads no file that could sink it. */
export function fromStart<const Section extends Record<string, Setting>>(section: Section): Section {
  const marked = Object.entries(section).map(([name, setting]) => [name, { ...setting, fromStart: true }]);
  return Object.fromEntries(marked) as Section; // the same rows, each with one more mark
}

export function number(
  fallback: number,
  [min, max]: readonly [number, number],
  doc: string,
  more: More = {},
): Setting<number> {
  return { kind: 'number', fallback, min, max, doc, ...more };
}

export const text = (doc: string, fallback: string | null = null, more: More = {}): Setting<string | null> => ({
  kind: 'text',
  fallback,
  doc,
  ...more,
});

export function choice<const C extends string>(
  choices: readonly C[],
  fallback: C,
  doc: string,
  more: More = {},
): Setting<C> {
  return { kind: 'choice', choices, fallback, doc, ...more };
}

export const list = (fallback: readonly string[], doc: string, more: More = {}): Setting<readonly string[]> => ({
  kind: 'list',
  fallback,
  doc,
  ...more,
});

export const model = (role: string, doc: string, more: More = {}): Setting<readonly string[]> =>
  list([], doc, { plain: true, variable: `KINTSUGI_${role.toUpperCase()}_MODEL`, ...more });

export const usd = (fallback: number, doc: string): Setting<number> =>
  number(fallback, [0, 1_000_000], doc, { fraction: true, loosens: 'up' });

/** Dollars, as a text: what a price is written as. */
export const decimal = /^\d{1,6}(?:\.\d{1,6})?$/;
