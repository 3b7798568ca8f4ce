/** TypeScript that Node runs by taking the types away: an enum and a parameter property are more than types, and are written out. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, allSources, openSource, textOf } from '../../code/syntax.ts';
import type { Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const erasableSyntax: Recipe = {
  name: 'erasable-syntax',
  classes: ['syntax', 'module_format', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'TypeScript that Node runs by itself: an enum of texts becomes a constant with its type, a parameter property a field that the constructor sets.',
  ideas({ diagnosis, tree }) {
    const what = /TypeScript (enum|parameter property) is not supported in strip-only mode/.exec(
      diagnosis.message,
    )?.[1];
    const told = diagnosis.file === null ? null : openSource(tree, diagnosis.file);
    const sources = told === null ? allSources(tree) : [told];
    return what === undefined ? [] : sources.flatMap((source) => writtenOut({ tree }, source, what));
  },
};

function writtenOut(context: Pick<RecipeContext, 'tree'>, source: Source, what: string): Idea[] {
  const made =
    what === 'enum'
      ? all(source.program, 'TSEnumDeclaration').map((each) => constantOf(context, source, each))
      : all(source.program, 'ClassDeclaration').map((each) => fieldsOf(source, each));
  const splices = made.flatMap((each) => each ?? []);
  if (splices.length === 0 || made.includes(null)) return [];
  return [ideaIn('erasable-syntax', source, { title: `a ${what} is written out`, rank: 0, splices })];
}

/** Null where a member is no text, for numbers lead back to their names, or stands for a type of its own. */
function constantOf(
  { tree }: Pick<RecipeContext, 'tree'>,
  source: Source,
  node: Of<'TSEnumDeclaration'>,
): Splice[] | null {
  const { id, body } = node;
  if (node.declare) return [];
  const isText = body.members.every(
    ({ initializer, computed }) =>
      !computed && initializer?.type === 'Literal' && typeof initializer.value === 'string',
  );
  const isType = allSources(tree).some((each) =>
    all(each.program, 'TSQualifiedName').some(({ left }) => left.type === 'Identifier' && left.name === id.name),
  );
  if (!isText || isType) return null;
  const out = node.parent?.type === 'ExportNamedDeclaration' ? 'export ' : '';
  const type = `${out}type ${id.name} = (typeof ${id.name})[keyof typeof ${id.name}];`;
  return [
    { start: node.start, end: id.end, text: `const ${id.name} =` },
    ...body.members.map((each) => ({ start: each.id.end, end: each.initializer?.start ?? each.id.end, text: ': ' })),
    { start: node.end, end: node.end, text: ` as const;${eolOf(source.text)}${type}` },
  ];
}

/** Null where the fields cannot be set before all that reads them. */
function fieldsOf(source: Source, { body, superClass }: Of<'ClassDeclaration'>): Splice[] | null {
  const made = body.body.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor');
  const block = made?.type === 'MethodDefinition' ? made.value.body : null;
  const params = made?.type === 'MethodDefinition' ? made.value.params : [];
  const properties = params.filter((each) => each.type === 'TSParameterProperty');
  if (made === undefined || properties.length === 0) return [];
  const above = superClass === null ? null : block?.body[0];
  const isSuper =
    above?.type === 'ExpressionStatement' &&
    above.expression.type === 'CallExpression' &&
    above.expression.callee.type === 'Super';
  const ids = properties.map(({ parameter }) => (parameter.type === 'AssignmentPattern' ? parameter.left : parameter));
  const names = ids.flatMap((each) => (each.type === 'Identifier' ? [each.name] : []));
  const isPlain = names.length === ids.length && properties.every(({ decorators }) => decorators.length === 0);
  // Fields that are made of them would be made before they are set.
  const isRead = body.body.some((each) => each.type === 'PropertyDefinition' && all(each, 'ThisExpression').length > 0);
  if (!block || !isPlain || isRead || (superClass !== null && !isSuper)) return null;
  const [eol, indent] = [eolOf(source.text), indentAt(source.text, made.start)];
  const fields = properties.map((each, at) => {
    const id = ids[at]!;
    const end = 'typeAnnotation' in id && id.typeAnnotation ? id.typeAnnotation.end : id.end;
    return `${source.text.slice(each.start, each.parameter.start)}${source.text.slice(id.start, end)};`;
  });
  const at = isSuper ? above.end : block.start + 1;
  const last = block.body.length === 0 ? `${eol}${indent}` : '';
  const set = names.map((name) => `${eol}${indent}  this.${name} = ${name};`).join('') + last;
  return [
    {
      start: made.start,
      end: made.start,
      text: `${fields.join(eol + indent)}${eol}${eol}${indent}`,
    },
    ...properties.map((each) => ({ start: each.start, end: each.end, text: textOf(source, each.parameter) })),
    { start: at, end: at, text: set },
  ];
}
