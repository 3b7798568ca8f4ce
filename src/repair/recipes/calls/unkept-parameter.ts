/** `constructor(private readonly boats: Boats, settings: Settings)`: what a constructor is given and does not keep is nothing when a method reads it. */
import type { Idea } from '../../../incident/nouns.ts';
import { boundIdentifiers } from '../../code/scope.ts';
import { all, chainOf, isReference, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

const name = 'unkept-parameter';

export const unkeptParameter: Recipe = {
  name,
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A constructor does not keep a parameter that a method reads of the object: it is kept as its siblings are.',
  ideas(context) {
    const [site] = sitesOf(context);
    if (site === undefined) return [];
    return culprits(context, site).flatMap((node): Idea[] => {
      const read = /^this\.([\w$]+)$/.exec(chainOf(node) ?? '')?.[1];
      const owner = upwards(node).find((each) => each.type === 'ClassBody');
      if (read === undefined || owner?.type !== 'ClassBody' || isKept(owner, read)) return [];
      const splices = keeping(site.source, owner, read);
      const title = `the constructor is given \`${read}\` and does not keep it`;
      return splices === null ? [] : [ideaIn(name, site.source, { title, rank: 0, splices })];
    });
  },
};

/** Something else of the class puts a value there. */
function isKept(owner: Of<'ClassBody'>, read: string): boolean {
  const isSet = all(owner, 'AssignmentExpression').some(({ left }) => chainOf(left) === `this.${read}`);
  const isMember = owner.body.some(
    (each) => 'key' in each && keyName(each.key as Node) === read && !isBare(each as Node),
  );
  return isSet || isMember;
}

/** `settings: Settings;` declares and sets nothing. */
function isBare(member: Node): boolean {
  return member.type === 'PropertyDefinition' && member.value === null;
}

/** As the siblings are kept: by their modifiers, else by a line behind theirs. */
function keeping(source: Source, owner: Of<'ClassBody'>, read: string): Splice[] | null {
  const made = owner.body.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor');
  const body = made?.type === 'MethodDefinition' ? made.value.body : null;
  if (made?.type !== 'MethodDefinition' || !body) return null;
  const { params } = made.value;
  const given = params.flatMap((each) => (each.type === 'TSParameterProperty' ? [] : boundIdentifiers(each as Node)));
  const wanted = given.find((each) => each.name === read);
  const isUsed = all(body, 'Identifier').some((each) => each.name === read && isReference(each));
  if (wanted === undefined || isUsed) return null;
  const sibling = params.find((each) => each.type === 'TSParameterProperty');
  if (sibling?.type === 'TSParameterProperty') {
    const words = /^(?:(?:public|private|protected|readonly|override)\s+)+/.exec(
      source.text.slice(sibling.decorators.at(-1)?.end ?? sibling.start).trimStart(),
    )?.[0];
    const isPlain = params.some((each) => each.start === wanted.start);
    return words === undefined || !isPlain ? null : [{ start: wanted.start, end: wanted.start, text: words }];
  }
  const kept = body.body.filter(
    (each) =>
      each.type === 'ExpressionStatement' &&
      each.expression.type === 'AssignmentExpression' &&
      /^this\.[\w$]+$/.test(chainOf(each.expression.left) ?? ''),
  );
  const last = kept.at(-1);
  if (last === undefined) return alone(source, body, { wanted, params });
  const line = `${eolOf(source.text)}${indentAt(source.text, last.start)}this.${read} = ${read}${semicolonOf(source.text)}`;
  return [{ start: last.end, end: last.end, text: line }];
}

/** Nothing is kept yet by a constructor that does nothing: in TypeScript by its modifiers, else by a line. */
function alone(
  source: Source,
  body: Node,
  { wanted, params }: { readonly wanted: Of<'Identifier'>; readonly params: readonly Node[] },
): Splice[] | null {
  const isEmpty = /^\{\s*\}$/.test(textOf(source, body));
  if (!isEmpty || params.every((each) => each.start !== wanted.start)) return null;
  const isTyped = /\.[cm]?ts$/.test(source.path);
  const { start, end } = isTyped ? { start: wanted.start, end: wanted.start } : body;
  const text = isTyped ? 'private readonly ' : `{ this.${wanted.name} = ${wanted.name}${semicolonOf(source.text)} }`;
  return [{ start, end, text }];
}
