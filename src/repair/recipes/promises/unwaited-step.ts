/** A step that was started and not waited for, before one that builds on it: `source.initialize(); await seed();` */
import type { Idea } from '../../../incident/nouns.ts';
import { canAwaitOutside, givesPromise } from '../../code/promises.ts';
import { all, allSources, functionsAround, keyName, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'unwaited-step';
const mostIdeas = 4;

export const unwaitedStep: Recipe = {
  name,
  classes: ['database', 'unknown', 'type', 'reference', 'range', 'assertion', 'missing_file'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'What fails comes behind a step that was started and not waited for (a connection, a migration, a module that is loaded): awaits it.',
  ideas(context) {
    const sites = sitesOf(context).flatMap(({ source, nodes: [node] }) => (node === undefined ? [] : { source, node }));
    const steps = sites.flatMap(({ source, node }) =>
      stepsIn(context, source)
        .filter(({ end }) => end <= node.start)
        .filter((step) => areTogether(step, node))
        .map((step) => ({ source, step })),
    );
    // A driver may have lost who called it.
    const meant =
      sites.length > 0
        ? steps
        : allSources(context.tree).flatMap((source) => stepsIn(context, source).map((step) => ({ source, step })));
    const loads = [...new Set(sites.map(({ source }) => source))].flatMap(loadIdeas);
    if (loads.length > 0) return loads;
    return meant.slice(0, mostIdeas).map(({ source, step }): Idea => {
      const title = `await \`${textOf(source, step).slice(0, 40)}\` in ${source.path}`;
      return ideaIn(name, source, {
        title,
        rank: 1,
        splices: [{ start: step.start, end: step.start, text: 'await ' }],
      });
    });
  },
};

/** `const { load } = import('./load.js')`: names of what is still to come. */
function loadIdeas(source: Source): Idea[] {
  return all(source.program, 'ImportExpression').flatMap((load) => {
    const { parent } = load;
    const [fn] = functionsAround(load);
    const canWait = fn === undefined ? canAwaitOutside(source) : fn.async;
    if (!canWait || parent?.type !== 'VariableDeclarator' || parent.init !== load) return [];
    const { id } = parent;
    const isWaitedFor =
      id.type === 'Identifier' &&
      all(source.program, 'Identifier').some((each) => each.name === id.name && isAwaited(each));
    if (isWaitedFor || (id.type !== 'Identifier' && id.type !== 'ObjectPattern')) return [];
    const title = `await \`${textOf(source, load).slice(0, 40)}\` in ${source.path}`;
    return [
      ideaIn(name, source, { title, rank: 0, splices: [{ start: load.start, end: load.start, text: 'await ' }] }),
    ];
  });
}

/** Also by `then`, and by whoever it is handed to. */
function isAwaited({ parent, start }: Node): boolean {
  const isThen = parent?.type === 'MemberExpression' && /^(?:then|catch|finally)$/.test(keyName(parent.property) ?? '');
  const isGiven = parent?.type === 'CallExpression' && parent.callee.start !== start;
  return parent?.type === 'AwaitExpression' || parent?.type === 'ArrayExpression' || isThen || isGiven;
}

/** Calls that stand by themselves in an async function, or in a module, and give a promise. */
function stepsIn(context: RecipeContext, source: Source): Node[] {
  return all(source.program, 'ExpressionStatement').flatMap(({ expression }) => {
    if (expression.type !== 'CallExpression') return [];
    const [fn] = functionsAround(expression);
    const canWait = fn === undefined ? canAwaitOutside(source) : fn.async;
    return canWait && givesPromise(context, source, expression) ? [expression] : [];
  });
}

function areTogether(one: Node, other: Node): boolean {
  const [fn] = functionsAround(one);
  return fn === undefined ? functionsAround(other).length === 0 : functionsAround(other).includes(fn);
}
