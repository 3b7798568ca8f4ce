/** A function where its value was meant, and a value that is called: `for (… of store.list)`, `config.items()`. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { called, methodsNamed } from '../../code/callees.ts';
import type { Made } from '../../code/callees.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { slip } from '../../code/names.ts';
import { namesInScope } from '../../code/scope.ts';
import { culprits } from '../../evidence/suspects.ts';
import { all, allSources, chainOf, functionsAround, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of } from '../../code/syntax.ts';
import { madeAsync } from '../../code/promises.ts';

export const callOrValue: Recipe = {
  name: 'call-or-value',
  classes: ['type', 'unknown', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A function is used as if it were its value, or a value (a getter, a date, a list) is called: adds or drops `()`.',
  ideas(context) {
    const { message, named } = context.diagnosis;
    const site = sitesOf(context)[0];
    if (site === undefined) return [];
    const sure = [...(/not iterable/.test(message) ? awaited(context, site) : []), ...calledEarly(context)];
    if (sure.length > 0) return sure;
    if (/ is not a function(?: or its return value is not (?:async )?iterable)?$/.test(message))
      return [
        ...dropped(context, site, named.property ?? named.identifier ?? ''),
        ...calledObject(context, site),
        ...callIdeas(context, site),
      ];
    if (/Received (?:an instance of )?function/i.test(message)) return given(context, site);
    if (/^(?:\w+: )?Invalid character in header content/.test(message)) return withinText(context);
    return /is not iterable|is not a function|of undefined/.test(message) ? callIdeas(context, site) : [];
  },
};

/** `rows.map(toView())` of a function that takes a row, and fails for want of one: it is handed over. */
function calledEarly(context: RecipeContext): Idea[] {
  const [inner, outer] = sitesOf(context);
  const around = inner?.nodes[0] === undefined ? [] : functionsAround(inner.nodes[0]);
  const calls = outer?.nodes.filter((node) => node.type === 'CallExpression') ?? [];
  return calls.flatMap((call) => {
    const isGiven = call.parent?.type === 'CallExpression' && call.parent.callee !== call;
    const [made] = outer === undefined || !isGiven ? [] : called(context, outer.source, call.callee);
    const [first] = made?.fn.params ?? [];
    const wantsOne = first !== undefined && first.type !== 'AssignmentPattern' && first.type !== 'RestElement';
    if (
      outer === undefined ||
      made === undefined ||
      call.arguments.length > 0 ||
      !wantsOne ||
      !around.includes(made.fn)
    )
      return [];
    const title = `\`${textOf(outer.source, call.callee)}\` is handed over, not called`;
    const splices = [{ start: call.callee.end, end: call.end, text: '' }];
    return [ideaIn('call-or-value', outer.source, { title, rank: 0, splices })];
  });
}

/** `for (const row of store.rows())` over an async generator of the project. */
function awaited(context: RecipeContext, { source, nodes }: Site): Idea[] {
  const loop = nodes.flatMap(upwards).find((node) => node.type === 'ForOfStatement' && !node.await);
  if (loop?.type !== 'ForOfStatement' || loop.right.type !== 'CallExpression') return [];
  const { callee } = loop.right;
  const name = callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
  const direct = called(context, source, callee);
  const made = direct.length > 0 || name === null ? direct : methodsNamed(context, name);
  if (made.length === 0 || !made.every(({ fn }) => fn.async && fn.generator)) return [];
  const at = loop.start + 'for'.length;
  const outer = functionsAround(loop)[0];
  const async = outer === undefined || outer.async ? [] : madeAsync(context, source, outer);
  if (async === null) return [];
  const splices = [{ start: at, end: at, text: ' await' }, ...async];
  return [
    ideaIn('call-or-value', source, { title: `await what \`${textOf(source, callee)}\` yields`, rank: 0, splices }),
  ];
}

