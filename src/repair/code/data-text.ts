/** Texts of data with a value put in or taken out, laid out as the rest of the file is. */
import { applyEdits, modify } from 'jsonc-parser';
import type { JSONPath } from 'jsonc-parser';
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
