/** The imports that a failure speaks of. */
import { exportsOfSpecifier, importsOf } from '../bindings.ts';
import type { Exports, Import } from '../bindings.ts';
import { handedOver } from '../calls.ts';
import { ownPath } from '../paths.ts';
import type { RecipeContext } from '../recipe.ts';
import { namesInScope } from '../scope.ts';
import { sitesOf } from '../site.ts';
import { allSources, chainOf, openSource } from '../syntax.ts';
import type { Source } from '../syntax.ts';
import { culprits, wantsFunction } from '../suspects.ts';

export interface Wrong {
  readonly source: Source;
  readonly from: Import;
  readonly exported: Exports;
  /** The member that was asked of a whole module: `db.find` in `db.find is not a function`. */
  readonly member: string | null;
}

/** Of a package that cannot be read: it has the other form. */
function likely(from: Import): Exports {
  const name = from.imported === 'default' ? (from.local ?? 'default') : 'default';
  return { format: 'esm', names: new Map([[name, null]]), complete: false, whole: null };
}

/** The imports that the failure speaks of: by the linker's message, else by the value that was no function. */
export function wrongImports(context: RecipeContext): Wrong[] {
  const { named, message, file } = context.diagnosis;
  const found: Wrong[] = [];
  const add = (source: Source, from: Import, member: string | null): void => {
    const exported = exportsOfSpecifier(context.tree, source.path, from.specifier);
    if (exported !== null) found.push({ source, from, exported, member });
    else if (named.exportName !== undefined) found.push({ source, from, exported: likely(from), member });
  };
  if (named.exportName !== undefined) {
    const importer = ownPath(context, named.importer) ?? file;
    const sources = importer === null ? [] : [openSource(context.tree, importer)].filter((each) => each !== null);
    for (const source of sources.length > 0 ? sources : allSources(context.tree)) {
      for (const from of importsOf(source)) {
        const same = named.module === undefined || from.specifier === named.module || sources.length > 0;
        if (same && from.imported === named.exportName && from.style !== 'require') add(source, from, null);
      }
    }
    return found
      .filter((each) => !each.exported.names.has(named.exportName ?? '') || each.exported.format === 'cjs')
      .slice(0, 2);
  }
  if (
    !/is not a (?:function|constructor)|Cannot read prop|Cannot destructure|not iterable/.test(message) &&
    !wantsFunction.test(message)
  )
    return [];
  const site = sitesOf(context)[0];
  if (site === undefined) return [];
  for (const node of culprits(context, site)) {
    const given = node.type === 'Identifier' ? handedOver(context.tree, site.source, node) : [];
    for (const place of [{ source: site.source, node }, ...given]) {
      const imports = importsOf(place.source);
      if (place.node.type === 'CallExpression') {
        const direct = imports.find((each) => each.literal.parent === place.node);
        if (direct !== undefined) add(place.source, direct, null);
      }
      const [root, member, more] = chainOf(place.node)?.split('.') ?? [];
      const from = root === undefined ? undefined : imports.find((each) => each.local === root);
      const isIt =
        from !== undefined && namesInScope(place.source, place.node.start).get(from.local ?? '')?.kind !== 'param';
      if (isIt && more === undefined) add(place.source, from, member ?? null);
    }
  }
  return found.slice(0, 2);
}
