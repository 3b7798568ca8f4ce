/** Names that a library is told in strings and keys and does not know: columns of a query builder, fields of an object mapper, services of a container. */
import type { Idea } from '../../../incident/nouns.ts';
import { memoize } from '../../../kit/memoize.ts';
import { escapeRegExp } from '../../../kit/text.ts';
import { importsOf } from '../../code/bindings.ts';
import { declared } from '../../code/modules.ts';
import { rankedNames } from '../../code/names.ts';
import { schemaOf, word } from '../../code/sql.ts';
import { all, allSources, isFunction, keyName, statementOf, stringValue, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { isVariant, singular } from '../../code/words.ts';
import { registrationsOf } from '../../evidence/container.ts';
import { isKeyRead } from '../../evidence/key-reads.ts';
import { sitesOf } from '../../evidence/site.ts';
import { unsetColumn } from '../../evidence/unbound.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import type { Splice } from '../../code/text.ts';
import { placesOf as placesTaken } from '../modules/package-deed.ts';

const name = 'told-name';
const placesMax = 6;
const textMax = 200;
const placeMax = 64;

export const toldName: Recipe = {
  name,
  classes: ['database', 'unknown', 'type', 'range'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A name that a query builder, an object mapper or a container is told and does not know (a column, a table, a relation, a field, a service): takes the near name that the project has elsewhere, or the one that the message says to use.',
  ideas(context) {
    const [top] = context.diagnosis.frames;
    const isOfContainer =
      /\bCould not resolve '/.test(context.diagnosis.message) && registrationsOf(context.tree).length > 0;
    if (top?.own === true || isOfContainer) return [];
    const told = insteadOf(context);
    if (told.length > 0 || context.diagnosis.class === 'range') return told;
    const unset = unsetIdeas(context);
    if (unset !== null) return unset;
    const spoken = ideasForAll(context, missingNames(context));
    const bare = spoken.length > 0 ? [] : ideasForAll(context, strayWords(context));
    return spoken.length + bare.length > 0 ? [...spoken, ...bare] : strayReads(context);
  },
};

/** "Use `dd` instead of `DD` (in `DD MMM`)": the texts of the project that are said to hold it. */
function insteadOf(context: RecipeContext): Idea[] {
  const { diagnosis, tree } = context;
  const [, to, was, text] =
    /\b[Uu]se `([^`\n]+)` instead of `([^`\n]+)` \(in `([^`\n]+)`\)/.exec(diagnosis.message) ?? [];
  if (to === undefined || was === undefined || text === undefined) return memberInstead(context);
  const after = text.replace(new RegExp(`(?<!\\w)${escapeRegExp(was)}(?!\\w)`, 'g'), () => to);
  return allSources(tree).flatMap((source) => {
    const splices = all(source.program, 'Literal').flatMap((each) =>
      stringValue(each) === text ? [{ start: each.start + 1, end: each.end - 1, text: after }] : [],
    );
    const title = `\`${was}\` should be \`${to}\`, as the package says`;
    return splices.length === 0 || after === text ? [] : [ideaIn(name, source, { title, rank: 0, splices })];
  });
}

