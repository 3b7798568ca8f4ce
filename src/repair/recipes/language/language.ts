/** Slips of the language itself that V8 names exactly: `const` that changes, `new`, `super`, `await` in a plain function. */
import type { Idea } from '../../../incident/nouns.ts';
import { classMembers, declarationOf, importsOf } from '../../code/bindings.ts';
import { called } from '../../code/callees.ts';
import { resolveSpecifier } from '../../code/modules.ts';
import { isPlural, rankedNames, shareWord } from '../../code/names.ts';
import { idea } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { allNames, bindingsOf, boundIdentifiers, globalNames, namesInScope } from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  openSource,
  textOf,
  upwards,
} from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { builtPatternIdeas } from './built-pattern.ts';
import { asyncIdeas, generatorIdeas } from './function-kind.ts';
import { eolOf, indentAt, lineStart, nextLine, semicolonOf, splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

export const language: Recipe = {
  name: 'language',
  classes: ['type', 'reference', 'syntax', 'module_format', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    '`const` that is assigned to, one that hides what it is made of, a class called without `new`, a missing `super()`, `await` in a function that is not async, `yield` in one that is no generator, a private field that is not declared, the name of a group of a pattern that does not end.',
  ideas(context) {
    const { message } = context.diagnosis;
    if (/Assignment to constant variable|because it is a constant\b/.test(message)) return constIdeas(context);
    if (/before initialization/.test(message)) return [...hidingIdeas(context), ...lateIdeas(context)];
    if (/cannot be invoked without 'new'|requires 'new'|^Date\(\.\.\.\)\.\w+ is not a function/.test(message))
      return newIdeas(context);
    if (datesOwn.test(message)) return dateIdeas(context);
    if (/Invalid regular expression: .*: Invalid capture group name/.test(message))
      return builtPatternIdeas(context, language.name);
    if (/called with a non-global RegExp/.test(message)) return globalIdeas(context);
    if (/is not a constructor/.test(message)) return plainCallIdeas(context);
    if (/of undefined|of null/.test(message)) return constructorIdeas(context);
    if (/Must call super constructor/.test(message)) return superIdeas(context);
    if (/must be declared in an enclosing class/.test(message)) return privateIdeas(context);
    if (
      /await is only valid|'await' expressions are only allowed|await is not defined|Transform failed|Unexpected reserved word|missing \) after argument|Unexpected identifier|Unexpected strict mode/.test(
        message,
      )
    )
      return [...generatorIdeas(context), ...asyncIdeas(context)];
    return [];
  },
};

function put(source: Source, title: string, splices: readonly Splice[], rank = 0): Idea[] {
  return [
    idea('language', {
      title,
      rank,
      edits: [{ path: source.path, before: source.text, after: splice(source.text, ...splices) }],
    }),
  ];
}

function constIdeas(context: RecipeContext): Idea[] {
  const site = sitesOf(context)[0];
  for (const node of site?.nodes ?? []) {
    const target =
      node.type === 'AssignmentExpression' && !isTested(node)
        ? node.left
        : node.type === 'UpdateExpression'
          ? node.argument
          : null;
    const name = target === null ? null : (boundIdentifiers(target)[0]?.name ?? null);
    const binding = name === null || site === undefined ? undefined : namesInScope(site.source, node.start).get(name);
    const declaration = binding?.node.parent;
    if (
      site === undefined ||
      binding === undefined ||
      declaration?.type !== 'VariableDeclaration' ||
      declaration.kind !== 'const'
    )
      continue;
    return put(site.source, `\`${name}\` changes: let`, [
      { start: declaration.start, end: declaration.start + 'const'.length, text: 'let' },
    ]);
  }
  return [];
}

/** `const total = total(rows)`: the name hides the function of the same name, so what it holds gets another one. */
function hidingIdeas(context: RecipeContext): Idea[] {
  return sitesOf(context)
    .slice(0, 1)
    .flatMap(({ source, nodes }) => {
      const made = nodes.flatMap((node) => upwards(node)).find((each) => each.type === 'VariableDeclarator');
      const { id = null, init = null } = made?.type === 'VariableDeclarator' ? made : {};
      const around = made?.parent?.parent;
      if (id?.type !== 'Identifier' || init === null || !around) return [];
      const outer = namesInScope(source, around.start).get(id.name);
      const own = all(around, 'Identifier').filter((each) => each.name === id.name && isReference(each));
      if (outer === undefined) return memberCalled(source, id, init);
      if (outer.id === id) return [];
      const hides = (use: Node): boolean => use.start >= init.start && use.end <= init.end;
      const within = own.filter((use) => !hides(use) && namesInScope(source, use.start).get(id.name)?.id === id);
      if (!own.some(hides) || own.some((use) => !hides(use) && isCalled(use))) return [];
      // `totals[day] = totals`, made of `totals[day]`: by a key it is the outer one that is asked for and given to.
      const keyed = own.flatMap((use) => (hides(use) ? (keyedBy(source, use) ?? []) : []));
      const isOuter = (use: Node): boolean => keyed.includes(keyedBy(source, use) ?? '');
      const later = within.filter((use) => !isOuter(use));
      if (keyed.length > 0 && later.some((use) => keyedBy(source, use) !== null)) return [];
      const unbound = unboundIn(source, around);
      if (unbound.length === 1 && unbound.every((each) => isPlural(each, id.name) || shareWord(each, id.name)))
        return put(source, `\`${id.name}\` hides what it is made of, and is read as \`${unbound[0]}\``, [
          { start: id.start, end: id.start + id.name.length, text: unbound[0] ?? '' },
        ]);
      const name = [`${id.name}Value`, `${id.name}Result`].find((each) => !allNames(source).has(each));
      if (name === undefined) return [];
      return put(source, `\`${id.name}\` hides what it is made of: ${name}`, [
        { start: id.start, end: id.end, text: name },
        ...later.map((use) => ({
          ...{ start: use.start, end: use.end },
          text: isShort(use) ? `${id.name}: ${name}` : name,
        })),
      ]);
    });
}

/** The names in a block that nothing declares. */
function unboundIn(source: Source, around: Node): string[] {
  const ids = all(around, 'Identifier').filter(
    (each) => isReference(each) && !globalNames.includes(each.name) && !namesInScope(source, each.start).has(each.name),
  );
  return [...new Set(ids.map((each) => each.name))];
}

/** `totals[day]` of `totals`; null where nothing is asked of it by a key that is worked out. */
function keyedBy(source: Source, use: Node): string | null {
  const { parent } = use;
  return parent?.type === 'MemberExpression' && parent.computed && parent.object === use
    ? textOf(source, parent)
    : null;
}

/** `const lines = await lines(id)` in a class that has a method `lines`. */
function memberCalled(source: Source, { name }: Of<'Identifier'>, init: Node): Idea[] {
  const owner = upwards(init).find((each) => each.type === 'ClassDeclaration' || each.type === 'ClassExpression') as
    | Of<'ClassDeclaration'>
    | undefined;
  const names = owner === undefined ? new Set<string>() : classMembers(owner, false).names;
  const member = [name, `#${name}`].find((each) => names.has(each));
  const calls = all(init, 'CallExpression').flatMap(({ callee }) =>
    callee.type === 'Identifier' && callee.name === name ? [callee] : [],
  );
  const [callee, more] = calls;
  if (member === undefined || callee === undefined || more !== undefined) return [];
  const splices = [{ start: callee.start, end: callee.end, text: `this.${member}` }];
  return put(source, `\`${name}\` is a member: \`this.${member}\``, splices);
}

/** `const total = sum * 2; const sum = …`: what is made only of what stands there already comes first. */
function lateIdeas(context: RecipeContext): Idea[] {
  const name = context.diagnosis.named.identifier ?? /'([\w$]+)' before/.exec(context.diagnosis.message)?.[1];
  const [site] = sitesOf(context);
  const use = site?.nodes.find((node) => isReference(node) && node.name === name);
  if (site === undefined || use === undefined || name === undefined) return [];
  const { source } = site;
  const binding = upwards(use)
    .flatMap(bindingsOf)
    .find((each) => each.name === name);
  const late = binding?.node.type === 'VariableDeclarator' ? binding.node.parent : undefined;
  if (late?.type !== 'VariableDeclaration' || late.declarations.length !== 1 || late.start < use.end) return [];
  const first = [use, ...upwards(use)].find((each) => each.parent === late.parent);
  const block = late.parent;
  if (first === undefined || block === null || block === undefined || !('body' in block)) return [];
  const between = (node: Node): boolean => node.start >= first.start && node.end <= late.start;
  const needs = all(late, 'Identifier').flatMap((id) =>
    isReference(id) ? (namesInScope(source, id.start).get(id.name)?.id ?? []) : [],
  );
  if (needs.some(between)) return [];
  const from = lineStart(source.text, late.start);
  const end = nextLine(source.text, late.end);
  const isAlone = source.text.slice(from, end).trim() === source.text.slice(late.start, late.end).trim();
  const at = isAlone ? lineStart(source.text, first.start) : first.start;
  const text = isAlone ? source.text.slice(from, end) : `${source.text.slice(late.start, late.end)} `;
  const gone = isAlone ? { start: from, end, text: '' } : { start: late.start, end: late.end, text: '' };
  return put(source, `\`${name}\` is made before it is used`, [{ start: at, end: at, text }, gone]);
}

const isCalled = (use: Node): boolean => use.parent?.type === 'CallExpression' && use.parent.callee === use;
const isShort = ({ parent }: Node): boolean => parent?.type === 'Property' && parent.shorthand;

/** `if (mode = 'on')`: a comparison was meant. */
function isTested(node: Node): boolean {
  const { parent } = node;
  return (
    parent !== undefined &&
    parent !== null &&
    (parent.type === 'LogicalExpression' ||
      parent.type === 'UnaryExpression' ||
      ('test' in parent && parent.test === node))
  );
}

function newIdeas(context: RecipeContext): Idea[] {
  const { message, named } = context.diagnosis;
  const name = /^(?:Constructor )?([A-Z]\w*)(?: requires|\()/.exec(message)?.[1] ?? named.identifier;
  const site = sitesOf(context)[0];
  const calls = (site?.nodes ?? []).filter((node): node is Of<'CallExpression'> => node.type === 'CallExpression');
  const called = ({ callee }: Of<'CallExpression'>): string => chainOf(callee)?.split('.').at(-1) ?? '';
  // `Koa()` of a package that calls its class `Application`.
  const call =
    calls.find((each) => called(each) === name || name === undefined) ??
    calls.find((each) => /^[A-Z]/.test(called(each)));
  if (site === undefined || call === undefined) return [];
  return put(site.source, `\`${called(call)}\` is a class: new`, [
    { start: call.start, end: call.start, text: 'new ' },
  ]);
}

const datesOwn =
  /\.(?:[gs]et(?:UTC|Time|Date|Day|FullYear|Hours|Mi|Month|Seconds)\w*|to(?:ISO|UTC|Date|Time)String) is not a function/;

/** `return Date(ms)`: the text of this very moment, whatever is handed over. */
function dateIdeas({ tree }: RecipeContext): Idea[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression')
      .filter(
        ({ callee, arguments: given }) => callee.type === 'Identifier' && callee.name === 'Date' && given.length > 0,
      )
      .flatMap(({ start }) => put(source, '`Date` is a class: new', [{ start, end: start, text: 'new ' }]))
      // It cannot have been meant, whatever else would do.
      .map((each) => ({ ...each, rank: -1 })),
  );
}

/** `text.replaceAll(slot, …)`, where `slot` is a pattern without `g`. */
function globalIdeas(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const call = site?.nodes.find((node) => node.type === 'CallExpression');
  if (site === undefined || call?.type !== 'CallExpression') return [];
  const given = call.arguments[0] as Node | undefined;
  const bound = given?.type === 'Identifier' ? namesInScope(site.source, given.start).get(given.name)?.node : undefined;
  const pattern = bound?.type === 'VariableDeclarator' ? bound.init : given;
  if (pattern?.type !== 'Literal' || !('regex' in pattern)) return [];
  return put(site.source, 'the pattern is meant for all matches', [
    { start: pattern.end, end: pattern.end, text: 'g' },
  ]);
}

/** `Exhibit(row)` of a function that only sets up `this`, and has methods. */
function constructorIdeas(context: RecipeContext): Idea[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'CallExpression')
      .filter(({ callee, parent }) => /^[A-Z]/.test(chainOf(callee) ?? '') && parent?.type !== 'ExpressionStatement')
      .filter(({ callee }) => called(context, source, callee).some((made) => isConstructor(made.source, made.fn)))
      .flatMap(({ start, callee }) =>
        put(source, `\`${chainOf(callee)}\` is a constructor: new`, [{ start, end: start, text: 'new ' }]),
      ),
  );
}

