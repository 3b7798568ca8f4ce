/** What a framework took in an earlier version and takes no longer: a bare `*` in a path, a port in place of options, `this` as the context. */
import type { Idea } from '../../../incident/nouns.ts';
import { koaContext } from '../../code/framework-members.ts';
import { handlerAround } from '../../code/frameworks.ts';
import type { Framework } from '../../code/frameworks.ts';
import { declared } from '../../code/modules.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { all, allSources, chainOf, functionsAround, keyName, stringValue, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

export const oldApi: Recipe = {
  name: 'old-api',
  classes: ['type', 'unknown', 'config', 'range', 'syntax'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A call in the style of an earlier version of Express, Fastify, Koa or zod, or of Express in Hono: wildcards have names, `listen` takes options, the context is a parameter, `errors` are `issues`.',
  ideas(context) {
    const { message, named } = context.diagnosis;
    const text = `${named.code ?? ''} ${message}`;
    if (/Missing parameter name|path-to-regexp|^ ?(?:TypeError: )?Unexpected (?:[?+*(]|MODIFIER|END)/i.test(text))
      return paths(context);
    if (/LISTEN_OPTIONS|variadic listen|Cannot create property '\w+' on (?:number|string)/i.test(text))
      return listened(context);
    if (named.property === 'param' && uses(context, 'express')) return params(context);
    const told = statuses(context);
    if (told.length > 0) return told;
    const asked = uses(context, 'hono') ? [...askedParts(context), ...chainedStatus(context)] : [];
    if (asked.length > 0) return asked;
    if (uses(context, 'zod')) return issues(context);
    return uses(context, 'koa') ? [...answers(context), ...ofKoa(context), ...contexts(context)] : [];
  },
};

/** The field that sets the status where no method does. */
const statusField: Partial<Record<Framework, string>> = { koa: 'status', http: 'statusCode' };

/** `res.status(404)` of Node's own response, `ctx.statusCode(201)` of Koa: assigned to, wherever the file says so. */
function statuses(context: RecipeContext): Idea[] {
  const { named, message } = context.diagnosis;
  const [site] = sitesOf(context);
  const isStatus =
    /^(?:(?:set)?status(?:code)?|code)$/i.test(named.property ?? '') && /is not a function/.test(message);
  if (site === undefined || !isStatus) return [];
  const { source } = site;
  const splices = all(source.program, 'CallExpression').flatMap((call): Splice[] => {
    const { callee, arguments: given, parent } = call;
    const [status, more] = given;
    if (callee.type !== 'MemberExpression' || keyName(callee.property) !== named.property) return [];
    const handler = handlerAround(context.tree, source, call);
    const field = handler === null ? undefined : statusField[handler.framework];
    const isAlone = parent?.type === 'ExpressionStatement' && status !== undefined && more === undefined;
    if (field === undefined || !isAlone || chainOf(callee.object) !== handler?.response) return [];
    const text = `${field} = ${textOf(source, status as Node)}`;
    return [{ start: callee.property.start, end: call.end, text }];
  });
  const isHere = splices.some(({ start }) => site.nodes.some((node) => node.start <= start && start < node.end));
  return isHere ? [ideaIn('old-api', source, { title: 'the status is a field of the answer', rank: 0, splices })] : [];
}

function uses(context: RecipeContext, framework: string): boolean {
  return [...declared(context.tree).keys()].some((each) => new RegExp(`^${framework}\\d?$`).test(each));
}

/** `request.param('id')` of Express 4, where a route of the file has an `:id`. */
function params(context: RecipeContext): Idea[] {
  return sitesOf(context)
    .slice(0, 1)
    .flatMap(({ source, nodes }) => {
      const call = nodes.find((node) => node.type === 'CallExpression' && /\.param$/.test(chainOf(node.callee) ?? ''));
      const name = call?.type === 'CallExpression' ? stringValue(call.arguments[0]) : null;
      if (call?.type !== 'CallExpression' || name === null || !/^[A-Za-z_]\w*$/.test(name)) return [];
      const isInRoute = all(source.program, 'Literal').some((each) =>
        new RegExp(`/:${name}(?!\\w)`).test(stringValue(each) ?? ''),
      );
      const splices = [{ start: call.callee.end - 'param'.length, end: call.end, text: `params.${name}` }];
      return isInRoute
        ? [ideaIn('old-api', source, { title: `the route gives \`params.${name}\``, rank: 0, splices })]
        : [];
    });
}

/** `c.req.params.id`, `c.query.page` as in Express: Hono is asked for it, wherever the file reads so; for a parameter that a route of the file has. */
function askedParts(context: RecipeContext): Idea[] {
  const { named } = context.diagnosis;
  const [site] = sitesOf(context);
  if (named.nullish === undefined || site === undefined) return [];
  const reads = all(site.source.program, 'MemberExpression').flatMap((node) => {
    const name = node.computed ? null : keyName(node.property);
    const [, root, part] = /^(\w+)\.(?:req\.)?(params|query)$/.exec(chainOf(node.object) ?? '') ?? [];
    const isOfContext =
      root !== undefined && handlerAround(context.tree, site.source, node)?.request === root && !isWritten(node);
    const route = new RegExp(`/:${name ?? ''}(?!\\w)`);
    const isKnown =
      part === 'query' || all(site.source.program, 'Literal').some((each) => route.test(stringValue(each) ?? ''));
    const text = `${root}.req.${part === 'query' ? 'query' : 'param'}('${name}')`;
    return name !== null && isOfContext && isKnown ? [{ start: node.start, end: node.end, text, name }] : [];
  });
  if (!reads.some(({ name }) => name === named.property)) return [];
  const title = 'what a request says is asked for by its name';
  return [ideaIn('old-api', site.source, { title, rank: -1, splices: reads })];
}

/** `c.status(404).json(body)` as in Express: in Hono what answers takes the status, wherever the file says so. */
function chainedStatus(context: RecipeContext): Idea[] {
  const { named } = context.diagnosis;
  const [site] = sitesOf(context);
  if (named.nullish === undefined || site === undefined || !/^(?:json|text|html|body)$/.test(named.property ?? ''))
    return [];
  const { source } = site;
  const splices = all(source.program, 'CallExpression').flatMap((call): Splice[] => {
    const { callee, arguments: given } = call;
    const set = callee.type === 'MemberExpression' && callee.object.type === 'CallExpression' ? callee.object : null;
    const [status, more] = set?.arguments ?? [];
    const root = handlerAround(context.tree, source, call)?.request ?? null;
    const isChained = root !== null && chainOf(set?.callee ?? call) === `${root}.status`;
    const [only, second] = given;
    if (set === null || !isChained || status === undefined || more !== undefined) return [];
    if (only === undefined || second !== undefined || !/^(?:json|text|html|body)$/.test(memberOf(callee))) return [];
    return [
      { start: set.start + root.length, end: set.end, text: '' },
      { start: only.end, end: only.end, text: `, ${textOf(source, status as Node)}` },
    ];
  });
  const isHere = splices.some(({ start }) => site.nodes.some((node) => node.start <= start && start < node.end));
  return isHere ? [ideaIn('old-api', source, { title: 'what answers takes the status', rank: -1, splices })] : [];
}

function memberOf(node: Node): string {
  return node.type === 'MemberExpression' ? (keyName(node.property) ?? '') : '';
}

/** It is set, or called. */
function isWritten({ parent, start }: Node): boolean {
  const isSet = parent?.type === 'AssignmentExpression' && parent.left.start === start;
  return isSet || (parent?.type === 'CallExpression' && parent.callee.start === start);
}

/** `result.error.errors.map(…)`, which zod 4 calls `issues`; `result.error.details`, as Joi has them. */
function issues(context: RecipeContext): Idea[] {
  const { named } = context.diagnosis;
  return sitesOf(context)
    .slice(0, 1)
    .flatMap((site) => {
      const { source, nodes } = site;
      const above = nodes
        .flatMap((node) => upwards(node))
        .flatMap((node) => (node.type === 'MemberExpression' ? [node.object as Node] : []));
      // `const [issue] = result.error.errors`, too.
      const read = [...above, ...culprits(context, site)].find(
        (node) =>
          node.type === 'MemberExpression' &&
          (keyName(node.property) === 'errors' ||
            (keyName(node.property) === 'details' && memberOf(node.object) === 'error')),
      );
      if (named.nullish === undefined || read?.type !== 'MemberExpression') return [];
      const splices = [{ start: read.property.start, end: read.property.end, text: 'issues' }];
      return [ideaIn('old-api', source, { title: 'what zod finds are `issues`', rank: 0, splices })];
    });
}

const routed = /\.(?:get|post|put|patch|delete|head|options|all|use|route)$/;

/** `'/files/*'` → `'/files/{*splat}'`, `'/:id?'` → `'{/:id}'`, wherever a route is named so, with what its handlers read of it. */
function paths(context: RecipeContext): Idea[] {
  const changes = allSources(context.tree).flatMap((source) => {
    const splices = all(source.program, 'CallExpression').flatMap((call) => {
      const named = routed.test(chainOf(call.callee) ?? '') ? pathSplices(call) : [];
      return named.length === 0 ? [] : [...named, ...partsRead(source, call)];
    });
    return splices.length === 0 ? [] : [{ source, splices }];
  });
  const title = 'paths as the router of today reads them';
  const ask = isReadElsewhere(context, changes) ? `${title}: what \`*\` stands for is a list there, by its name` : null;
  return changes.length === 0 ? [] : [ideaOf('old-api', { title, rank: 0, ask }, changes)];
}

function pathSplices(call: Of<'CallExpression'>): Splice[] {
  const [first, second] = call.arguments;
  // What is used for every path needs none, and a path of its own would be taken off what it reads as `req.path`.
  const isForAll = /\.use$/.test(chainOf(call.callee) ?? '') && /^\/?\*$/.test(stringValue(first) ?? '');
  if (isForAll && first !== undefined && second !== undefined && readsOfParams(call).length === 0)
    return [{ start: first.start, end: second.start, text: '' }];
  return pathsOf(first).flatMap((node) => {
    const path = stringValue(node);
    const now = path === null ? null : named(path);
    return now !== null && now !== path ? [{ start: node.start + 1, end: node.end - 1, text: now }] : [];
  });
}

function pathsOf(first: Node | undefined): Node[] {
  const given = first?.type === 'ArrayExpression' ? (first.elements as (Node | null)[]) : [first];
  return given.flatMap((node) => node ?? []);
}

/** What a path is called that goes over more than one part: `0` for `*`, `name` for `:name*`. */
const manyOf = (path: string): string[] => [...path.matchAll(/:(\w+)[*+]|\(\.\*\)|\*/g)].map(([, name]) => name ?? '0');

/** `req.params[0]` was a text, and is the list `req.params.splat`, which is not there where the path ends before it. */
function partsRead(source: Source, call: Of<'CallExpression'>): Splice[] {
  const many = pathsOf(call.arguments[0]).flatMap((node) => manyOf(stringValue(node) ?? ''));
  return readsOfParams(call).flatMap(({ node, object, name }) => {
    const now = name === '0' ? 'splat' : name;
    const text = `[${textOf(source, object)}.${now}].flat().join('/')`;
    return many.includes(name) ? [{ start: node.start, end: node.end, text }] : [];
  });
}

/** `req.params[0]`, `req.params.name` */
function readsOfParams(within: Node): { readonly node: Node; readonly object: Node; readonly name: string }[] {
  return all(within, 'MemberExpression').flatMap((node) => {
    const { object, property, computed } = node;
    const key = computed && property.type === 'Literal' ? String(property.value) : null;
    const name = computed ? key : keyName(property);
    return name !== null && isParams(object) ? [{ node, object, name }] : [];
  });
}

const isParams = (node: Node): boolean => /^(?:\w+\.)?params$/.test(chainOf(node) ?? '');

/** A handler that stands elsewhere, or that takes `params` apart, reads what a path of these changes gives. */
function isReadElsewhere({ tree }: RecipeContext, changes: readonly { source: Source; splices: Splice[] }[]): boolean {
  const isChanged = (source: Source, { start, end }: Node): boolean =>
    changes.some((each) => each.source === source && each.splices.some((at) => at.start <= start && end <= at.end));
  const many = new Set(
    changes.flatMap(({ source, splices }) =>
      splices.flatMap(({ start, end }) => manyOf(source.text.slice(start, end))),
    ),
  );
  return allSources(tree).some((source) => {
    const taken = all(source.program, 'VariableDeclarator').flatMap(({ id, init }) =>
      id.type === 'ObjectPattern' && init !== null && isParams(init) ? id.properties : [],
    );
    return (
      readsOfParams(source.program).some(({ node, name }) => many.has(name) && !isChanged(source, node)) ||
      taken.some((each) => each.type === 'Property' && many.has(keyName(each.key) ?? ''))
    );
  });
}

function named(path: string): string {
  const wild = path === '*' ? '/*' : path;
  return wild
    .replaceAll(/\/:(\w+)\?/g, '{/:$1}')
    .replaceAll(/\/:(\w+)[*+]/g, '/*$1')
    .replaceAll(/\(\.\*\)|\*(?!\w)/g, '{*splat}');
}

/** `app.listen(port, host)` of Fastify → `app.listen({ port, host })`. */
function listened(context: RecipeContext): Idea[] {
  if (!uses(context, 'fastify')) return [];
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const [port, host] = call.arguments as Node[];
      const isListen = call.callee.type === 'MemberExpression' && keyName(call.callee.property) === 'listen';
      if (!isListen || port === undefined || port.type === 'ObjectExpression' || isFunctionLike(port)) return [];
      const has = host !== undefined && !isFunctionLike(host);
      const options = [entry(source, 'port', port), ...(has ? [entry(source, 'host', host)] : [])];
      const splices = [{ start: port.start, end: (has ? host : port).end, text: `{ ${options.join(', ')} }` }];
      return [ideaIn('old-api', source, { title: '`listen` takes its options as an object', rank: 0, splices })];
    }),
  );
}

