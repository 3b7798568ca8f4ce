/** Tokens of NestJS: what is provided under a name that is no class, and by which words Nest tells of it. */
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { all, allSources, keyName, stringValue } from '../code/syntax.ts';
import type { Node, Of, Source } from '../code/syntax.ts';

/** `export const CLOCK = 'CLOCK'`, `= Symbol('CLOCK')`. */
export interface Token {
  readonly name: string;
  /** As Nest writes it: `CLOCK`, `Symbol(CLOCK)`. */
  readonly said: string;
  readonly source: Source;
}

export const tokensOf = memoize((tree: SourceTree): readonly Token[] =>
  allSources(tree).flatMap((source) =>
    all(source.program, 'VariableDeclarator').flatMap(({ id, init }) => {
      const said = init === null ? null : saidOf(init);
      return id.type !== 'Identifier' || said === null ? [] : [{ name: id.name, said, source }];
    }),
  ),
);

function saidOf(init: Node): string | null {
  if (init.type !== 'CallExpression') return stringValue(init);
  const isSymbol = keyName(init.callee) === 'Symbol' || /^Symbol\.for$/.test(memberText(init.callee));
  const text = stringValue(init.arguments[0] as Node | undefined);
  return isSymbol && text !== null ? `Symbol(${text})` : null;
}

function memberText(callee: Node): string {
  return callee.type === 'MemberExpression' ? `${keyName(callee.object)}.${keyName(callee.property)}` : '';
}

/** `{ provide: CLOCK, useClass: SystemClock }`, in the list of a module or as a constant. */
export interface Provision {
  readonly source: Source;
  readonly node: Of<'ObjectExpression'>;
  /** The token's identifier, or null where it is a text. */
  readonly name: string | null;
  readonly said: string;
  /** The constant that holds it. */
  readonly constant: string | null;
  readonly useClass: string | null;
}

export const provisionsOf = memoize((tree: SourceTree): readonly Provision[] =>
  allSources(tree).flatMap((source) =>
    all(source.program, 'ObjectExpression').flatMap((node): Provision[] => {
      const provide = valueOf(node, 'provide');
      if (provide === null) return [];
      const name = provide.type === 'Identifier' ? provide.name : null;
      const said = stringValue(provide) ?? tokensOf(tree).find((each) => each.name === name)?.said ?? name;
      const { parent } = node;
      const isConstant = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier';
      const constant = isConstant && parent.id.type === 'Identifier' ? parent.id.name : null;
      const useClass = valueOf(node, 'useClass');
      return said === null
        ? []
        : [{ source, node, name, said, constant, useClass: useClass === null ? null : keyName(useClass) }];
    }),
  ),
);

function valueOf({ properties }: Of<'ObjectExpression'>, key: string): Node | null {
  const found = properties.find((each) => each.type === 'Property' && keyName(each.key) === key);
  return found?.type === 'Property' ? (found.value as Node) : null;
}
