/** A body that is no JSON, read by a helper of the project or by the framework: refused as the project refuses other input. */
import type { Idea } from '../../../incident/nouns.ts';
import { isJson } from '../../mending/json-repair.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isReference,
  statementOf,
  stringValue,
  textOf,
} from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, indentUnit, splice } from '../../code/text.ts';

export function refusedBody(context: RecipeContext): Idea[] {
  const { diagnosis, signal } = context;
  if (!/JSON/.test(diagnosis.message) || !isNoJson(signal.request?.body ?? null)) return [];
  for (const { source, nodes } of sitesOf(context)) {
    const call = nodes.find((node) => node.type === 'CallExpression' && reads(source, node));
    const refusal = call === undefined ? null : refusalFor(context, source, call);
    if (call === undefined || refusal === null) continue;
    const splices =
      chainOf((call as Of<'CallExpression'>).callee) === 'JSON.parse'
        ? tried(source, call, refusal)
        : caught(call, refusal);
    if (splices.length > 0)
      return [ideaIn('bad-input', source, { title: 'refuse a body that is no JSON', rank: 0, kind: 'cause', splices })];
  }
  return [];
}

/** What was sent, as it was recorded; a body that parses was spoilt on the way, and is not the client's fault. */
const isNoJson = (body: string | null): boolean => body !== null && !isJson(body);

/** `JSON.parse(text)` of all that came in, `c.req.json()`. */
function reads(source: Source, call: Of<'CallExpression'>): boolean {
  const [only, more] = call.arguments;
  const chain = chainOf(call.callee) ?? '';
  if (only === undefined) return /\.req\.json$/.test(chain);
  if (chain !== 'JSON.parse' || only.type !== 'Identifier' || more !== undefined) return false;
  const [fn] = functionsAround(call);
  return fn !== undefined && new RegExp(`\\b${only.name} \\+= `).test(textOf(source, fn));
}

/** The throw of a 400 that the project has elsewhere, in words of this one; null where a name of it is not known here. */
function refusalFor(context: RecipeContext, source: Source, call: Node): string | null {
  const known = namesInScope(source, call.start);
  for (const each of allSources(context.tree))
    for (const thrown of all(each.program, 'ThrowStatement')) {
      const made = thrown.argument;
      const [status, said] = made.type === 'NewExpression' || made.type === 'CallExpression' ? made.arguments : [];
      if (status?.type !== 'Literal' || status.value !== 400 || said === undefined) continue;
      if (
        !all(made, 'Identifier').every(
          (id) => !isReference(id) || known.has(id.name) || all(said, 'TemplateLiteral').length > 0,
        )
      )
        continue;
      const words = [...all(said as Node, 'Literal'), ...all(said as Node, 'TemplateLiteral')].filter(
        (one) => one.type === 'TemplateLiteral' || stringValue(one) !== null,
      );
      const [only, more] = words;
      if (only === undefined || more !== undefined) continue;
      const head =
        made.type === 'NewExpression' || made.type === 'CallExpression' ? chainOf(made.callee)?.split('.')[0] : null;
      if (head === null || head === undefined || !known.has(head)) continue;
      return splice(textOf(each, thrown), {
        start: only.start - thrown.start,
        end: only.end - thrown.start,
        text: "'The body is not valid JSON'",
      });
    }
  return null;
}

function tried(source: Source, call: Node, refusal: string): { start: number; end: number; text: string }[] {
  const statement = statementOf(call);
  if (statement?.type !== 'ReturnStatement') return [];
  const [eol, indent] = [eolOf(source.text), indentAt(source.text, statement.start)];
  const inner = `${eol}${indent}${indentUnit(source.text)}`;
  const text = `try {${inner}${textOf(source, statement)}${eol}${indent}} catch {${inner}${refusal}${eol}${indent}}`;
  return [{ start: statement.start, end: statement.end, text }];
}

function caught(call: Node, refusal: string): { start: number; end: number; text: string }[] {
  return call.parent?.type === 'AwaitExpression'
    ? [{ start: call.end, end: call.end, text: `.catch(() => { ${refusal} })` }]
    : [];
}
