/** `config.root` where the module gives out a `rootDir` that nobody reads, `Member.from` of a class that has `of`: two names that are one. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { groupBy } from '../../../kit/group-by.ts';
import { memoize } from '../../../kit/memoize.ts';
import { classMembers, declarationOf, exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import { called, reached } from '../../code/callees.ts';
import { prototypeMembers } from '../../code/members.ts';
import { nearNames, shareWord } from '../../code/names.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { memberNames } from '../../evidence/member-names.ts';
import type { Read } from '../../evidence/member-names.ts';
import { areOpposites, areSynonyms } from '../../code/words.ts';
import { ideaOf } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { fileBehind } from '../modules/wrong-imports.ts';

const name = 'lone-read';

export const loneRead: Recipe = {
  name,
  classes: ['type', 'unknown', 'config', 'assertion', 'range', 'missing_file'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A member that a module or a class of the project does not give, beside one that it gives and nobody reads: both take one name. Found in the text, wherever the failure shows.',
  ideas(context) {
    const { given } = memberNames(context.tree);
    const loneOf = (owners: readonly Owner[]): Lone[] =>
      owners.flatMap((owner) => {
        const isGiven = (read: string): boolean =>
          owner.given.has(read) || isInherited(read) || given.get(read)?.some(({ isSet }) => isSet) === true;
        const wrong = readsOf(context, owner).filter(({ name: read }) => !isGiven(read));
        const [first] = wrong;
        return first === undefined || wrong.some((each) => each.name !== first.name) ? [] : [{ owner, wrong }];
      });
    const known = loneOf(ownersOf(context));
    const [only, more] = known.length > 0 ? known : loneOf(instancesOf(context));
    return only === undefined || more !== undefined ? [] : renaming(context, only);
  },
};

interface Lone {
  readonly owner: Owner;
  readonly wrong: readonly Read[];
}

/** A module whose every name is known, a class by its static members, or what a class calls `this`. */
interface Owner {
  readonly word: string;
  readonly file: string;
  readonly given: ReadonlyMap<string, Node | null>;
  /** What a schema lets pass: its keys are those of the environment or of a file, not of the project's choice. */
  readonly isChecked?: boolean;
  /** Where it is made in a function: nobody else knows it by its name. */
  readonly made?: Node;
  /** The class whose instances it is. */
  readonly own?: Node;
}

function ownersOf(context: RecipeContext): Owner[] {
  const modules = allSources(context.tree).flatMap((source) =>
    importsOf(source).flatMap((from): Owner[] => {
      const file = from.imported === '*' && from.local !== null ? fileBehind(context, source, from) : null;
      const exported = file === null ? null : exportsOfSpecifier(context.tree, source.path, from.specifier);
      const isKnown = exported?.complete === true && exported.whole === null && exported.names.size > 0;
      return isKnown && file !== null && from.local !== null ? [{ word: from.local, file, given: exported.names }] : [];
    }),
  );
  const objects = allSources(context.tree).flatMap((source) =>
    importsOf(source).flatMap((from): Owner[] => {
      const given =
        from.imported === 'default' && from.local !== null
          ? exportsOfSpecifier(context.tree, source.path, from.specifier)?.names.get('default')
          : null;
      const literal = given?.type === 'ExportDefaultDeclaration' ? given.declaration : null;
      const keys = literal?.type === 'ObjectExpression' ? keysOf(literal) : null;
      const file = keys === null ? null : fileBehind(context, source, from);
      return keys === null || file === null || from.local === null ? [] : [{ word: from.local, file, given: keys }];
    }),
  );
  const classes = allSources(context.tree).flatMap((source) =>
    all(source.program, 'ClassDeclaration').flatMap((made): Owner[] => {
      const { names, complete } = classMembers(made, true);
      return complete && made.id !== null && names.size > 0
        ? [{ word: made.id.name, file: source.path, given: names }]
        : [];
    }),
  );
  return [
    ...new Map(
      [...modules, ...objects, ...classes, ...constantsOf(context)].map((each) => [
        `${each.word} ${each.file} ${each.made?.start ?? ''}`,
        each,
      ]),
    ).values(),
  ];
}

