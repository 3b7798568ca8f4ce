/** A line of which half is gone and that was an import: what the text names and nothing declares tells the rest. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { isCodeFile } from '../../../kit/code.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import { specifierFor } from '../../code/insert.ts';
import { moduleKindOf } from '../../code/modules.ts';
import { allSources, parseSource, syntaxErrors } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { quoted, semicolonOf } from '../../code/text.ts';
import { undeclaredNames } from '../../code/undeclared.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { importIdeas } from '../names/name-origins.ts';

export const cutImport: Recipe = {
  name: 'cut-import',
  classes: ['syntax', 'module_format', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'An import of which half a line is gone: completed where the names that the text needs, and the one module that gives them out, begin or end as what is left does.',
  ideas(context) {
    const path = context.diagnosis.file;
    const before = path === null || !isCodeFile(path) ? null : context.tree.read(path);
    if (path === null || before === null) return [];
    const kind = moduleKindOf(context.tree, path);
    if (syntaxErrors(path, before, kind).length === 0) return [];
    const lines = before.split('\n');
    const parts = lines.flatMap((line, at) => (isPart.test(line) ? [at] : []));
    const cut = parts.slice(0, partsMax).flatMap((at) => {
      const rest = [...lines.slice(0, at), ...lines.slice(at + 1)].join('\n');
      return syntaxErrors(path, rest, kind).length === 0 ? [{ left: lines[at]?.trim() ?? '', at, rest }] : [];
    });
    const [only, more] = cut;
    if (only === undefined || more !== undefined) return [];
    const source = parseSource(path, only.rest);
    const whole =
      source === null ? null : (byNames(context.tree, source, only.left) ?? byNeed(context, source, only.left));
    if (whole === null) return [];
    const after = [...lines.slice(0, only.at), whole, ...lines.slice(only.at + 1)].join('\n');
    const title = `the import on line ${only.at + 1} of ${path} is cut off: \`${whole}\``;
    return [idea('cut-import', { title, rank: 0, edits: [{ path, before, after }] })];
  },
};

/** Imports stand on top; the whole file is parsed again for each of these lines. */
const partsMax = 60;

/** What begins like an import or ends like one, and is no whole one. */
const isPart =
  /^import\b(?!.*['"][^'"]+['"];?\s*$)|^const \{?[\w$, ]*(?:\}? =?(?: req\w*)?)?$|^(?!import\b|export\b|(?:const|let|var)\b).*['"]\)?;?\s*$/;

/** `import type { Order, Plugin }`: the one file of the project that gives out all of them, as a statement. */
function byNames(tree: SourceTree, source: Source, left: string): string | null {
  const listed = /^(import (?:type )?\{([\w$, ]+)\})\s*(?:f|fr|fro|from)?$/.exec(left);
  const names = listed?.[2]?.split(',').flatMap((each) => each.trim() || []) ?? [];
  const givers = allSources(tree).filter((other) => {
    if (other.path === source.path || names.length === 0) return false;
    const given = exportsOf(tree, other, 1);
    return names.every((name) => given.names.has(name) || given.types.has(name));
  });
  const [only, more] = givers;
  if (listed === null || only === undefined || more !== undefined) return null;
  return `${listed[1]} from ${quoted(specifierFor(tree, source, only.path), source.text)}${semicolonOf(source.text)}`;
}

/** The statement that brings in all that is undeclared without the line; it begins or ends as the line does. */
function byNeed(context: RecipeContext, source: Source, left: string): string | null {
  const names = undeclaredNames(source.path, source.text);
  if (names.length === 0 || names.length > 6) return null;
  const made = names.map((name) =>
    importIdeas({ context, name, source }).filter(({ rank, ask }) => rank === 0 && ask === null),
  );
  const lines = made.map(([only, more]) => (more === undefined ? only : undefined)).map((each) => lineOf(each, source));
  const parsed = lines.map((line) => (line === null ? [] : importsIn(source.path, line)));
  const specifiers = new Set(parsed.map(([first]) => first?.specifier));
  const [first] = lines;
  if (parsed.some((each) => each.length === 0) || specifiers.size !== 1 || first == null) return null;
  const all = names.length === 1 ? first : first.replace(/\{[^}]*\}/, `{ ${names.join(', ')} }`);
  return all.startsWith(left) || all.endsWith(left) || all.endsWith(`${left};`) ? all : null;
}

function lineOf(idea: Idea | undefined, source: Source): string | null {
  const known = new Set(source.text.split('\n'));
  return idea?.edits[0]?.after?.split('\n').find((line) => !known.has(line)) ?? null;
}

function importsIn(path: string, line: string) {
  const source = parseSource(path, line);
  return source === null ? [] : importsOf(source);
}
