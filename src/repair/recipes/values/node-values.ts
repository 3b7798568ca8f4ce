/** Values that Node does not take so: events, relative URLs, arguments. */
import type { Idea } from '../../../incident/nouns.ts';
import { nearNames } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { all, allSources, chainOf, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';

export const relativeUrl: Recipe = {
  name: 'relative-url',
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: '`new URL(path)` without a base: the base that the project has for it.',
  ideas(context) {
    if (!/Invalid URL/.test(context.diagnosis.message)) return [];
    for (const site of sitesOf(context).slice(0, 2)) {
      const call = site.nodes.find(
        (node): node is Of<'NewExpression'> =>
          node.type === 'NewExpression' && chainOf(node.callee) === 'URL' && node.arguments.length === 1,
      );
      const [path] = call?.arguments ?? [];
      if (call === undefined || path === undefined || !isPath(site, path as Node)) continue;
      const splices = (text: string) => [{ start: path.end, end: path.end, text: `, ${text}` }];
      return basesFor(context, site, path as Node).map((base, _, { length }) =>
        ideaIn('relative-url', site.source, {
          title: `a path needs a base: \`${base}\``,
          rank: length === 1 ? 0 : 1,
          splices: splices(base),
        }),
      );
    }
    return [];
  },
};

/** A text that begins with a slash, or the target of a request. */
function isPath(site: Site, given: Node): boolean {
  const node = withoutDefault(given);
  if (node.type === 'TemplateLiteral') return node.quasis[0]?.value.raw.startsWith('/') === true;
  if (stringValue(node)?.startsWith('/') === true) return true;
  return /^"\//.test(valueOf(site, node)?.preview ?? '') || /\.(?:url|originalUrl)$/.test(chainOf(node) ?? '');
}

/** `req.url` of `req.url ?? '/'` and of `req.url!`. */
function withoutDefault(node: Node): Node {
  if (node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression') return withoutDefault(node.expression);
  const isDefault = node.type === 'LogicalExpression' && node.operator !== '&&';
  return isDefault && stringValue(node.right)?.startsWith('/') === true ? withoutDefault(node.left) : node;
}

/** What other calls give; a value in scope that is called like a base; for a request any will do. */
function basesFor(context: RecipeContext, site: Site, path: Node): string[] {
  if (/(?:^|\.)(?:url|originalUrl)$/.test(chainOf(withoutDefault(path)) ?? '')) return ["'http://localhost'"];
  const { source } = site;
  const scope = namesInScope(source, path.start);
  const given = allSources(context.tree).flatMap((each) =>
    all(each.program, 'NewExpression')
      .filter(({ callee, arguments: words }) => chainOf(callee) === 'URL' && words.length === 2)
      .map(({ arguments: [, base] }) => textOf(each, base as Node))
      .filter((text) => /^[\w.]+$/.test(text) && scope.has(text.split('.')[0] ?? '')),
  );
  if (given.length > 0) return [...new Set(given)];
  const isBase = /^(?:base|site|public|app|root|server)_?(?:url|uri|origin)$|^origin$/i;
  const names = [...scope.keys()].filter((name) => isBase.test(name));
  const members = [...scope.keys()].flatMap((name) =>
    (site.facts?.locals[name]?.keys ?? keysOf(context, name))
      .filter((key) => isBase.test(key))
      .map((key) => `${name}.${key}`),
  );
  return [...new Set([...names, ...members])];
}

/** Members that the project reads of a value by that name: `site.baseUrl` anywhere else. */
function keysOf(context: RecipeContext, name: string): string[] {
  return allSources(context.tree).flatMap((each) =>
    all(each.program, 'MemberExpression').flatMap((member) =>
      chainOf(member.object) === name && !member.computed ? [keyName(member.property) ?? ''] : [],
    ),
  );
}

const events: Readonly<Record<string, readonly string[]>> = {
  read: ['data', 'end', 'error', 'close', 'readable'],
  write: ['finish', 'drain', 'error', 'close', 'pipe'],
  listen: ['listening', 'request', 'error', 'close', 'connection', 'upgrade'],
};
const others: Readonly<Record<string, string>> = {
  finish: 'end',
  finished: 'end',
  complete: 'end',
  done: 'end',
  chunk: 'data',
  listen: 'listening',
  listened: 'listening',
  started: 'listening',
  ready: 'listening',
};

export const eventName: Recipe = {
  name: 'event-name',
  classes: ['timeout', 'unknown', 'type', 'syntax'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A listener for an event that a request, response or server never has: the one that it has.',
  ideas(context) {
    if (
      /Unhandled error\b|ERR_UNHANDLED_ERROR/.test(`${context.diagnosis.message} ${context.diagnosis.named.code ?? ''}`)
    )
      return unheard(context);
    if (context.signal.kind !== 'timeout' && !context.signal.beforeReady) return [];
    return allSources(context.tree).flatMap((source) =>
      all(source.program, 'CallExpression').flatMap((call) => {
        const [name] = call.arguments;
        const event = stringValue(name as Node | undefined);
        const family = familyOf(call);
        if (
          event === null ||
          name === undefined ||
          family === null ||
          !/^(?:on|once|addListener)$/.test(methodOf(call))
        )
          return [];
        if (events[family]?.includes(event) === true) return [];
        const meant = meantBy(family, event);
        if (meant === null) return [];
        const splices = [{ start: name.start + 1, end: name.end - 1, text: meant }];
        return [ideaIn('event-name', source, { title: `the event is called \`${meant}\``, rank: 0, splices })];
      }),
    );
  },
};

/** `emit('error', …)` that nobody hears, and one event with a listener that nobody emits: the same, renamed on one side. */
function unheard(context: RecipeContext): Idea[] {
  const calls = allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) => {
      const [name, listener] = call.arguments;
      const event = stringValue(name as Node | undefined);
      return event === null || name === undefined
        ? []
        : [{ source, method: methodOf(call), event, name, listener, call }];
    }),
  );
  const emitted = calls.filter(({ method }) => method === 'emit');
  const heard = calls.filter(({ method }) => /^(?:on|once|addListener)$/.test(method));
  const orphans = heard.filter(
    ({ event, call }) =>
      familyOf(call) === null &&
      !emitted.some((each) => each.event === event) &&
      !/^(?:SIG|un|exit$|before)/.test(event),
  );
  const [meant, more] = [...new Set(orphans.map(({ event }) => event))].filter((event) => event !== 'error');
  const wrong = emitted.filter(({ event }) => event === 'error');
  if (meant === undefined || more !== undefined || wrong.length !== 1) return [];
  return wrong.map(({ source, name }) =>
    ideaIn('event-name', source, {
      title: `the event is called \`${meant}\` where it is listened for`,
      rank: 0,
      splices: [{ start: name.start + 1, end: name.end - 1, text: meant }],
    }),
  );
}

