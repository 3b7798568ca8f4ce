/** A function gives `{ items }` where its callers want the list, or the list where they take `{ items }` out of it. */
import type { Idea } from '../../../incident/nouns.ts';
import { called, methodsNamed, valuesOf } from '../../code/callees.ts';
import type { Made } from '../../code/callees.ts';
import { ideaIn } from '../../recipe.ts';
import { listForObject } from './list-for-object.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { namesInScope } from '../../code/scope.ts';
import { sitesOf, valueOf } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { all, allSources, functionsAround, keyName, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';

export const resultShape: Recipe = {
  name: 'result-shape',
  classes: ['type', 'unknown', 'database', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A function returns `{ items }` and a caller uses it as the list, or the reverse: the side that stands alone follows.',
  ideas(context) {
    const parsed = [...parsedSafely(context), ...keptWhole(context), ...listForObject(context)];
    if (parsed.length > 0) return parsed;
    for (const site of sitesOf(context).slice(0, 2)) {
      for (const node of culprits(context, site)) {
        const found = ideasFor(context, site, node);
        if (found.length > 0) return found;
      }
    }
    return [];
  },
};

/** `const { page } = schema.safeParse(…)`: what it gives is `{ success, data }`, so `parse` was meant. */
function parsedSafely(context: RecipeContext): Idea[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'VariableDeclarator').flatMap(({ id, init }) => {
      const call = init?.type === 'AwaitExpression' ? init.argument : init;
      const method =
        call?.type === 'CallExpression' && call.callee.type === 'MemberExpression' ? call.callee.property : null;
      const name = method === null ? null : keyName(method);
      if (method === null || id.type !== 'ObjectPattern' || !/^safeParse(?:Async)?$/.test(name ?? '')) return [];
      const keys = id.properties.map((each) => (each.type === 'Property' ? keyName(each.key) : null));
      if (keys.length === 0 || keys.some((key) => key === null || /^(?:success|data|error)$/.test(key))) return [];
      const text = name === 'safeParse' ? 'parse' : 'parseAsync';
      const splices = [{ start: method.start, end: method.end, text }];
      return [ideaIn('result-shape', source, { title: `\`${text}\` gives what was parsed itself`, rank: 0, splices })];
    }),
  );
}

/** `return hit` of what was kept as `{ value, until }`, where the other way gives `value` itself: `return hit.value`. The debugger saw what was kept. */
function keptWhole(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const seen = site === undefined ? [] : culprits(context, site).flatMap((node) => wholeSeen(site, node));
  if (seen.length === 0) return [];
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'ObjectExpression').flatMap((literal) => {
      const keys = literal.properties.map((each) => (each.type === 'Property' ? (keyName(each.key) ?? '') : ''));
      const fn = functionsAround(literal)[0];
      if (fn === undefined || !seen.includes(keys.toSorted().join())) return [];
      const values = valuesOf(fn).filter((each) => each.type === 'Identifier');
      const plain = values.find(({ name }) => keys.includes(name));
      const whole = values.filter((each) => each.name !== plain?.name && isGot(source, each));
      const [only, more] = whole;
      if (plain === undefined || only === undefined || more !== undefined) return [];
      const splices = [{ start: only.end, end: only.end, text: `.${plain.name}` }];
      const title = `\`${only.name}\` holds what is given otherwise as \`${plain.name}\``;
      return [ideaIn('result-shape', source, { title, rank: 0, splices })];
    }),
  );
}

/** The keys of the object that stands where a list or another thing was meant: of `rows` in `rows.map(…)`. */
function wholeSeen(site: Site, node: Node): string[] {
  const held = node.type === 'MemberExpression' ? [node, node.object as Node] : [node];
  return held.flatMap((each) => {
    const keys = valueOf(site, each)?.keys ?? [];
    return keys.length > 1 ? [keys.toSorted().join()] : [];
  });
}

/** `const hit = entries.get(key)`, `const hit = entries[key]`. */
function isGot(source: Source, node: Of<'Identifier'>): boolean {
  const made = namesInScope(source, node.start).get(node.name)?.node;
  const init = made?.type === 'VariableDeclarator' ? made.init : null;
  if (init?.type === 'MemberExpression') return init.computed;
  return init?.type === 'CallExpression' && /\.get$/.test(textOf(source, init.callee));
}

