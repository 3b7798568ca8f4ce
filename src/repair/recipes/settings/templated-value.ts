/** A setting whose value is refused, where its template has almost the same: what was lost or misspelt in it. */
import type { Idea } from '../../../incident/nouns.ts';
import { slip } from '../../code/names.ts';
import { splice } from '../../code/text.ts';
import { dataFiles, keysOf } from '../../evidence/data-keys.ts';
import type { DataFile, Key } from '../../evidence/data-keys.ts';
import { templatesOf } from '../../evidence/data-paths.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'templated-value';

export const templatedValue: Recipe = {
  name,
  classes: ['config', 'type', 'assertion', 'range', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A value of settings that is refused by name, and that the template beside them has with more, or spelt otherwise: `news.example.com` where it says `https://news.example.com`.',
  ideas(context) {
    const files = dataFiles(context).filter(({ path }) => context.tree.files.includes(path));
    const found = files.flatMap((file) => changesIn(context, file));
    const [only, more] = found;
    return only === undefined || more !== undefined ? [] : [only];
  },
};

function changesIn(context: RecipeContext, file: DataFile): Idea[] {
  const { message } = context.diagnosis;
  const told = file.keys.filter(({ value }) => value?.type === 'string' && isTold(message, String(value.value)));
  const models = told.length === 0 ? [] : templatesOf(context, file.path);
  return told.flatMap((key) =>
    models.flatMap((model) => {
      const text = context.tree.read(model);
      const then =
        text === null ? [] : keysOf(model, text).filter((each) => each.place === key.place && each.name === key.name);
      const [meant, more] = then;
      return meant === undefined || more !== undefined ? [] : spelt(file, key, meant);
    }),
  );
}

const lengthMin = 3;

/** By itself, not as a part of another word. */
function isTold(message: string, value: string): boolean {
  const at = value.length < lengthMin ? -1 : message.indexOf(value);
  const around = at < 0 ? 'x' : `${message[at - 1] ?? ''}${message[at + value.length] ?? ''}`;
  return !/[\w$/-]/.test(around);
}

function spelt(file: DataFile, { value }: Key, meant: Key): Idea[] {
  const [is, to] = [String(value?.value), meant.value?.type === 'string' ? String(meant.value.value) : ''];
  const isNear = is !== to && (to.endsWith(is) || to.startsWith(is) || (slip(is, to) ?? 9) <= slipMax);
  if (value == null || !isNear) return [];
  const written = file.text.slice(value.offset, value.offset + value.length);
  const put = { start: value.offset, end: value.offset + value.length, text: written.replace(is, () => to) };
  const edits = [{ path: file.path, before: file.text, after: splice(file.text, put) }];
  return [idea(name, { title: `\`${is}\` in ${file.path} should be \`${to}\`, as its template says`, rank: 0, edits })];
}

const slipMax = 1.4;
