/** A refusal that went missing: what is thrown by it is still imported, used nowhere, and what it refused is nothing. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { namesInScope } from '../../code/scope.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  statementOf,
  stringValue,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, lineStart, semicolonOf } from '../../code/text.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { referencesTo } from '../modules/wrong-imports.ts';

const name = 'lost-refusal';

export const lostRefusal: Recipe = {
  name,
  classes: ['type', 'unknown'],
  kind: 'mitigation',
  needs: 'replayed',
  risk: 'ask',
  summary:
    'A value is missing in a function whose file imports an exception and throws it nowhere: it is thrown where the value is missing. A person is asked.',
  ideas(context) {
    const { nullish } = context.diagnosis.named;
    const [site] = sitesOf(context);
    if (site === undefined || (nullish === undefined && !/Cannot destructure/.test(context.diagnosis.message)))
      return [];
    const [thrown, more] = idleRefusals(context, site.source);
    if (thrown === undefined || more !== undefined) return [];
    const [id] = culprits(context, site).filter((each) => each.type === 'Identifier' && isLocal(site, each));
    return id?.type === 'Identifier' ? refused(site, id, thrown) : [];
  },
};

/** A name that this very function took from somewhere; what it was given its callers answer for. */
function isLocal({ source }: Site, id: Of<'Identifier'>): boolean {
  const binding = namesInScope(source, id.start).get(id.name);
  const fn = functionsAround(id)[0];
  return (
    binding !== undefined &&
    fn !== undefined &&
    binding.node.type === 'VariableDeclarator' &&
    upwards(binding.id).includes(fn)
  );
}

/** How the exceptions are thrown that a file imports by name and speaks of nowhere. */
function idleRefusals(context: RecipeContext, source: Source): string[] {
  return importsOf(source)
    .filter(
      ({ local, statement }) =>
        local !== null &&
        /(?:Exception|Error|Refusal)$/.test(local) &&
        !/^import type\b/.test(textOf(source, statement)),
    )
    .filter((from) => referencesTo(source, from).length === 0)
    .flatMap((from) => formOf(context, source, from) ?? '');
}

/** Nest says itself what its exceptions say; of others that are thrown elsewhere all say the same, in a text; null where that is not so. */
function formOf({ tree }: RecipeContext, source: Source, { local, imported, specifier }: Import): string | null {
  if (specifier === '@nestjs/common') return `new ${local}()`;
  const made = allSources(tree)
    .filter((each) => each !== source)
    .flatMap((each) => all(each.program, 'NewExpression').map((node) => ({ each, node })))
    .filter(({ node }) => chainOf(node.callee) === imported || chainOf(node.callee) === local);
  const isPlain = made.every(({ node }) =>
    node.arguments.every((given) => stringValue(given as Node) !== null || given.type === 'Literal'),
  );
  const [only, more] = new Set(made.map(({ each, node }) => textOf(each, node)));
  return only === undefined || more !== undefined || !isPlain ? null : only;
}

function refused(site: Site, id: Of<'Identifier'>, thrown: string): Idea[] {
  const { source } = site;
  const { text } = source;
  const statement = statementOf(id);
  if (
    thrown === '' ||
    statement === null ||
    text.slice(lineStart(text, statement.start), statement.start).trim() !== ''
  )
    return [];
  const seen = valueOf(site, id)?.type;
  const test = seen === 'null' || seen === 'undefined' ? `${id.name} === ${seen}` : `${id.name} == null`;
  const line = `if (${test}) throw ${thrown}${semicolonOf(text)}${eolOf(text)}${indentAt(text, statement.start)}`;
  const title = `\`${thrown}\` where \`${id.name}\` is missing`;
  const ask = 'that this is what the exception was imported for, only its import tells';
  const splices = [{ start: statement.start, end: statement.start, text: line }];
  return [ideaIn(name, source, { title, rank: 1, kind: 'mitigation', ask, splices })];
}
