/** A call that lacks an argument that is at hand where it stands, by the name that Node or the listener has for it. */
import type { Idea } from '../../../incident/nouns.ts';
import { lastName } from '../../evidence/call-places.ts';
import type { Call } from '../../evidence/call-places.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import { all, allSources, functionsAround, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';

/** `createHmac('sha256')`, of which Node says that its `key` is undefined, where a `key` is at hand. */
export function notGiven(context: RecipeContext): Idea[] {
  const name = /The "(\w+)" argument must be .*Received undefined/s.exec(context.diagnosis.message)?.[1];
  const [site] = sitesOf(context);
  const calls = site?.nodes.filter(
    (node): node is Call => node.type === 'CallExpression' || node.type === 'NewExpression',
  );
  // The innermost of a chain.
  const [call] = calls?.toSorted((one, other) => one.end - other.end) ?? [];
  const last = call?.arguments.at(-1);
  if (name === undefined || site === undefined || last === undefined) return [];
  if (!namesInScope(site.source, last.start).has(name) || /\b(?:undefined|null)\b/.test(textOf(site.source, last)))
    return [];
  const splices = [{ start: last.end, end: last.end, text: `, ${name}` }];
  return [ideaIn('argument-order', site.source, { title: `\`${name}\` is left out of the call`, rank: 0, splices })];
}

/** `emit('failed', job)`, of which a listener takes `(job, error)`: what it lacks is at hand where the event is sent. */
export function notEmitted(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const fn =
    site?.nodes[0] === undefined
      ? undefined
      : functionsAround(site.nodes[0]).find(({ parent }) => eventOf(parent, /^(?:on|once|addListener)$/) !== null);
  const event = eventOf(fn?.parent, /./);
  if (fn === undefined || event === null) return [];
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const last = call.arguments.at(-1);
      const lacking = fn.params.slice(call.arguments.length - 1).map((param) => keyName(param));
      if (eventOf(call, /^emit$/) !== event || last === undefined || lacking.length === 0) return [];
      const scope = namesInScope(source, call.start);
      if (lacking.some((name) => name === null || !scope.has(name))) return [];
      const splices = [{ start: last.end, end: last.end, text: `, ${lacking.join(', ')}` }];
      const title = `\`${event}\` is sent without \`${lacking.join('` and `')}\``;
      return [ideaIn('argument-order', source, { title, rank: 0, splices })];
    }),
  );
}

/** The event that a call listens to or sends. */
function eventOf(node: Node | null | undefined, method: RegExp): string | null {
  if (node?.type !== 'CallExpression' || !method.test(lastName(node.callee) ?? '')) return null;
  return stringValue(node.arguments[0] as Node | undefined);
}