/** Classes that take nothing from others: `[this.checkAge, this.checkGap]`, where there is a `checkInterval` that nobody reads. */
function instancesOf({ tree }: RecipeContext): Owner[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ClassDeclaration').flatMap((own): Owner[] => {
      const { names, complete } = classMembers(own, false);
      const fields = all(own.body, 'TSParameterProperty').flatMap(({ parameter }) => keyName(parameter) ?? []);
      // `Object.assign(this, given)`; `check.call(this, order)` gives it nothing.
      const isOpen = all(own.body, 'CallExpression').some(
        (call) =>
          call.arguments.some((each) => each.type === 'ThisExpression') &&
          !/^(?:call|apply|bind)$/.test(lastNameOf(call.callee) ?? ''),
      );
      if (!complete || isOpen || all(own.body, 'TSIndexSignature').length > 0) return [];
      const given = new Map([...names, ...fields.map((field) => [field, null] as const)]);
      return [{ word: 'this', file: source.path, given, own }];
    }),
  );
}

/** What a class reads of its instances, and asks for nowhere. */
function readsOfThis({ tree }: RecipeContext, { file, own }: Owner): Read[] {
  const read = [...memberNames(tree).read.values()].flat();
  return read.filter(({ source, object, node }) => {
    const [method] = functionsAround(object).filter(({ type }) => type !== 'ArrowFunctionExpression');
    const isOwn = source.path === file && object.type === 'ThisExpression' && own !== undefined;
    // What is called fails by its name, and others know what else may be called.
    const isCalled = node.parent?.type === 'CallExpression' && node.parent.callee === node;
    return isOwn && !isCalled && !isAsked(node) && method?.parent?.parent?.parent === own;
  });
}

/** `this.cache ?? load()`, `if (this.timer)`: it may be that it is not there. */
function isAsked({ parent }: Node): boolean {
  return /^(?:If|While)Statement$|^(?:Logical|Conditional|Unary|Binary|Chain)Expression$/.test(parent?.type ?? '');
}

/** What an object that is written out has; null where more may be in it. */
function keysOf({ properties }: Of<'ObjectExpression'>): ReadonlyMap<string, Node> | null {
  const keys = properties.flatMap((each) =>
    each.type === 'Property' && !each.computed ? [[keyName(each.key) ?? '', each] as const] : [],
  );
  return keys.length > 0 && keys.length === properties.length ? new Map<string, Node>(keys) : null;
}

/** `const settings = Object.freeze({ … })`, `const env = z.object({ … }).parse(process.env)`: what has all its keys where it is made. */
function constantsOf({ tree }: RecipeContext): Owner[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'VariableDeclaration').flatMap((node) => {
      const isTop = /^(?:Program|ExportNamedDeclaration)$/.test(node.parent?.type ?? '');
      if (node.kind !== 'const') return [];
      return node.declarations.flatMap((made): Owner[] => {
        const { id, init } = made;
        // A schema by itself has what zod gives it.
        if ((!isTop && !isEnvironment(init)) || (init?.type === 'CallExpression' && isZod(init))) return [];
        const literal = init === null || id.type !== 'Identifier' ? null : literalOf(source, init);
        const given = literal === null ? null : keysOf(literal);
        const isChecked = schemaOf(init) !== null;
        const within = isTop ? {} : { made };
        return given !== null && id.type === 'Identifier'
          ? [{ word: id.name, file: source.path, given, isChecked, ...within }]
          : [];
      });
    }),
  );
}

