/** The request's body is undefined because nothing parses it, or because the parser stands behind the routes. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { called } from '../../code/callees.ts';
import { handlerAround, majorOf } from '../../code/frameworks.ts';
import { addImport, isEsm } from '../../code/insert.ts';
import { declared } from '../../code/modules.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { all, allSources, chainOf, parseSource, statementOf, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import { firstLine } from './setup-order.ts';
import { eolOf, indentAt, lineStart, nextLine, semicolonOf, splice } from '../../code/text.ts';

export const bodyParser: Recipe = {
  name: 'body-parser',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    '`req.body` is undefined: adds the body parser to the application, or moves it before the routes; of a request without a body, an empty one.',
  ideas(context) {
    const found = sitesOf(context)
      .slice(0, 3)
      .flatMap((site) =>
        [...culprits(context, site), ...(site.depth === 0 ? [] : handedOver(site))].map((node) => ({ site, node })),
      )
      .find(({ node }) => /^(?:\w+\.)(?:request\.)?body$/.test(chainOf(node) ?? ''));
    if (found === undefined) return [];
    const sent = ofKoasAnswer(context, found);
    if (sent.length > 0) return sent;
    for (const source of allSources(context.tree)) {
      for (const app of applications(source)) {
        const parsed = app.framework === 'koa' ? koa(context, source, app) : express(context, source, app);
        return parsed.length > 0 ? parsed : withoutBody(context, found);
      }
    }
    return [];
  },
};

/** `ctx.body` of Koa is what is answered: where nothing has set it yet, and a parser is at work, what was sent is meant. */
function ofKoasAnswer(context: RecipeContext, { site: { source }, node }: { site: Site; node: Node }): Idea[] {
  const handler = handlerAround(context.tree, source, node);
  const answer = `${handler?.request}.body`;
  if (handler?.framework !== 'koa' || chainOf(node) !== answer) return [];
  const isAnswer = (each: Node): boolean => chainOf(each) === answer;
  const sets = all(handler.fn, 'AssignmentExpression').filter(({ left }) => isAnswer(left));
  const [first = Infinity] = sets.map(({ end }) => end).toSorted((one, other) => one - other);
  const isParsed = allSources(context.tree).some(
    (each) =>
      all(each.program, 'CallExpression').some(
        (call) =>
          /\.use$/.test(chainOf(call.callee) ?? '') && call.arguments.some((one) => parses(context, each, one as Node)),
      ) || all(each.program, 'MemberExpression').some((one) => /^\w+\.request\.body$/.test(chainOf(one) ?? '')),
  );
  if (first < node.start || !isParsed) return [];
  const splices = all(handler.fn, 'MemberExpression').flatMap((each) => {
    const { parent, property } = each;
    const isTarget = parent?.type === 'AssignmentExpression' && parent.left === each;
    const isRead = isAnswer(each) && !isTarget && each.start < first;
    return isRead ? [{ start: property.start, end: property.end, text: 'request.body' }] : [];
  });
  return [ideaIn('body-parser', source, { title: 'the body that was sent is that of the request', rank: 0, splices })];
}

/** Express 5 sets no body where none was sent: `create(req.body)`, `const { name } = req.body`. */
function withoutBody({ signal, tree }: RecipeContext, { site, node }: { site: Site; node: Node }): Idea[] {
  const { parent } = node;
  const isTaken = parent?.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern' && parent.init === node;
  const isGiven = parent?.type === 'CallExpression' && parent.callee !== node;
  const isSent = (signal.request?.body ?? '') !== '';
  if (isSent || (!isTaken && !isGiven) || majorOf(tree, 'express') < 5) return [];
  const isUsual = allSources(tree).some(({ text }) => /\bbody\s*(?:\?\?|\|\|)\s*\{\}/.test(text));
  const ask = isUsual ? null : 'what a request without a body means, the project says nowhere';
  const splices = [{ start: node.end, end: node.end, text: ' ?? {}' }];
  return [ideaIn('body-parser', site.source, { title: 'a request may have no body', rank: 1, ask, splices })];
}

/** What a call further out was given: `service.quote(req.body)`, and the failing function takes it apart. */
function handedOver({ nodes }: Site): Node[] {
  const call = nodes.find((node) => node.type === 'CallExpression');
  return call?.type === 'CallExpression' ? (call.arguments as Node[]) : [];
}

interface Application {
  readonly name: string;
  readonly framework: 'express' | 'koa';
  readonly statement: Node;
  /** How the framework's module is called in this file. */
  readonly module: string;
}

function applications(source: Source): Application[] {
  return all(source.program, 'VariableDeclarator').flatMap((each): Application[] => {
    const { init } = each;
    if (each.id.type !== 'Identifier' || (init?.type !== 'CallExpression' && init?.type !== 'NewExpression')) return [];
    const made = chainOf(init.callee);
    const from = importsOf(source)
      .find((one) => one.local === made)
      ?.specifier.replace(/\d$/, '');
    const statement = statementOf(each);
    if (statement === null || made === null || (from !== 'express' && from !== 'koa')) return [];
    return [{ name: each.id.name, framework: from, statement, module: made }];
  });
}

function put(source: Source, title: string, after: string): Idea[] {
  return [idea('body-parser', { title, rank: 0, edits: [{ path: source.path, before: source.text, after }] })];
}

