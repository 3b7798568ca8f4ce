/** Files from which workers and processes are started, by their path: `new URL('./stats.js', import.meta.url)`, `fork(path.join(__dirname, 'digest.js'))`. */
import path from 'node:path';
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { isCodeFile } from '../../../kit/code.ts';
import { importsOf } from '../../code/bindings.ts';
import type { Import } from '../../code/bindings.ts';
import { aimOf, isRelative, resolveFile } from '../../code/modules.ts';
import { fromCwd } from '../../code/paths.ts';
import { all, allSources, chainOf, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { bareEnding } from '../../evidence/near-paths.ts';
import type { RecipeContext } from '../../recipe.ts';
import { besideSource } from '../files/beside-source.ts';

const posix = path.posix;

/** Those that are counted from the folder of the source. */
export function runFiles(source: Source): Import[] {
  const urls = all(source.program, 'NewExpression').flatMap(({ callee, arguments: [said, base] }) =>
    chainOf(callee) === 'URL' && textOf(source, base) === 'import.meta.url' ? [said] : [],
  );
  const joined = all(source.program, 'CallExpression').flatMap(({ callee, arguments: [base, said, more] }) => {
    const isJoin = /^(?:path\.)?(?:posix\.)?(?:join|resolve)$/.test(chainOf(callee) ?? '');
    const isHere = /^(?:__dirname|import\.meta\.dirname)$/.test(textOf(source, base));
    return isJoin && isHere && more === undefined ? [said] : [];
  });
  return [...urls, ...joined].flatMap((literal): Import[] => {
    const said = literal === undefined ? null : stringValue(literal);
    if (literal === undefined || said === null || !isCodeFile(said)) return [];
    const specifier = said.startsWith('.') ? said : `./${said}`;
    return [{ local: null, imported: '*', specifier, style: 'run', literal, node: literal, statement: literal }];
  });
}

/** A file of a folder that is gone was found in another one: those of it that are imported, or from which something is started, lie there, too. */
export function movedWith(
  tree: SourceTree,
  was: string,
  is: string,
): { source: Source; from: Import; aim: string; file: string }[] {
  const [gone, there] = [posix.dirname(was), posix.dirname(is)];
  if (tree.exists(gone)) return [];
  return allSources(tree).flatMap((source) =>
    [...runFiles(source), ...importsOf(source)].flatMap((from) => {
      const here = posix.join(posix.dirname(source.path), from.specifier);
      const aim = isRelative(from.specifier) ? here : aimOf(tree, source.path, from.specifier);
      const isOfIt = aim !== null && bareEnding(aim) !== bareEnding(was) && aim.startsWith(`${gone}/`);
      const file = isOfIt ? resolveFile(tree, posix.join(there, posix.relative(gone, aim))) : null;
      return aim === null || file === null ? [] : [{ source, from, aim, file }];
    }),
  );
}

/** `new Worker('./stats.js')`, which lies beside the source and is looked for in the working folder. */
export function besideIdeas(recipe: string, context: RecipeContext, wanted: string): Idea[] {
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'Literal').flatMap((literal) => {
      const value = stringValue(literal);
      const { parent } = literal;
      const isGiven =
        (parent?.type === 'NewExpression' || parent?.type === 'CallExpression') &&
        !/(?:^|\.)(?:join|resolve|require)$/.test(chainOf(parent.callee) ?? '');
      return value !== null && isGiven && isCodeFile(value) && fromCwd(context, value) === wanted
        ? besideSource(recipe, context, { source, literal, value })
        : [];
    }),
  );
  return found.length === 1 ? found : [];
}

function textOf({ text }: Source, node: Node | undefined): string {
  return node === undefined ? '' : text.slice(node.start, node.end);
}
