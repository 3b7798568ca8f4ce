/** Source files as syntax trees, for the tests that hold the house's rules. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const root = fileURLToPath(new URL('../', import.meta.url));

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Source {
  /** From the repository's root, posix. */
  readonly file: string;
  readonly text: string;
  readonly nodes: readonly SyntaxNode[];
  readonly comments: readonly { readonly start: number; readonly end: number }[];
}

/** All TypeScript files below a folder, parsed; fixtures are other people's code. */
export function sourcesIn(folder: string): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .filter((file) => /\.[mc]?ts$/.test(file) && !file.includes('/fixtures/'))
    .sort()
    .map(parse);
}

function parse(file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  return { file, text, comments, nodes: [...walk(program)] };
}

function* walk(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const item of value) yield* walk(item);
  if (!isNode(value)) return;
  yield value;
  for (const field of Object.values(value)) yield* walk(field);
}

export function isNode(value: unknown): value is SyntaxNode {
  return value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string';
}

/** `file:line` of a node. */
export function at(source: Source, node: SyntaxNode): string {
  return `${source.file}:${source.text.slice(0, node.start).split('\n').length}`;
}

/** The specifiers that a file imports, statically or not; `type` where only types are taken. */
export function importsOf(source: Source): { specifier: string; type: boolean; node: SyntaxNode }[] {
  return source.nodes.flatMap((node) => {
    const from = isNode(node['source']) ? node['source']['value'] : null;
    if (typeof from !== 'string') return [];
    return [
      {
        specifier: from,
        node,
        type: node['importKind'] === 'type' || node['exportKind'] === 'type' || node.type === 'TSImportType',
      },
    ];
  });
}
