/** Decorators by which a container of classes knows what to make: one that a class lost, one that is not called, and what has to be loaded before all of them. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { declared, packageName, resolveSpecifier } from '../../code/modules.ts';
import { ownPath } from '../../code/paths.ts';
import { all, allSources, chainOf, openSource, textOf } from '../../code/syntax.ts';
import type { Of, Source } from '../../code/syntax.ts';
import { eolOf, quoted, semicolonOf } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { referencesTo } from '../modules/wrong-imports.ts';

type Class = Of<'ClassDeclaration'>;

export const classDecorator: Recipe = {
  name: 'class-decorator',
  classes: ['unknown', 'type', 'config', 'reference'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A decorator that a class lost, whose import is still there, or that is not called where all others call it; a module that a package says must be loaded first.',
  ideas(context) {
    return [...lostIdeas(context), ...uncalledIdeas(context), ...loadedFirst(context)];
  },
};

/** The class that the failure names has no decorator, and its file imports one that it does not use: all others write it alike. */
function lostIdeas({ diagnosis, signal, tree }: RecipeContext): Idea[] {
  const message = `${diagnosis.message}\n${signal.error?.message ?? ''}`; // the class may stand on its second line
  return allSources(tree).flatMap((source) =>
    classesOf(source)
      .filter(({ id, decorators }) => isNamed(message, id?.name) && decorators.length === 0)
      .flatMap((each) => {
        const idle = importsOf(source).filter((from) => from.local !== null && referencesTo(source, from).length === 0);
        const forms = idle.flatMap(({ local }) => formsOf(allSources(tree), local ?? ''));
        const [only, more] = new Set(forms);
        if (only === undefined || more !== undefined) return [];
        const start = each.parent?.type.startsWith('Export') ? each.parent.start : each.start;
        const splices = [{ start, end: start, text: `${only}${eolOf(source.text)}` }];
        return [
          ideaIn('class-decorator', source, { title: `\`${each.id?.name}\` lost \`${only}\``, rank: 0, splices }),
        ];
      }),
  );
}

/** `@injectable` of one class, where every other class has `@injectable()`. */
function uncalledIdeas({ tree }: RecipeContext): Idea[] {
  const sources = allSources(tree);
  return sources.flatMap((source) =>
    classesOf(source)
      .flatMap(({ decorators }) => decorators)
      .flatMap(({ expression, end }) => {
        const name = expression.type === 'Identifier' ? expression.name : null;
        const [only, more] = new Set(name === null ? [] : formsOf(sources, name, end));
        if (name === null || more !== undefined || only !== `@${name}()`) return [];
        const title = `\`@${name}\` is called, as all others call it`;
        return [ideaIn('class-decorator', source, { title, rank: 0, splices: [{ start: end, end, text: '()' }] })];
      }),
  );
}

/** `Please add 'import "reflect-metadata"' to the top of your entry point.`: of what package.json declares, in the file that is loaded first. */
function loadedFirst(context: RecipeContext): Idea[] {
  const { diagnosis, tree } = context;
  const module = /\badd\b.{0,12}\bimport ["']([\w@/.-]+)["']/.exec(diagnosis.message)?.[1];
  const file = diagnosis.file ?? diagnosis.frames.map((each) => ownPath(context, each.file)).find((each) => each);
  const first = file === undefined || file === null ? null : openSource(tree, file);
  if (module === undefined || first === null || !declared(tree).has(packageName(module) ?? '')) return [];
  const source = topOf(context, first, new Set());
  const [statement] = importsOf(source).map((each) => each.statement);
  if (statement?.type !== 'ImportDeclaration') return [];
  const text = `import ${quoted(module, source.text)}${semicolonOf(source.text)}${eolOf(source.text)}`;
  const splices = [{ start: statement.start, end: statement.start, text }];
  return [ideaIn('class-decorator', source, { title: `\`${module}\` is loaded before all others`, rank: 0, splices })];
}

/** The module that nobody else imports, on the way up from this one. */
function topOf(context: RecipeContext, source: Source, seen: Set<string>): Source {
  seen.add(source.path);
  const above = allSources(context.tree).find(
    (each) =>
      !seen.has(each.path) &&
      importsOf(each).some(({ statement, specifier }) => {
        const to = statement.type === 'ImportDeclaration' ? resolveSpecifier(context.tree, each.path, specifier) : null;
        return to?.to === 'file' && to.path === source.path;
      }),
  );
  return above === undefined ? source : topOf(context, above, seen);
}

function classesOf(source: Source): Class[] {
  return all(source.program, 'ClassDeclaration');
}

function isNamed(message: string, name: string | undefined): boolean {
  return name !== undefined && new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(message);
}

/** How classes write the decorator of that name, save at one place. */
function formsOf(sources: readonly Source[], name: string, except = -1): string[] {
  return sources.flatMap((source) =>
    classesOf(source).flatMap(({ decorators }) =>
      decorators
        .filter(({ expression, end }) => {
          const called = expression.type === 'CallExpression' ? expression.callee : expression;
          return chainOf(called) === name && end !== except;
        })
        .map((each) => textOf(source, each)),
    ),
  );
}
