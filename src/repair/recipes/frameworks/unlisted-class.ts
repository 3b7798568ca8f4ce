/** A list of classes of one kind, handed to a library at its set-up, that lacks one of them: entities of a database, say. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { addImport, specifierFor } from '../../code/insert.ts';
import { all, allSources, chainOf, parseSource } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'unlisted-class';

export const unlistedClass: Recipe = {
  name,
  classes: ['unknown', 'config', 'type'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A list of classes with the same decorator (entities, say) lacks one of them, and the library that is given the list says that it does not know it.',
  ideas(context) {
    if (context.diagnosis.frames[0]?.own === true) return [];
    const classes = allSources(context.tree).flatMap((source) =>
      all(source.program, 'ClassDeclaration').flatMap(({ id, decorators }) =>
        id === null ? [] : [{ source, called: id.name, kinds: decoratorsOf(decorators) }],
      ),
    );
    return allSources(context.tree).flatMap((source) =>
      all(source.program, 'ArrayExpression').flatMap((list) => listIdeas(context, classes, { source, list })),
    );
  },
};

/** By what a container is given is another recipe's: each of its modules has its own. */
const ofContainer = /^(?:Injectable|Controller|Module|Catch|Resolver)$/;

function decoratorsOf(decorators: Of<'ClassDeclaration'>['decorators']): string[] {
  return (decorators ?? [])
    .map(({ expression }) => chainOf(expression.type === 'CallExpression' ? expression.callee : expression) ?? '')
    .filter((each) => each !== '' && !ofContainer.test(each));
}

interface Kind {
  readonly source: Source;
  readonly called: string;
  readonly kinds: readonly string[];
}

interface At {
  readonly source: Source;
  readonly list: Of<'ArrayExpression'>;
}

function listIdeas({ tree, diagnosis }: RecipeContext, classes: readonly Kind[], { source, list }: At): Idea[] {
  const names = list.elements.map((each: Node | null) => (each?.type === 'Identifier' ? each.name : ''));
  const listed = names.map((each) => classes.find(({ called }) => called === each));
  const last = list.elements.at(-1);
  const kind = listed[0]?.kinds.find((each) => listed.every((one) => one?.kinds.includes(each) === true));
  if (kind === undefined || last == null) return [];
  const left = classes.filter(({ called, kinds }) => kinds.includes(kind) && !names.includes(called));
  const words = diagnosis.message.split(/[^\w$]+/);
  const isSpoken = ({ called }: Kind): boolean => words.includes(called);
  const named = left.filter(isSpoken);
  const [only, more] = named.length > 0 ? named : left;
  if (
    only === undefined ||
    more !== undefined ||
    ![only, ...listed].some((each) => each !== undefined && isSpoken(each))
  )
    return [];
  const text = splice(source.text, { start: last.end, end: last.end, text: `, ${only.called}` });
  const isThere = only.source === source || importsOf(source).some(({ local }) => local === only.called);
  const changed = isThere ? null : parseSource(source.path, text);
  const wanted = { specifier: specifierFor(tree, source, only.source.path), local: only.called, imported: only.called };
  const after = changed === null ? text : addImport(tree, changed, wanted).after;
  const title = `${only.called} is one of the list in ${source.path}`;
  return [idea(name, { title, rank: 0, edits: [{ path: source.path, before: source.text, after }] })];
}
