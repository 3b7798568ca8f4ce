/** `{ catalog: new CatalogService(db), loans: new LendingService(db) }`, where all take a `lending`: of all that is made there the one that is not called like its class. */
import { isTest } from '../../../kit/code.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, keyName, keysIn } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { partsOf } from '../../code/words.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { hasPart } from '../../evidence/renames.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** @param node what holds nothing at the failing place */
export function madeKey(context: RecipeContext, node: Node): Idea[] {
  const missing = lastNameOf(node);
  if (missing === null) return [];
  const sources = allSources(context.tree).filter(({ path }) => !isTest(path));
  const odd = sources.flatMap((source) =>
    all(source.program, 'ObjectExpression').flatMap((literal) => {
      const made = literal.properties.filter((each) => each.type === 'Property' && thingOf(each.value) !== null);
      const [only, more] = made.filter((each) => each.type === 'Property' && !isCalledSo(each));
      const isOdd =
        only?.type === 'Property' && more === undefined && made.length > 2 && !keysIn(literal).includes(missing);
      return isOdd && thingOf(only.value) === wordsIn(missing) ? [{ source, literal, property: only }] : [];
    }),
  );
  const [only, more] = odd;
  if (only === undefined || more !== undefined) return [];
  const { source, literal, property } = only;
  const name = keyName(property.key);
  const given = { source, name: name ?? '', key: property.key, value: property.value as Node, isSet: false };
  if (name === null || property.computed || !hasPart(context, given) || isTakenOf(context, literal, name)) return [];
  const { start, end } = property.key;
  const title = `\`${name}\` is called \`${missing}\`, as what is made there and as those who take it call it`;
  return [ideaIn('half-renamed', source, { title, rank: 0, splices: [{ start, end, text: missing }] })];
}

const wordsIn = (name: string): string => partsOf(name).join(' ');

/** `lending` of `new LendingService(db)`, of `createLendingService(db)`; null for what is made otherwise. */
function thingOf(value: Node): string | null {
  const isMade = value.type === 'NewExpression' || value.type === 'CallExpression';
  const parts = isMade ? partsOf(lastNameOf(value.callee as Node) ?? '') : [];
  const isMaker = value.type === 'NewExpression' || /^(?:create|make|build)$/.test(parts[0] ?? '');
  const thing = parts.slice(value.type === 'NewExpression' ? 0 : 1, -1);
  return isMaker && kinds.test(parts.at(-1) ?? '') && thing.length > 0 ? thing.join(' ') : null;
}

const kinds = /^(?:service|repository|repo|store|controller|manager|client|gateway|provider|model|dao|handler)$/;

/** By the thing alone, or with its kind. */
function isCalledSo({ key, value }: Of<'Property'>): boolean {
  const words = wordsIn(keyName(key) ?? '');
  return words === thingOf(value as Node) || words.startsWith(`${thingOf(value as Node)} `);
}

/** Somebody takes it of such an object by that name, with nothing but what that has. */
function isTakenOf({ tree }: RecipeContext, literal: Of<'ObjectExpression'>, name: string): boolean {
  const keys = keysIn(literal);
  const { parent } = literal;
  const holder = parent?.type === 'VariableDeclarator' ? keyName(parent.id as Node) : null;
  return allSources(tree).some(
    ({ program }) =>
      all(program, 'ObjectPattern').some((pattern) => {
        const taken = keysIn(pattern);
        return taken.includes(name) && taken.every((each) => keys.includes(each));
      }) ||
      all(program, 'MemberExpression').some(
        ({ object, property, computed }) =>
          !computed && keyName(property) === name && holder !== null && lastNameOf(object) === holder,
      ),
  );
}
