/** Whether a key is read off objects by its name: in a part of a file, or anywhere in the code and the pages of a project. */
import type { SourceTree } from '../../incident/nouns.ts';
import { all, allSources, keyName } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import { templatesOf } from '../code/templates.ts';

export function isKeyRead(tree: SourceTree, key: string): boolean {
  const isThere = allSources(tree).some(({ program }) => isReadIn(program, key));
  return isThere || templatesOf(tree).some(({ words }) => words.some(({ name, of }) => name === key && of !== null));
}

export function isReadIn(around: Node, key: string | RegExp): boolean {
  const isIt = (name: string | null): boolean =>
    name !== null && (typeof key === 'string' ? name === key : key.test(name));
  const isMember = all(around, 'MemberExpression').some((each) => !each.computed && isIt(keyName(each.property)));
  return (
    isMember ||
    all(around, 'ObjectPattern').some((each) =>
      each.properties.some((one) => one.type === 'Property' && isIt(keyName(one.key))),
    )
  );
}
