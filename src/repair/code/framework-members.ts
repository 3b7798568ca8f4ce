/** The members that the objects of the frameworks have, for what the debugger’s first keys do not reach. */
import type { SourceTree } from '../../incident/nouns.ts';
import { importsOf } from './bindings.ts';
import { handlerAround } from './frameworks.ts';
import { all, chainOf, stringValue } from './syntax.ts';
import type { Node, Source } from './syntax.ts';

const words = (text: string): readonly string[] => text.split(' ');

const common = words('on once emit headers url method socket');
const members: Readonly<Record<string, readonly string[]>> = {
  'express.request': [
    ...common,
    ...words(
      'body params query path originalUrl baseUrl cookies signedCookies session user ip ips get header is accepts protocol secure hostname app route xhr file files',
    ),
  ],
  'express.response': [
    ...common,
    ...words(
      'status json jsonp send sendStatus sendFile redirect render end set header get type cookie clearCookie download format append links location vary attachment write writeHead setHeader getHeader removeHeader locals statusCode headersSent',
    ),
  ],
  'fastify.request': words(
    'body params query headers raw req id log ip ips hostname protocol method url originalUrl server routeOptions cookies user session is404 socket file files parts',
  ),
  'fastify.response': words(
    'code status send header headers getHeader removeHeader type redirect serialize raw log sent statusCode hijack callNotFound setCookie clearCookie view notFound badRequest',
  ),
  'koa.request': words(
    'request response req res body status message params query querystring headers header method url path originalUrl state app cookies throw assert set get append remove type length redirect attachment ip ips host hostname protocol secure session respond is accepts router render',
  ),
  'hono.request': words(
    'req res json text html body header status redirect notFound set get var env error event executionCtx newResponse render setRenderer',
  ),
  'http.request': [
    ...common,
    ...words(
      'httpVersion rawHeaders statusCode connection aborted complete destroy pause resume pipe setEncoding read setTimeout trailers',
    ),
  ],
  'http.response': words(
    'writeHead write end setHeader getHeader getHeaders getHeaderNames hasHeader removeHeader statusCode statusMessage headersSent on once emit pipe writableEnded flushHeaders writeContinue addTrailers setTimeout socket destroy',
  ),
  'hono.req': words(
    'param query queries header json text formData parseBody arrayBuffer blob valid raw url path method matchedRoutes routePath',
  ),
  'koa.req': words(
    'body query querystring headers header method url path originalUrl href host hostname URL type charset ip ips get is accepts rawBody files length origin protocol secure',
  ),
  'express.app': words(
    'get post put patch delete head options all use listen set enable disable engine param route render locals path enabled disabled mountpath on',
  ),
  'fastify.app': words(
    'get post put patch delete head options all route register decorate decorateRequest decorateReply addHook listen ready close inject log server setErrorHandler setNotFoundHandler addContentTypeParser addSchema after setValidatorCompiler setSerializerCompiler printRoutes hasRoute',
  ),
  'koa.app': words('use listen callback on context proxy keys env silent emit onerror'),
  'koa.router': words(
    'get post put patch delete del head options all use routes allowedMethods prefix param redirect register url middleware',
  ),
  'hono.app': words(
    'get post put patch delete options all on use route basePath mount notFound onError fetch request fire routes',
  ),
};

/** Members of Koa's context. */
export const koaContext: readonly string[] = members['koa.request'] ?? [];

/** Methods of a response that answer with that very response. */
const fluent = new Set(
  words('status code type set header headers cookie clearCookie setCookie append links location vary attachment'),
);

/** `reply` of `reply.code(201).header('a', 'b')`; of anything else the node itself. */
function withoutFluent(node: Node): Node {
  const { callee } = node.type === 'CallExpression' ? node : { callee: null };
  if (callee?.type !== 'MemberExpression' || callee.computed) return node;
  return callee.property.type === 'Identifier' && fluent.has(callee.property.name)
    ? withoutFluent(callee.object)
    : node;
}