function isConstructor(source: Source, fn: FunctionNode): boolean {
  if (fn.type !== 'FunctionDeclaration' || fn.id === null) return false;
  const isSet = all(fn, 'ThisExpression').some(({ parent }) => parent?.parent?.type === 'AssignmentExpression');
  const gives = all(fn, 'ReturnStatement').some((each) => each.argument !== null && functionsAround(each)[0] === fn);
  return isSet && !gives && source.text.includes(`${fn.id.name}.prototype`);
}

/** `new` before an arrow or an async function of this file. */
function plainCallIdeas(context: RecipeContext): Idea[] {
  const site = sitesOf(context)[0];
  const made = site?.nodes.find((node) => node.type === 'NewExpression' && node.callee.type === 'Identifier');
  if (site === undefined || made?.type !== 'NewExpression' || made.callee.type !== 'Identifier') return [];
  const declaration = declarationOf(site.source, made.callee.name);
  const value = declaration?.type === 'VariableDeclarator' ? declaration.init : declaration;
  if (!value || !isFunction(value) || (value.type !== 'ArrowFunctionExpression' && !value.async)) return [];
  return put(site.source, `\`${made.callee.name}\` is a plain function: no new`, [
    { start: made.start, end: made.callee.start, text: '' },
  ]);
}