function ideasFor(context: RecipeContext, site: Site, culprit: Node): Idea[] {
  const list = culprit.type === 'MemberExpression' ? culprit.object : culprit;
  const { source } = site;
  const binding = list.type === 'Identifier' ? namesInScope(source, list.start).get(list.name) : undefined;
  if (binding?.node.type !== 'VariableDeclarator' || binding.node.init === null) return [];
  const { id, init } = binding.node;
  const call = init.type === 'AwaitExpression' ? init.argument : init;
  if (call.type !== 'CallExpression') return [];
  const many = oneForMany(context, site, { list, call });
  if (many.length > 0) return many;
  const [made, more] = functionsOf(context, source, call);
  if (made === undefined || more !== undefined) return [];
  const named = id.type === 'Identifier' ? partCalledSo(made, id) : null;
  if (named !== null) {
    const splices = [{ start: id.start, end: id.end, text: `{ ${named} }` }];
    return [ideaIn('result-shape', source, { title: `\`${named}\` is a part of the result`, rank: 0, splices })];
  }
  const [first, second] = id.type === 'ArrayPattern' ? id.elements : [];
  if (first?.type === 'Identifier' && second === undefined)
    return isAllOfList(context, source, first) && givesList(context, made)
      ? [
          ideaIn('result-shape', source, {
            title: `all of the list is meant by \`${first.name}\``,
            rank: 0,
            splices: [{ start: id.start, end: id.end, text: first.name }],
          }),
        ]
      : [];
  const key = onlyKey(made);
  if (id.type === 'Identifier') return key === null ? [] : unwrapped(context, { made, key, source, init });
  const taken = id.type === 'ObjectPattern' && id.properties.length === 1 ? id.properties[0] : undefined;
  if (key !== null || taken?.type !== 'Property' || taken.value.type !== 'Identifier' || !givesList(context, made))
    return [];
  const splices = [{ start: id.start, end: id.end, text: taken.value.name }];
  return [
    ideaIn('result-shape', source, {
      title: `\`${textOf(source, call.callee)}\` gives the list itself`,
      rank: 0,
      splices,
    }),
  ];
}

const listMethods = /^(?:map|filter|reduce|forEach|some|every|find|flatMap|slice|sort|join)$/;

/** `const rows = db.get(…)`, of which a list is made, where all else of which lists are made is from `db.all(…)`. */
function oneForMany(context: RecipeContext, site: Site, at: { list: Node; call: Of<'CallExpression'> }): Idea[] {
  const { callee } = at.call;
  const seen = valueOf(site, at.list);
  if (callee.type !== 'MemberExpression' || callee.computed || !/is not a function/.test(context.diagnosis.message))
    return [];
  if (seen === null || seen.className === 'Array' || seen.thenable) return [];
  const [receiver, method] = [textOf(site.source, callee.object), keyName(callee.property)];
  const many = allSources(context.tree).flatMap((source) =>
    all(source.program, 'MemberExpression').flatMap(({ object, property }) => {
      if (object.type !== 'Identifier' || !listMethods.test(keyName(property) ?? '')) return [];
      const made = namesInScope(source, object.start).get(object.name)?.node;
      const init = made?.type === 'VariableDeclarator' ? made.init : null;
      const call = init?.type === 'AwaitExpression' ? init.argument : init;
      if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || call === at.call) return [];
      return textOf(source, call.callee.object) === receiver ? [keyName(call.callee.property)] : [];
    }),
  );
  const [only, more] = new Set(many);
  if (!only || more !== undefined || only === method) return [];
  const splices = [{ start: callee.property.start, end: callee.property.end, text: only }];
  return [ideaIn('result-shape', site.source, { title: `\`${receiver}.${only}\` gives the list`, rank: 0, splices })];
}

function functionsOf(context: RecipeContext, source: Source, call: Of<'CallExpression'>): readonly Made[] {
  const direct = called(context, source, call.callee);
  if (direct.length > 0 || call.callee.type !== 'MemberExpression' || call.callee.computed) return direct;
  return methodsNamed(context, keyName(call.callee.property) ?? '');
}

/** The key of `return { items }`, where that is all the function ever returns. */
function onlyKey({ fn }: Made): string | null {
  const [value, more] = valuesOf(fn);
  const property =
    value?.type === 'ObjectExpression' && value.properties.length === 1 ? value.properties[0] : undefined;
  return more === undefined && property?.type === 'Property' ? keyName(property.key) : null;
}