/** Members that a framework's request, response, context or application has; [] where it is none of these. */
export function frameworkMembers(tree: SourceTree, source: Source, node: Node): readonly string[] {
  return members[kindOf(tree, source, node) ?? ''] ?? [];
}

/** `c.query` in Hono, `req.params` of Node's own server: a part of the request as other frameworks have it, which this one never has there. */
export function isOfOtherFramework(tree: SourceTree, source: Source, node: Node): boolean {
  if (node.type !== 'MemberExpression' || node.computed) return false;
  const own = frameworkMembers(tree, source, node.object);
  const name = node.property.type === 'Identifier' ? node.property.name : '';
  return own.length > 0 && !own.includes(name) && parts.has(name);
}

const parts = new Set(words('body params query headers'));

/** What other frameworks call it, and what it is called here. */
const customary: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'express.request': { getHeader: 'get' },
  'fastify.app': { onError: 'setErrorHandler', notFound: 'setNotFoundHandler' },
  'hono.app': { setErrorHandler: 'onError', setNotFoundHandler: 'notFound' },
  'express.response': {
    ...{ code: 'status', html: 'send', text: 'send', view: 'render', sendJson: 'json', sendJSON: 'json' },
    ...{ statusCode: 'status', setStatus: 'status', sendHtml: 'send', sendText: 'send', addHeader: 'set' },
  },
  'fastify.response': {
    ...{ setHeader: 'header', set: 'header', addHeader: 'header', json: 'send', end: 'send', render: 'view' },
    ...{ sendJson: 'send', statusCode: 'code', setStatus: 'code' },
  },
  'koa.request': { setHeader: 'set', header: 'set', getHeader: 'get', removeHeader: 'remove' },
  'hono.request': { setHeader: 'header', send: 'text', code: 'status', statusCode: 'status', setStatus: 'status' },
  'hono.req': { body: 'json', params: 'param', get: 'header', getHeader: 'header' },
};

/** `set` of `ctx.setHeader(…)` in Koa, `json` of `c.req.body()` in Hono; null where no other framework has that. */
export function customaryMember(tree: SourceTree, source: Source, node: Node, name: string): string | null {
  return customary[kindOf(tree, source, node) ?? '']?.[name] ?? null;
}

/** `express.response`, `koa.app`; null where it is none of these. */
function kindOf(tree: SourceTree, source: Source, node: Node): string | null {
  const own = withoutFluent(node);
  if (own !== node) {
    const handler = handlerAround(tree, source, node);
    return handler !== null && chainOf(own) === handler.response ? kindOf(tree, source, own) : null;
  }
  const chain = chainOf(node);
  if (chain === null) return null;
  const [root = '', second, third] = chain.split('.');
  if (third !== undefined) return null;
  const handler = handlerAround(tree, source, node);
  if (handler !== null && (root === handler.request || root === handler.response)) {
    if (second !== undefined) return second === 'req' || second === 'request' ? `${handler.framework}.req` : null;
    return `${handler.framework}.${root === handler.request ? 'request' : 'response'}`;
  }
  return second === undefined ? applicationKind(source, root) : null;
}

/** `koa.router`, `fastify.app`: by what a name was made of. */
export function applicationKind(source: Source, name: string): string {
  const declarator = all(source.program, 'VariableDeclarator').find(
    (each) => each.id.type === 'Identifier' && each.id.name === name,
  );
  const init = declarator?.init;
  const callee = init?.type === 'CallExpression' || init?.type === 'NewExpression' ? init.callee : undefined;
  // `require('fastify')()`
  const isRequired = callee?.type === 'CallExpression' && chainOf(callee.callee) === 'require';
  const root = callee === undefined ? undefined : chainOf(callee)?.split('.')[0];
  const specifier = isRequired
    ? stringValue(callee.arguments[0])
    : importsOf(source).find((each) => each.local !== null && each.local === root)?.specifier;
  const from = specifier?.replace(/\d$/, '');
  return from === '@koa/router' || from === 'koa-router' ? 'koa.router' : `${from ?? ''}.app`;
}