function superIdeas(context: RecipeContext): Idea[] {
  for (const site of sitesOf(context)) {
    const method = site.nodes
      .flatMap(upwards)
      .find((node) => node.type === 'MethodDefinition' && node.kind === 'constructor');
    if (method?.type !== 'MethodDefinition' || method.value.body === null) continue;
    const { source } = site;
    const { body } = method.value;
    const first = body.body[0];
    const call = body.body.find(
      (each) =>
        each.type === 'ExpressionStatement' &&
        each.expression.type === 'CallExpression' &&
        each.expression.callee.type === 'Super',
    );
    const at = first?.start ?? body.start + 1;
    const indent = first === undefined ? '' : indentAt(source.text, first.start);
    const gap = `${eolOf(source.text)}${indent}`;
    if (call !== undefined) {
      const text = source.text.slice(call.start, call.end);
      return put(source, 'call super first', [
        { start: at, end: at, text: text + gap },
        { start: call.start, end: call.end, text: '' },
      ]);
    }
    const given = superArguments(context, source, method);
    if (given === null) return [];
    return put(source, 'call super', [
      {
        start: at,
        end: at,
        text: `super(${given})${semicolonOf(source.text)}${first === undefined ? '' : gap}`,
      },
    ]);
  }
  return [];
}

/** What the parent's constructor takes, where the own one has it by the same names, `message` for errors; null where it cannot be told. */
function superArguments(context: RecipeContext, source: Source, method: Of<'MethodDefinition'>): string | null {
  const own = method.value.params.flatMap((param) => boundIdentifiers(param).map((id) => id.name));
  const owner = upwards(method).find(isClass);
  const parent = owner?.superClass?.type === 'Identifier' ? owner.superClass.name : '';
  if (/Error$/.test(parent) && own.includes('message')) return 'message';
  const wanted = constructorParams(context, source, parent);
  return wanted?.every((each) => own.includes(each)) === true ? wanted.join(', ') : null;
}

