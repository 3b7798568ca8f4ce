/** What a tool is: name, schema of its input, what it may touch, and what it does, declared once (SPEC TOOL-1). */
import type { ToolSchema } from '../models/models.ts';
import type { ToolContext } from './context.ts';

/** `reads` the trial copy or the subject, `writes` the draft, `runs` a program, `network`: opens a connection, `proposes` what a person decides, `self`: Kintsugi's own sources, to read, and the list of what is proposed for them. */
export type Touch = 'reads' | 'writes' | 'runs' | 'network' | 'proposes' | 'self';

export interface Tool extends ToolSchema {
  readonly touches: readonly Touch[];
  /** How the model gets at what was cut off. */
  readonly more: string;
  /** Null where the input is as the schema says; else one sentence for the model. */
  check(input: unknown): string | null;
  /** False where what it needs is not here; then it does not exist. */
  isHere(context: ToolContext): boolean;
  run(input: unknown, context: ToolContext): string | Promise<string>;
}

interface FieldSchema {
  readonly type: 'string' | 'integer' | 'boolean' | 'array';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: { readonly type: 'string' };
  readonly maxItems?: number;
}

/** One field of an input. `value` is only a type: nothing stands there. */
export interface Field<T> {
  readonly schema: FieldSchema;
  readonly isOptional: boolean;
  readonly value?: T;
}

const charsMax = 100_000;
const wordCharsMax = 1_000;

/** A short text: a name, a path, a pattern. */
export const word = (description: string): Field<string> => ({
  schema: { type: 'string', description, maxLength: wordCharsMax },
  isOptional: false,
});

/** A text of any kind, such as the content of a file. */
export const longText = (description: string): Field<string> => ({
  schema: { type: 'string', description, maxLength: charsMax },
  isOptional: false,
});

export const integer = (description: string, [minimum, maximum]: readonly [number, number]): Field<number> => ({
  schema: { type: 'integer', description, minimum, maximum },
  isOptional: false,
});

export const flag = (description: string): Field<boolean> => ({
  schema: { type: 'boolean', description },
  isOptional: false,
});

export const words = (description: string): Field<readonly string[]> => ({
  schema: { type: 'array', description, items: { type: 'string' }, maxItems: 50 },
  isOptional: false,
});

export const oneOf = <const C extends string>(choices: readonly C[], description: string): Field<C> => ({
  schema: { type: 'string', description, enum: choices },
  isOptional: false,
});

export const optional = <T>(field: Field<T>): Field<T | undefined> => ({ schema: field.schema, isOptional: true });

type Fields = Readonly<Record<string, Field<unknown>>>;
type InputOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export interface Declared<F extends Fields> {
  readonly name: string;
  readonly description: string;
  readonly input: F;
  readonly touches: readonly Touch[];
  readonly more?: string;
  isHere?(context: ToolContext): boolean;
  run(input: InputOf<F>, context: ToolContext): string | Promise<string>;
}

export function declare<const F extends Fields>(declared: Declared<F>): Tool {
  const { name, description, touches, input } = declared;
  const required = Object.keys(input).filter((key) => input[key]?.isOptional === false);
  const properties = Object.fromEntries(Object.entries(input).map(([key, field]) => [key, field.schema]));
  return {
    name,
    description,
    touches,
    schema: { type: 'object', properties, required, additionalProperties: false },
    more: declared.more ?? 'ask for less at a time',
    check: (given) => problemOf(given, input),
    isHere: (context) => declared.isHere?.(context) ?? true,
    run: (given, context) => declared.run(given as InputOf<F>, context), // `check` found it to be one
  };
}

/** The first thing that is wrong with an input, and what is allowed. */
function problemOf(given: unknown, fields: Fields): string | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'the input is no JSON object';
  const values = new Map(Object.entries(given));
  const names = Object.keys(fields);
  const unknown = [...values.keys()].find((key) => !names.includes(key));
  if (unknown !== undefined)
    return `there is no field ${JSON.stringify(unknown.slice(0, 60))}; the fields are: ${names.join(', ') || 'none'}`;
  for (const [name, { schema, isOptional }] of Object.entries(fields)) {
    const value = values.get(name);
    if (value === undefined || value === null) {
      if (!isOptional) return `the field ${name} is missing (${schema.type}: ${schema.description})`;
      continue;
    }
    const wrong = wrongWith(value, schema);
    if (wrong !== null) return `the field ${name} ${wrong}`;
  }
  return null;
}

function wrongWith(value: unknown, schema: FieldSchema): string | null {
  if (schema.type === 'integer') {
    const isFit =
      Number.isInteger(value) && Number(value) >= (schema.minimum ?? 0) && Number(value) <= (schema.maximum ?? 0);
    return isFit ? null : `must be a whole number from ${schema.minimum} to ${schema.maximum}`;
  }
  if (schema.type === 'boolean') return typeof value === 'boolean' ? null : 'must be true or false';
  if (schema.type === 'array') {
    const isFit =
      Array.isArray(value) &&
      value.length <= (schema.maxItems ?? 0) &&
      value.every((item) => typeof item === 'string' && item.length <= wordCharsMax);
    return isFit ? null : `must be a list of at most ${schema.maxItems} strings`;
  }
  if (typeof value !== 'string') return 'must be a string';
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `must be one of: ${schema.enum.join(', ')}`;
  if (schema.maxLength !== undefined && value.length > schema.maxLength)
    return `is longer than ${schema.maxLength} characters`;
  return value.includes('\0') ? 'holds a NUL character' : null;
}
