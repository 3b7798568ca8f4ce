/** Whether a near name fits the way the value is used: `user` and `users` are one slip apart and two different things. */
import type { SourceTree } from '../../incident/nouns.ts';
import { exportsOfSpecifier } from '../code/bindings.ts';
import { frameworkMembers } from '../code/framework-members.ts';
import { methodsNamed } from '../code/callees.ts';
import { prototypeMembers } from '../code/members.ts';
import { isPlural, isShortForm, slip } from '../code/names.ts';
import type { Binding } from '../code/scope.ts';
import type { RecipeContext } from '../recipe.ts';
import { lastNameOf } from './fields.ts';
import { memberNames } from './member-names.ts';
import { valueOf } from './site.ts';
import type { Suspect } from './suspects.ts';
import { partsOf, singular } from '../code/words.ts';
import { all, chainOf, isFunction, isReference, keyName, upwards } from '../code/syntax.ts';
import type { FunctionNode, Node, Source } from '../code/syntax.ts';

const onlyLists = new Set(prototypeMembers('Array').filter((name) => !prototypeMembers('String').includes(name)));

/** How a value is used: as a list, as one thing, or so that it does not show. */
export function useOf(node: Node): 'many' | 'one' | null {
  const parent = node.parent;
  if (parent?.type === 'ForOfStatement') return parent.right === node ? 'many' : null;
  if (parent?.type === 'SpreadElement') return parent.parent?.type === 'ArrayExpression' ? 'many' : null;
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return null;
  if (parent.computed)
    return parent.property.type === 'Literal' && typeof parent.property.value === 'string' ? 'one' : 'many';
  const name = keyName(parent.property) ?? '';
  if (onlyLists.has(name) || name === 'size' || name === 'rows') return 'many';
  return name === 'length' || prototypeMembers('String').includes(name) || prototypeMembers('Map').includes(name)
    ? null
    : 'one';
}

/** Why a person must be asked before a plural is taken for its singular or back; `no` where it cannot be meant, null where it may. */
export function pluralDoubt(node: Node, written: string, meant: string): { no: boolean; why: string } | null {
  if (!isPlural(written, meant)) return null;
  const use = useOf(node) ?? takenAs(node, meant);
  if (/^list[A-Z]/.test(meant) && meant.length > written.length && isCalled(node)) return null; // nobody lists one thing
  if (isPartOfProgram(node) || isCallback(node, meant)) return null;
  const why = `\`${written}\` and \`${meant}\` may be two different things`;
  if (use === null) return holdsOne(node, meant) ? null : { no: false, why };
  if ((use === 'many') === meant.length > written.length) return null;
  return { no: !isKeyed(node), why };
}

/** `user.role.includes(role)`: what may hold a role is the roles. */
function holdsOne(node: Node, meant: string): boolean {
  const { parent } = node;
  if (parent?.type !== 'MemberExpression' || parent.object !== node || !isCalled(parent)) return false;
  if (!['includes', 'indexOf'].includes(keyName(parent.property) ?? '')) return false;
  const [one] = parent.parent?.type === 'CallExpression' ? parent.parent.arguments : [];
  const noun = partsOf(meant).at(-1) ?? '';
  const said = partsOf(one === undefined ? '' : (chainOf(one)?.split('.').at(-1) ?? '')).at(-1) ?? '';
  return noun !== singular(noun) && said === singular(noun);
}

/** `prices.glass[kind]`: a table, however its name says it. */
function isKeyed({ parent }: Node): boolean {
  return (
    parent?.type === 'MemberExpression' &&
    parent.computed &&
    parent.property.type === 'Identifier' &&
    !/^(?:[a-z]|idx|index|at)$/i.test(parent.property.name)
  );
}

/** `text().upperCase()` of what has `uppercase` and `toUpperCase`: the one has the letters, the other the words. */
export function wordsDoubt(
  written: string,
  meant: string,
  names: readonly string[],
): { no: boolean; why: string } | null {
  const words = partsOf(written);
  if (written.toLowerCase() !== meant.toLowerCase() || words.length === partsOf(meant).length) return null;
  const other = names.find((name) => partsOf(name).length > 1 && partsOf(name).slice(1).join(' ') === words.join(' '));
  return other === undefined ? null : { no: false, why: `\`${written}\` may be \`${meant}\` or \`${other}\`` };
}

/** `const user = store.addUsers(…)`: the name that takes the result tells. */
function takenAs(node: Node, method: string): 'many' | 'one' | null {
  const call = isCalled(node) ? node.parent : null;
  const taken = call?.parent?.type === 'AwaitExpression' ? call.parent : call;
  const { parent } = taken ?? {};
  const name = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
  const noun = partsOf(method).at(-1) ?? '';
  const said = name === null ? '' : (partsOf(name).at(-1) ?? '');
  if (said === '' || singular(said) !== singular(noun)) return null;
  return said === singular(said) ? 'one' : 'many';
}

