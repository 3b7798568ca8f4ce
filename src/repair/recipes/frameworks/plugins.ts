/** Which plugins of Fastify a file registers, and what they give. */
import type { Import } from '../../code/bindings.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import { all, allSources, chainOf, keyName, openSource, stringValue } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import type { RecipeContext } from '../../recipe.ts';

type Call = Of<'CallExpression'>;

/** What the failure says is not there: members that were read, a schema, a plugin, a decorator. */
export function missingNames(context: RecipeContext): Set<string> {
  const { message } = context.diagnosis;
  const said =
    /Schema with id "([^"]+)" is not found|can't resolve reference ([^\s#]+)|The dependency '([^']+)' of plugin|The decorator '([^']+)'[^]* is not present/
      .exec(message)
      ?.slice(1) ?? [];
  return new Set([
    ...said.filter((each) => each !== undefined),
    ...suspectsOf(context).map(({ name }) => name),
    ...handedUndefined(context),
  ]);
}

/** `addHook('preHandler', app.requireRider)`, where the hook is undefined. */
function handedUndefined({ diagnosis, tree }: RecipeContext): string[] {
  if (!/hook should be a function, instead got/.test(diagnosis.message)) return [];
  return allSources(tree).flatMap(({ program }) =>
    all(program, 'CallExpression').flatMap(({ callee, arguments: [, hook] }) => {
      const isIt = chainOf(callee)?.endsWith('.addHook') === true && hook?.type === 'MemberExpression';
      return isIt && !hook.computed ? (keyName(hook.property) ?? []) : [];
    }),
  );
}

export function registersIn(source: Source): Call[] {
  return all(source.program, 'CallExpression').filter(
    ({ callee, arguments: [plugin] }) =>
      chainOf(callee)?.endsWith('.register') === true && plugin?.type === 'Identifier',
  );
}

/** The file that the import leads to. */
export function fileOf({ tree }: RecipeContext, source: Source, from: Import): Source | null {
  const to = resolveSpecifier(tree, source.path, from.specifier);
  return to?.to === 'file' ? openSource(tree, to.path) : null;
}

/** It decorates with one of the names, adds a schema of that name, or is the plugin of it. */
export function gives({ program }: Source, missing: ReadonlySet<string>): boolean {
  const decorated = all(program, 'CallExpression').flatMap(({ callee, arguments: [key] }) =>
    /\.(?:decorate(?:Request|Reply)?)$/.test(chainOf(callee) ?? '') ? (stringValue(key as Node) ?? []) : [],
  );
  const named = all(program, 'Property').flatMap(({ key, value }) =>
    /^(?:\$id|name)$/.test(keyName(key) ?? '') ? (stringValue(value) ?? []) : [],
  );
  return [...decorated, ...named].some((each) => missing.has(each));
}
