/** A look-up that the project guards elsewhere, and forgot to guard here: the very guard, put behind it. Never a new one. */
import type { Idea } from '../../../incident/nouns.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { isNullish, sitesOf, valueOf } from '../../evidence/site.ts';
import { all, allSources, chainOf, functionsAround, isFunction, stringValue, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of } from '../../code/syntax.ts';
import { culprits } from '../../evidence/suspects.ts';
import { eolOf, indentAt, lineStart } from '../../code/text.ts';
import { askedInVain } from './asked-in-vain.ts';
import { leaves, refusedBeside, refuses, namesake, transferred } from './guard-texts.ts';
import type { Precedent } from './guard-texts.ts';
import { nameOf } from './guard-words.ts';
import { keyOf, keySource, lookUpOf, lookUpsBehind } from './look-ups.ts';
import type { LookUp } from './look-ups.ts';
import { sharedLookUp } from './shared-look-up.ts';

export const forgottenGuard: Recipe = {
  name: 'forgotten-guard',
  classes: ['type', 'unknown', 'syntax'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A thing that was looked up is missing, and the project refuses that elsewhere: the guard of the like look-up, or `null` where the callers ask for it.',
  ideas(context) {
    const { named, message } = context.diagnosis;
    const isCalled = /is not a function/.test(message);
    if (
      named.nullish === undefined &&
      !isCalled &&
      !/Cannot destructure|not iterable|"undefined" is not valid JSON/.test(message)
    )
      return [];
    const found = sitesOf(context)
      .slice(0, 3)
      .flatMap((site) =>
        [...culprits(context, site).flatMap(whole), ...(site.depth === 0 ? [] : argumentsOf(site.nodes))]
          .filter((node) => valueOf(site, node)?.thenable !== true)
          // What is there and is no function is another fault.
          .filter((node) => !isCalled || isNullish(valueOf(site, node)))
          .flatMap((node) => lookUpsBehind(context, site.source, node)),
      );
    const shared = found.flatMap((each) => sharedLookUp(context, each) ?? []);
    const known = precedents(context);
    const isAtHome = (made: LookUp): boolean =>
      known.some(
        (each) =>
          (isBeside(made, each) && (likeness(made, each) >= 2 || isByKey(made, each))) ||
          (made.unnamed !== undefined && likeness(made, each) >= 2),
      );
    return [...new Map((shared.length === 0 ? found : shared).map((each) => [each.id, each])).values()]
      .slice(0, lookUpsMax)
      .toSorted((a, b) => Number(isAtHome(b)) - Number(isAtHome(a)))
      .flatMap((each) => guarded(context, known, each))
      .slice(0, 3)
      .map((each, rank) => ({ ...each, rank }));
  },
};

/** Callers of a helper are many, and the look-up behind them is what is meant. */
const lookUpsMax = 12;

/** A field that is missing, and the thing that lacks it: nothing may have been found for it. */
function whole(node: Node): Node[] {
  return node.type === 'MemberExpression' && node.object.type === 'Identifier' ? [node, node.object] : [node];
}

/** What the failing call was given. */
function argumentsOf(nodes: readonly Node[]): Node[] {
  const call = nodes.find((each) => each.type === 'CallExpression');
  return call?.type === 'CallExpression' ? call.arguments.filter((each) => each.type === 'Identifier') : [];
}

/** Every look-up of the project that is guarded by the statement behind it. */
function precedents(context: RecipeContext): Precedent[] {
  return allSources(context.tree).flatMap((source) =>
    all(source.program, 'Identifier').flatMap((id) => {
      const made = lookUpOf(source, id);
      const guard = made === null ? null : guardBehind(made);
      return made === null || guard === null ? [] : [{ ...made, guard }];
    }),
  );
}

function guardBehind({ body, at, name, source }: LookUp): Of<'IfStatement'> | null {
  const next = body[at];
  if (next?.type !== 'IfStatement' || next.alternate !== null) return null;
  const test = textOf(source, next.test).replace(/\s+/g, '');
  const last = next.consequent.type === 'BlockStatement' ? next.consequent.body.at(-1) : next.consequent;
  const asks = [`!${name}`, ...['null', 'undefined'].flatMap((one) => [`${name}==${one}`, `${name}===${one}`])];
  return asks.includes(test) && last !== undefined && leaves(last) ? next : null;
}

/** … and of something that a client named and that is not there. */
const refusesNamed = /\b4(?:00|22)\b|invalid|\bbad_?(?:input|request|value)|unprocessable/i;

/** The guard of the likest look-up; else what the callers of this function ask for. */
function guarded(context: RecipeContext, known: readonly Precedent[], made: LookUp): Idea[] {
  // A guard that is there and goes on is for another recipe.
  const next = made.unnamed === undefined ? made.body[made.at] : undefined;
  const isAsked = next?.type === 'IfStatement' && textOf(made.source, next.test) === `!${made.name}`;
  if (isAsked || guardBehind(made) !== null) return [];
  const from = keySource(made.asked?.by ?? made);
  const isNamedSo = (each: Precedent): boolean => from !== null && keySource(each) === from;
  // Of two things that one parameter of one function names, the one tells how the other is refused; a part of the request tells less.
  const near = (each: Precedent): number => {
    const like = likeness(made, each);
    return like === 0 || !isNamedSo(each) ? like : like + (from?.includes(' ') === true ? 3 : 2);
  };
  const isRefusal = (each: Precedent): boolean => refuses.test(textOf(each.source, each.guard));
  const sorted = known
    .filter(
      (each) =>
        isRefusal(each) ||
        ((isNamedSo(each) || likeness(made, each) === 3) && refusesNamed.test(textOf(each.source, each.guard))),
    )
    .toSorted(
      (a, b) =>
        near(b) - near(a) ||
        Number(isRefusal(b)) - Number(isRefusal(a)) ||
        Number(isBeside(made, b)) - Number(isBeside(made, a)) ||
        Number(b.name === made.name) - Number(a.name === made.name) ||
        Number(isByPlace(a)) - Number(isByPlace(b)),
    );
  const fitting = sorted.flatMap((each) => {
    const text = likeness(made, each) === 0 ? null : transferred(context, each, made);
    return text === null ? [] : [{ text, isOfPath: isOfPath(each), isOfHelper: isGivenBack(each) }];
  });
  const [best] = fitting;
  const text = refusedBeside(made) ?? best?.text ?? namesake(context, made);
  const title = `refuse where \`${made.name}\` is missing, as the project does elsewhere`;
  const put = text === null ? askedFor(context, known, made) : { text, title };
  const isShared = made.asked !== undefined;
  const isOtherwise = best?.isOfPath === true && /^(?:body|query)$/.test(from ?? '');
  const doubt = isOtherwise
    ? `how a \`${made.name}\` that the ${from} of a request names and that is missing is refused, the project says nowhere`
    : isShared && best?.isOfHelper !== true
      ? `\`${made.asked?.helper}\` has several callers, and how such a helper refuses, the project says nowhere`
      : null;
  return put === null ? [] : placed(made, { ...put, ask: askedInVain(context, made) ?? doubt });
}

/** Looked up, guarded and given back by one function: a helper that refuses for its callers. */
function isGivenBack({ id, name, body }: LookUp): boolean {
  const last = body.at(-1);
  return (
    last?.type === 'ReturnStatement' &&
    last.argument?.type === 'Identifier' &&
    last.argument.name === name &&
    functionsAround(id).length > 0
  );
}

/** Looked up by a part of the path, as `get('/rooms/:id', (ctx, { id }) => …)` hands it over too: what is refused there is the page itself. */
function isOfPath(each: Precedent): boolean {
  const from = keySource(each);
  const handler = functionsAround(each.call)[0]?.parent;
  const route = handler?.type === 'CallExpression' ? stringValue(handler.arguments[0]) : null;
  const isHanded = route?.includes('/:') === true && from?.startsWith(`${each.source.path} `) === true;
  return isHanded || from === 'params' || /\bparams?\b/.test(textOf(each.source, each.call));
}

/** Who calls this function looks whether it gave anything, and refuses where it did not: so it gives nothing. */
function askedFor(
  { tree }: RecipeContext,
  known: readonly Precedent[],
  made: LookUp,
): { text: string; title: string } | null {
  const owner = functionsAround(made.id).find((fn) => nameOf(fn) !== null);
  const name = owner === undefined ? null : nameOf(owner);
  const asked = known.find(
    (each) =>
      each.call.type === 'CallExpression' &&
      lastNameOf(each.call.callee) === name &&
      refuses.test(textOf(each.source, each.guard)),
  );
  if (owner === undefined || asked === undefined || isExplained(owner) || isByPlace(made)) return null;
  const isBack = isFunction(asked.id.parent ?? asked.id);
  const back = owner.params.at(-1);
  if (isBack && (back?.type !== 'Identifier' || !/^(?:cb|callback|done|next|fn)$/.test(back.name))) return null;
  const isUndefined =
    /===undefined/.test(textOf(asked.source, asked.guard.test).replace(/\s+/g, '')) ||
    allSources(tree).some((source) =>
      all(source.program, 'BinaryExpression').some(
        ({ left, right }) =>
          left.type === 'CallExpression' && lastNameOf(left.callee) === name && textOf(source, right) === 'undefined',
      ),
    );
  const nothing = isBack && back?.type === 'Identifier' ? ` ${back.name}(null, null)` : isUndefined ? '' : ' null';
  return {
    text: `if (!${made.name}) return${nothing};`,
    title: `give nothing where \`${made.name}\` is missing: the callers ask for it`,
  };
}

/** It gives nothing elsewhere already: that is what the callers ask for. */
function isExplained(owner: FunctionNode): boolean {
  return all(owner, 'IfStatement').some(
    ({ consequent }) =>
      all(consequent, 'ReturnStatement').filter(
        ({ argument }) =>
          argument === null ||
          (argument.type === 'Literal' && argument.value === null) ||
          (argument.type === 'Identifier' && argument.name === 'undefined'),
      ).length > 0,
  );
}

/** `rows.at(-1)`, `rows.pop()`, `rows[0]`: of an empty list, and nothing that was asked for. */
function isByPlace({ call }: LookUp): boolean {
  if (call.type === 'MemberExpression') return call.computed && call.property.type === 'Literal';
  return /\.(?:at|pop|shift)$/.test(calleeOf(call));
}

const isBeside = (a: LookUp, b: LookUp): boolean => a.source.path === b.source.path;

/** 3 the same call, 2 the same method by a like key, 1 where the first is by a part of the path, or both by a key of a table; 0 none of it. */
function likeness(a: LookUp, b: LookUp): number {
  const { asked, ...own } = a;
  if (asked !== undefined) return Math.max(likeness(own, b), likeness(asked.by, b));
  const [left, right] = [a, b].map(({ source, call }) =>
    textOf(source, call.type === 'CallExpression' ? call.callee : call).replace(/\s+/g, ''),
  );
  // What is asked for by a word of the code, a header say, is no record.
  if (isByWord(a) !== isByWord(b)) return 0;
  if (left === right) return 3;
  if (isMethod(a, b) && left?.split('.').at(-1) === right?.split('.').at(-1)) return isByField(a.call) ? 1.5 : 2;
  return isByKey(a, b) || isKin(a, b) || /\bparams?\b/.test(textOf(a.source, a.call)) ? 1 : 0;
}

/** `findInvoice(db, companyId, id)` and `findCustomer(db, req.user.companyId, id)`: one verb, and the same of what stands before the key. */
function isKin(a: LookUp, b: LookUp): boolean {
  const [left, right] = [a, b].map(({ call }) => {
    const callee = call.type === 'CallExpression' && call.callee.type === 'Identifier' ? call.callee.name : '';
    const verb = /^(?:find|get|load|fetch|read)(?=[A-Z])/.exec(callee)?.[0] ?? null;
    const given = call.type === 'CallExpression' ? call.arguments.slice(0, -1) : [];
    return verb === null ? null : [verb, ...given.map((each) => lastNameOf(each as Node))].join();
  });
  return left !== null && left === right;
}

/** `ctx.get('x-key')`; not `one('SELECT …', id)`. */
function isByWord({ call }: LookUp): boolean {
  return (
    call.type === 'CallExpression' && call.arguments.length === 1 && stringValue(call.arguments[0] as Node) !== null
  );
}

const isByKey = (...made: readonly LookUp[]): boolean =>
  made.every(({ call }) => call.type === 'MemberExpression' || /\.get$/.test(calleeOf(call)) || isByField(call));

/** `rows.find((row) => row.id === id)`. */
function isByField(call: Node): boolean {
  if (call.type !== 'CallExpression' || !/\.find$/.test(calleeOf(call))) return false;
  return keyOf({ call }) !== null;
}

const isMethod = (...made: readonly LookUp[]): boolean => made.every(({ call }) => call.type === 'CallExpression');
const calleeOf = (call: Node): string => (call.type === 'CallExpression' ? (chainOf(call.callee) ?? '') : '');

interface Put {
  readonly text: string;
  readonly title: string;
  readonly ask: string | null;
}

function placed({ source, name, unnamed, call, body, at }: LookUp, put: Put): Idea[] {
  if (unnamed !== undefined) {
    const [indent, eol] = [indentAt(source.text, unnamed.start), eolOf(source.text)];
    const value = call.parent?.type === 'AwaitExpression' ? call.parent : call;
    const head = `const ${name} = ${textOf(source, value)};${eol}${indent}${put.text}${eol}${indent}`;
    const splices = [
      { start: unnamed.start, end: unnamed.start, text: head },
      { start: value.start, end: value.end + Number(source.text[value.end] === '!'), text: name },
    ];
    return [ideaIn('forgotten-guard', source, { title: put.title, rank: 0, ask: put.ask, splices })];
  }
  const [before, behind] = [body[at - 1], body[at]];
  const near = before ?? behind;
  if (near === undefined || source.text.slice(lineStart(source.text, near.start), near.start).trim() !== '') return [];
  const [indent, eol] = [indentAt(source.text, near.start), eolOf(source.text)];
  const change =
    before === undefined
      ? { start: near.start, end: near.start, text: `${put.text}${eol}${indent}` }
      : { start: near.end, end: near.end, text: `${eol}${indent}${put.text}` };
  const { title, ask } = put;
  return [ideaIn('forgotten-guard', source, { title, rank: 0, ask, splices: [change] })];
}