/** "yaml.safeLoad is removed. Use yaml.load instead": what the failing line calls and the message says, too, be it taken by its name. */
function memberInstead(context: RecipeContext): Idea[] {
  const { message } = context.diagnosis;
  const to = /\b[Uu]se [`'"]?(?:[\w$]+\.)?([\w$]+)(?:\(\))?[`'"]? instead\b/.exec(message)?.[1];
  const site = sitesOf(context)[0];
  const statement = site?.nodes[0] === undefined ? null : statementOf(site.nodes[0]);
  if (to === undefined || site === undefined || statement === null) return [];
  return all(statement, 'CallExpression').flatMap(({ callee }) => {
    const { was, splices } = calledOtherwise(site.source, callee, to);
    if (was === null || was === to || !word(was).test(message)) return [];
    const title = `\`${was}\` should be \`${to}\`, as the package says`;
    return splices.length === 0 ? [] : [ideaIn(name, site.source, { title, rank: 0, splices })];
  });
}

function calledOtherwise(source: Source, callee: Node, to: string): { was: string | null; splices: Splice[] } {
  if (callee.type === 'MemberExpression' && !callee.computed) {
    const { start, end } = callee.property;
    return { was: keyName(callee.property), splices: [{ start, end, text: to }] };
  }
  const local = callee.type === 'Identifier' ? callee.name : null;
  const from = importsOf(source).find((each) => each.local !== null && each.local === local);
  if (from === undefined || /^(?:\*|default)$/.test(from.imported)) return { was: null, splices: [] };
  return { was: from.imported, splices: placesTaken(source, from, from.imported, to) };
}

const refusal =
  /not found|not exist|no such|no matching|unknown|unrecogni[sz]ed|undefined|unregistered|not (?:registered|associated|supported|allowed|in your schema)|cannot (?:find|populate)|could not (?:find|resolve)|unable to|no metadata|invalid|wrong/i;

/** What the message says is not there: as triage lifted it out, else what stands in quotes, behind a point or at the end of a line. */
function missingNames(context: RecipeContext): string[] {
  const { diagnosis } = context;
  const { column, table } = diagnosis.named;
  const message = diagnosis.message.slice(0, 2 * textMax);
  const isKnown = column !== undefined && membersSpokenOf(context).has(column);
  const holder = isKnown ? /: (\w+)\.\w+$/m.exec(diagnosis.message)?.[1] : undefined; // `books.pages` of an alias `book`
  const known = [column, table, holder].filter((each) => each !== undefined);
  if (known.length > 0 || !refusal.test(message)) return known;
  const quoted = [...message.matchAll(/["'`]([\w$.-]{2,60})["'`]|\b[A-Z]\w*\.([a-z]\w{1,60})\b|: (\w{2,60})$/gm)];
  const names = quoted.flatMap(([, ...found]) => found.find((each) => each !== undefined) ?? []);
  return [...new Set(names.map((each) => each.split('.').at(-1) ?? ''))];
}

/** `Relation with property path autor in entity was not found`: a word of the message that the project says once or twice, to calls alone. */
function strayWords(context: RecipeContext): string[] {
  const words = context.diagnosis.message.slice(0, 2 * textMax).match(/[A-Za-z_$][\w$-]{3,60}/g) ?? [];
  return [...new Set(words)].filter((each) => {
    const count = countOf(context, each);
    return count > 0 && count <= 2 && count === placesOf(context, each).length;
  });
}

/** `values({ memberId, dayz })`: a column that must be set was not, and one key that no other place has is almost its name. */
function unsetIdeas(context: RecipeContext): Idea[] | null {
  const column = unsetColumn(context.diagnosis.message);
  if (column === undefined) return null;
  const forms = [column, column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
  const known = forms.filter((each) => projectWords(context).has(each)).toReversed();
  const odd = allSources(context.tree)
    .flatMap(handedKeys)
    .map(({ key }) => keyName(key) ?? '')
    .filter(
      (key, _, keys) =>
        !forms.includes(key) && rankedNames(key, known).length > 0 && keys.indexOf(key) === keys.lastIndexOf(key),
    );
  const [key, more] = odd;
  const [to] = key === undefined ? [] : rankedNames(key, known);
  if (key === undefined || to === undefined || more !== undefined) return [];
  return placesOf(context, key)
    .filter(({ source, start }) => !/['"`\w.]/.test(source.text[start - 1] ?? ''))
    .slice(0, 1)
    .map(({ source, start, end, tail }) =>
      ideaIn(name, source, {
        title: `\`${key}\` should be \`${to.name}\``,
        rank: 0,
        splices: [{ start, end, text: `${to.name}${tail}` }],
      }),
    );
}

interface Place {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  /** What the new name is followed by: of `{ titel }` the value stays. */
  readonly tail: string;
}

/** Strings and keys of what is handed to calls that say the name as a word; statements of SQL are another recipe's. */
function placesOf(context: RecipeContext, missing: string): Place[] {
  const speaks = new RegExp(`(?<!:)${word(missing).source}`);
  const sources = allSources(context.tree);
  const textsIn = (texts: (source: Source) => readonly Node[]): Place[] =>
    sources.flatMap((source) =>
      texts(source).flatMap((node) => {
        const at = source.text.slice(node.start, node.end).search(speaks);
        return at < 0 ? [] : [{ source, start: node.start + at, end: node.start + at + missing.length, tail: '' }];
      }),
    );
  const keys = sources.flatMap((source) =>
    handedKeys(source).flatMap(({ key, shorthand }) =>
      keyName(key) !== missing || stringValue(key) !== null
        ? []
        : [{ source, start: key.start, end: key.end, tail: shorthand ? `: ${missing}` : '' }],
    ),
  );
  const handed = textsIn(handedTexts);
  return [...(handed.length > 0 ? handed : textsIn(shortTexts)), ...keys];
}

function isHanded(node: Node): boolean {
  const around = upwards(node).slice(1);
  const at = around.findIndex((each) => !/^(?:Object|Array)Expression$|^Property$|^TS\w+$/.test(each.type));
  const call = around[at];
  return (
    call !== undefined && /^(?:Call|New)Expression$/.test(call.type) && (around[at - 1] ?? node) !== calleeOf(call)
  );
}

function calleeOf(call: Node): Node | null {
  return call.type === 'CallExpression' || call.type === 'NewExpression' ? call.callee : null;
}

/** No paths, and no statements of SQL. */
const shortTexts = memoize((source: Source): readonly Node[] =>
  all(source.program, 'Literal').filter((each) => {
    const text = stringValue(each);
    return (
      text !== null &&
      text.length <= textMax &&
      !/^[./]|:\/\/|\bselect\b|\bcreate\s+table\b/i.test(text) &&
      !isSpecifier(each)
    );
  }),
);

const handedTexts = memoize((source: Source): readonly Node[] => shortTexts(source).filter(isHanded));

function isSpecifier({ parent }: Node): boolean {
  return /^(?:Import|Export)/.test(parent?.type ?? '');
}

/** Keys of what a call is handed, and of what a function takes out of its argument: a container reads those. */
const handedKeys = memoize((source: Source) =>
  all(source.program, 'Property').filter((each) => {
    const holder = each.parent;
    const isTaken = holder?.type === 'ObjectPattern' && isFunction(holder.parent as Node);
    return !each.computed && (isTaken || (holder?.type === 'ObjectExpression' && isHanded(each)));
  }),
);

/** Every word by which columns, fields and tables are called in the project, and the packages that it takes. */
const projectWords = memoize((context: RecipeContext): ReadonlySet<string> => {
  const words = [...schemaOf(context)].flatMap(([table, { columns }]) => [table, ...columns]);
  words.push(...declared(context.tree).keys());
  for (const source of allSources(context.tree)) {
    words.push(...handedTexts(source).flatMap((each) => (stringValue(each) ?? '').split(/[^\w$]+/)));
    const keys = [
      ...all(source.program, 'Property').filter(
        ({ computed, parent }) => !computed && parent?.type !== 'ObjectPattern',
      ),
      ...all(source.program, 'PropertyDefinition'),
      ...all(source.program, 'TSPropertySignature'),
    ];
    words.push(...keys.flatMap(({ key }) => keyName(key) ?? []));
  }
  return new Set(words.filter((each) => /^[A-Za-z_][\w-]+$/.test(each)));
});

/** Fields of the classes and columns of the tables that the message speaks of, be it by an alias: `no such column: book.publised`. */
function membersSpokenOf(context: RecipeContext): ReadonlySet<string> {
  const spoken = new Set((context.diagnosis.message.match(/\w+/g) ?? []).map((each) => singular(each.toLowerCase())));
  const isSpoken = (called: string): boolean => spoken.has(singular(called.toLowerCase()));
  const columns = [...schemaOf(context)].flatMap(([table, of]) => (isSpoken(table) ? of.columns : []));
  const fields = allSources(context.tree).flatMap((source) =>
    all(source.program, 'ClassDeclaration').flatMap(({ id, body }) =>
      id !== null && isSpoken(id.name)
        ? body.body.flatMap((each) => (each.type === 'PropertyDefinition' ? (keyName(each.key) ?? []) : []))
        : [],
    ),
  );
  return new Set([...columns, ...fields]);
}

function ideasForAll(context: RecipeContext, names: readonly string[]): Idea[] {
  return names.flatMap((missing) => ideasFor(context, missing, placesOf(context, missing)));
}

function ideasFor(context: RecipeContext, missing: string, places: readonly Place[]): Idea[] {
  const meant = nearest(context, places);
  if (meant.length === 0 || meant.length > placesMax) return [];
  return namesFor(context, missing).flatMap((found) =>
    meant.map(({ source, start, end, tail }) =>
      ideaIn(name, source, {
        title: `\`${missing}\` should be \`${found.name}\``,
        rank: found.rank + (meant.length > 1 ? 1 : 0),
        splices: [{ start, end, text: `${found.name}${tail}` }],
        ask: found.ask ?? wholeRenamed(context, { missing, to: found.name, place: { source, start, end, tail } }),
      }),
    ),
  );
}

/** A column that more than the one text says: rows are read by it, and by no other name, or another text says it of the same table. The database was renamed then, and no text slipped. */
function wholeRenamed(
  context: RecipeContext,
  { missing, to, place }: { readonly missing: string; readonly to: string; readonly place: Place },
): string | null {
  const { tree, diagnosis } = context;
  if (diagnosis.named.column === undefined) return null;
  const said = /[\w$]+\.$/.exec(place.source.text.slice(Math.max(0, place.start - placeMax), place.start))?.[0];
  const isSaidTwice =
    said !== undefined &&
    allSources(tree).flatMap(({ text }) => [...text.matchAll(new RegExp(word(said + missing).source, 'g'))]).length > 1;
  const isLeft = isSaidTwice || (isKeyRead(tree, missing) && !isKeyRead(tree, to));
  return isLeft ? `\`${missing}\` is said elsewhere, too` : null;
}

/** Where the failing files say it, they are meant; of those the texts and keys that say nothing else. */
function nearest(context: RecipeContext, places: readonly Place[]): readonly Place[] {
  const files = new Set(sitesOf(context).map(({ source }) => source.path));
  const inFiles = places.filter(({ source }) => files.has(source.path));
  const near = inFiles.length > 0 ? inFiles : places;
  const whole = near.filter(
    ({ source, start, end }) =>
      /^(?:['"`]|[^'"`.])$/.test(source.text[start - 1] ?? '') && !/[.\w]/.test(source.text[end] ?? ''),
  );
  return near.length > placesMax && whole.length > 0 ? whole : near;
}

/** What it is spoken of has, before all that the project and the message have. */
function namesFor(context: RecipeContext, missing: string): { name: string; rank: number; ask?: string }[] {
  const own = [...membersSpokenOf(context)];
  const near = rankedNames(missing, own, 3);
  if (near.length > 0) return near;
  const [last, another] = own.filter((each) => placesOf(context, each).length === 0);
  // Of a table that is laid out otherwise than all speak of it, the column that nobody speaks of is the one.
  if (last !== undefined && another === undefined && isVariant(missing, last)) return [{ name: last, rank: 0 }];
  const [longer, more] = own.filter((each) => each.length > missing.length && isVariant(missing, each));
  if (longer !== undefined && more === undefined)
    return [{ name: longer, rank: 1, ask: `\`${missing}\` and \`${longer}\` may be two different things` }];
  const quoted = [...context.diagnosis.message.matchAll(/["'`]([\w-]{2,60})["'`]/g)].map(([, each]) => each ?? '');
  return rankedNames(missing, [...projectWords(context), ...quoted, ...wordsOfRefuser(context)], 3);
}

/** `"expireIn" is not allowed in "options"`: what the file of the package that says so calls things. */
function wordsOfRefuser({ diagnosis, tree }: RecipeContext): string[] {
  const file = / is not allowed\b/.test(diagnosis.message)
    ? /node_modules\/.*/.exec(diagnosis.frames[0]?.file ?? '')?.[0]
    : undefined;
  return file === undefined ? [] : ((tree.read(file) ?? '').match(/[A-Za-z_]\w{3,40}/g) ?? []);
}

/** `eq(books.autorId, …)` where no other place says `autorId`: undefined was handed to a library, which says so in words of its own. */
function strayReads(context: RecipeContext): Idea[] {
  const [site] = sitesOf(context);
  const statement = site?.nodes[0] === undefined ? null : statementOf(site.nodes[0]);
  if (site === undefined || statement === null) return [];
  const reads = all(statement, 'MemberExpression').filter((each) => !each.computed && isHanded(each));
  return reads.flatMap(({ property }) => {
    const written = keyName(property) ?? '';
    if (projectWords(context).has(written) || countOf(context, written) > 1) return [];
    return ideasFor(context, written, [{ source: site.source, start: property.start, end: property.end, tail: '' }]);
  });
}

function countOf({ tree }: RecipeContext, written: string): number {
  const speaks = new RegExp(word(written).source, 'g');
  return allSources(tree).reduce((sum, { text }) => sum + [...text.matchAll(speaks)].length, 0);
}
