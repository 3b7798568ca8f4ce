/** An object was handed over where a handler is wanted, and one method of it gives that handler: `app.use(router)`, `createServer(app)`. */
import type { Idea } from '../../../incident/nouns.ts';
import { valuesOf } from '../../code/callees.ts';
import { applicationKind } from '../../code/framework-members.ts';
import { all, allSources, isFunction, keyName, textOf } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { wantsFunction } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'handler-giver';

export const handlerGiver: Recipe = {
  name,
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'An object is given where a handler is wanted, and one of its methods gives the handler: that is called.',
  ideas(context) {
    if (!wantsFunction.test(context.diagnosis.message)) return [];
    const found = sitesOf(context).map((site) => {
      const calls = site.nodes.filter((node): node is Of<'CallExpression'> => node.type === 'CallExpression');
      return calls.flatMap((call) => call.arguments.flatMap((given) => called(context, site, given as Node)));
    });
    return found.find((each) => each.length > 0) ?? [];
  },
};

/** What gives the handler of a framework's object. */
const givers: Readonly<Record<string, string>> = { 'koa.router': 'routes', 'koa.app': 'callback' };

function called(context: RecipeContext, site: Site, given: Node): Idea[] {
  const { source } = site;
  const seen = valueOf(site, given);
  if ((given.type !== 'Identifier' && given.type !== 'MemberExpression') || seen?.type === 'function') return [];
  const kind = given.type === 'Identifier' ? applicationKind(source, given.name) : '';
  const method = givers[kind] ?? ownGiver(context, seen?.className ?? null);
  if (method === undefined) return [];
  const title = `the handler of \`${textOf(source, given)}\` is what its \`${method}()\` gives`;
  const splices = [{ start: given.end, end: given.end, text: `.${method}()` }];
  return [ideaIn(name, source, { title, rank: 0, splices })];
}

/** The one method without parameters that gives a function back, of the project's class of which the object is. */
function ownGiver(context: RecipeContext, className: string | null): string | undefined {
  const classes = allSources(context.tree)
    .flatMap(({ program }) => all(program, 'ClassDeclaration'))
    .filter(({ id }) => id !== null && id.name === className);
  const methods = classes.length === 1 ? classes.flatMap(({ body }) => all(body, 'MethodDefinition')) : [];
  const [only, more] = methods.filter((method) => {
    const fn: Node = method.value;
    if (method.kind !== 'method' || method.static || !isFunction(fn) || fn.params.length > 0 || fn.async) return false;
    const [value, other] = valuesOf(fn);
    return value !== undefined && other === undefined && isFunction(value);
  });
  return only === undefined || more !== undefined ? undefined : (keyName(only.key) ?? undefined);
}
