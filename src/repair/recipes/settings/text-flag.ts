/** `"on": "false"` of settings: a text is true whatever it says, and a library takes none for a flag. */
import { dataFiles } from '../../evidence/data-keys.ts';
import type { Key } from '../../evidence/data-keys.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { all, allSources, keyName } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'text-flag';

export const textFlag: Recipe = {
  name,
  classes: ['unknown', 'config', 'type', 'assertion', 'database'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A setting that says `"false"` as a text where the code takes it for a condition or hands it on as an option.',
  ideas(context) {
    return dataFiles(context).flatMap(({ path, text, keys }) =>
      keys
        .filter((key) => isFlag(context, key))
        .flatMap(({ name: key, around, value }) => {
          if (value === null) return [];
          const title = `\`${[...around, key].join('.')}\` in ${path} is a text: ${value.value as string} without quotes is meant`;
          const after = splice(text, {
            start: value.offset,
            end: value.offset + value.length,
            text: value.value as string,
          });
          const ask =
            value.value === 'false' && protects.test(`${around.join(' ')} ${key}`)
              ? 'it turns off what protects the server'
              : null;
          return [idea(name, { title, rank: 1, ask, edits: [{ path, before: text, after }] })];
        }),
    );
  },
};

const protects =
  /auth|login|session|secur|verif|csrf|protect|guard|permi|role|tls|ssl|cert|limit|throttle|block|valid|check/i;

/** A text that says true or false, which is asked for as it is and compared with nothing. */
function isFlag(context: RecipeContext, { name: key, around, value }: Key): boolean {
  if (value?.type !== 'string' || !/^(?:true|false)$/.test(value.value as string)) return false;
  // Records have texts, settings have flags.
  if (around.includes('*')) return false;
  const reads = allSources(context.tree).flatMap(({ program }) =>
    all(program, 'MemberExpression').filter((each) => !each.computed && keyName(each.property) === key),
  );
  const section = around.at(-1);
  const own = reads.filter(({ object }) => section === undefined || lastNameOf(object) === section);
  return own.some(isCondition) && reads.every((each) => !own.includes(each) || isCondition(each));
}

const conditions = new Set(['IfStatement', 'ConditionalExpression']);

/** `if (on)`, `!on`, `on ? a : b`, `on && next`, and an option of this name. */
function isCondition(read: Of<'MemberExpression'>): boolean {
  const { parent } = read;
  if (parent === null || parent === undefined) return false;
  if (conditions.has(parent.type)) return (parent as Of<'IfStatement'>).test === (read as Node);
  if (parent.type === 'LogicalExpression') return parent.operator !== '??';
  if (parent.type === 'Property') return parent.value === (read as Node);
  return parent.type === 'UnaryExpression' && parent.operator === '!';
}
