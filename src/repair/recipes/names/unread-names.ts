/** Names that the function around a wrong one declares and that nobody reads: one of them may be meant. */
import { rankedNames, shareWord, slip } from '../../code/names.ts';
import { isUnused, namesInScope } from '../../code/scope.ts';
import type { Binding } from '../../code/scope.ts';
import { functionsAround } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { partsOf } from '../../code/words.ts';
import { isExported } from './name-declared.ts';

interface Named {
  readonly source: Source;
  readonly node: Node;
  readonly name: string;
}

/** Variables and parameters of this very function, by a name like the one that failed, that nobody reads: where there is one, nothing else was meant. */
export function unreadNames({ source, node, name }: Named): string[] {
  const scope = namesInScope(source, node.start);
  return rankedNames(name, scope.keys()).flatMap((near) => {
    const binding = scope.get(near.name);
    if (binding === undefined || !/^(?:const|let|var|param|import)$/.test(binding.kind)) return [];
    // What was taken in is used somewhere, or was taken in for nothing.
    const isBeside =
      binding.kind === 'param' || isTakenIn(binding) || functionsAround(node)[0] === functionsAround(binding.id)[0];
    return isBeside && !isExported(binding) && isUnused(source, binding) ? [near.name] : [];
  });
}

/** `mxTotal`, where `const { minTotal, maxTotal } = …` and nobody reads `minTotal`: that one may be meant. */
export function besideDoubt({ source, node, name }: Named, meant: string): string | null {
  const scope = namesInScope(source, node.start);
  const last = partsOf(name).at(-1);
  // `size` for `count`, and for `pageSize`: one by another word, the other by this one.
  const like = shareWord(name, meant)
    ? undefined
    : [...scope.keys()].find((each) => partsOf(each).length > 1 && slip(name, meant) === null && shareWord(name, each));
  if (like !== undefined) return `\`${name}\` may be \`${meant}\`, and \`${like}\``;
  const other = [...scope.values()].find(
    (each) =>
      each.name !== meant &&
      /^(?:const|let|var|param)$/.test(each.kind) &&
      partsOf(each.name).length > 1 &&
      partsOf(each.name).at(-1) === last &&
      functionsAround(node)[0] === functionsAround(each.id)[0] &&
      !isExported(each) &&
      isUnused(source, each),
  );
  return other === undefined ? null : `\`${name}\` may be \`${meant}\`, and \`${other.name}\`, which nothing reads`;
}

function isTakenIn({ kind, node }: Binding): boolean {
  const made = node.type === 'VariableDeclarator' && node.init?.type === 'CallExpression' ? node.init : null;
  return kind === 'import' || (made?.callee.type === 'Identifier' && made.callee.name === 'require');
}
