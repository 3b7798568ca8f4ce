/** `x is not defined`: a slip of the pen, a missing import, a missing `this.`, a missing or too narrow declaration. */
import type { Edit, Idea } from '../../../incident/nouns.ts';
import { classMembers } from '../../code/bindings.ts';
import { isEnum, pluralDoubt } from '../../evidence/fits.ts';
import { aWordMore, rankedNames, slip } from '../../code/names.ts';
import { idea, ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import {
  bindingsOf,
  commonNames,
  globalNames,
  isGlobalFunction,
  isUnused,
  namesInScope,
  unresolved,
} from '../../code/scope.ts';
import { sitesOf } from '../../evidence/site.ts';
import {
  all,
  allSources,
  chainOf,
  functionsAround,
  isFunction,
  isReference,
  keyName,
  statementOf,
  upwards,
} from '../../code/syntax.ts';
import type { Binding } from '../../code/scope.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { isCutAt, eolOf, indentAt, lineOf, lineStart, semicolonOf, splice } from '../../code/text.ts';
import { importSlips } from '../modules/import-slip.ts';
import { declaredIdeas, hasMember, isExported, isUsedSo, ofContext, ofNamesake, ofOwner } from './name-declared.ts';
import { heldElse, heldIdeas, heldSure } from './name-held.ts';
import { importIdeas } from './name-origins.ts';
import { parameterIdeas } from './name-taken.ts';
import { isClassForValue, isOfAnotherKind, isWithout } from './other-kind.ts';
import { typeNameIdeas } from './type-name.ts';
import { besideDoubt, unreadNames } from './unread-names.ts';

export const identifier: Recipe = {
  name: 'identifier',
  classes: ['reference', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A name that is not defined: corrects the slip, or adds the import, `this.` or declaration that is missing.',
  ideas(context) {
    const name = context.diagnosis.named.identifier;
    if (name === undefined || !/^[\w$]+$/.test(name)) return [];
    if (/before initialization/.test(context.diagnosis.message)) return [];
    const types = typeNameIdeas(context, identifier.name, name);
    if (types.length > 0) return types;
    const place = placeOf(context, name);
    if (place === null) return [];
    const at: At = { context, name, ...place };
    // What is imported as a type is what is meant.
    const told = heldSure.map((ideas) => ideas(context, place, name));
    const sure = [
      typeIdeas(at),
      importSlips(at),
      arrowIdeas(at),
      ofNamesake(at),
      ofOwner(at),
      ofContext(at),
      ...told,
    ].find(({ length }) => length > 0);
    if (sure !== undefined) return sure;
    const declared = declaredIdeas(at, requestKeys(context));
    // What is taken out by a wrong name need not be taken out again.
    const unread = unreadNames(at);
    const isHere = declared.settled.size > 0 || declared.isCertain || unread.length === 1;
    const imports = isHere ? [] : importIdeas(at);
    const hoisted = hoistIdeas(at);
    const exact = imports.length + hoisted.length > 0 || declared.isCertain;
    const found = [
      ...(exact ? imports : heldIdeas(place.source, name)),
      ...parameterIdeas(at),
      ...declared.ideas,
      ...slipIdeas(at, { importable: exact, settled: declared.settled }),
      ...fromRequest(at),
      ...thisIdeas(at),
      ...hoisted,
      ...declareIdeas(at),
    ];
    for (const more of heldElse) if (found.length === 0) found.push(...more(context, place, name));
    const ask = `the line ends with \`${name}\` and no semicolon: more than its end may be lost`;
    return isCutAt(place.source.text, place.node.end)
      ? found.map((each) => ({ ...each, ask: each.ask ?? ask }))
      : found;
  },
};

interface At {
  readonly context: RecipeContext;
  readonly name: string;
  readonly source: Source;
  readonly node: Of<'Identifier'>;
}

/** The reference that failed: on the failing line, else the nearest unresolved one of that name in the file. */
function placeOf(context: RecipeContext, name: string): { source: Source; node: Of<'Identifier'> } | null {
  for (const site of sitesOf(context)) {
    const node = site.nodes.find((each) => isReference(each) && each.name === name);
    if (node !== undefined) return { source: site.source, node: node as Of<'Identifier'> };
  }
  for (const site of sitesOf(context)) {
    const away = ({ start }: Node): number => Math.abs(lineOf(site.source.text, start) - site.line);
    const [nearest] = unresolved(site.source, name).sort((a, b) => away(a) - away(b));
    if (nearest !== undefined) return { source: site.source, node: nearest };
  }
  // A process that was started for it only printed its error.
  const away = allSources(context.tree).flatMap((source) => unresolved(source, name).map((node) => ({ source, node })));
  return away.length === 1 ? (away[0] ?? null) : null;
}

/** `find: (id) = rows.get(id)`, `map((row) [row.id, row])`, `map(row = row.id)`: nobody puts a lone name in brackets, or gives it a value of itself, but before an arrow. */
function arrowIdeas({ source, node, name }: At): Idea[] {
  const { text } = source;
  const put = (start: number, end: number, sign: string): Idea[] => [
    ideaIn('identifier', source, {
      title: `a function of \`${name}\`: =>`,
      rank: 0,
      splices: [{ start, end, text: sign }],
    }),
  ];
  const { parent } = node;
  const isAlone = text[node.start - 1] === '(' && text[node.end] === ')';
  const isUsed =
    (parent?.type === 'MemberExpression' && parent.computed && parent.object === node) ||
    (parent?.type === 'CallExpression' && parent.callee === node);
  if (isAlone && isUsed) return put(node.end + 1, node.end + 1, ' =>');
  return upwards(node).flatMap((each) => {
    const isAssigned = each.type === 'AssignmentExpression' && each.operator === '=';
    if (!isAssigned && !(each.type === 'BinaryExpression' && each.operator === '>')) return [];
    const params: readonly Node[] = each.left.type === 'SequenceExpression' ? each.left.expressions : [each.left];
    const names = params.flatMap((param) =>
      param.type === 'ObjectExpression' ? param.properties.map(shortOf) : [param],
    );
    if (!names.some((param) => param.type === 'Identifier' && param.name === name)) return [];
    const sign = text.slice(each.left.end, each.right.start);
    const isHanded = each.parent?.type === 'CallExpression' && each.parent.callee !== each && /^\s*[=>]\s*$/.test(sign);
    const isOfItself = isHanded && all(each.right, 'Identifier').some((one) => one.name === name && isReference(one));
    if (!isOfItself && (text[each.left.start - 1] !== '(' || !/^\)\s*[=>]\s*\(?$/.test(sign))) return [];
    return put(each.left.end, each.right.start, sign.replace(/[=>]/, '=>'));
  });
}

/** The name of `{ name }`. */
function shortOf(property: Node): Node {
  return property.type === 'Property' && property.shorthand ? property.value : property;
}

/** Imported as a type only, and used as a value. */
function typeIdeas({ source, name }: At): Idea[] {
  return all(source.program, 'ImportDeclaration').flatMap((declaration) => {
    const specifier = declaration.specifiers.find((each) => each.local.name === name);
    if (specifier === undefined) return [];
    const isOne = specifier.type === 'ImportSpecifier' && specifier.importKind === 'type';
    if (!isOne && declaration.importKind !== 'type') return [];
    const start = isOne ? specifier.start : declaration.start + 'import '.length;
    const word = /^type\s+/.exec(source.text.slice(start))?.[0];
    if (word === undefined) return [];
    const after = splice(source.text, { start, end: start + word.length, text: '' });
    return [idea('identifier', { title: `\`${name}\` is used as a value`, rank: 0, edits: [edit(source, after)] })];
  });
}

function edit(source: Source, after: string): Edit {
  return { path: source.path, before: source.text, after };
}

function slipIdeas(
  at: At,
  { importable, settled }: { readonly importable: boolean; readonly settled: ReadonlySet<string> },
): Idea[] {
  const { source, node, name } = at;
  const scope = namesInScope(source, node.start);
  const local = rankedNames(
    name,
    [...scope.keys()].filter((each) => !settled.has(each)),
  );
  const words = rankedNames(name, [...globalNames, ...commonNames, 'true', 'false', 'null', 'this'], 2).filter(
    (each) =>
      each.rank === 0 &&
      !isClassForValue(node, name, each.name) &&
      !isWithout(node, each.name) &&
      (each.name[0] === name[0] || slip(name, each.name) === 0.5) &&
      (local[0] === undefined || (slip(name, each.name) ?? 9) < (slip(name, local[0].name) ?? 0)),
  );
  const shift = words.length > 0 ? 1 : 0;
  const near = [...words, ...local.map((each) => ({ ...each, rank: each.rank + shift }))];
  const { parent } = node;
  const longer = near.length === 0 && parent?.type === 'NewExpression' ? aWordMore(name, [...scope.keys()]) : undefined;
  if (longer !== undefined) near.push({ name: longer, rank: 0 });
  const unread = unreadNames(at);
  const having = near.filter((each) => hasMember(at, each.name)).map((each) => ({ ...each, rank: 0 }));
  const read = unread.length === 1 ? near.filter((each) => unread.includes(each.name)) : near;
  const ranked = having.length > 0 ? having : read;
  return ranked.flatMap((each) => {
    const binding = scope.get(each.name);
    if (binding !== undefined && isOfAnotherKind(at, binding)) return [];
    // Declared in the same function and never read: the two were meant to be one.
    const isInside = binding !== undefined && (binding.kind === 'import' || functionsAround(binding.id).length > 0);
    // `newSessions`, where `newSession` is the one thing: of a list a person is asked.
    const isOne = binding?.kind === 'const' && !isExported(binding) && name.length > each.name.length;
    const isLocal = isInside || isOne;
    // No other number of `parseInt` is anybody's.
    const isWord = binding === undefined ? isGlobalFunction(each.name) : isEnum(at.context, source, binding);
    const isSettled = isWord || having.length > 0 || isUsedSo(at, each.name) || isExtended(node, binding);
    const doubt = isSettled ? null : pluralDoubt(node, name, each.name);
    if (doubt?.no === true) return [];
    return [
      idea('identifier', {
        title: `\`${name}\` should be \`${each.name}\``,
        rank: each.rank + (importable ? 2 : 0),
        ask: isLocal && isUnused(source, binding) ? null : (doubt?.why ?? besideDoubt(at, each.name)),
        edits: [edit(source, renameAll(at, each.name))],
      }),
    ];
  });
}

/** `extends AppErrors` beside a class `AppError`: nobody extends a list of classes. */
function isExtended({ parent, start }: Node, binding: Binding | undefined): boolean {
  const isParent = parent?.type === 'ClassDeclaration' || parent?.type === 'ClassExpression';
  return isParent && parent.superClass?.start === start && binding?.kind === 'class';
}

/** Replaces every unresolved reference from which the right name can be seen. */
function renameAll(at: At, to: string): string {
  const isWord = !/^(?:true|false|null|this)$/.test(to);
  const nodes = unresolved(at.source, at.name).filter(
    (id) => id === at.node || !isWord || globalNames.includes(to) || namesInScope(at.source, id.start).has(to),
  );
  return splice(
    at.source.text,
    ...nodes.map((id) => {
      const short = id.parent?.type === 'Property' && id.parent.shorthand;
      return { start: id.start, end: id.end, text: short ? `${at.name}: ${to}` : to };
    }),
  );
}

/** The name is a field of the request that was not taken out: `const { title } = req.body` lacks it. */
function fromRequest(at: At): Idea[] {
  const { source, node, name, context } = at;
  const keys = requestKeys(context);
  for (const fn of functionsAround(node)) {
    for (const each of all(fn, 'VariableDeclarator')) {
      if (each.id.type !== 'ObjectPattern' || each.init === null || each.end > node.start) continue;
      const part = /\.(body|query|params)$/.exec(source.text.slice(each.init.start, each.init.end))?.[1];
      const last = each.id.properties.at(-1);
      if (part === undefined || !keys.has(`${part}.${name}`) || last === undefined || last.type === 'RestElement')
        continue;
      const after = splice(source.text, { start: last.end, end: last.end, text: `, ${name}` });
      return [
        idea('identifier', {
          title: `take \`${name}\` out of the request's ${part}`,
          rank: 0,
          edits: [edit(source, after)],
        }),
      ];
    }
  }
  return [];
}

/** `body.title`, `query.page`, `params.id`: what the failing request carried, by name only. */
export function requestKeys(context: RecipeContext): Set<string> {
  const keys = new Set<string>();
  const request = context.signal.request;
  for (const param of context.diagnosis.route?.matchAll(/:(\w+)/g) ?? []) keys.add(`params.${param[1]}`);
  if (request === null) return keys;
  for (const name of new URLSearchParams(request.url.split('?')[1] ?? '').keys()) keys.add(`query.${name}`);
  if (request.body === null || request.bodyEncoding !== 'utf8') return keys;
  try {
    const body: unknown = JSON.parse(request.body);
    if (typeof body === 'object' && body !== null) for (const name of Object.keys(body)) keys.add(`body.${name}`);
  } catch {
    // Not JSON: a form's fields are named the same way as a query's.
    if (request.body.length < 10_000)
      for (const name of new URLSearchParams(request.body).keys()) keys.add(`body.${name}`);
  }
  return keys;
}

function thisIdeas(at: At): Idea[] {
  const { source, node, name } = at;
  const owner = upwards(node).find((each) => each.type === 'ClassDeclaration' || each.type === 'ClassExpression');
  if (owner === undefined || (owner.type !== 'ClassDeclaration' && owner.type !== 'ClassExpression')) return [];
  const inMethod = upwards(node).some((each) => each.type === 'MethodDefinition' && !each.static);
  const { names } = classMembers(owner, false);
  const member = [name, `#${name}`].find(
    (each) => names.has(each) || fieldsOfConstructor(owner).has(each) || (each === name && isKept(at)),
  );
  if (!inMethod || member === undefined || isKeptAs(node, member)) return [];
  const isShort = node.parent?.type === 'Property' && node.parent.shorthand;
  const text = `${isShort ? `${name}: ` : ''}this.${member}`;
  const after = splice(source.text, { start: node.start, end: node.end, text });
  return [
    idea('identifier', { title: `\`${name}\` is a member: \`this.${member}\``, rank: 0, edits: [edit(source, after)] }),
  ];
}

/** `this.rooms = rooms`: a member that is given its own value is given nothing. */
function isKeptAs({ parent, start }: Node, member: string): boolean {
  const isValue = parent?.type === 'AssignmentExpression' && parent.right.start === start && parent.operator === '=';
  return isValue && chainOf(parent.left) === `this.${member}`;
}

/** `statusCode = 404` in a constructor, and the project reads a `statusCode`. */
function isKept({ context, name, node }: At): boolean {
  const { parent } = node;
  const made = functionsAround(node)[0]?.parent;
  const isMade = made?.type === 'MethodDefinition' && made.kind === 'constructor';
  if (!isMade || parent?.type !== 'AssignmentExpression' || parent.left !== node) return false;
  return allSources(context.tree).some(({ program }) =>
    all(program, 'MemberExpression').some(({ property }) => keyName(property) === name),
  );
}

/** TypeScript's `constructor(private readonly users: Users)`. */
export function fieldsOfConstructor(owner: Of<'ClassDeclaration'>): Set<string> {
  const found = new Set<string>();
  for (const each of all(owner.body, 'TSParameterProperty')) {
    const target = each.parameter.type === 'AssignmentPattern' ? each.parameter.left : each.parameter;
    if (target.type === 'Identifier') found.add(target.name);
  }
  return found;
}

/** Declared in a block further in: the declaration moves out to where both can see it. */
function hoistIdeas(at: At): Idea[] {
  const { source, node, name } = at;
  const around = functionsAround(node)[0] ?? source.program;
  const inner = all(around, 'VariableDeclaration').filter((each) => {
    const only = each.declarations[0];
    const sameFunction = (functionsAround(each)[0] ?? source.program) === around;
    return (
      each.kind !== 'var' &&
      each.declarations.length === 1 &&
      only?.id.type === 'Identifier' &&
      only.id.name === name &&
      only.init !== null &&
      sameFunction
    );
  });
  const declaration = inner[0];
  if (declaration === undefined || inner.length > 1 || declaration.start > node.start) return [];
  let outer: Node | null = statementOf(declaration);
  while (outer !== null && !(outer.parent && outer.parent.start <= node.start && node.end <= outer.parent.end)) {
    outer = outer.parent ? statementOf(outer.parent) : null;
  }
  const only = declaration.declarations[0];
  if (
    outer === null ||
    only === undefined ||
    outer === declaration ||
    upwards(declaration).some((each) => each.type === 'ForStatement' && each.init === declaration)
  )
    return [];
  const { text } = source;
  const at2 = lineStart(text, outer.start);
  const after = splice(
    text,
    { start: at2, end: at2, text: `${indentAt(text, outer.start)}let ${name}${semicolonOf(text)}${eolOf(text)}` },
    { start: declaration.start, end: only.start, text: '' },
  );
  return [
    idea('identifier', {
      title: `declare \`${name}\` where both uses can see it`,
      rank: 0,
      edits: [edit(source, after)],
    }),
  ];
}

/** Assigned without a declaration, which modules and strict code refuse. */
function declareIdeas(at: At): Idea[] {
  const { source, node, name } = at;
  const parent = node.parent;
  const isTarget = parent?.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=';
  const inLoop = (parent?.type === 'ForOfStatement' || parent?.type === 'ForInStatement') && parent.left === node;
  if (!isTarget && !inLoop) return [];
  const holder = isTarget ? parent.parent : parent;
  const isInit = holder?.type === 'ForStatement' && holder.init === parent;
  if (!inLoop && !isInit && holder?.type !== 'ExpressionStatement') return [];
  const scope = functionsAround(node)[0] ?? source.program;
  const known = isFunction(scope) ? bindingsOf(scope) : [];
  if (known.some((each) => each.name === name)) return [];
  const after = splice(source.text, { start: node.start, end: node.start, text: inLoop ? 'const ' : 'let ' });
  return [idea('identifier', { title: `declare \`${name}\``, rank: 1, edits: [edit(source, after)] })];
}