/** `schema.parse(environment)`: of a request, whoever sent it has the keys. */
function isEnvironment(value: Node | null): boolean {
  const [given] = value?.type === 'CallExpression' && schemaOf(value) !== null ? value.arguments : [];
  return /(?:^|\.)env(?:ironment)?$/i.test(given === undefined ? '' : (chainOf(given as Node) ?? ''));
}

/** `schema.parse(process.env)`: the schema; null where nothing is checked so. */
function schemaOf(value: Node | null): Node | null {
  const callee = value?.type === 'CallExpression' ? value.callee : null;
  return callee?.type === 'MemberExpression' && keyName(callee.property) === 'parse' ? (callee.object as Node) : null;
}

function literalOf(source: Source, value: Node): Of<'ObjectExpression'> | null {
  if (value.type === 'ObjectExpression') return value;
  if (value.type !== 'CallExpression') return null;
  const of = schemaOf(value);
  const made = of?.type === 'Identifier' ? declarationOf(source, of.name) : null;
  const schema = made?.type === 'VariableDeclarator' ? made.init : of;
  if (of !== null) return schema?.type === 'CallExpression' && isZod(schema) ? literalOf(source, schema) : null;
  const [first] = value.arguments;
  const isKept = chainOf(value.callee) === 'Object.freeze' || isZod(value);
  return isKept && first?.type === 'ObjectExpression' ? first : null;
}

function isZod({ callee }: Of<'CallExpression'>): boolean {
  return /^z\.(?:object|strictObject|looseObject)$/.test(chainOf(callee) ?? '');
}

/** What is read of the thing by its name, and of a parameter that is called so. */
function readsOf(context: RecipeContext, owner: Owner): Read[] {
  const { word, file, made } = owner;
  if (owner.own !== undefined) return readsOfThis(context, owner);
  const read = (readsByWord(context.tree).get(word) ?? []).filter(({ object, source }) => {
    const binding = namesInScope(source, object.start).get(word);
    if (made !== undefined) return source.path === file && binding?.node === made;
    const isOwn =
      source.path === file &&
      binding?.node.type === 'VariableDeclarator' &&
      binding.node.parent?.parent?.type !== 'BlockStatement';
    return binding === undefined || binding.kind === 'param' || isTaken(source, word) || isClass(binding.node) || isOwn;
  });
  return made === undefined ? [...read, ...takenApart(context, word)] : read;
}

/** `openStores(settings)` of `function openStores({ opening, weather })`. */
function takenApart(context: RecipeContext, word: string): Read[] {
  return (handoversByWord(context.tree).get(word) ?? []).flatMap(({ source, call, at }) => {
    const made = isTaken(source, word) ? called(context, source, call.callee) : [];
    const param = made[0]?.fn.params[at];
    if (made.length !== 1 || param?.type !== 'ObjectPattern') return [];
    return param.properties.flatMap((node): Read[] => {
      const name = node.type === 'Property' && !node.computed ? keyName(node.key) : null;
      const isWanted = node.type === 'Property' && node.value.type !== 'AssignmentPattern';
      return name === null || !isWanted || made[0] === undefined
        ? []
        : [{ source: made[0].source, name, key: node.key as Node, object: param, node }];
    });
  });
}

/** By the name that they are read of. */
const readsByWord = memoize((tree: SourceTree) =>
  groupBy([...memberNames(tree).read.values()].flat(), ({ object }) =>
    object.type === 'Identifier' ? object.name : '',
  ),
);

/** Names as arguments, each call once for a name. */
const handoversByWord = memoize((tree: SourceTree) => {
  const handed = allSources(tree).flatMap((source) =>
    all(source.program, 'CallExpression').flatMap((call) =>
      call.arguments.flatMap((each, at) => (each.type === 'Identifier' ? [{ source, call, at, word: each.name }] : [])),
    ),
  );
  const first = handed.filter(
    ({ call, at, word }) => call.arguments.findIndex((each) => each.type === 'Identifier' && each.name === word) === at,
  );
  return groupBy(first, ({ word }) => word);
});

