/** Texts of data with a value put in or taken out, laid out as the rest of the file is. */
import { applyEdits, getNodeValue, modify } from 'jsonc-parser';
import type { JSONPath, Node as JsonNode } from 'jsonc-parser';
import { indentUnit } from './text.ts';
import { yamlChanged } from './yaml.ts';

/** JSON or YAML by its ending, the text as it was for others; `undefined` takes the place out. */
export function dataChanged(
  { path, text }: { readonly path: string; readonly text: string },
  place: JSONPath,
  value: unknown,
): string {
  if (!path.endsWith('.json')) return /\.ya?ml$/i.test(path) ? yamlChanged(text, place, value) : text;
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: indentUnit(text).length, keepLines: true };
  return applyEdits(text, modify(text, place, value, { formattingOptions }));
}

/** The own value where it can be told as the other kind; else the value of the model. */
export function asKind(own: JsonNode, model: JsonNode): unknown {
  const [value, other] = [getNodeValue(own) as unknown, getNodeValue(model) as unknown];
  if (typeof value === 'string' && typeof other === 'number' && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  if (typeof value === 'string' && typeof other === 'boolean' && /^(?:true|false)$/.test(value))
    return value === 'true';
  if (typeof other === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if (Array.isArray(other) && typeof value === 'string') return listOf(value);
  if (Array.isArray(other) && typeof value === 'object' && value !== null) return listOfObject(value, other) ?? other;
  return other;
}

/** `{ mail: true, sms: false }` as `["mail"]`, `{ a: {…}, b: {…} }` as its values; null where neither makes items like those of the list. */
function listOfObject(value: object, like: readonly unknown[]): unknown[] | null {
  const on = keysOn(value);
  if (on !== null && like.every((item) => typeof item === 'string')) return on;
  const values = Object.values(value);
  return values.every((each) => like.some((item) => isShapedAs(each, item))) ? values : null;
}

/** `["mail"]` of `{ mail: true, sms: false }`; null where not all values are such flags. */
export function keysOn(value: object): string[] | null {
  const entries = Object.entries(value);
  const areFlags = entries.length > 0 && entries.every(([, isOn]) => typeof isOn === 'boolean');
  return areFlags ? entries.flatMap(([key, isOn]) => (isOn === true ? [key] : [])) : null;
}

function isShapedAs(value: unknown, like: unknown): boolean {
  if (typeof value !== typeof like) return false;
  if (typeof value !== 'object' || value === null || typeof like !== 'object' || like === null) return true;
  return Object.keys(like).every((key) => key in value);
}

export function listOf(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}