/** `this.user.findAll()`, `({ report }) => … report.occupancy(month)`: nothing but its own methods are called, so it is no data. */
function isPartOfProgram(node: Node): boolean {
  const { type } = node;
  const local = type === 'Property' && node.value.type === 'Identifier' ? node.value : null;
  const program = upwards(node).at(-1);
  if (local === null || program === undefined)
    return type === 'MemberExpression' && useOf(node) === 'one' && isCalled(node.parent);
  const uses = all(program, 'Identifier').filter(
    (each) => each.name === local.name && each.start !== local.start && isReference(each),
  );
  return uses.length > 0 && uses.every((each) => useOf(each) === 'one' && isCalled(each.parent));
}

/** `rows.map(views)`, where `view` is a function of the file: a list goes through nothing else. */
function isCallback(node: Node, meant: string): boolean {
  const { parent } = node;
  const method =
    parent?.type === 'CallExpression' && parent.arguments[0] === node && parent.callee.type === 'MemberExpression'
      ? keyName(parent.callee.property)
      : null;
  if (method === null || !/^(?:map|flatMap|filter|forEach|some|every|find|findIndex)$/.test(method)) return false;
  const program = upwards(node).at(-1);
  if (program === undefined) return false;
  return (
    all(program, 'FunctionDeclaration').some(({ id }) => id?.name === meant) ||
    all(program, 'VariableDeclarator').some(
      ({ id, init }) => keyName(id) === meant && init !== null && isFunction(init),
    )
  );
}

/** `if (headers.accept)` around `headers.accepts.includes(…)`: what is asked for is what is read. */
export function isAskedAround(
  { object, node }: { readonly object: Node; readonly node: Node },
  meant: string,
): boolean {
  const chain = chainOf(object);
  return upwards(node).some((each) => {
    const test =
      each.type === 'IfStatement' || each.type === 'ConditionalExpression'
        ? each.test
        : each.type === 'LogicalExpression'
          ? each.left
          : null;
    const asked = test === null ? [] : [test, ...all(test, 'MemberExpression')];
    return chain !== null && asked.some((one) => chainOf(one) === `${chain}.${meant}`);
  });
}

/** `this.row.length`, where a class sets `rows` and nothing ever sets `row`. */
export function isOwnCount(
  tree: SourceTree,
  { node, object, name }: { readonly node: Node; readonly object: Node; readonly name: string },
  near: string,
): boolean {
  const { parent } = node;
  const isCounted =
    parent?.type === 'MemberExpression' && parent.object === node && keyName(parent.property) === 'length';
  const { given } = memberNames(tree);
  return (
    isCounted && object.type === 'ThisExpression' && near.length > name.length && given.has(near) && !given.has(name)
  );
}

/** What an enum is called has no other number that would be another thing. */
export function isEnum({ tree }: RecipeContext, source: Source, { node }: Binding): boolean {
  if (node.type !== 'ImportSpecifier' || node.parent?.type !== 'ImportDeclaration')
    return node.type === 'TSEnumDeclaration';
  const given = exportsOfSpecifier(tree, source.path, node.parent.source.value);
  return given?.names.get(keyName(node.imported) ?? '')?.type === 'TSEnumDeclaration';
}

function isCalled(node: Node | null | undefined): boolean {
  return node?.parent?.type === 'CallExpression' && node.parent.callee === node;
}

/** True where the only method of that name in the project takes exactly what the call hands over, by number and by name. */
export function takesTheSame(sources: readonly Source[], call: Node | null | undefined, meant: string): boolean {
  if (call?.type !== 'CallExpression' || call.arguments.length === 0) return false;
  const methods = sources.flatMap((source) => methodsOf(source, meant));
  const [method] = methods;
  if (method === undefined || methods.length > 1 || method.params.length !== call.arguments.length) return false;
  const isPlain = ({ type }: { readonly type: string }): boolean => type === 'Literal' && call.arguments.length > 1;
  return call.arguments.every((given, index) => {
    if (isPlain(given)) return true;
    const name = given.type === 'MemberExpression' ? keyName(given.property) : keyName(given);
    const param = method.params[index];
    return name !== null && param?.type === 'Identifier' && param.name === name;
  });
}

export function methodsOf(source: Source, name: string): FunctionNode[] {
  const methods = [...all(source.program, 'MethodDefinition'), ...all(source.program, 'Property')];
  const given = all(source.program, 'AssignmentExpression')
    .filter(
      ({ left }) => /^(?:module\.)?exports\.[\w$]+$/.test(chainOf(left) ?? '') && chainOf(left)?.endsWith(`.${name}`),
    )
    .map(({ right }): Node => right);
  const own = methods.filter((each) => !each.computed && keyName(each.key) === name).map((each): Node => each.value);
  const declared = all(source.program, 'FunctionDeclaration').filter(({ id }) => id?.name === name);
  return [...own, ...given, ...declared].filter(isFunction);
}

