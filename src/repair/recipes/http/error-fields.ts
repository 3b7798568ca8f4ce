/** The handler of errors reads a field of theirs that none has: a refusal is answered as a failure. */
import type { Idea } from '../../../incident/nouns.ts';
import { handlerOf } from '../../code/frameworks.ts';
import { slip } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { all, allSources, isFunction, keyName, walk } from '../../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../../code/syntax.ts';

export const errorFields: Recipe = {
  name: 'error-fields',
  classes: ['unknown', 'type', 'assertion', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A handler of errors that reads a misspelt field of theirs (`err.statu`), or a status where no error of the project has one, so that a refusal is answered by 500.',
  ideas(context) {
    if (context.signal.request === null) return [];
    const handlers = allSources(context.tree).flatMap((source) =>
      handlersOf(context, source).map((fn) => ({ source, fn })),
    );
    const slips = handlers.flatMap(({ source, fn }) => slipsIn(context, source, fn));
    const unset = slips.length > 0 ? slips : handlers.flatMap(({ source, fn }) => unsetIn(context, source, fn));
    const found =
      unset.length > 0
        ? unset
        : oddClasses(
            context,
            handlers.map(({ fn }) => fn),
          );
    return found.length === 1 ? found : [];
  },
};

/** What errors of the language, of Node, of http-errors and of frameworks carry. */
const fields = ['message', 'stack', 'name', 'code', 'status', 'statusCode', 'cause', 'expose', 'headers', 'validation'];

function handlersOf({ tree }: RecipeContext, source: Source): FunctionNode[] {
  const found: FunctionNode[] = [];
  walk(source.program, (node) => {
    if (!isFunction(node) || node.params.length < 3) return;
    const handler = handlerOf(tree, source, node);
    if (handler !== null && handler.request !== null && handler.request !== keyName(node.params[0] as Node))
      found.push(node);
  });
  return found;
}

function slipsIn({ tree }: RecipeContext, source: Source, fn: FunctionNode): Idea[] {
  const { given, spoken } = memberNames(tree);
  const error = keyName(fn.params[0] as Node);
  const reads = all(fn, 'MemberExpression').filter(
    (each) => !each.computed && each.object.type === 'Identifier' && each.object.name === error,
  );
  const read = (node: (typeof reads)[number]): string => keyName(node.property) ?? '';
  return reads.flatMap((each) => {
    const name = read(each);
    const meant = fields.filter((field) => (slip(name, field) ?? 9) <= 1.4 && /^(?:status|statusCode)$/.test(field));
    const [only, more] = meant;
    if (only === undefined || more !== undefined || fields.includes(name) || given.has(name) || spoken.has(name))
      return [];
    const { start, end } = each.property;
    const title = `errors have no \`${name}\`, but a \`${only}\``;
    return [ideaIn('error-fields', source, { title, rank: 0, splices: [{ start, end, text: only }] })];
  });
}

/** `error.code ?? 500`, where the errors of the project have a `status`, and none has a `code`. */
function unsetIn({ tree }: RecipeContext, source: Source, fn: FunctionNode): Idea[] {
  const set = new Set(allSources(tree).flatMap(fieldsOfErrors));
  const [only, more] = ['status', 'statusCode', 'httpStatus'].filter((name) => set.has(name));
  const error = keyName(fn.params[0] as Node);
  const reads = all(fn, 'MemberExpression').filter(({ object, computed, parent }) => {
    const isStandIn =
      parent?.type === 'LogicalExpression' && parent.right.type === 'Literal' && parent.right.value === 500;
    return isStandIn && !computed && object.type === 'Identifier' && object.name === error;
  });
  const [read, other] = reads;
  const name = read === undefined ? null : keyName(read.property);
  if (only === undefined || more !== undefined || read === undefined || other !== undefined || name === null) return [];
  if (set.has(name)) return [];
  const title = `errors of the project have a \`${only}\`, and no \`${name}\``;
  const splices = [{ start: read.property.start, end: read.property.end, text: only }];
  return [ideaIn('error-fields', source, { title, rank: 0, splices })];
}

/** One class of errors sets its `status`, the others and who answers them speak of a `statusCode`. */
function oddClasses({ tree }: RecipeContext, handlers: readonly FunctionNode[]): Idea[] {
  const read = new Set(
    handlers.flatMap((fn) => {
      const error = keyName(fn.params[0] as Node);
      const own = all(fn, 'MemberExpression').filter(
        ({ object }) => object.type === 'Identifier' && object.name === error,
      );
      return own.flatMap(({ property }) => keyName(property) ?? []);
    }),
  );
  const statuses = ['status', 'statusCode', 'httpStatus'];
  const set = allSources(tree).flatMap((source) => setByErrors(source).map((key) => ({ source, key })));
  const named = (name: string): typeof set => set.filter(({ key }) => keyName(key) === name);
  const [usual, other] = statuses.filter((name) => read.has(name) && named(name).length > 0);
  const odd = statuses.filter((name) => !read.has(name)).flatMap(named);
  const [only, more] = odd;
  if (usual === undefined || other !== undefined || only === undefined || more !== undefined) return [];
  const { start, end } = only.key;
  const title = `who answers errors reads their \`${usual}\`, not a \`${keyName(only.key)}\``;
  return [ideaIn('error-fields', only.source, { title, rank: 0, splices: [{ start, end, text: usual }] })];
}

function fieldsOfErrors(source: Source): string[] {
  return setByErrors(source).flatMap((key) => keyName(key) ?? []);
}

/** What classes of errors of a file set on themselves. */
function setByErrors({ program }: Source): Node[] {
  return all(program, 'ClassDeclaration')
    .filter(({ superClass }) => /Error$/.test((superClass && keyName(superClass)) ?? ''))
    .flatMap(({ body }) => all(body, 'AssignmentExpression'))
    .flatMap(({ left }) =>
      left.type === 'MemberExpression' && !left.computed && left.object.type === 'ThisExpression'
        ? [left.property]
        : [],
    );
}