function isFunctionLike({ type }: Node): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}

function entry(source: Source, key: string, value: Node): string {
  const text = textOf(source, value);
  return text === key ? key : `${key}: ${text}`;
}

/** `ctx.json(rows)`, `ctx.status(201).json(row)` as in Express: Koa's context is told, wherever the file says so. */
function answers(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  if (site === undefined || !/\.(?:json|send|status) is not a function/.test(context.diagnosis.message)) return [];
  const { source } = site;
  const said = all(source.program, 'CallExpression').flatMap((call) => answered(context, source, call));
  const isHere = said.some(({ node }) => site.nodes.some((each) => upwards(each).includes(node) || each === node));
  const title = 'what Koa answers is set on its context';
  const splices = said.map(({ node: { start, end }, text }) => ({ start, end, text }));
  return isHere ? [ideaIn('old-api', source, { title, rank: -1, splices })] : [];
}

/** `ctx.req.body` as Express has it: in Koa `ctx.req` is Node's own request, and what Koa makes of it is `ctx.request`; of the path it is the context itself. */
function ofKoa(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  if (site === undefined) return [];
  const { source } = site;
  const reads = all(source.program, 'MemberExpression').filter(({ object, property, computed }) => {
    const handler = object.type === 'MemberExpression' ? handlerAround(context.tree, source, object) : null;
    const isNodes = handler?.framework === 'koa' && chainOf(object) === `${handler.request}.req`;
    return isNodes && !computed && /^(?:body|rawBody|query|querystring|params)$/.test(keyName(property) ?? '');
  });
  const isHere = reads.some((read) => site.nodes.some((node) => node === read || upwards(read).includes(node)));
  const splices = reads.flatMap(({ object, property }): Splice[] => {
    if (object.type !== 'MemberExpression') return [];
    return keyName(property) === 'params'
      ? [{ start: object.object.end, end: object.end, text: '' }]
      : [{ start: object.property.start, end: object.property.end, text: 'request' }];
  });
  const title = "Koa's request is `request`, and `req` is Node's";
  return isHere ? [ideaIn('old-api', source, { title, rank: -1, splices })] : [];
}

