/** A number that its file has as a text, where the code asks it for what numbers alone have: `"adult": "180"`, and `fee.toFixed(2)`, or compares it with one. */
import type { Node as JsonNode } from 'jsonc-parser';
import type { Idea, ValueFacts } from '../../../incident/nouns.ts';
import { prototypeMembers } from '../../code/members.ts';
import { all, allSources, keyName, stringValue, upwards } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { dataFiles } from '../../evidence/data-keys.ts';
import type { DataFile } from '../../evidence/data-keys.ts';
import { lastNameOf, readsBehind } from '../../evidence/fields.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const isOfNumber = (method: string): boolean =>
  prototypeMembers('Number').includes(method) && !prototypeMembers('String').includes(method);

/** Only where one place of the settings can be meant, and nobody uses it as a text. A list of records is another matter. */
export function textNumbers(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  if (site === undefined || !/is not a function/.test(context.diagnosis.message)) return [];
  const failing = culprits(context, site).flatMap((node) =>
    node.type === 'MemberExpression' && !node.computed && isOfNumber(keyName(node.property) ?? '') ? [node.object] : [],
  );
  const [object] = failing;
  if (object === undefined) return [];
  const seen = valueOf(site, object);
  const fields = new Set(readsBehind(context, site.source, object).map(({ field }) => field));
  const found = dataFiles(context)
    .filter(({ path }) => context.tree.files.includes(path))
    .flatMap((file) =>
      file.keys.flatMap(({ name, around, value }) => {
        const text = value?.type === 'string' ? String(value.value) : '';
        const isSeen = seen === null || seen.preview === JSON.stringify(text);
        const isIt = fields.has(name) && !around.includes('*') && plainNumber.test(text) && isSeen;
        return isIt && value !== null ? [{ file, name, value, text }] : [];
      }),
    );
  const [only, more] = found;
  if (only === undefined || more !== undefined || isText(context, only.name)) return [];
  return [asNumber(only)];
}

/** `if (timetable.season !== season) throw …`, where the debugger saw `"2026"` on one side and 2026 on the other: the one place of a file that has that text. */
export function comparedTexts(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const [node] = site?.nodes ?? [];
  const thrown = [node, ...(node === undefined ? [] : upwards(node))].find((each) => each?.type === 'ThrowStatement');
  const check = thrown === undefined ? undefined : upwards(thrown).find((each) => each.type === 'IfStatement');
  if (site === undefined || check?.type !== 'IfStatement') return [];
  const texts = all(check.test, 'BinaryExpression').flatMap(({ operator, left, right }) => {
    const [one, other] = [valueOf(site, left), valueOf(site, right)];
    if (!/^[!=]==$/.test(operator) || one === null || other === null) return [];
    const isTextOf = (text: ValueFacts, number: ValueFacts): boolean =>
      text.type === 'string' && number.type === 'number' && text.preview === JSON.stringify(number.preview);
    const side = isTextOf(one, other) ? left : isTextOf(other, one) ? right : null;
    return side === null ? [] : [{ field: lastNameOf(side), text: (side === left ? other : one).preview }];
  });
  const found = dataFiles(context)
    .filter(({ path }) => context.tree.files.includes(path))
    .flatMap((file) =>
      file.keys.flatMap(({ name, value }) => {
        const isIt = texts.some(
          ({ field, text }) => field === name && value?.type === 'string' && value.value === text,
        );
        return isIt && value !== null ? [{ file, name, value, text: String(value.value) }] : [];
      }),
    )
    .filter(({ text }) => plainNumber.test(text));
  const [only, more] = found;
  return only === undefined || more !== undefined || isText(context, only.name) ? [] : [asNumber(only)];
}

interface Written {
  readonly file: DataFile;
  readonly name: string;
  readonly value: JsonNode;
  readonly text: string;
}

function asNumber({ file, name, value, text }: Written): Idea {
  const after = splice(file.text, { start: value.offset, end: value.offset + value.length, text });
  const title = `\`${name}\` in ${file.path} is a number`;
  return idea('config-shape', { title, rank: -1, edits: [{ path: file.path, before: file.text, after }] });
}

/** Not `007`, nor `1e3`. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Somewhere it is asked for what texts alone have, or compared with one. */
function isText({ tree }: RecipeContext, name: string): boolean {
  const isIt = (node: Node): boolean => lastNameOf(node) === name;
  return allSources(tree).some(
    ({ program }) =>
      all(program, 'MemberExpression').some(({ object, property }) => {
        const method = keyName(property) ?? '';
        const isOfText = prototypeMembers('String').includes(method) && !prototypeMembers('Number').includes(method);
        return isIt(object) && (isOfText || method === 'length');
      }) ||
      all(program, 'BinaryExpression').some(
        ({ left, right }) => (isIt(left) && stringValue(right) !== null) || (stringValue(left) !== null && isIt(right)),
      ),
  );
}
