/** A handler that hands its response on, waits, and answers, though what it waited for has answered already: it looks first. */
import type { Idea } from '../../../incident/nouns.ts';
import { called } from '../../code/callees.ts';
import { handlerAround } from '../../code/frameworks.ts';
import type { Handler } from '../../code/frameworks.ts';
import { boundIdentifiers, namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

/** The failing answer comes behind something that was handed the response and has answered. */
export function insideFirst(context: RecipeContext): Idea[] {
  return sitesOf(context)
    .slice(0, 1)
    .flatMap(({ source, nodes }) => {
      const node = nodes.find((each) => each.type === 'CallExpression');
      const handler = node === undefined ? null : (handlerAround(context.tree, source, node) ?? ownHandler(node));
      return node === undefined || handler === null ? [] : endedInside(context, source, handler, node);
    });
}

/** `if (res.headersSent) return;` behind the last call before the failing one that was handed the response and may answer. */
function endedInside(context: RecipeContext, source: Source, handler: Handler, failing: Node): Idea[] {
  const { fn, response } = handler;
  if (response === null || functionsAround(failing)[0] !== fn) return [];
  const given = before(fn, failing).findLast((each) => {
    const call = callIn(each);
    return call !== null && isHanded(source, call, handler) && mayAnswer(context, source, call, fn);
  });
  if (given === undefined) return [];
  const { text } = source;
  const asks = askOf(context, handler);
  if (/\b(?:writableEnded|headersSent|headerSent|finished|sent)\b/.test(text.slice(given.end, failing.start)))
    return [];
  const back = handler.framework === 'fastify' ? `return ${response}` : 'return';
  const line = `${eolOf(text)}${indentAt(text, given.start)}if (${response}.${asks}) ${back}${semicolonOf(text)}`;
  const title = `nothing more is answered where \`${response}\` was answered before`;
  const splices = [{ start: given.end, end: given.end, text: line }];
  return [ideaIn('double-send', source, { title, rank: 1, splices })];
}

/** The statements that are over when a place is reached, first ones first, of all blocks around it in its function. */
function before(fn: FunctionNode, failing: Node): Node[] {
  const around = [failing, ...upwards(failing)];
  const inside = around.slice(0, around.indexOf(fn as Node));
  return inside
    .flatMap((each) => (each.type === 'BlockStatement' ? (each.body as Node[]) : []))
    .filter((each) => each.end <= failing.start && each.parent !== null)
    .toSorted((a, b) => a.start - b.start);
}

/** `await run(context);`, `const user = await login(req, res);`, `check(req, res);` */
function callIn(statement: Node): Of<'CallExpression'> | null {
  const [only, more] = statement.type === 'VariableDeclaration' ? statement.declarations : [];
  const value =
    statement.type === 'ExpressionStatement' ? statement.expression : more === undefined ? (only?.init ?? null) : null;
  const call = value?.type === 'AwaitExpression' ? value.argument : value;
  return call?.type === 'CallExpression' ? call : null;
}

/** The response itself, or an object in which it is. */
function isHanded(source: Source, call: Of<'CallExpression'>, { response }: Handler): boolean {
  const holds = (node: Node): boolean => {
    if (node.type === 'Identifier' && node.name === response) return true;
    if (node.type === 'ObjectExpression')
      return node.properties.some((each) => each.type === 'Property' && chainOf(each.value as Node) === response);
    const made = node.type === 'Identifier' ? namesInScope(source, node.start).get(node.name)?.node : undefined;
    return made?.type === 'VariableDeclarator' && made.init?.type === 'ObjectExpression' && holds(made.init);
  };
  return call.arguments.some((each) => holds(each as Node));
}

const answers = /^(?:end|send|json|redirect|sendStatus|sendFile|render)$/;

/** On some condition: what always answers is an answer, and the second one is one too many. */
function mayAnswer(context: RecipeContext, source: Source, call: Of<'CallExpression'>, fn: FunctionNode): boolean {
  const made = called(context, source, call.callee);
  const inside = made.length > 0 ? made.flatMap((each) => answersIn(each.fn)) : [];
  if (inside.length > 0) return inside.every(isConditional);
  // What is called is made of functions that are nowhere called by name: middleware.
  if (call.parent?.type !== 'AwaitExpression') return false;
  const others = allSources(context.tree).flatMap((each) =>
    answersIn(each.program).filter((one) => !upwards(one).includes(fn) && isOfResponse(one)),
  );
  return others.some((each) => isConditional(each));
}

function answersIn(around: Node): Of<'CallExpression'>[] {
  return all(around, 'CallExpression').filter(
    ({ callee }) => callee.type === 'MemberExpression' && answers.test(keyName(callee.property) ?? ''),
  );
}

/** `res.end()`, `context.res.writeHead(204).end()`. */
function isOfResponse({ callee }: Of<'CallExpression'>): boolean {
  const object = callee.type === 'MemberExpression' ? (callee.object as Node) : callee;
  if (object.type === 'CallExpression') return isOfResponse(object);
  return /^(?:res|response|reply)$/.test(lastNameOf(object) ?? '');
}

function isConditional(node: Node): boolean {
  const around = upwards(node);
  const end = around.findIndex((each) => each === (functionsAround(node)[0] as Node | undefined));
  return around
    .slice(0, end < 0 ? around.length : end)
    .some((each) => /^(?:IfStatement|ConditionalExpression|LogicalExpression|CatchClause|SwitchCase)$/.test(each.type));
}

/** As the project asks elsewhere, else as the framework says it. */
function askOf({ tree }: RecipeContext, { framework }: Handler): string {
  if (framework === 'fastify') return 'sent';
  if (framework === 'koa') return 'headerSent';
  const isEnded = allSources(tree).some((source) =>
    all(source.program, 'IfStatement').some(({ test }) => /\.writableEnded\b/.test(textOf(source, test))),
  );
  return isEnded ? 'writableEnded' : 'headersSent';
}

/** The function of a router of the project's own that takes the response, `({ req, res }) => …` too. */
export function ownHandler(node: Node): Handler | null {
  for (const fn of functionsAround(node)) {
    const names = fn.params.flatMap((param) => boundIdentifiers(param).map(({ name }) => name));
    const response = names.find((name) => /^(?:res|response|reply)$/.test(name));
    const request = names.find((name) => /^(?:req|request)$/.test(name)) ?? null;
    if (response !== undefined) return { fn, framework: 'http', request, response, next: null };
  }
  return null;
}