function isTaken(source: Source, word: string): boolean {
  return importsOf(source).some(({ local }) => local === word);
}

function isClass({ type }: Node): boolean {
  return type === 'ClassDeclaration';
}

function isInherited(member: string): boolean {
  return [...prototypeMembers('Function'), ...prototypeMembers('Object'), 'name', 'length', 'default'].includes(member);
}

function renaming(context: RecipeContext, { owner, wrong }: { owner: Owner; wrong: readonly Read[] }): Idea[] {
  const { read, spoken } = memberNames(context.tree);
  const wanted = wrong[0]?.name ?? '';
  const own = new Set(readsOf(context, owner).map((each) => each.name));
  const isIdle = (each: string): boolean => !read.has(each) && !spoken.has(each);
  // `games.answersOf()`, which reaches the method of a class: it reads nothing of `keys`.
  const isOthers = (each: string): boolean => {
    const mine = functionIn(owner.given.get(each) ?? null);
    const isElse = ({ source, node }: Read): boolean => {
      const made = reached(context, source, node);
      return made.length > 0 && made.every(({ fn }) => fn !== mine);
    };
    return mine !== null && !own.has(each) && !spoken.has(each) && (read.get(each) ?? []).every(isElse);
  };
  const isLike = ([each]: readonly [string, Node | null]): boolean =>
    !(owner.own !== undefined && areOpposites(wanted, each)) &&
    (nearNames(wanted, [each]).length > 0 || shareWord(wanted, each) || areSynonyms(wanted, each));
  const idle = [...owner.given].filter(([each]) => each !== 'default' && isIdle(each));
  const others = [...owner.given].filter((each) => !isIdle(each[0]) && isOthers(each[0]) && isLike(each));
  const near = idle.filter(isLike);
  const like = near.length > 0 ? near : others;
  // Called or handed on, it is a function.
  const [only, more] = like.length > 0 || owner.own !== undefined ? like : idle.filter(([, node]) => isMethod(node));
  const place = only === undefined ? null : keyOf(only[1]);
  const source = allSources(context.tree).find(({ path }) => path === owner.file);
  if (only === undefined || more !== undefined || place === null || source === undefined) return [];
  const { start, end } = place.key;
  const text = place.isShort ? `${wanted}: ${only[0]}` : wanted;
  const title = `\`${only[0]}\` of \`${owner.word}\` is read as \`${wanted}\``;
  const ask =
    like.length > 0 || idle.length === 1 ? null : `nothing but that nobody reads it speaks for \`${only[0]}\``;
  const isReader = owner.isChecked === true && !context.envKeys.includes(wanted);
  const changes = isReader
    ? wrong.map((each) => ({ source: each.source, splices: [{ ...placeOf(each.key), text: only[0] }] }))
    : [{ source, splices: [{ start, end, text }] }];
  return [ideaOf(name, { title, rank: 1, ask }, changes)];
}

function placeOf({ start, end }: Node): { readonly start: number; readonly end: number } {
  return { start, end };
}

function functionIn(node: Node | null): Node | null {
  return node?.type === 'Property' && isFunction(node.value) ? node.value : null;
}

function isMethod(node: Node | null): boolean {
  return node?.type === 'MethodDefinition' || (node?.type === 'Property' && isFunction(node.value));
}

/** Where the name is given; null where it is that of a declaration, which others of its file use. */
function keyOf(node: Node | null): { readonly key: Node; readonly isShort: boolean } | null {
  if (node?.type === 'MethodDefinition' || node?.type === 'PropertyDefinition')
    return { key: node.key as Node, isShort: false };
  if (node?.type === 'Property') return { key: node.key as Node, isShort: (node as Of<'Property'>).shorthand };
  return node?.type === 'ExportSpecifier' && keyName(node.exported) !== null
    ? { key: node.exported as Node, isShort: false }
    : null;
}
