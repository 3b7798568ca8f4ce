/** A `null` by default that is handed on to where only a value that is left out takes the default. */
import type { Idea } from '../../../incident/nouns.ts';
import { handedTo } from '../../code/callees.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, functionsAround, isReference } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'null-default';

export const nullDefault: Recipe = {
  name,
  classes: ['type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A parameter that is `null` by default is handed on to one that has a default of its own, which `null` does not take: it is left out by default.',
  ideas(context) {
    const [site] = sitesOf(context);
    if (site === undefined || context.diagnosis.named.nullish !== 'null') return [];
    return culprits(context, site).flatMap((node) => {
      const param = paramOf(site.source, node);
      return param === null || isNull(param) ? [] : handedNull(context, param, 3);
    });
  },
};

/** `client` of `(sql, client = pool)`, where a name stands for such a parameter. */
function paramOf(source: Source, node: Node): Node | null {
  const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
  return made?.kind === 'param' && made.id.parent?.type === 'AssignmentPattern' ? made.id : null;
}

function isNull({ parent }: Node): boolean {
  return parent?.type === 'AssignmentPattern' && parent.right.type === 'Literal' && parent.right.raw === 'null';
}

/** The parameters further out that are null by default and do nothing but be handed on to this one. */
function handedNull(context: RecipeContext, id: Node, deep: number): Idea[] {
  const [own] = functionsAround(id);
  const at = own?.params.findIndex((param) => param.start <= id.start && id.end <= param.end) ?? -1;
  const handed = own === undefined || at < 0 ? [] : handedTo(context, own);
  return handed.flatMap(({ source, given }) => {
    const node = given[at];
    if (node === undefined) return [];
    const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name) : undefined;
    if (made?.kind !== 'param') return [];
    if (!isNull(made.id)) return deep === 0 ? [] : handedNull(context, made.id, deep - 1);
    const fn = functionsAround(made.id)[0];
    const uses =
      fn === undefined ? [] : all(fn, 'Identifier').filter((each) => each.name === made.name && isReference(each));
    const isHandedOn = uses.every(
      (use) => use === made.id || (use.parent?.type === 'CallExpression' && use.parent.callee !== use),
    );
    const { parent } = made.id;
    if (!isHandedOn || parent?.type !== 'AssignmentPattern') return [];
    const splices = [{ start: made.id.end, end: parent.end, text: '' }];
    const title = `\`${made.name}\` is left out by default, and not \`null\``;
    return [ideaIn(name, source, { title, rank: 0, splices })];
  });
}
