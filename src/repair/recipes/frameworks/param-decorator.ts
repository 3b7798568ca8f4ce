/** A parameter of a handler that lost its decorator, by which alone a framework of decorators (NestJS, routing-controllers) knows what to hand over. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { all, allSources, chainOf, functionsAround, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { stackOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { referencesTo } from '../modules/wrong-imports.ts';

const name = 'param-decorator';
type Param = Of<'Identifier'>;
type Method = Of<'MethodDefinition'>;

export const paramDecorator: Recipe = {
  name,
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A parameter of a handler has no decorator, so that nothing is handed over for it: the one that its file imports and does not use, or that others write before a parameter of that name.',
  ideas(context) {
    const { named, message } = context.diagnosis;
    if (named.nullish === undefined && !/undefined|Cannot destructure/.test(message)) return [];
    for (const { source, nodes } of stackOf(context)) {
      const method = nodes[0] === undefined ? null : handlerOf(nodes[0]);
      if (method === null) continue;
      const bare = method.value.params.filter((each) => each.type === 'Identifier' && decoratorsOf(each).length === 0);
      const [only, more] = bare as Param[];
      // A parameter is found by its place where none has a decorator and there are several: the request and its answer.
      return only === undefined || more !== undefined ? [] : decorated(context, { source, method, param: only });
    }
    return [];
  },
};

const routes = /^(?:Get|Post|Put|Patch|Delete|Head|Options|All)$/;
const controllers = /^(?:Controller|JsonController|RestController)$/;

type Decorator = Method['decorators'][number];

function nameOfDecorator({ expression }: Decorator): string {
  return chainOf(expression.type === 'CallExpression' ? expression.callee : expression) ?? '';
}

function decoratorsOf(param: Node): readonly Decorator[] {
  return 'decorators' in param ? (param.decorators ?? []) : [];
}

/** The method around a place that answers a route of a controller. */
function handlerOf(node: Node): Method | null {
  const methods = functionsAround(node).flatMap((fn) => (fn.parent?.type === 'MethodDefinition' ? [fn.parent] : []));
  const method = methods.at(-1);
  const owner = method?.parent?.parent;
  const isController =
    owner?.type === 'ClassDeclaration' && owner.decorators.some((each) => controllers.test(nameOfDecorator(each)));
  return method !== undefined && isController && method.decorators.some((each) => routes.test(nameOfDecorator(each)))
    ? method
    : null;
}

interface At {
  readonly source: Source;
  readonly method: Method;
  readonly param: Param;
}

/** The one way that others write before a parameter of that name, else the one decorator that is imported here in vain. */
function decorated(context: RecipeContext, at: At): Idea[] {
  const { source, param } = at;
  const fits = (form: string): boolean => fitsRoute(at, form);
  const idle = idleForms(at).filter(fits);
  const others = [...new Set(formsOf(context, at).filter(fits))].filter((form) => isKnownHere(source, form));
  const alike = idle.length === 0 ? others : others.filter((form) => idle.some((each) => heads(form) === heads(each)));
  const [form, more] = alike.length > 0 ? alike : idle;
  if (form === undefined || more !== undefined) return [];
  const title = `\`${param.name}\` lost \`${form}\``;
  const splices = [{ start: param.start, end: param.start, text: `${form} ` }];
  return [ideaIn(name, source, { title, rank: 0, splices })];
}

const heads = (form: string): string => /^@[\w.]+/.exec(form)?.[0] ?? form;

/** What stands before parameters of the same name and type in other handlers. */
function formsOf({ tree }: RecipeContext, { source, param }: At): string[] {
  const typeOf = (from: Source, each: Param): string =>
    each.typeAnnotation ? textOf(from, each.typeAnnotation).replace(/\s+/g, '') : '';
  const type = typeOf(source, param);
  return allSources(tree).flatMap((each) =>
    all(each.program, 'MethodDefinition').flatMap((method) =>
      method.value.params.flatMap((other) =>
        other.type === 'Identifier' && other.name === param.name && decoratorsOf(other).length === 1
          ? decoratorsOf(other)
              .map((one) => textOf(each, one))
              .filter((form) => isWhole(form) || typeOf(each, other) === type)
          : [],
      ),
    ),
  );
}

/** `@Body()`, of whatever type that is; a part of something, or what a pipe made of it, has a type of its own. */
const isWhole = (form: string): boolean => /^@\w+\(\)$/.test(form);

const isKnownHere = (source: Source, form: string): boolean =>
  importsOf(source).some(({ local }) => local === heads(form).slice(1));

/** A decorator of parameters that this file imports and does not use, as it is to be written here. */
function idleForms({ source, method, param }: At): string[] {
  return importsOf(source)
    .filter(({ specifier }) => /^(?:@nestjs\/common|routing-controllers)$/.test(specifier))
    .filter((from) => referencesTo(source, from).length === 0)
    .flatMap(({ imported, local }) => {
      if (local === null) return [];
      const isText = /^:\s*string\b/.test(param.typeAnnotation ? textOf(source, param.typeAnnotation) : '');
      const isPart = isText || !param.typeAnnotation;
      switch (imported) {
        case 'Req':
        case 'Request':
        case 'Headers':
        case 'Session':
        case 'UploadedFile':
        case 'UploadedFiles':
        case 'Ip':
          return [`@${local}()`];
        case 'Body':
          return isText ? [`@${local}('${param.name}')`] : [`@${local}()`];
        case 'Query':
          return isText ? [`@${local}('${param.name}')`] : isPart ? [] : [`@${local}()`];
        case 'Param':
          return isPart && pathOf(source, method).includes(`:${param.name}`) ? [`@${local}('${param.name}')`] : [];
        default:
          return [];
      }
    });
}

function pathOf(source: Source, method: Method): string {
  const owner = method.parent?.parent;
  const decorators = [...(owner?.type === 'ClassDeclaration' ? owner.decorators : []), ...method.decorators];
  return decorators.map((each) => textOf(source, each)).join(' ');
}

/** A part of the path must be one of this path; a body comes with what changes something; what another parameter is handed whole is not lost. */
function fitsRoute({ source, method }: At, form: string): boolean {
  const part = /^@Param\(\s*['"`]([\w$]+)/.exec(form)?.[1];
  if (part !== undefined && !new RegExp(`:${part}\\b`).test(pathOf(source, method))) return false;
  const isTaken = method.value.params.some((each) =>
    decoratorsOf(each as Node).some((one) => textOf(source, one) === form),
  );
  const isSent = method.decorators.some((each) => /^(?:Post|Put|Patch|Delete|All)$/.test(nameOfDecorator(each)));
  return !isTaken && (heads(form) !== '@Body' || isSent);
}