function express(context: RecipeContext, source: Source, app: Application): Idea[] {
  const type =
    Object.entries(context.signal.request?.headers ?? {}).find(
      ([name]) => name.toLowerCase() === 'content-type',
    )?.[1] ?? 'application/json';
  const form = /x-www-form-urlencoded/.test(type);
  const uses = all(source.program, 'CallExpression').filter((each) => chainOf(each.callee) === `${app.name}.use`);
  const makers = form ? /(?:^|\.)urlencoded$/ : /(?:^|\.)json$|^bodyParser$/;
  const parser = uses.find((each) => each.arguments.some((given) => isCallOf(given, makers)));
  const first = routes(source, app.name)[0];
  if (parser !== undefined) {
    const statement = statementOf(parser);
    if (first === undefined || statement === null || first.start > statement.start) return [];
    return put(source, early(source, statement), before(source, statement, first));
  }
  const others = /(?:^|\.)(?:json|urlencoded)$|bodyParser/;
  if (!form && uses.some((each) => each.arguments.some((given) => isCallOf(given, others)))) return [];
  const call = form ? `${app.module}.urlencoded({ extended: true })` : `${app.module}.json()`;
  return put(
    source,
    'parse request bodies',
    withLine(source, app, `${app.name}.use(${call})${semicolonOf(source.text)}`),
  );
}

/** `express.json()` itself; a handler that answers by `res.json(…)` parses nothing. */
function isCallOf(given: Node, makers: RegExp): boolean {
  return makers.test(chainOf(given.type === 'CallExpression' ? given.callee : given) ?? '');
}

function withLine(source: Source, app: Application, line: string): string {
  const at = nextLine(source.text, app.statement.end);
  const eol = eolOf(source.text);
  const start = source.text[at - 1] === '\n' ? '' : eol;
  return splice(source.text, {
    start: at,
    end: at,
    text: `${start}${indentAt(source.text, app.statement.start)}${line}${eol}`,
  });
}

/** Statements that register routes or routers on the application, in order. */
function routes(source: Source, app: string): Node[] {
  const found: Node[] = [];
  for (const call of all(source.program, 'CallExpression')) {
    const chain = chainOf(call.callee);
    const isRoute =
      chain !== null &&
      new RegExp(`^${app}\\.(?:get|post|put|patch|delete|all|route)$`).test(chain) &&
      call.arguments.length > 1;
    const isRouter = chain === `${app}.use` && /[Rr]out/.test(textOf(source, call));
    const statement = isRoute || isRouter ? statementOf(call) : null;
    if (statement !== null) found.push(statement);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The parser of a package or of the project itself, where it is used behind something that answers. */
function moved(context: RecipeContext, source: Source, app: Application): Idea[] {
  const uses = all(source.program, 'CallExpression').filter((each) => chainOf(each.callee) === `${app.name}.use`);
  const parser = uses.find((each) => each.arguments.some((given) => parses(context, source, given as Node)));
  const statement = parser === undefined ? null : statementOf(parser);
  const first = routes(source, app.name)[0];
  if (statement === null || first === undefined || first.start > statement.start) return [];
  return put(source, early(source, statement), before(source, statement, first));
}

/** A parser by its package, or a function of the project that sets `request.body`. */
function parses(context: RecipeContext, source: Source, given: Node): boolean {
  const callee = given.type === 'CallExpression' ? given.callee : given;
  const name = chainOf(callee);
  const specifier = importsOf(source).find((each) => each.local === name)?.specifier ?? '';
  if (/^(?:koa-bodyparser|koa-body|@koa\/bodyparser|body-parser)$/.test(specifier)) return true;
  return called(context, source, callee).some((made) =>
    all(made.fn, 'AssignmentExpression').some((each) =>
      /(?:^|\.)(?:request|req)\.body$/.test(chainOf(each.left) ?? ''),
    ),
  );
}

/** As `setup-order` says it: the same repair is no question for a person. */
function early(source: Source, statement: Node): string {
  return `\`${firstLine(source, statement)}\` before what needs it`;
}

/** The text with the line of one statement before that of another. */
function before(source: Source, statement: Node, first: Node): string {
  const line = { start: lineStart(source.text, statement.start), end: nextLine(source.text, statement.end) };
  const text = source.text.slice(line.start, line.end);
  const at = lineStart(source.text, first.start);
  return splice(source.text, { ...line, text: '' }, { start: at, end: at, text });
}

/** Koa has no parser of its own: only one that is declared and not yet used. */
function koa(context: RecipeContext, source: Source, app: Application): Idea[] {
  const late = moved(context, source, app);
  if (late.length > 0) return late;
  const known = declared(context.tree, source.path);
  const name = ['koa-bodyparser', 'koa-body', '@koa/bodyparser'].find((each) => known.has(each));
  if (name === undefined || importsOf(source).some((each) => each.specifier === name)) return [];
  const edit = addImport(context.tree, source, {
    local: 'bodyParser',
    imported:
      name === '@koa/bodyparser' || name === 'koa-body'
        ? name === 'koa-body'
          ? 'koaBody'
          : 'bodyParser'
        : isEsm(context.tree, source)
          ? 'default'
          : '*',
    specifier: name,
  });
  const again = edit.after === null ? null : parseSource(source.path, edit.after);
  const there = again === null ? undefined : applications(again)[0];
  if (again === null || there === undefined) return [];
  return [
    idea('body-parser', {
      title: 'parse request bodies',
      rank: 0,
      edits: [
        {
          path: source.path,
          before: source.text,
          after: withLine(again, there, `${app.name}.use(bodyParser())${semicolonOf(source.text)}`),
        },
      ],
    }),
  ];
}
