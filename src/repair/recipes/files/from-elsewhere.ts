/** Paths that count from the folder in which the server was started, which is another one than they were written for. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { isTest } from '../../../kit/code.ts';
import { isEsm } from '../../code/insert.ts';
import { all, allSources, chainOf, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted, splice } from '../../code/text.ts';
import { idea } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { madeAbsolute } from './absolute-path.ts';
import type { Way } from './absolute-path.ts';

const posix = path.posix;
const reads =
  /(?:^|\.)(?:static|serveStatic|sendFile|readFile(?:Sync)?|createReadStream|readdir(?:Sync)?|existsSync|stat(?:Sync)?|open(?:Sync)?|resolve)$/;

/** `bin/public/a.css` of a server that runs in `bin`, where `public/a.css` is there: all such paths count from the folder of their file. */
export function fromElsewhere(context: RecipeContext, printed: string, root: string): Idea[] {
  const { tree } = context;
  const relative = printed.startsWith(`${root}/`) ? printed.slice(root.length + 1) : '';
  const parts = relative.split('/');
  const from = parts.findIndex((_, at) => at > 0 && tree.exists(parts.slice(at).join('/')));
  const [cwd, there] = [parts.slice(0, from).join('/'), parts.slice(from).join('/')];
  if (from < 0 || tree.exists(relative) || tree.list(cwd).length === 0) return [];
  const isLost = (said: string): boolean => tree.exists(said) && !tree.exists(posix.join(cwd, said));
  const found = allSources(tree)
    .filter((source) => !isTest(source.path))
    .map((source) => ({ source, ways: waysIn(source, isLost), open: openIn(source) }));
  const leads = found.some(({ ways }) =>
    ways.some(({ target }) => target === '.' || `${there}/`.startsWith(`${target}/`)),
  );
  if (leads) {
    const changed = found.filter(({ ways }) => ways.length > 0);
    const edits = changed.map(({ source, ways }) => ({
      path: source.path,
      before: source.text,
      after: madeAbsolute(context, source, ways),
    }));
    return [
      idea('written-path', { title: `what lies in the project is read from ${cwd}, where it runs`, rank: -1, edits }),
    ];
  }
  const [only, more] = found.flatMap(({ source, open }) => open.map((given) => ({ source, given })));
  if (only === undefined || more !== undefined) return [];
  const { source, given } = only;
  const way = posix.relative(posix.dirname(source.path), '.');
  const own = isEsm(tree, source) ? 'import.meta.dirname' : '__dirname';
  const text = way === '' ? `${own}, ` : `${own}, ${quoted(way, source.text)}, `;
  const after = splice(source.text, { start: given.start, end: given.start, text });
  const title = `${source.path} counts from ${cwd}, where it runs`;
  return [idea('written-path', { title, rank: 0, edits: [{ path: source.path, before: source.text, after }] })];
}

/** Texts that are read as they are, and the working folder where paths are joined to it. */
function waysIn(source: Source, isLost: (said: string) => boolean): Way[] {
  return all(source.program, 'CallExpression').flatMap((call): Way[] => {
    const [first, ...rest] = call.arguments as Node[];
    if (chainOf(call.callee) === 'process.cwd') {
      const { parent } = call;
      const isJoined =
        parent?.type === 'CallExpression' && /(?:^|\.)(?:join|resolve)$/.test(chainOf(parent.callee) ?? '');
      return isJoined ? [{ node: call, target: '.' }] : [];
    }
    const said = first === undefined ? null : stringValue(first);
    const name = chainOf(call.callee) ?? '';
    if (first === undefined || said === null || !reads.test(name) || said.startsWith('/')) return [];
    if (/resolve$/.test(name) && rest.length > 0) return [];
    const target = posix.normalize(said).replace(/\/$/, '');
    return !target.startsWith('..') && isLost(target) ? [{ node: first, target }] : [];
  });
}

/** `path.resolve(config.folder)`: what is not written out is counted from where the server runs. */
function openIn(source: Source): Node[] {
  return all(source.program, 'CallExpression').flatMap(({ callee, arguments: [given, more] }) => {
    const isIt = /^(?:path\.)?resolve$/.test(chainOf(callee) ?? '') && given !== undefined && more === undefined;
    return isIt && stringValue(given as Node) === null && given.type !== 'CallExpression' ? [given as Node] : [];
  });
}
