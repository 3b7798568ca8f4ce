/** What is read of a value under the name that it is given next: of a variable, a property, or a parameter of what it is handed to. */
import { called } from '../code/callees.ts';
import { all, allSources, functionsAround, keyName } from '../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../code/syntax.ts';
import type { RecipeContext } from '../recipe.ts';
import { lastName } from './call-places.ts';
import { innerNames } from './read-so.ts';

/** `free_from` of `const rule = cellar.shipping; rule.free_from`, `size` of `new Pool(url, config.workers)` whose constructor takes `{ size }`. */
export function keptNames(context: RecipeContext, source: Source, value: Node, deep = true): string[] {
  const { parent } = value;
  if (parent?.type === 'Property' && parent.value === value && deep)
    return rereadOf(context, value, keyName(parent.key));
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
    return readOf(functionsAround(value)[0] ?? source.program, parent.id.name);
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') return [];
  const at = parent.arguments.indexOf(value as never);
  const [fn, more] =
    parent.type === 'NewExpression'
      ? constructorsOf(context, lastName(parent.callee))
      : called(context, source, parent.callee).map((each) => each.fn);
  const param = fn?.params[at] as Node | undefined;
  if (fn === undefined || more !== undefined || param === undefined) return [];
  if (param.type === 'Identifier') return readOf(fn, param.name);
  return param.type === 'ObjectPattern'
    ? param.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []))
    : [];
}

/** `workers: file.workers`, and `config.workers` elsewhere. */
function rereadOf(context: RecipeContext, value: Node, name: string | null): string[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'MemberExpression').flatMap((each) =>
      each === value || each.computed || each.property.type !== 'Identifier' || each.property.name !== name
        ? []
        : [...innerNames(each), ...keptNames(context, source, each, false)],
    ),
  );
}

/** What is read of a name; methods that are called of it are its kind's. */
export function readOf(scope: Node, name: string): string[] {
  return all(scope, 'MemberExpression').flatMap((each) => {
    const isCalled = each.parent?.type === 'CallExpression' && each.parent.callee === each;
    const isIt = each.object.type === 'Identifier' && each.object.name === name;
    return isIt && !each.computed && !isCalled ? (keyName(each.property) ?? []) : [];
  });
}

function constructorsOf({ tree }: RecipeContext, name: string | null): FunctionNode[] {
  return allSources(tree).flatMap(({ program }) =>
    all(program, 'ClassDeclaration')
      .filter(({ id }) => id !== null && id.name === name)
      .flatMap(({ body }) => body.body)
      .flatMap((each) =>
        each.type === 'MethodDefinition' && each.kind === 'constructor' ? [each.value as FunctionNode] : [],
      ),
  );
}