function methodOf({ callee }: Of<'CallExpression'>): string {
  return callee.type === 'MemberExpression' && !callee.computed ? (keyName(callee.property) ?? '') : '';
}

/** What kind of thing is listened to, by its name; through `a.on(…).on(…)`. */
function familyOf({ callee }: Of<'CallExpression'>): string | null {
  if (callee.type !== 'MemberExpression') return null;
  const { object } = callee;
  if (object.type === 'CallExpression') return familyOf(object);
  const name = chainOf(object)?.split('.').at(-1) ?? '';
  if (/^(?:req|request|stream|readable|input|body)$/i.test(name)) return 'read';
  if (/^(?:res|resp|response|reply|writable|output)$/i.test(name)) return 'write';
  return /^(?:server|httpServer)$/i.test(name) ? 'listen' : null;
}

function meantBy(family: string, event: string): string | null {
  const known = events[family] ?? [];
  const other = family === 'write' && event === 'end' ? 'finish' : others[event];
  if (other !== undefined && known.includes(other)) return other;
  return nearNames(event, known)[0]?.name ?? null;
}

export const nodeArgument: Recipe = {
  name: 'node-argument',
  classes: ['type', 'range', 'config', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A callback that is called where it is to be handed over, an argument that Node takes for something else, a locale with an underscore.',
  ideas(context) {
    const { message } = context.diagnosis;
    if (/^(?:RangeError: )?Incorrect locale information provided/.test(message)) return locales(context);
    const wanted = /The "(?:callback|listener|handler|original|fn)" argument must be of type function/.test(message);
    const length = /The "(?:length|list|encoding|options)" argument must be/.test(message);
    const date = /Invalid time value/.test(message);
    const headers = /The "headers" argument must be an instance of Headers or Map\. Received type string/.test(message);
    if (!wanted && !length && !date && !headers) return [];
    const ideasAt = date ? asDate : headers ? oneHeader : wanted ? handedOver : dropped;
    return sitesOf(context)
      .slice(0, 2)
      .flatMap((site) =>
        site.nodes
          .filter((node): node is Of<'CallExpression'> => node.type === 'CallExpression')
          .slice(0, 3)
          .flatMap((call) => ideasAt(site, call)),
      )
      .slice(0, 1);
  },
};

/** `"de_DE"`, as other systems write it: the one such text of the code and the data. */
function locales({ tree }: RecipeContext): Idea[] {
  const places = tree.files
    .filter((path) => /\.(?:[cm]?[jt]s|json|ya?ml)$/.test(path) && !/(?:^|\/)package(?:-lock)?\.json$/.test(path))
    .flatMap((path) => {
      const text = tree.read(path) ?? '';
      return [...text.matchAll(/(?<=['"]|: )[a-z]{2}_[A-Z]{2}(?=['"]|$)/gm)].map((found) => ({ path, text, found }));
    });
  const [only, more] = places;
  if (only === undefined || more !== undefined) return [];
  const { path, text, found } = only;
  const splices = [{ start: found.index + 2, end: found.index + 3, text: '-' }];
  return [
    ideaIn(
      'node-argument',
      { path, text },
      { title: `a locale is written \`${found[0].replace('_', '-')}\``, rank: 0, splices },
    ),
  ];
}

/** `day.format(row.since)` of an `Intl.DateTimeFormat`, which takes a text for a number. */
function asDate(site: Site, { callee, arguments: given }: Of<'CallExpression'>): Idea[] {
  const { source } = site;
  const isFormat = callee.type === 'MemberExpression' && /^format/.test(keyName(callee.property) ?? '');
  const name = isFormat && callee.object.type === 'Identifier' ? callee.object.name : '';
  const made = namesInScope(source, callee.start).get(name)?.node;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  if (init?.type !== 'NewExpression' || chainOf(init.callee) !== 'Intl.DateTimeFormat') return [];
  const texts = (given as Node[]).filter((each) => /^"\d{4}-\d{2}-\d{2}/.test(valueOf(site, each)?.preview ?? ''));
  if (texts.length === 0) return [];
  const splices = texts.flatMap(({ start, end }) => [
    { start, end: start, text: 'new Date(' },
    { start: end, end, text: ')' },
  ]);
  return [ideaIn('node-argument', source, { title: 'a date of the text that is formatted', rank: 0, splices })];
}

/** `res.setHeaders('x-id', id)`: one header is set. */
function oneHeader({ source }: Site, { callee, arguments: given }: Of<'CallExpression'>): Idea[] {
  if (callee.type !== 'MemberExpression' || keyName(callee.property) !== 'setHeaders' || given.length !== 2) return [];
  const { start, end } = callee.property;
  const splices = [{ start, end, text: 'setHeader' }];
  return [
    ideaIn('node-argument', source, { title: '`setHeaders` takes many, `setHeader` takes one', rank: 0, splices }),
  ];
}

/** `setTimeout(run(), 10)`: what is to be called later is handed over. */
function handedOver({ source }: Site, call: Of<'CallExpression'>): Idea[] {
  const made = call.arguments.find((each) => each.type === 'CallExpression');
  if (made?.type !== 'CallExpression') return [];
  const isPlain = made.arguments.length === 0 && made.callee.type === 'Identifier';
  const splices = isPlain
    ? [{ start: made.callee.end, end: made.end, text: '' }]
    : [{ start: made.start, end: made.start, text: '() => ' }];
  return [
    ideaIn('node-argument', source, { title: `\`${textOf(source, made)}\` is to be called later`, rank: 0, splices }),
  ];
}

/** `Buffer.concat(chunks, 'utf8').toString()`: the encoding belongs to the text. */
function dropped({ source }: Site, call: Of<'CallExpression'>): Idea[] {
  const last = call.arguments.at(-1);
  const previous = call.arguments.at(-2);
  if (last?.type !== 'Literal' || previous === undefined) return [];
  const splices = [{ start: previous.end, end: last.end, text: '' }];
  return [
    ideaIn('node-argument', source, {
      title: `\`${textOf(source, call.callee)}\` takes no \`${textOf(source, last)}\` there`,
      rank: 1,
      splices,
    }),
  ];
}
