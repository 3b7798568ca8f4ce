/** What an instance of Fastify is given when it listens already: it moves in front of that. */
import { all, chainOf, keyName, upwards } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { lineStart, nextLine } from '../../code/text.ts';
import { sitesOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { isKnownAt } from './late-plugin.ts';

const name = 'late-setup';

export const lateSetup: Recipe = {
  name,
  classes: ['unknown', 'type', 'config'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A route, hook, handler or plugin that a Fastify instance is given behind `listen` or `ready`: moves it in front of that.',
  ideas(context) {
    const isLate = /instance is already listening|Root plugin has already booted/.test(context.diagnosis.message);
    for (const site of isLate ? sitesOf(context) : []) {
      const found = placeOf(site);
      if (found === null) continue;
      const { text } = site.source;
      const [start, end] = [lineStart(text, found.late.start), nextLine(text, found.late.end)];
      const at = lineStart(text, found.started.start);
      const splices = [
        { start: at, end: at, text: text.slice(start, end) },
        { start, end, text: '' },
      ];
      return [ideaIn(name, site.source, { title: 'set up before the server listens', rank: 0, splices })];
    }
    return [];
  },
};

/** The statement that failed, and the one before it in the same list that makes the same instance listen. */
function placeOf({ source, nodes: [node] }: Site): { late: Node; started: Node } | null {
  if (node === undefined) return null;
  for (const late of upwards(node)) {
    const { parent } = late;
    if (parent?.type !== 'BlockStatement' && parent?.type !== 'Program') continue;
    const before = (parent.body as Node[]).filter(({ end }) => end <= late.start);
    const started = before.find((each) => startedBy(each) !== null);
    if (started === undefined || late.type !== 'ExpressionStatement') continue;
    const app = startedBy(started);
    const isOfApp = [...all(late, 'Identifier'), ...all(late, 'MemberExpression')].some(
      (each) => chainOf(each) === app,
    );
    return isOfApp && isKnownAt(source, late, started.start) ? { late, started } : null;
  }
  return null;
}

/** `app` of `await app.listen(…)`, which stands in no function of its own. */
function startedBy(statement: Node): string | null {
  if (statement.type !== 'ExpressionStatement' && statement.type !== 'VariableDeclaration') return null;
  const call = all(statement, 'CallExpression').find(
    (each) =>
      each.callee.type === 'MemberExpression' &&
      /^(?:listen|ready)$/.test(keyName(each.callee.property) ?? '') &&
      upwards(each).find(({ type }) => /Function/.test(type) || type === statement.type) === statement,
  );
  return call === undefined ? null : chainOf((call.callee as Of<'MemberExpression'>).object);
}
