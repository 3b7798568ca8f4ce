/** A text without the types that only TypeScript has, for a file that is run as JavaScript. */
import { parseSource, syntaxErrors, walk } from './syntax.ts';
import type { ModuleKind, Node } from './syntax.ts';
import { nextLine, splice } from './text.ts';
import type { Splice } from './text.ts';

/** Null where it is no TypeScript, or holds what is more than types (an `enum`, a parameter that is a property). */
export function withoutTypes({ path, text, kind }: { path: string; text: string; kind: ModuleKind }): string | null {
  if (!/\.[cm]?js$/.test(path)) return null;
  const typed = path.replace(/js$/, 'ts');
  const source = syntaxErrors(typed, text, kind).length === 0 ? parseSource(typed, text, 'kept') : null;
  if (source === null) return null;
  const edits: Splice[] = [];
  let isMore = false;
  walk(source.program, (node) => {
    if (/^TS(?:EnumDeclaration|ParameterProperty|ModuleDeclaration|ImportEquals|ExportAssignment)/.test(node.type))
      isMore = true;
    const gone = typesOf(node, text);
    edits.push(...gone);
    return !gone.some(({ start, end }) => start <= node.start && end >= node.end);
  });
  return isMore || edits.length === 0 ? null : splice(text, ...edits);
}

/** What of a node is a type, or speaks of one. */
function typesOf(node: Node, text: string): Splice[] {
  const cut = (start: number, end: number): Splice[] => [{ start, end, text: '' }];
  switch (node.type) {
    case 'TSTypeAnnotation': {
      const optional = text[node.start - 1] === '?' || text[node.start - 1] === '!' ? 1 : 0;
      return cut(node.start - optional, node.end);
    }
    case 'TSTypeParameterDeclaration':
    case 'TSTypeParameterInstantiation':
      return cut(node.start, node.end);
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration': {
      const exported = node.parent?.type === 'ExportNamedDeclaration' ? node.parent : node;
      return cut(exported.start, nextLine(text, exported.end - 1));
    }
    case 'ImportDeclaration':
      return node.importKind === 'type' ? cut(node.start, nextLine(text, node.end - 1)) : [];
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return cut(node.expression.end, node.end);
    case 'MethodDefinition':
    case 'PropertyDefinition': {
      const words = /^(?:(?:public|private|protected|readonly|override|abstract|declare)\s+)+/.exec(
        text.slice(node.start),
      )?.[0];
      return words === undefined ? [] : cut(node.start, node.start + words.length);
    }
    default:
      return [];
  }
}
