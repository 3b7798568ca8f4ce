/** A file that is no code lies in a folder of which every file is loaded: `readdirSync(folder).map((name) => require(…))`. */
import path from 'node:path';
import { isCodeFile } from '../../../kit/code.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { all, allSources, chainOf, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Of, Source } from '../../code/syntax.ts';
import { wrap } from '../../evidence/conversions.ts';

const posix = path.posix;

export const strayFile: Recipe = {
  name: 'stray-file',
  classes: ['syntax', 'module_format', 'missing_module', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A file that is no code lies in a folder of which every file is loaded: only code is.',
  ideas(context) {
    const { file } = context.diagnosis;
    if (file === null || isCodeFile(file) || file.endsWith('.json') || !context.tree.exists(file)) return [];
    const folder = posix.dirname(file);
    const [ending, more] = new Set(
      context.tree
        .list(folder)
        .filter(isCodeFile)
        .map((name) => posix.extname(name)),
    );
    if (ending === undefined || more !== undefined) return [];
    const found = allSources(context.tree).flatMap((source) =>
      listings(source, posix.basename(folder)).map((call) => ({ source, call })),
    );
    const [only, another] = found;
    if (only === undefined || another !== undefined) return [];
    const { source, call } = only;
    const outer = call.parent?.type === 'AwaitExpression' ? call.parent : call;
    const [before, after] = outer === call ? ['', ''] : ['(', ')'];
    const splices = wrap(outer, before, `${after}.filter((name) => name.endsWith('${ending}'))`);
    const title = `${posix.basename(file)} is no code: only files that end in ${ending} are loaded`;
    return [ideaIn('stray-file', source, { title, rank: 0, splices })];
  },
};

/** What lists a folder by plain names, where the list is not chosen from already. */
function listings(source: Source, folder: string): Of<'CallExpression'>[] {
  return all(source.program, 'CallExpression').filter((call) => {
    const outer = call.parent?.type === 'AwaitExpression' ? call.parent.parent : call.parent;
    const isChosen = outer?.type === 'MemberExpression' && keyName(outer.property) === 'filter';
    return (
      /(?:^|\.)readdir(?:Sync)?$/.test(chainOf(call.callee) ?? '') &&
      call.arguments.length === 1 &&
      !isChosen &&
      (names(source, folder) || listsOwn(source, call, folder))
    );
  });
}

/** `readdirSync(__dirname)` */
function listsOwn(source: Source, { arguments: [given] }: Of<'CallExpression'>, folder: string): boolean {
  const isOwn = given !== undefined && /^(?:__dirname|import\.meta\.dirname)$/.test(textOf(source, given));
  return isOwn && posix.basename(posix.dirname(source.path)) === folder;
}

function names(source: Source, folder: string): boolean {
  return all(source.program, 'Literal').some((each) => posix.basename(stringValue(each) ?? '') === folder);
}