/** The same for a function: taking as many arguments is not enough for what reads one or all. */
export function functionDoubt(
  call: Node | null | undefined,
  found: { written: string; meant: string; params: number | null },
): string | null {
  const { written, meant, params } = found;
  if (!isPlural(written, meant)) return null;
  if (/^list[A-Z]/.test(meant) && meant.length > written.length) return null; // nobody lists one thing
  const given = call?.type === 'CallExpression' ? call.arguments.length : null;
  const reads = /^(?:get|find|list|load|fetch|read|query|select|all|delete|remove|update|create|save)(?:[A-Z_]|$)/.test(
    meant,
  );
  return !reads && given !== null && given > 0 && given === params
    ? null
    : `\`${written}\` and \`${meant}\` may be two different things`;
}

/** `rows.first((each) => …)`, where the `get` of the project calls and hands on nothing that it is given: it would look for the function. */
export function handedDoubt(context: RecipeContext, { node }: Suspect, to: string): string | null {
  const given = node.parent?.type === 'CallExpression' && node.parent.callee === node ? node.parent.arguments : [];
  const at = given.findIndex((each) => isFunction(each as Node));
  const methods = methodsNamed(context, to);
  const takes = methods.some(({ fn }) => {
    const param = fn.params[at];
    if (param?.type !== 'Identifier') return true;
    return all(fn, 'CallExpression').some((call) =>
      [call.callee, ...call.arguments].some((each) => each.type === 'Identifier' && each.name === param.name),
    );
  });
  return at < 0 || methods.length === 0 || takes ? null : `\`${to}\` of the project takes no function`;
}

/** `fs.read(file)` of what has a `readFile`: the word that is left out is what the thing is called that is handed over. */
export function isOfArgument({ node, name }: Suspect, meant: string): boolean {
  const rest = meant.startsWith(name) ? meant.slice(name.length) : '';
  const given = node.parent?.type === 'CallExpression' && node.parent.callee === node ? node.parent.arguments : [];
  return /^[A-Z]/.test(rest) && given.some((each) => lastNameOf(each as Node)?.toLowerCase() === rest.toLowerCase());
}

/** `req.client` for `req.customer`: another word, for what no code of the project gives or reads. */
export function isNobodys(tree: SourceTree, { site, object, name }: Suspect, near: string): boolean {
  const { given, read } = memberNames(tree);
  const isOwn = given.has(near) || read.has(near) || frameworkMembers(tree, site.source, object).includes(near);
  return !isOwn && slip(name, near) === null && !isShortForm(name, near);
}

/** False where the near member is a plain text or number, as the debugger saw or a comparison tells, and what is read from it next is no member of those. */
export function couldBe({ tree }: RecipeContext, suspect: Suspect, name: string): boolean {
  const next = suspect.node.parent;
  if (suspect.node.type !== 'MemberExpression' || next?.type !== 'MemberExpression' || next.object !== suspect.node)
    return true;
  const wanted = next.computed ? null : keyName(next.property);
  const seen = new RegExp(`[{ ]${name.replace(/\W/g, '\\$&')}: ("|-?\\d|true|false)`).exec(
    valueOf(suspect.site, suspect.object)?.preview ?? '',
  )?.[1];
  const shown = seen ?? (isComparedText(tree, name) ? '"' : undefined);
  if (shown === undefined || wanted === null) return true;
  const has = shown === '"' ? prototypeMembers('String').concat('length') : prototypeMembers('Number');
  return has.includes(wanted);
}

/** `claim.status !== 'open'` elsewhere: a text, of which only what texts have is read. */
function isComparedText(tree: SourceTree, name: string): boolean {
  return (memberNames(tree).read.get(name) ?? []).some(({ node: { parent, start } }) => {
    if (parent?.type !== 'BinaryExpression' || !/^[!=]==?$/.test(parent.operator)) return false;
    const other = parent.left.start === start ? parent.right : parent.left;
    return other.type === 'Literal' && typeof other.value === 'string';
  });
}

/** Of `uniq` and `uniqBy`, `max` and `maxWith`, the first where one thing is handed over: what goes by something takes that, too. */
export function takingAsMuch<T extends { readonly name: string }>({ node }: Suspect, near: readonly T[]): readonly T[] {
  const call = isCalled(node) ? node.parent : null;
  const isSole = call?.type === 'CallExpression' && call.arguments.length === 1;
  const isBy = ({ name }: T): boolean => near.some((other) => [`${other.name}By`, `${other.name}With`].includes(name));
  return isSole ? near.filter((each) => !isBy(each)) : near;
}
