/** `send('welcom')`, where calls of the same method name files of one folder that the program lists: the near one that lies there. */
import path from 'node:path';
import type { Idea } from '../../../incident/nouns.ts';
import { rankedNames } from '../../code/names.ts';
import { all, allSources, chainOf, stringValue } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

const posix = path.posix;
const likeLeast = 2;

export function listedFolderIdeas(context: RecipeContext): Idea[] {
  const { tree, diagnosis } = context;
  if (!/is not a (?:function|constructor)|of undefined/.test(diagnosis.message)) return [];
  if (!allSources(tree).some(({ text }) => /\breaddir(?:Sync)?\b|\bglob(?:Sync)?\(/.test(text))) return [];
  const calls = allSources(tree).flatMap(firstTexts);
  const found = [...stemsByFolder(context).values()].flatMap((stems) => {
    const said = new Set(calls.filter(({ text }) => stems.has(text)).map(({ text }) => text));
    const left = [...stems].filter((stem) => !said.has(stem));
    return calls.flatMap((call) => {
      const others = calls.filter(({ method, text }) => method === call.method && stems.has(text));
      const isLike = new Set(others.map(({ text }) => text)).size >= likeLeast;
      return stems.has(call.text) || !isLike ? [] : rankedNames(call.text, left).map((near) => ({ call, near }));
    });
  });
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { call, near } = only;
  const { start, end } = call.node;
  const splices = [{ start, end, text: quoted(near.name, call.source.text) }];
  const title = `\`${call.text}\` is called \`${near.name}\` in its folder`;
  return [ideaIn('own-registry', call.source, { title, rank: near.rank, splices })];
}

interface Call {
  readonly source: Source;
  readonly method: string;
  readonly text: string;
  readonly node: Node;
}

function firstTexts(source: Source): Call[] {
  return all(source.program, 'CallExpression').flatMap(({ callee, arguments: [first] }) => {
    const text = first === undefined ? null : stringValue(first as Node);
    const method = chainOf(callee)?.split('.').at(-1);
    return text === null || method === undefined ? [] : [{ source, method, text, node: first as Node }];
  });
}

/** The names of the files of each folder, without their endings. */
function stemsByFolder({ tree }: RecipeContext): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of tree.files) {
    const { dir, name } = posix.parse(file);
    found.set(dir, (found.get(dir) ?? new Set()).add(name));
  }
  return found;
}