/** The name is used as a list wherever it is used: of the first item it would fail. */
function isAllOfList({ diagnosis }: RecipeContext, source: Source, id: Of<'Identifier'>): boolean {
  const uses = all(source.program, 'Identifier').filter(
    (each) => each.name === id.name && each !== id && namesInScope(source, each.start).get(id.name)?.id === id,
  );
  return (
    /is not a function|not iterable/.test(diagnosis.message) &&
    uses.length > 0 &&
    uses.every(
      ({ parent, start }) =>
        (parent?.type === 'MemberExpression' && listMethods.test(keyName(parent.property) ?? '')) ||
        (parent?.type === 'ForOfStatement' && parent.right.start === start),
    )
  );
}

/** `const payments = statement(id)`, where it gives `{ tenant, payments }`: the name tells which part is meant. */
function partCalledSo({ fn }: Made, { name }: Of<'Identifier'>): string | null {
  const values = valuesOf(fn);
  const isPart = values.every(
    (value) =>
      value.type === 'ObjectExpression' &&
      value.properties.length > 1 &&
      value.properties.some((each) => each.type === 'Property' && !each.computed && keyName(each.key) === name),
  );
  return values.length > 0 && isPart ? name : null;
}

function givesList(context: RecipeContext, { source, fn }: Made, depth = 3): boolean {
  return valuesOf(fn).some((value) => {
    if (value.type === 'ArrayExpression') return true;
    const call = value.type === 'AwaitExpression' ? value.argument : value;
    if (call.type !== 'CallExpression') return false;
    const name = call.callee.type === 'MemberExpression' ? (keyName(call.callee.property) ?? '') : '';
    if (/^(?:map|filter|all|slice|sort|toSorted|flatMap|concat|values|entries)$/.test(name)) return true;
    const [made, more] = depth === 0 ? [] : functionsOf(context, source, call);
    return made !== undefined && more === undefined && givesList(context, made, depth - 1);
  });
}

interface Wrapped {
  readonly made: Made;
  readonly key: string;
  readonly source: Source;
  readonly init: Node;
}

/** Where other callers read the key, this one does, too; where nobody does, the function returns what stands under it. */
function unwrapped(context: RecipeContext, { made, key, source, init }: Wrapped): Idea[] {
  const [value] = valuesOf(made.fn);
  const property = value?.type === 'ObjectExpression' ? value.properties[0] : undefined;
  if (value === undefined || property?.type !== 'Property') return [];
  const isRead = allSources(context.tree).some(
    (each) => readsKey(each, { key, but: value }) || handsOn(context, each, made),
  );
  if (isRead) {
    const text =
      init.type === 'AwaitExpression' ? `(${textOf(source, init)}).${key}` : `${textOf(source, init)}.${key}`;
    return [
      ideaIn('result-shape', source, {
        title: `the list is called \`${key}\``,
        rank: 0,
        splices: [{ start: init.start, end: init.end, text }],
      }),
    ];
  }
  const inner = textOf(made.source, property.value as Node);
  const splices = [{ start: value.start, end: value.end, text: inner }];
  return [ideaIn('result-shape', made.source, { title: `every caller wants \`${key}\` itself`, rank: 0, splices })];
}

/** `x.items` or `{ items } = …` of what a call gave. */
function readsKey(source: Source, { key, but }: { key: string; but: Node }): boolean {
  const isCalled = (node: Node | null): boolean =>
    node?.type === 'CallExpression' || (node?.type === 'AwaitExpression' && node.argument.type === 'CallExpression');
  const patterns = all(source.program, 'VariableDeclarator').filter(
    ({ id, init }) =>
      id.type === 'ObjectPattern' &&
      isCalled(init) &&
      id.properties.some((each) => each.type === 'Property' && keyName(each.key) === key),
  );
  const members = all(source.program, 'MemberExpression').filter((each) => {
    const name = each.computed ? stringValue(each.property) : keyName(each.property);
    if (name !== key || (but.start <= each.start && each.end <= but.end)) return false;
    const held =
      each.object.type === 'Identifier' ? namesInScope(source, each.start).get(each.object.name)?.node : undefined;
    return held?.type === 'VariableDeclarator' ? isCalled(held.init) : isCalled(each.object);
  });
  return patterns.length + members.length > 0;
}

/** What the function gives goes out as it is somewhere: as an answer, or to another function. */
function handsOn(context: RecipeContext, source: Source, made: Made): boolean {
  return all(source.program, 'CallExpression').some((call) => {
    const outer = call.parent?.type === 'AwaitExpression' ? call.parent : call;
    const isKept = /^(?:VariableDeclarator|MemberExpression|ForOfStatement|SpreadElement)$/.test(
      outer.parent?.type ?? '',
    );
    return !isKept && functionsOf(context, source, call).some(({ fn }) => fn === made.fn);
  });
}
