/** A stream of the project's own that never says that it is done with a chunk, or that is handed objects without having said so. */
import type { Idea } from '../../../incident/nouns.ts';
import { prototypeMembers } from '../../code/members.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { all, allSources, chainOf, functionsAround, isFunction, keyName, textOf } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, lineStart, semicolonOf } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';

export const ownStream: Recipe = {
  name: 'own-stream',
  classes: ['timeout', 'type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A stream of the project’s own that never calls back for a chunk, or on some way out of it: it does; one that is written objects, or gives them, in the mode for bytes: object mode.',
  ideas(context) {
    const streams = allSources(context.tree).flatMap((source) => [...classes(source), ...literals(source)]);
    if (context.diagnosis.class === 'timeout') return streams.flatMap(calledBack);
    return /"chunk" argument must be of type string or an instance of/.test(context.diagnosis.message)
      ? inObjectMode(context, streams)
      : [];
  },
};

interface Stream {
  readonly source: Source;
  readonly base: string;
  /** By their names without `_`. */
  readonly methods: ReadonlyMap<string, FunctionNode>;
  /** What the constructor of the base class is given: its options, the `super()` that gives none; null where it has no place. */
  readonly options: Node | null;
}

const bases = /^(?:[\w$]+\.)?(Transform|Writable|Duplex|Readable|PassThrough)$/;

/** `class Lines extends Transform`. */
function classes(source: Source): Stream[] {
  return [...all(source.program, 'ClassDeclaration'), ...all(source.program, 'ClassExpression')].flatMap((made) => {
    const base = bases.exec(made.superClass === null ? '' : (chainOf(made.superClass) ?? ''))?.[1];
    if (base === undefined) return [];
    const own = made.body.body.flatMap((each) =>
      each.type === 'MethodDefinition' && !each.computed
        ? [[(keyName(each.key) ?? '').replace(/^_/, ''), each.value as FunctionNode] as const]
        : [],
    );
    const methods = new Map(own);
    const constructed = methods.get('constructor');
    const options = constructed === undefined ? undefined : all(constructed, 'CallExpression').find(isSuper);
    return [{ source, base, methods, options: (options?.arguments[0] as Node | undefined) ?? options ?? null }];
  });
}

const isSuper = ({ callee }: Of<'CallExpression'>): boolean => callee.type === 'Super';

/** `new Transform({ transform(chunk, encoding, done) { … } })`. */
function literals(source: Source): Stream[] {
  return all(source.program, 'NewExpression').flatMap(({ callee, arguments: [options] }) => {
    const base = bases.exec(chainOf(callee) ?? '')?.[1];
    if (base === undefined || options?.type !== 'ObjectExpression') return [];
    const own = options.properties.flatMap((each) =>
      each.type === 'Property' && !each.computed && isFunction(each.value as Node)
        ? [[keyName(each.key) ?? '', each.value as FunctionNode] as const]
        : [],
    );
    return [{ source, base, methods: new Map(own), options }];
  });
}

/** Which parameter is the callback. */
const callbacks: Readonly<Record<string, number>> = {
  ...{ transform: 2, write: 2, writev: 1, flush: 0, final: 0, destroy: 1, construct: 0 },
};

function calledBack({ source, methods }: Stream): Idea[] {
  return [...methods].flatMap(([name, fn]) => {
    const param = Object.hasOwn(callbacks, name) ? fn.params[callbacks[name] ?? 0] : undefined;
    if (param?.type !== 'Identifier' || fn.body?.type !== 'BlockStatement') return [];
    const { body } = fn;
    const uses = all(body, 'Identifier').filter((id) => id.name === param.name);
    const title = `\`${name}\` says when it is done`;
    if (uses.length > 0) return waysOut(fn, param.name).map((splices) => idea(source, title, splices));
    // What goes on in a callback of its own is done later.
    const isLater = all(body, 'CallExpression').some(
      (call) => !isOverList(call) && call.arguments.some((each) => isFunction(each as Node)),
    );
    const last = body.body.at(-1);
    if (isLater || last === undefined || last.type === 'ReturnStatement') return [];
    const line = `${indentAt(source.text, lineStart(source.text, last.start))}${param.name}()${semicolonOf(source.text)}`;
    return [idea(source, title, [{ start: last.end, end: last.end, text: `${eolOf(source.text)}${line}` }])];
  });
}

function isOverList({ callee }: Of<'CallExpression'>): boolean {
  const name = callee.type === 'MemberExpression' ? (keyName(callee.property) ?? '') : '';
  return prototypeMembers('Array').includes(name) || /^replace/.test(name);
}

/** `if (line === '') return;`, where nothing before it in its block calls back: all of them in one go. */
function waysOut(fn: FunctionNode, done: string): Splice[][] {
  const bare = all(fn, 'ReturnStatement').filter(
    (each) => each.argument === null && functionsAround(each)[0] === fn && !isDoneBefore(each, done),
  );
  if (bare.length === 0) return [];
  return [
    bare.map(({ start }) => ({ start: start + 'return'.length, end: start + 'return'.length, text: ` ${done}()` })),
  ];
}

function isDoneBefore(statement: Node, done: string): boolean {
  const { parent } = statement;
  const list = parent?.type === 'BlockStatement' ? (parent.body as Node[]) : [];
  return list.some((each) => each.start < statement.start && all(each, 'Identifier').some(({ name }) => name === done));
}

function idea(source: Source, title: string, splices: readonly Splice[]): Idea {
  return ideaIn('own-stream', source, { title, rank: 0, splices });
}

/** The one stream that works with objects on a side for which it did not say so. */
function inObjectMode({ diagnosis }: RecipeContext, streams: readonly Stream[]): Idea[] {
  if (!/Received (?:an instance of (?!Buffer|Uint8Array)|type (?:number|boolean|bigint))/.test(diagnosis.message))
    return [];
  const found = streams.flatMap((stream) => {
    const lacking = lackingModes(stream);
    return lacking === null || stream.options === null ? [] : [{ stream, options: stream.options, lacking }];
  });
  const [only, other] = found;
  if (only === undefined || other !== undefined) return [];
  const { source } = only.stream;
  const { options, lacking } = only;
  return [idea(source, `what the stream works with are objects: \`${lacking}\``, given(source, options, lacking))];
}

function lackingModes({ source, base, methods, options }: Stream): string | null {
  const said = options === null ? '' : textOf(source, options);
  if (/\bobjectMode\b/.test(said)) return null;
  const takes = [methods.get('transform'), methods.get('write')].some((fn) => fn !== undefined && takesObject(fn));
  const gives = [...methods.values()].some((fn) => givesObject(fn));
  const writes = takes && !/\bwritableObjectMode\b/.test(said);
  const reads = gives && !/\breadableObjectMode\b/.test(said);
  if (!writes && !reads) return null;
  if (base === 'Writable' || base === 'Readable' || (writes && reads)) return 'objectMode';
  return writes ? 'writableObjectMode' : 'readableObjectMode';
}

/** The chunk is taken apart, or a member is read of it that no bytes and no text have. */
function takesObject({ params: [chunk], body }: FunctionNode): boolean {
  if (chunk?.type === 'ObjectPattern') return true;
  if (chunk?.type !== 'Identifier' || body === null) return false;
  const known = [...prototypeMembers('Buffer'), ...prototypeMembers('String'), ...prototypeMembers('Array')];
  return all(body, 'MemberExpression').some(({ object, property, computed }) => {
    if (object.type !== 'Identifier' || object.name !== chunk.name) return false;
    return computed ? property.type === 'Identifier' : ![...known, 'length'].includes(keyName(property) ?? '');
  });
}

/** `this.push({ … })`, `this.push(JSON.parse(line))`. */
function givesObject(fn: FunctionNode): boolean {
  return all(fn, 'CallExpression').some(({ callee, arguments: [value] }) => {
    if (chainOf(callee) !== 'this.push' || value === undefined) return false;
    const made = value.type === 'CallExpression' ? (chainOf(value.callee) ?? '') : '';
    return value.type === 'ObjectExpression' || /^(?:JSON\.parse|Object\.fromEntries)$/.test(made);
  });
}

/** The mode among the options that are given, or as the only one. */
function given(source: Source, options: Node, mode: string): Splice[] {
  const written = `${mode}: true`;
  if (options.type === 'CallExpression')
    return [{ start: options.end - 1, end: options.end - 1, text: `{ ${written} }` }];
  if (options.type !== 'ObjectExpression')
    return [{ start: options.start, end: options.end, text: `{ ...${textOf(source, options)}, ${written} }` }];
  const [first] = options.properties;
  return first === undefined
    ? [{ start: options.start, end: options.end, text: `{ ${written} }` }]
    : [{ start: first.start, end: first.start, text: `${written}, ` }];
}
