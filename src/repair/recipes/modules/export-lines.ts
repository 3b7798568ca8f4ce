/** What an object that CommonJS gives out holds, as an ES module gives it out: one line for each name. */
import { keyName, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, semicolonOf } from '../../code/text.ts';

/** `{ round: (amount) => …, total }`: each value is given out by its name; null where one has none. */
export function exportLines(source: Source, properties: readonly Node[]): string | null {
  const end = semicolonOf(source.text);
  const lines = properties.map((each) => {
    const key = each.type === 'Property' && !each.computed && !each.method ? keyName(each.key) : null;
    if (each.type !== 'Property' || key === null || !/^[A-Za-z_$][\w$]*$/.test(key)) return null;
    if (each.value.type === 'Identifier')
      return `export { ${each.value.name === key ? key : `${each.value.name} as ${key}`} }${end}`;
    return `export const ${key} = ${textOf(source, each.value)}${end}`;
  });
  return lines.includes(null) ? null : lines.join(eolOf(source.text));
}
