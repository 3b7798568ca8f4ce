/** `c.req.headers.get('x-guest')` of Hono, `req.headers.get('x-guest')` of Express: a header, asked for as another request has it. */
import { declared } from '../../code/modules.ts';
import { all, chainOf, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'header-read';

export const headerRead: Recipe = {
  name,
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A header that is asked for as the requests of another framework have it (`c.req.headers.get(…)` in Hono, `req.headers.get(…)` of a request of Node).',
  ideas(context) {
    const [site] = sitesOf(context);
    if (site === undefined || !isOfHeaders(context)) return [];
    const splices = declared(context.tree).has('hono') ? honoReads(site.source) : nodeReads(site.source);
    const isHere = site.nodes.some(({ start }) => splices.some((each) => each.start <= start && start < each.within));
    const title = 'headers are asked for as this request has them';
    return splices.length === 0 || !isHere ? [] : [ideaIn(name, site.source, { title, rank: -1, splices })];
  },
};

/** `Cannot read properties of undefined (reading 'get')`, `req.headers.get is not a function`. */
function isOfHeaders({ diagnosis: { named, message } }: RecipeContext): boolean {
  return named.nullish === 'undefined' || (named.property === 'get' && /is not a function/.test(message));
}

type Change = Splice & { readonly within: number };

/** `c.req.headers.get(key)`, `c.req.headers['x-guest']` → `c.req.header(…)`. */
function honoReads(source: Source): Change[] {
  return all(source.program, 'MemberExpression').flatMap((node): Change[] => {
    const { object, property, computed, parent } = node;
    if (!/^\w+\.req\.headers$/.test(chainOf(object) ?? '')) return [];
    const at = (end: number, key: string): Change[] => [
      { start: object.start, end, within: end, text: `${(chainOf(object) ?? '').slice(0, -1)}(${key})` },
    ];
    const key = computed ? null : keyName(property);
    if (key === null) return at(node.end, textOf(source, property));
    const isCall = parent?.type === 'CallExpression' && parent.callee === node;
    if (!isCall) return at(node.end, `'${key}'`);
    const [asked, more] = parent.arguments;
    const isGet = key === 'get' && asked !== undefined && more === undefined;
    return isGet ? at(parent.end, textOf(source, asked as Node)) : [];
  });
}

/** `req.headers.get('X-Guest')` → `req.headers['x-guest']`: of what Node has taken in, the names are in lower case. */
function nodeReads(source: Source): Change[] {
  return all(source.program, 'CallExpression').flatMap((call): Change[] => {
    const { callee } = call;
    const [asked, more] = call.arguments;
    const key = asked === undefined || more !== undefined ? null : stringValue(asked as Node);
    const isGet = /^(?:req|request|ctx|ctx\.req|ctx\.request)\.headers\.get$/.test(chainOf(callee) ?? '');
    if (!isGet || key === null || callee.type !== 'MemberExpression') return [];
    return [{ start: callee.object.end, end: call.end, within: call.end, text: `['${key.toLowerCase()}']` }];
  });
}
