/** A client that is taken from a pool and not given back on every way out: once all are out, requests wait for ever or fail. */
import { all, allSources, chainOf, functionsAround, keyName, stringValue, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { declared } from '../../code/modules.ts';
import type { Splice } from '../../code/text.ts';
import { semicolonOf } from '../../code/text.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { closed, guarded, removed, waitedFor } from './release-places.ts';

const name = 'unreleased-client';

/** What pools say that have none left. */
const exhausted =
  /timeout exceeded when trying to connect|Queue limit reached|No connections available|ResourceRequest timed out|Timeout acquiring a connection|ConnectionAcquireTimeout|retrieve (?:a )?connection from pool/i;

export const unreleasedClient: Recipe = {
  name,
  classes: ['timeout', 'unknown', 'database'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A client that is taken from a pool and not given back, or not where a function returns or throws early, so that requests wait or fail once all are out: it is released at the end, however that comes.',
  ideas(context) {
    const { error, kind, stderr } = context.signal;
    const isSaid = exhausted.test(`${context.diagnosis.message} ${error?.name ?? ''} ${stderr}`);
    if (kind !== 'timeout' && !isSaid) return [];
    return allSources(context.tree)
      .flatMap((source) => takenIn(context, source).map((taken) => ({ source, ...taken })))
      .flatMap((taken) => {
        const found = released(taken);
        if (found === null) return [];
        const title = `\`${taken.client.name}\` is given back to its pool, however \`${nameOf(taken.fn)}\` ends`;
        return [ideaIn(name, taken.source, { title, rank: found.rank, splices: found.splices })];
      })
      .slice(0, 6);
  },
};

export interface Taken {
  readonly source: Source;
  readonly client: Of<'Identifier'>;
  readonly fn: FunctionNode;
  /** The statement that takes it, and the block in which it stands. */
  readonly statement: Node;
  readonly block: Of<'BlockStatement'>;
  /** What gives it back: `client.release()`, `pool.release(client)`. */
  readonly call: string;
}

function nameOf(fn: FunctionNode): string {
  const named = fn.id ?? (fn.parent?.type === 'VariableDeclarator' ? fn.parent.id : null);
  const key = fn.parent?.type === 'Property' || fn.parent?.type === 'MethodDefinition' ? fn.parent.key : named;
  return (key === null ? null : keyName(key)) ?? 'the function';
}

/** `const client = await pool.connect()`, that is neither kept nor given out, and no function gives back later. */
function takenIn(context: RecipeContext, source: Source): Omit<Taken, 'source'>[] {
  return all(source.program, 'VariableDeclarator').flatMap(({ id, init, parent: statement }) => {
    const call = init?.type === 'AwaitExpression' ? init.argument : null;
    const fn = functionsAround(id)[0];
    const block = statement?.parent;
    if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || call.arguments.length > 0)
      return [];
    if (id.type !== 'Identifier' || fn === undefined || block?.type !== 'BlockStatement' || statement == null)
      return [];
    const pool = call.callee.object;
    const method = keyName(call.callee.property) ?? '';
    if (!isPool(context, pool, method, fn, id.name)) return [];
    const uses = all(fn, 'Identifier').filter((each) => each.name === id.name && each !== id && isValue(each));
    if (!uses.every((each) => isLent(each, fn) || isGivenBack(each, fn))) return [];
    const back = method === 'acquire' ? `${textOf(source, pool)}.release(${id.name})` : `${id.name}.release()`;
    return [{ client: id, fn, statement, block, call: `${back}${semicolonOf(source.text)}` }];
  });
}

const isValue = ({ parent }: Of<'Identifier'>): boolean => parent?.type !== 'Property' || parent.shorthand;

/** By its name and the driver, or as the function begins a transaction with what it takes: clients of Redis and MongoDB connect, too, and stay. */
function isPool(context: RecipeContext, pool: Node, method: string, fn: FunctionNode, client: string): boolean {
  if (!/^(?:connect|getConnection|acquire)$/.test(method)) return false;
  const drivers = [...declared(context.tree).keys()];
  if (drivers.some((each) => /^(?:oracledb|mssql|tedious|typeorm)$/.test(each))) return false;
  if (method !== 'acquire' && isBegun(fn, client)) return true;
  const isNamed = /pool/i.test((chainOf(pool) ?? keyName(pool) ?? '').split('.').at(-1) ?? '');
  const fits = {
    connect: /^(?:pg|pg-pool|@neondatabase\/serverless|@vercel\/postgres)$/,
    getConnection: /^(?:mysql2?|mariadb)$/,
    acquire: /^(?:generic-pool|tarn)$/,
  }[method as 'connect'];
  return isNamed && drivers.some((each) => fits.test(each));
}

function isBegun(fn: FunctionNode, client: string): boolean {
  return all(fn, 'CallExpression').some(
    ({ callee, arguments: [text] }) =>
      callee.type === 'MemberExpression' &&
      chainOf(callee.object) === client &&
      (/^begin/i.test(stringValue(text as Node | undefined) ?? '') || keyName(callee.property) === 'beginTransaction'),
  );
}

/** Asked something, or handed to the work that is waited for; what listens to it may want it for good. */
function isLent(use: Node, fn: FunctionNode): boolean {
  const { parent } = use;
  const around = upwards(use).slice(0, upwards(use).indexOf(fn));
  const isWaited = around.some(({ type }) => type === 'AwaitExpression');
  if (functionsAround(use)[0] !== fn && !isWaited) return false;
  if (parent?.type === 'MemberExpression' && parent.object === use) {
    const [text] = parent.parent?.type === 'CallExpression' ? parent.parent.arguments : [];
    if (/^\s*listen\b/i.test(stringValue(text as Node | undefined) ?? '')) return false;
    return (
      parent.parent?.type === 'CallExpression' &&
      !/^(?:release|end|destroy|close|on|once|addListener|bind)$/.test(keyName(parent.property) ?? '')
    );
  }
  const isGiven = parent?.type === 'CallExpression' && parent.callee !== use;
  return isGiven && (parent.parent?.type === 'AwaitExpression' || parent.parent?.type === 'ReturnStatement');
}

/** `client.release();`, a statement of the function itself. */
function isGivenBack(use: Node, fn: FunctionNode): boolean {
  return releaseAround(use) !== null && functionsAround(use)[0] === fn;
}

function releaseAround(use: Node): Of<'ExpressionStatement'> | null {
  const { parent } = use;
  const call = parent?.type === 'MemberExpression' && parent.object === use ? parent.parent : parent;
  if (
    call?.type !== 'CallExpression' ||
    call.callee.type !== 'MemberExpression' ||
    keyName(call.callee.property) !== 'release'
  )
    return null;
  const given = call.arguments.length === 0 ? parent?.type === 'MemberExpression' : call.arguments[0] === use;
  const statement = call.parent?.type === 'AwaitExpression' ? call.parent.parent : call.parent;
  const inBlock = statement?.parent?.type === 'BlockStatement';
  return given && inBlock && statement.type === 'ExpressionStatement' ? statement : null;
}

/** How it comes to be given back on every way; null where it is already, but for what is out of its hands. */
function released(taken: Taken): { readonly rank: number; readonly splices: readonly Splice[] } | null {
  const { source, client, fn, statement, block, call } = taken;
  const rest = block.body.slice(block.body.indexOf(statement as Of<'ExpressionStatement'>) + 1);
  const uses = all(fn, 'Identifier').filter((each) => each.name === client.name && each !== client && isValue(each));
  const releases = uses.flatMap((each) => releaseAround(each) ?? []);
  const isFinal = releases.some((each) =>
    upwards(each).some(
      ({ parent }) =>
        parent?.type === 'TryStatement' && parent.finalizer !== null && upwards(each).includes(parent.finalizer),
    ),
  );
  const [first] = rest;
  if (first === undefined || isFinal || uses.some((each) => !upwards(each).includes(block))) return null;
  const rank = releases.length === 0 || leaves(fn, rest, releases) ? 0 : 2;
  const gone = releases.map((each) => removed(source, each));
  const work = uses.filter((each) => releaseAround(each) === null);
  const around = rest.find(
    (each): each is Of<'TryStatement'> =>
      each.type === 'TryStatement' && work.every((use) => upwards(use).includes(each)),
  );
  const splices = around === undefined ? guarded(source, call, rest, gone) : [...gone, ...closed(source, call, around)];
  return { rank, splices: [...splices, ...waitedFor(fn, rest, client.name)] };
}

/** A `return` or `throw` with no release before it. */
function leaves(fn: FunctionNode, rest: readonly Node[], releases: readonly Node[]): boolean {
  const exits = rest
    .flatMap((each) => [...all(each, 'ReturnStatement'), ...all(each, 'ThrowStatement')])
    .filter((each) => functionsAround(each)[0] === fn);
  const isBehind = (exit: Node): boolean =>
    releases.some(
      (each) => each.end <= exit.start && each.parent !== null && upwards(exit).includes(each.parent as Node),
    );
  const isCaught = (exit: Node): boolean =>
    upwards(exit).some(
      (each) =>
        each.type === 'TryStatement' &&
        each.handler != null &&
        upwards(exit).includes(each.block) &&
        releases.some((one) => upwards(one).includes(each.handler as Node)),
    );
  return exits.some((each) => !isBehind(each) && !(each.type === 'ThrowStatement' && isCaught(each)));
}
