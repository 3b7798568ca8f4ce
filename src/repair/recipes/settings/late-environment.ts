/** `process.loadEnvFile()`, `dotenv.config()` behind the files that read `process.env` as they load: these see nothing of it. */
import type { Idea } from '../../../incident/nouns.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isReference,
  keyName,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, lineStart, nextLine } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const lateEnvironment: Recipe = {
  name: 'late-environment',
  classes: ['type', 'config', 'unknown', 'range', 'database', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'The environment is loaded from a file behind the files that read it as they load: it is loaded before them.',
  ideas(context) {
    return allSources(context.tree)
      .flatMap((source) => (isReadBy(context, source) ? early(source) : []))
      .slice(0, 1);
  },
};

/** What the file tells of, and another file of the project reads while it is loaded. */
function isReadBy({ tree, envKeys }: RecipeContext, entry: Source): boolean {
  return allSources(tree).some(
    (source) =>
      source !== entry &&
      all(source.program, 'MemberExpression').some((node) => {
        const { parent } = node;
        if (
          chainOf(node) === 'process.env' &&
          parent?.type === 'VariableDeclarator' &&
          parent.id.type === 'ObjectPattern'
        )
          return (
            functionsAround(node).length === 0 &&
            parent.id.properties.some((each) => each.type === 'Property' && envKeys.includes(keyName(each.key) ?? ''))
          );
        const isRead = chainOf(node.object) === 'process.env' && functionsAround(node).length === 0;
        const isWritten = parent?.type === 'AssignmentExpression' && parent.left === node;
        return isRead && !isWritten && envKeys.includes(keyName(node.property) ?? '');
      }),
  );
}

function early(source: Source): Idea[] {
  const statements = source.program.body as readonly Node[];
  const isOfProject = (each: Node): boolean => /^\.{1,2}\//.test(takenFrom(each) ?? '');
  const first = statements.find(isOfProject);
  const load = statements.find(isLoad);
  if (first === undefined || load === undefined || load.start < first.start) return [];
  const needed = namesIn(load);
  const between = statements.filter((each) => each.start > first.start && each.start < load.start);
  const own = between.filter((each) => declaredBy(each).some((name) => needed.has(name)));
  // What it needs of the project would be loaded before it all the same.
  if (own.some((each) => takenFrom(each) === null || isOfProject(each)) || isOfProject(load)) return [];
  if (declaredBy(first).some((name) => needed.has(name))) return [];
  const put = (splices: Splice[]): Idea[] => [
    ideaIn('late-environment', source, { title: 'the environment is loaded before what reads it', rank: 0, splices }),
  ];
  const at = lineStart(source.text, first.start);
  // What is imported is loaded before any statement of the file is carried out.
  if (first.type === 'ImportDeclaration' && load.type !== 'ImportDeclaration') {
    const isBare = load.type === 'ExpressionStatement' && /\bconfig\(\)$/.test(textOf(source, load.expression));
    const isDotenv = statements.some((each) => takenFrom(each) === 'dotenv');
    const quote = source.text.includes('from "') ? '"' : "'";
    const line = `import ${quote}dotenv/config${quote};${eolOf(source.text)}`;
    return isBare && isDotenv ? put([{ start: at, end: at, text: line }]) : [];
  }
  const moved = [...own, load].map((each) => ({
    start: lineStart(source.text, each.start),
    end: nextLine(source.text, each.end),
  }));
  const isAlone = [first, ...own, load].every(
    (each) => source.text.slice(lineStart(source.text, each.start), each.start).trim() === '',
  );
  if (!isAlone) return [];
  const text = moved.map(({ start, end }) => source.text.slice(start, end)).join('');
  const whole = text.endsWith('\n') ? text : `${text}${eolOf(source.text)}`;
  return put([{ start: at, end: at, text: whole }, ...moved.map((each) => ({ ...each, text: '' }))]);
}

/** What a statement imports or requires, as its file writes it; null where it does neither. */
function takenFrom(node: Node): string | null {
  if (node.type === 'ImportDeclaration') return node.source.value;
  const [made] = node.type === 'VariableDeclaration' ? node.declarations : [];
  const value = node.type === 'ExpressionStatement' ? node.expression : made?.init;
  const call = value?.type === 'MemberExpression' ? value.object : value;
  const isIt = call?.type === 'CallExpression' && chainOf(call.callee) === 'require';
  return isIt ? stringValue(call.arguments[0] as Node | undefined) : null;
}

const loads = /^(?:process\.loadEnvFile|dotenv\.config|require\('dotenv'\)\.config)$/;

/** `process.loadEnvFile();`, alone or under a condition, `require('dotenv').config();`, `import 'dotenv/config';` */
function isLoad(node: Node): boolean {
  if (/^dotenv\/config(?:\.js)?$/.test(takenFrom(node) ?? '')) return true;
  if (node.type !== 'ExpressionStatement' && node.type !== 'IfStatement' && node.type !== 'TryStatement') return false;
  return all(node, 'CallExpression').some(({ callee }) => {
    const isOfRequired =
      callee.type === 'MemberExpression' &&
      keyName(callee.property) === 'config' &&
      takenFromCall(callee.object) === 'dotenv';
    return isOfRequired || loads.test(chainOf(callee) ?? '');
  });
}

function takenFromCall(node: Node): string | null {
  const isIt = node.type === 'CallExpression' && chainOf(node.callee) === 'require';
  return isIt ? stringValue(node.arguments[0] as Node | undefined) : null;
}

function namesIn(node: Node): Set<string> {
  return new Set(all(node, 'Identifier').flatMap((id) => (isReference(id) ? [id.name] : [])));
}

function declaredBy(node: Node): string[] {
  if (node.type === 'ImportDeclaration') return node.specifiers.map(({ local }) => local.name);
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id }) => all(id, 'Identifier').map(({ name }) => name));
}