function answered(context: RecipeContext, source: Source, call: Of<'CallExpression'>): { node: Node; text: string }[] {
  const { callee, arguments: given, parent } = call;
  const handler = handlerAround(context.tree, source, call);
  const name = callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
  if (callee.type !== 'MemberExpression' || handler?.framework !== 'koa' || !/^(?:json|send)$/.test(name ?? ''))
    return [];
  const [value, more] = given;
  const own = handler.request;
  if (own === null || value === undefined || more !== undefined) return [];
  const body = `${own}.body = ${textOf(source, value as Node)}`;
  if (chainOf(callee.object) === own)
    return [{ node: call, text: parent?.type === 'ExpressionStatement' ? body : `(${body})` }];
  const [status] = callee.object.type === 'CallExpression' ? callee.object.arguments : [];
  const isStatus = callee.object.type === 'CallExpression' && chainOf(callee.object.callee) === `${own}.status`;
  const isAlone = parent?.type === 'ExpressionStatement' || parent?.type === 'ReturnStatement';
  if (!isStatus || status === undefined || !isAlone) return [];
  const lines = [`${own}.status = ${textOf(source, status as Node)}`, body];
  if (parent.type === 'ReturnStatement') lines.push('return');
  if (parent.parent?.type !== 'BlockStatement') return [{ node: parent, text: `{ ${lines.join('; ')}; }` }];
  const end = semicolonOf(source.text);
  const next = `${end}${eolOf(source.text)}${indentAt(source.text, parent.start)}`;
  return [{ node: parent, text: lines.join(next) + end }];
}

