/** `throw new Error(`no service ${name}`)`: a name that a table of the project's own does not hold. */
import { isTest } from '../../../kit/code.ts';
import type { Idea } from '../../../incident/nouns.ts';
import { declarationOf, exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import { rankedNames } from '../../code/names.ts';
import { all, allSources, chainOf, functionsAround, keyName, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { quoted } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import { sitesOf } from '../../evidence/site.ts';
import { ideaIn, ideaOf } from '../../recipe.ts';
import { listedFolderIdeas } from './listed-folder.ts';
import { listedValueIdeas, toldName } from './listed-value.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { escapeRegExp } from '../../../kit/text.ts';

const name = 'own-registry';
const placesMax = 4;
const keptDoubt = 'the name is kept with what was asked for, and only you know by which of the two it is read';

export const ownRegistry: Recipe = {
  name,
  classes: ['unknown', 'type', 'range', 'config', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A name that a table of the project’s own (services, commands, formats) does not hold, told by an error of its own: the near one that it holds, or the one entry that nobody asks for takes it.',
  ideas(context) {
    const refused = refusal(context);
    if (refused === null)
      return [...outsiderIdeas(context), ...listedFolderIdeas(context), ...listedValueIdeas(context, name)];
    // Of what was made already and kept, the very name that is missing was asked.
    const tables = refused.tables.map((table) => entriesOf(context, refused.source, table));
    const lacking = tables.filter((each) => !each.some((entry) => entry.name === refused.missing));
    const entries = lacking.find((each) => each.length > 0) ?? [];
    const asked = askedFor(context, refused.missing, entries);
    if (lacking.length === 0 || asked.length === 0 || asked.length > placesMax) return [];
    // What is read from a folder as the server starts, the error alone may tell.
    if (entries.length === 0)
      return respelt(refused.missing, asked, listedIn(context.diagnosis.message, refused.missing));
    const names = entries.map((each) => each.name);
    const ideas = [...respelt(refused.missing, asked, names), ...renamed(context, { ...refused, asked }, entries)];
    return refused.isKept ? ideas.map((each) => ({ ...each, ask: each.ask ?? keptDoubt })) : ideas;
  },
};

/**
 * `handlers[type]` that is no function, where calls name entries, `append('TakenOut', …)`, and one of them names none:
 * the near entry, or the one of which nobody speaks that takes just what that call hands over.
 */
function outsiderIdeas(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  if (site === undefined || !/is not a (?:function|constructor)|of undefined/.test(context.diagnosis.message))
    return [];
  const table = site.nodes
    .flatMap((node) => [node, ...upwards(node).slice(1, 3)])
    .find((each) => each.type === 'MemberExpression' && each.computed && each.property.type === 'Identifier');
  if (table?.type !== 'MemberExpression') return [];
  const entries = begunWith(context, site.source, table.object as Node);
  const [outsider, more] = outsiders(context, new Set(entries.map((each) => each.name)));
  if (outsider === undefined || more !== undefined) return [];
  const { name: missing, given } = outsider;
  const near = respelt(
    missing,
    [outsider],
    entries.map((each) => each.name),
  );
  if (near.length > 0) return near;
  const spoken = spokenIn(context, entries);
  const idle = entries.filter((each) => !spoken.has(each.name) && takesAll(each.value, given));
  const most = Math.max(...idle.map(({ value }) => takenOf(value).length));
  const [only, other] = idle.filter(({ value }) => takenOf(value).length === most);
  if (only === undefined || other !== undefined || most < 2) return [];
  const title = `\`${only.name}\` is asked for as \`${missing}\``;
  return [ideaIn(name, only.source, { title, rank: 1, splices: [takingName(only, missing)] })];
}

interface Outsider extends Written {
  /** The keys of the object that the call hands over beside the name. */
  readonly given: readonly string[];
}

/** Names that calls of one method say as others of them say entries, two at least, and that are none. */
function outsiders({ tree }: RecipeContext, names: ReadonlySet<string>): Outsider[] {
  const calls = allSources(tree).flatMap((source) =>
    isTest(source.path)
      ? []
      : all(source.program, 'CallExpression').flatMap(({ callee, arguments: given }) => {
          const key = given[0] as Node | undefined;
          const said = key === undefined ? null : stringValue(key);
          const method = chainOf(callee)?.split('.').at(-1);
          if (key === undefined || said === null || method === undefined) return [];
          const object = given.find((each) => each.type === 'ObjectExpression');
          const keys = object?.type === 'ObjectExpression' ? object.properties : [];
          const handed = keys.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : []));
          return [{ method, source, name: said, key, value: null, given: handed }];
        }),
  );
  return calls.filter(
    (each) =>
      !names.has(each.name) &&
      new Set(calls.filter((other) => other.method === each.method && names.has(other.name)).map((other) => other.name))
        .size >= 2,
  );
}

/** What functions take out of the objects that they are given. */
function takenOf(value: Node | null): string[] {
  const params = value !== null && 'params' in value && Array.isArray(value.params) ? (value.params as Node[]) : [];
  return params.flatMap((each) =>
    each.type === 'ObjectPattern'
      ? each.properties.flatMap((part) => (part.type === 'Property' ? (keyName(part.key) ?? []) : []))
      : [],
  );
}

function takesAll(value: Node | null, given: readonly string[]): boolean {
  const params = value !== null && 'params' in value && Array.isArray(value.params) ? (value.params as Node[]) : [];
  return (
    given.length > 0 &&
    params.some((each) => each.type === 'ObjectPattern' && given.every((key) => takenOf(value).includes(key)))
  );
}

/** What one was told is not there, and the tables that were asked. */
interface Refusal {
  readonly source: Source;
  readonly missing: string;
  readonly tables: readonly Node[];
  /** `{ kind, data }` in the function that looks `kind` up: others read the name. */
  readonly isKept: boolean;
}

/** Where a name is written: what is asked for, or an entry of the table. */
interface Written {
  readonly source: Source;
  readonly name: string;
  readonly key: Node;
  /** Of an entry what is put there, where that is seen. */
  readonly value: Node | null;
}

/** Thrown by the project's own code with the name in the text, where the same function looks that name up. */
function refusal(context: RecipeContext): Refusal | null {
  const [site] = sitesOf(context);
  const thrown = site?.nodes.flatMap(upwards).find((each) => each.type === 'ThrowStatement');
  const fn = thrown === undefined ? undefined : functionsAround(thrown)[0];
  if (site === undefined || thrown === undefined || fn === undefined) return null;
  for (const template of all(thrown, 'TemplateLiteral')) {
    const parts = template.quasis.map(({ value }) => escapeRegExp(value.cooked ?? ''));
    // Beside the name there may be a list of what there is.
    const told = template.expressions.map((each) => toldName(each as Node));
    const holes = told.map((each) => (each === null ? '([^]{0,1000}?)' : '([\\w$.:-]{1,60})'));
    const pattern = parts.map((part, at) => part + (holes[at] ?? '')).join('');
    const said = new RegExp(pattern).exec(context.diagnosis.message);
    for (const [at, word] of told.entries()) {
      const missing = said?.[at + 1];
      const tables = word === null ? [] : lookedUpIn(fn, word);
      if (missing !== undefined && word !== null && tables.length > 0)
        return { source: site.source, missing, tables, isKept: isKept(fn, word) };
    }
  }
  return null;
}

/** Stands in an object that the function makes, and not in what it throws. */
function isKept(fn: Node, word: string): boolean {
  return all(fn, 'Property').some(
    ({ parent, value }) =>
      parent?.type === 'ObjectExpression' &&
      value.type === 'Identifier' &&
      value.name === word &&
      !upwards(parent).some((each) => each.type === 'ThrowStatement'),
  );
}

/** `table.has(name)`, `table.get(name)`, `table[name]`, `name in table` */
function lookedUpIn(fn: Node, word: string): Node[] {
  const isIt = (node: Node | undefined): boolean => node?.type === 'Identifier' && node.name === word;
  const called = all(fn, 'CallExpression').flatMap(({ callee, arguments: given }) => {
    const method = callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : null;
    if (callee.type === 'MemberExpression' && /^(?:has|get)$/.test(method ?? '') && isIt(given[0] as Node))
      return [callee.object as Node];
    const isOfObject = /^Object\.(?:hasOwn|keys)$/.test(chainOf(callee) ?? '');
    return isOfObject && isIt(given[1] as Node) ? [given[0] as Node] : [];
  });
  const members = all(fn, 'MemberExpression').filter((each) => each.computed && isIt(each.property as Node));
  const within = all(fn, 'BinaryExpression').filter((each) => each.operator === 'in' && isIt(each.left as Node));
  return [...called, ...members.map(({ object }) => object as Node), ...within.map(({ right }) => right as Node)];
}

/** What the table begins with, and what is put into it by the calls of the one function that fills it. */
function entriesOf(context: RecipeContext, source: Source, table: Node): Written[] {
  const chain = chainOf(table);
  if (chain === null) return [];
  const begun = begunWith(context, source, table);
  const filled = registrars(source, chain).flatMap((each) => handedTo(context, each));
  return [...begun, ...filled];
}

function begunWith({ tree }: RecipeContext, source: Source, table: Node): Written[] {
  const field = table.type === 'MemberExpression' && table.object.type === 'ThisExpression' ? keyOf(table) : null;
  const fields =
    field === null ? [] : all(source.program, 'PropertyDefinition').filter((each) => keyOf(each) === field);
  const word = table.type === 'Identifier' ? table.name : null;
  const from = importsOf(source).find((each) => each.local === word);
  const declared =
    from !== undefined
      ? (exportsOfSpecifier(tree, source.path, from.specifier)?.names.get(from.imported) ?? null)
      : word === null
        ? null
        : declarationOf(source, word);
  const inits = [...fields.map(({ value }) => value), declared?.type === 'VariableDeclarator' ? declared.init : null];
  return inits.flatMap((init) => {
    const root = init === null ? undefined : upwards(init as Node).at(-1);
    const owner = allSources(tree).find(({ program }) => program === root);
    return init === null || owner === undefined ? [] : namesOf(owner, init as Node);
  });
}

const keyOf = (node: Node): string | null =>
  node.type === 'MemberExpression'
    ? hiddenName(node.property as Node)
    : node.type === 'PropertyDefinition'
      ? hiddenName(node.key as Node)
      : null;

const hiddenName = (node: Node): string | null => (node.type === 'PrivateIdentifier' ? `#${node.name}` : keyName(node));

/** Keys of an object, first words of the pairs of a Map. */
function namesOf(source: Source, init: Node): Written[] {
  if (init.type === 'ObjectExpression')
    return init.properties.flatMap((each) => {
      const key = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
      return each.type !== 'Property' || key === null
        ? []
        : [{ source, name: key, key: each.key as Node, value: each.value as Node }];
    });
  const [given] = init.type === 'NewExpression' ? init.arguments : [];
  if (
    given?.type === 'CallExpression' &&
    chainOf(given.callee) === 'Object.entries' &&
    given.arguments[0] !== undefined
  )
    return namesOf(source, given.arguments[0] as Node);
  if (given?.type !== 'ArrayExpression') return [];
  return given.elements.flatMap((pair) => {
    const [key, value = null] = pair?.type === 'ArrayExpression' ? pair.elements : [];
    const said = key === undefined || key === null ? null : stringValue(key as Node);
    return said === null ? [] : [{ source, name: said, key: key as Node, value: value as Node | null }];
  });
}

/** A function by which the table is filled: what it is called, and which of its arguments is the name. */
interface Registrar {
  readonly called: string;
  readonly at: number;
}

function registrars(source: Source, chain: string): Registrar[] {
  const keys = [
    ...all(source.program, 'CallExpression').flatMap(({ callee, arguments: [key] }) =>
      chainOf(callee) === `${chain}.set` && key !== undefined ? [key as Node] : [],
    ),
    ...all(source.program, 'AssignmentExpression').flatMap(({ left }) =>
      left.type === 'MemberExpression' && left.computed && chainOf(left.object) === chain
        ? [left.property as Node]
        : [],
    ),
  ];
  return keys.flatMap((key) => {
    const [fn] = functionsAround(key);
    const at = fn?.params.findIndex((each) => each.type === 'Identifier' && keyName(each) === keyName(key)) ?? -1;
    const holder = fn?.parent;
    const called =
      fn?.type === 'FunctionDeclaration'
        ? (fn.id?.name ?? null)
        : holder?.type === 'MethodDefinition' || holder?.type === 'Property'
          ? hiddenName(holder.key as Node)
          : holder?.type === 'VariableDeclarator'
            ? keyName(holder.id as Node)
            : null;
    return called === null || at < 0 || key.type !== 'Identifier' ? [] : [{ called, at }];
  });
}

/** `kernel.provide('db', db)`; `for (const [key, service] of Object.entries(provides)) this.provide(key, service)` */
function handedTo({ tree }: RecipeContext, { called, at }: Registrar): Written[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap(({ callee, arguments: given }) => {
      const key = given[at] as Node | undefined;
      const method = callee.type === 'MemberExpression' ? hiddenName(callee.property as Node) : chainOf(callee);
      if (key === undefined || method !== called) return [];
      const said = stringValue(key);
      if (said !== null) return [{ source, name: said, key, value: (given[at + 1] ?? null) as Node | null }];
      const group = key.type === 'Identifier' ? groupOf(key, key.name) : null;
      return group === null ? [] : keysUnder(tree, group);
    }),
  );
}