/** `Readable.from(report.lines)`: a function of the project without parameters, given where its value is wanted. */
function given(context: RecipeContext, { source, nodes }: Site): Idea[] {
  const calls = nodes.filter((node): node is Of<'CallExpression'> => node.type === 'CallExpression').slice(0, 2);
  return calls.flatMap((call) =>
    call.arguments.flatMap((node): Idea[] => {
      const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
      if (node.type !== 'Identifier' && name === null) return [];
      const direct = called(context, source, node as Node);
      const made = direct.length > 0 || name === null ? direct : methodsNamed(context, name);
      if (made.length === 0 || made.some(({ fn }) => fn.params.length > 0 || isAccessor(fn))) return [];
      const title = `\`${textOf(source, node as Node)}\` is a function: call it`;
      return [
        ideaIn('call-or-value', source, { title, rank: 0, splices: [{ start: node.end, end: node.end, text: '()' }] }),
      ];
    }),
  );
}

/** `${format.fileName}` of the one method by that name, without parameters: the text of a function is never meant. */
function withinText(context: RecipeContext): Idea[] {
  const found = allSources(context.tree).flatMap((source) =>
    all(source.program, 'TemplateLiteral').flatMap(({ expressions }) =>
      expressions.flatMap((node) => {
        const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
        const [only, more] = name === null ? [] : methodsNamed(context, name);
        const isIt = only !== undefined && more === undefined && !isAccessor(only.fn) && !only.fn.async;
        return isIt && only.fn.params.length === 0 ? [{ source, node, name }] : [];
      }),
    ),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const title = `\`${textOf(only.source, only.node)}\` is a function: call it`;
  return [
    ideaIn('call-or-value', only.source, {
      title,
      rank: 0,
      splices: [{ start: only.node.end, end: only.node.end, text: '()' }],
    }),
  ];
}

/** `x()` where the debugger saw that `x` is no function: without the brackets. */
function dropped(context: RecipeContext, site: Site, name: string): Idea[] {
  const { source } = site;
  return site.nodes
    .flatMap((node): Idea[] => {
      if (node.type !== 'CallExpression' || node.arguments.length > 0) return [];
      const { callee } = node;
      const last = callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : chainOf(callee);
      const value = valueOf(site, callee);
      if (last !== name || (value !== null && (value.type === 'function' || value.type === 'undefined'))) return [];
      if (value === null && !isGetter(context, name)) return [];
      const title = `\`${textOf(source, callee)}\` is a value`;
      return [
        ideaIn('call-or-value', source, { title, rank: 0, splices: [{ start: callee.end, end: node.end, text: '' }] }),
      ];
    })
    .slice(0, 1);
}

/** `money(5)` of an object that has a `money`, of `new Intl.NumberFormat()`, or of which others call one method alone, with as much: that is called. */
function calledObject(context: RecipeContext, site: Site): Idea[] {
  const call = site.nodes.find((node) => node.type === 'CallExpression');
  const value = call?.type === 'CallExpression' ? valueOf(site, call.callee) : null;
  const last = call?.type === 'CallExpression' ? lastNameOf(call.callee) : null;
  if (call?.type !== 'CallExpression' || value?.type !== 'object' || last === null || call.arguments.length === 0)
    return [];
  const calls = allSources(context.tree).flatMap(({ program }) => all(program, 'CallExpression'));
  const others = calls.flatMap(({ callee, arguments: given }) =>
    callee.type === 'MemberExpression' && lastNameOf(callee.object) === last && given.length === call.arguments.length
      ? (keyName(callee.property) ?? [])
      : [],
  );
  const isIntl = /^(?:NumberFormat|DateTimeFormat|ListFormat|RelativeTimeFormat)$/.test(value.className ?? '');
  const meant = value.keys.includes(last) ? [last] : isIntl ? ['format'] : [...new Set(others)];
  const [method, more] = meant.filter((each) => value.keys.includes(each));
  const near = nearMethod(context, site, call);
  if (method === undefined || more !== undefined) return near;
  const title = `\`${textOf(site.source, call.callee)}\` is an object: \`${method}\` of it is called`;
  const splices = [{ start: call.callee.end, end: call.callee.end, text: `.${method}` }];
  // `const fail = require('./errors')`, of which `fail` was to be taken: that says the same, and once for all uses.
  const isWhole = importsOf(site.source).some(({ local, imported }) => local === last && imported === '*');
  const rank = isWhole && method === last ? 1 : 0;
  return [...near, ideaIn('call-or-value', site.source, { title, rank, splices })];
}

/** `this.weeks(id)` of an object that has a method `week`, which takes as much. */
function nearMethod(context: RecipeContext, site: Site, call: Of<'CallExpression'>): Idea[] {
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const last = lastNameOf(callee) ?? '';
  const { keys = [] } = valueOf(site, callee.object) ?? {};
  const [method, more] = keys.filter((key) => key !== last && (slip(last, key) ?? 9) <= 1.4);
  if (method === undefined || more !== undefined) return [];
  const made = methodsNamed(context, method);
  const takes = call.arguments.length;
  if (made.length === 0 || made.some(({ fn }) => isAccessor(fn) || fn.params.length !== takes)) return [];
  const title = `\`${textOf(site.source, callee)}\` is an object, and \`${method}\` beside it a method`;
  const splices = [{ start: callee.property.start, end: callee.property.end, text: method }];
  return [ideaIn('call-or-value', site.source, { title, rank: 0, splices })];
}

/** Every method of the project by that name is a getter. */
function isGetter(context: RecipeContext, name: string): boolean {
  const methods = methodsNamed(context, name);
  return methods.length > 0 && methods.every(({ fn }) => isAccessor(fn));
}

/** `pitches() { … }` of a class, which several places read and none calls: it was a getter. Null where one place alone reads it so. */
function lostGetter(context: RecipeContext, name: string, [only, more]: readonly Made[]): Idea[] | null {
  const method = only?.fn.parent;
  if (only === undefined || more !== undefined || method?.type !== 'MethodDefinition') return null;
  const reads = (memberNames(context.tree).read.get(name) ?? []).map(({ node }) => node);
  const isCalled = (node: Node): boolean => node.parent?.type === 'CallExpression' && node.parent.callee === node;
  const isGiven = (node: Node): boolean => node.parent?.type === 'CallExpression' && node.parent.callee !== node;
  if (reads.filter((node) => !isCalled(node) && !isGiven(node)).length < 2) return null;
  if (reads.some(isCalled) || only.fn.async || method.kind !== 'method') return [];
  const splices = [{ start: method.key.start, end: method.key.start, text: 'get ' }];
  return [
    ideaIn('call-or-value', only.source, { title: `\`${name}\` is read, and nobody calls it`, rank: 0, splices }),
  ];
}

/** A name that stands for a function of the project without parameters, read like its value. */
function callIdeas(context: RecipeContext, site: Site): Idea[] {
  return culprits(context, site)
    .flatMap((node) => sourcesOf(site, node))
    .flatMap((node): Idea[] => {
      const { parent } = node;
      if (parent?.type === 'CallExpression' && parent.callee === node) return [];
      const value = valueOf(site, node);
      if (value !== null && value.type !== 'function') return [];
      const name = node.type === 'MemberExpression' && !node.computed ? keyName(node.property) : null;
      const direct = called(context, site.source, node);
      const made = direct.length > 0 ? direct : name === null ? [] : methodsNamed(context, name);
      if (made.length === 0 || made.some(({ fn }) => fn.params.length > 0 || isAccessor(fn))) return [];
      const getter = name === null ? null : lostGetter(context, name, made);
      if (getter !== null) return getter;
      const text = `${made.every(({ fn }) => fn.async) ? 'await ' : ''}${textOf(site.source, node)}()`;
      const wrapped = text.startsWith('await ') && parent?.type === 'MemberExpression' ? `(${text})` : text;
      return [
        ideaIn('call-or-value', site.source, {
          title: `\`${textOf(site.source, node)}\` is a function: call it`,
          rank: 0,
          splices: [{ start: node.start, end: node.end, text: wrapped }],
        }),
      ];
    });
}

function isAccessor({ parent }: Node): boolean {
  return parent?.type === 'MethodDefinition' && parent.kind !== 'method';
}

/** The expression itself, what stands before `.map`, and what a name was set to. */
function sourcesOf(site: Site, node: Node): Node[] {
  if (node.type === 'MemberExpression') return [node, ...sourcesOf(site, node.object)];
  if (node.type !== 'Identifier') return [];
  const binding = namesInScope(site.source, node.start).get(node.name);
  const init =
    binding?.node.type === 'VariableDeclarator' && binding.node.id.type === 'Identifier' ? binding.node.init : null;
  return init?.type === 'MemberExpression' || init?.type === 'Identifier' ? [node, init] : [node];
}