/** `function () { this.body = … }` of Koa 1, generators too: the context is the first parameter. */
function contexts(context: RecipeContext): Idea[] {
  const known = new Set(koaContext);
  return sitesOf(context)
    .slice(0, 2)
    .flatMap(({ source, nodes }) =>
      nodes.slice(0, 1).flatMap((node) => {
        const fn = functionsAround(node).find(({ type }) => type !== 'ArrowFunctionExpression');
        if (fn === undefined || fn.type !== 'FunctionExpression' || isMethod(fn)) return [];
        const own = all(fn, 'ThisExpression').filter((each) => ownerOf(each) === fn);
        const members = own.map(({ parent }) =>
          parent?.type === 'MemberExpression' ? keyName(parent.property) : null,
        );
        if (own.length === 0 || members.some((name) => name === null || !known.has(name))) return [];
        return [
          ideaIn('old-api', source, { title: 'the context is a parameter', rank: 0, splices: given(source, fn, own) }),
        ];
      }),
    );
}

function isMethod({ parent }: FunctionNode): boolean {
  return parent?.type === 'MethodDefinition' || (parent?.type === 'Property' && parent.method);
}

function ownerOf(node: Node): Node | undefined {
  return upwards(node).find(({ type }) => type === 'FunctionExpression' || type === 'FunctionDeclaration');
}

function given(source: Source, fn: Of<'FunctionExpression'>, own: readonly Node[]): Splice[] {
  const open = source.text.indexOf('(', fn.id?.end ?? fn.start) + 1;
  const parameter = { start: open, end: open, text: fn.params.length > 0 ? 'ctx, ' : 'ctx' };
  const names = own.map(({ start, end }) => ({ start, end, text: 'ctx' }));
  if (!fn.generator) return [parameter, ...names];
  const star = source.text.indexOf('*', fn.start);
  const waits = all(fn, 'YieldExpression').flatMap((each): Splice[] => {
    const isNext = each.argument?.type === 'Identifier' && /next/i.test(each.argument.name);
    return [
      { start: each.start, end: each.start + 'yield'.length, text: 'await' },
      ...(isNext ? [{ start: each.end, end: each.end, text: '()' }] : []),
    ];
  });
  return [
    { start: fn.start, end: fn.start, text: 'async ' },
    { start: star, end: star + 1, text: '' },
    parameter,
    ...names,
    ...waits,
  ];
}