const isClass = (node: Node): node is Of<'ClassDeclaration'> | Of<'ClassExpression'> =>
  node.type === 'ClassDeclaration' || node.type === 'ClassExpression';

/** The names that a class is made with: [] of those that are not the project's; null where it is unknown which class is meant. */
function constructorParams(context: RecipeContext, source: Source, name: string): string[] | null {
  const from = importsOf(source).find(({ local }) => local === name);
  const to = from === undefined ? source.path : resolveSpecifier(context.tree, source.path, from.specifier);
  const file = typeof to === 'object' && to?.to === 'file' ? to.path : to;
  const home = typeof file === 'string' ? openSource(context.tree, file) : null;
  if (home === null) return from !== undefined && /^[./#@~]/.test(from.specifier) ? null : [];
  const classes = [...all(home.program, 'ClassDeclaration'), ...all(home.program, 'ClassExpression')];
  const named =
    classes.find(({ id }) => id?.name === name) ??
    (from !== undefined && classes.length === 1 ? classes[0] : undefined);
  if (named === undefined) return from === undefined ? [] : null;
  const constructor = named.body.body.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor');
  if (constructor?.type === 'MethodDefinition')
    return constructor.value.params.flatMap((param) => boundIdentifiers(param).map((id) => id.name));
  if (named.superClass === null) return [];
  return named.superClass.type === 'Identifier' && named.superClass.name !== name
    ? constructorParams(context, home, named.superClass.name)
    : null;
}

/** `this.#rows = …` in a class that has no `#rows`: the near one that it has, else it is declared. */
function privateIdeas({ diagnosis, tree }: RecipeContext): Idea[] {
  const source = diagnosis.file === null ? null : openSource(tree, diagnosis.file);
  const name = /'(#[\w$]+)'/.exec(diagnosis.message)?.[1];
  if (source === null || name === undefined) return [];
  const uses = all(source.program, 'PrivateIdentifier').filter((each) => `#${each.name}` === name);
  const owner = uses[0] === undefined ? undefined : upwards(uses[0]).find(isClass);
  if (owner === undefined) return [];
  const has = [...classMembers(owner, false).names.keys(), ...classMembers(owner, true).names.keys()];
  const [near] = rankedNames(
    name,
    has.filter((each) => each.startsWith('#')),
  );
  if (near !== undefined) {
    const splices = uses.map(({ start, end }) => ({ start, end, text: near.name }));
    return put(source, `\`${name}\` should be \`${near.name}\``, splices, near.rank);
  }
  const isSet = uses.some(
    ({ parent }) => parent?.parent?.type === 'AssignmentExpression' && parent.parent.left === parent,
  );
  const [first] = owner.body.body;
  if (!isSet || first === undefined) return [];
  const text = `${name};${eolOf(source.text)}${indentAt(source.text, first.start)}`;
  return put(source, `\`${name}\` is declared`, [{ start: first.start, end: first.start, text }]);
}