/** `provides`, of whose entries the loop around takes the name. */
function groupOf(node: Node, word: string): string | null {
  for (const loop of upwards(node)) {
    if (loop.type !== 'ForOfStatement' || loop.right.type !== 'CallExpression') continue;
    const names = all(loop.left as Node, 'Identifier').map((each) => each.name);
    const [from] = loop.right.arguments;
    if (names[0] === word && /^Object\.(?:entries|keys)$/.test(chainOf(loop.right.callee) ?? ''))
      return (
        chainOf(from as Node)
          ?.split('.')
          .at(-1) ?? null
      );
  }
  return null;
}

function keysUnder(tree: RecipeContext['tree'], group: string): Written[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'Property').flatMap((each) =>
      keyName(each.key) === group && each.value.type === 'ObjectExpression' ? namesOf(source, each.value) : [],
    ),
  );
}

/** Texts that say the name and are no entry. */
function askedFor({ tree }: RecipeContext, missing: string, entries: readonly Written[]): Written[] {
  const keys = new Set(entries.map(({ key }) => key));
  return allSources(tree).flatMap((source) =>
    isTest(source.path)
      ? []
      : all(source.program, 'Literal').flatMap((key) =>
          stringValue(key) === missing && !keys.has(key) ? [{ source, name: missing, key, value: null }] : [],
        ),
  );
}

