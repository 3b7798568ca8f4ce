/** Texts of data with a value put in or taken out, laid out as the rest of the file is. */
import { applyEdits, modify } from 'jsonc-parser';
import type { JSONPath } from 'jsonc-parser';
import { indentUnit } from './text.ts';
import { yamlChanged } from './yaml.ts';

/** JSON by its ending, else YAML; `undefined` takes the place out. */
export function dataChanged(
  { path, text }: { readonly path: string; readonly text: string },
  place: JSONPath,
  value: unknown,
): string {
  if (!path.endsWith('.json')) return yamlChanged(text, place, value);
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: indentUnit(text).length, keepLines: true };
  return applyEdits(text, modify(text, place, value, { formattingOptions }));
}