/** `no letter "reminder" (there are reminders, welcome)`: what stands in the message behind the word that says what there is. */
function listedIn(message: string, missing: string): string[] {
  const behind = message.slice(message.indexOf(missing) + missing.length);
  const list =
    /\b(?:there (?:are|is)|available|known|registered|one of|has|have|choose|use|expected)\b[^:\w]*:?(.*)/is.exec(
      behind,
    )?.[1];
  return list?.slice(0, 1000).match(/[A-Za-z_$][\w$.-]*[\w$]/g) ?? [];
}

function respelt(missing: string, asked: readonly Written[], names: readonly string[]): Idea[] {
  return rankedNames(missing, new Set(names), 2).map((near) =>
    ideaOf(
      name,
      { title: `\`${missing}\` should be \`${near.name}\``, rank: near.rank },
      asked.map(({ source, key: { start, end } }) => ({
        source,
        splices: [{ start, end, text: quoted(near.name, source.text) }],
      })),
    ),
  );
}

/** The one entry of whose name nobody speaks takes the name that is asked for. */
function renamed(
  context: RecipeContext,
  { missing, asked }: Refusal & { readonly asked: readonly Written[] },
  entries: readonly Written[],
): Idea[] {
  const spoken = spokenIn(context, entries);
  const idle = entries.filter((each) => !spoken.has(each.name));
  const calledSo = idle.filter(({ value }) => value?.type === 'Identifier' && value.name === missing);
  const [only, more] = calledSo.length > 0 ? calledSo : idle;
  if (only === undefined || more !== undefined) return [];
  const isSure = calledSo.length > 0 || asked.length > 1;
  const title = `\`${only.name}\` is asked for as \`${missing}\``;
  return [ideaIn(name, only.source, { title, rank: isSure ? 0 : 1, splices: [takingName(only, missing)] })];
}

/** Texts of the sources that are no entries. */
function spokenIn({ tree }: RecipeContext, entries: readonly Written[]): ReadonlySet<string> {
  const keys = new Set(entries.map(({ key }) => key));
  return new Set(
    allSources(tree).flatMap((source) =>
      all(source.program, 'Literal').flatMap((each) => (keys.has(each) ? [] : (stringValue(each) ?? []))),
    ),
  );
}

function takingName({ source, key, value }: Written, missing: string): Splice {
  const isText = stringValue(key) !== null;
  const isShort = value !== null && value.start === key.start;
  const text = isText || !/^[A-Za-z_$][\w$]*$/.test(missing) ? quoted(missing, source.text) : missing;
  if (value?.type === 'Identifier' && value.name === missing && !isText)
    return { start: key.start, end: value.end, text: missing };
  return { start: key.start, end: key.end, text: isShort ? `${text}: ${source.text.slice(key.start, key.end)}` : text };
}
