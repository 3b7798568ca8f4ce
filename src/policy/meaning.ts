/** What a change does, read off the two syntax trees and not off its author's word (POL-8). */
import { isImportedNow, readFacts, type Reading } from './facts.ts';
import { isForgotten, type Text } from './forgotten.ts';
import { isGuardOnly } from './guards.ts';
import { changedLines, dropsCopy, dropsStray } from './lines.ts';
import { inItsName, isAwaited, isReparametered, isRespelling, renamedIn, word } from './respelling.ts';
import { isGuardedRoute } from './routes.ts';
import { takesOfHeader } from './passed-on.ts';
import { respellsSql } from './sql-text.ts';
import { declaresTwice, isCode, parse } from './syntax.ts';
import { losesHidden } from './text.ts';
import { guardName, separator, type Facts } from './walk.ts';
import { saysTheSame, setsPlainly } from './yaml-lines.ts';
import { escapeRegExp } from '../kit/text.ts';

export interface TextChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface MeaningFinding {
  readonly rule: string;
  readonly detail: string;
}

export interface Meaning {
  /** True where nothing but guards, defaults, early returns and removals was done: a mitigation. */
  readonly guardOnly: boolean;
  /** What must be asked for, whatever the proof. */
  readonly findings: readonly MeaningFinding[];
}

export interface Meanings extends Meaning {
  /** True where it only adds guards that the project asks for at that place: no mitigation (decision 0020). */
  readonly forgotten: boolean;
}

/**
 * All files of one change together; it is a mitigation only where every file of it is, and where `others`, the texts of the
 * release, do not show that the guard was forgotten. `isMade`: by a compiler, of a source among the changes. `absent`: what the failure says is no function, or not defined.
 */
export function readMeanings(
  changes: readonly TextChange[],
  others: () => readonly Text[] = () => [],
  isMade: (path: string) => boolean = () => false,
  absent: string | null = null,
): Meanings {
  const real = changes.filter((change) => change.before !== change.after);
  const all = real.map((change) => readMeaning(change, absent));
  const guards = all.length > 0 && all.every((one) => one.guardOnly);
  const forgotten = guards && real.length === 1 && real.every((change) => wasForgotten(change, others));
  const guardOnly = guards && !forgotten;
  // A change that is a guard and nothing else is known as one already.
  const isMore = real.length === 1 && real.every((change) => asksMore(change, others));
  const isKept = ({ rule, detail }: MeaningFinding): boolean =>
    (rule === 'route' && isMore) ||
    (rule === 'swallowed-error' && guardOnly) ||
    (forgotten && takesOfHeader.test(detail));
  const read = all.flatMap((one, at) =>
    isMade(real[at]?.path ?? '') ? one.findings.filter(isNoLength) : one.findings,
  );
  const findings = read.filter((one) => !isKept(one));
  return { guardOnly, forgotten, findings };
}

/** What a compiler makes of a text that does not parse is as long as it happens to be: how much goes is read off the source. */
const isNoLength = ({ rule }: MeaningFinding): boolean => rule !== 'removed-code';

function wasForgotten({ path, before, after }: TextChange, others: () => readonly Text[]): boolean {
  if (before === null || after === null) return false;
  return isForgotten({ path, text: before }, after, () => others().filter((each) => each.path !== path));
}

function asksMore({ path, before, after }: TextChange, others: () => readonly Text[]): boolean {
  return before !== null && after !== null && isCode(path) && isGuardedRoute({ path, text: before }, after, others);
}

function readMeaning(change: TextChange, absent: string | null): Meaning {
  const found = isCode(change.path) ? readCode(change, absent) : readOther(change);
  const findings = found.findings.map((one) => ({ rule: one.rule, detail: `\`${change.path}\` ${one.detail}.` }));
  return { guardOnly: found.guardOnly && !losesHidden(change.before ?? '', change.after ?? ''), findings };
}

function readCode({ path, before, after }: TextChange, absent: string | null): Meaning {
  if (dropsCopy(before ?? '', after ?? '')) return { guardOnly: false, findings: [] };
  const trees = { before: parse(path, before ?? ''), after: parse(path, after ?? '') };
  if (trees.after === null) {
    return { guardOnly: false, findings: [{ rule: 'unread', detail: 'cannot be parsed, so it cannot be judged' }] };
  }
  const next = readFacts(trees.after, after ?? '');
  if (trees.before === null) return readFromBroken({ before: before ?? '', after: after ?? '' }, next);
  const old = readFacts(trees.before, before ?? '');
  const findings = [...gained(old, next), ...lost(old, next, absent), ...reordered(old, next)];
  if (after === null) findings.push({ rule: 'file-removed', detail: 'would be removed' });
  // What never loaded showed no symptom that could be hidden.
  const loads = before !== null && !(declaresTwice(path, before) && !declaresTwice(path, after ?? ''));
  const isCause = !loads || dropsStray(before ?? '', after ?? '', absent);
  return { guardOnly: !isCause && isGuardOnly(trees.before, trees.after), findings };
}

const gains = new Set([
  'import',
  'eval',
  'network',
  'process',
  'fs-write',
  'env-key',
  'url',
  'security-option',
  'regex',
  'sql',
  'swallowed-error',
  'route',
]);

/** Dangerous things that the new text has and the old one had not, or less often. */
function gained(old: Reading, next: Reading): MeaningFinding[] {
  const found: MeaningFinding[] = [];
  for (const [key, count] of next.facts) {
    const [rule = '', detail = ''] = key.split(separator);
    if (!gains.has(rule) || count <= (old.facts.get(key) ?? 0)) continue;
    if (corrects({ rule, detail }, old, next) || (rule === 'import' && supplies(detail, old, next))) continue;
    found.push({ rule, detail: rule === 'route' ? `has another route: ${detail}` : detail });
  }
  return found;
}

/** `htpp` that became `http`, `PROT` that became `PORT`, `app.gett('/', list)` that became `app.get`, `express.statics`: the wish is the old one, only its spelling is new. */
function corrects({ rule, detail }: MeaningFinding, old: Reading, next: Reading): boolean {
  // `Stroe.prototype.list = …` that became `Store.prototype.list = …`.
  const isOwn = rule === 'eval' && detail.startsWith('changes ');
  const lists = isOwn
    ? 'eval'
    : ({ import: 'module', 'env-key': 'env-key', route: 'unrouted', 'security-option': 'unopened' }[rule] ?? null);
  return lists !== null && missing(old.facts, next.facts, lists).some((gone) => isRespelling(gone, detail));
}

/** The import was forgotten: every name it brings was called before, and nothing more is called now. */
function supplies(detail: string, old: Reading, next: Reading): boolean {
  const names = next.bound.get(/`([^`]*)`/.exec(detail)?.[1] ?? '') ?? [];
  const calls = (reading: Reading, name: string): number => reading.facts.get(`root${separator}${name}`) ?? 0;
  return names.length > 0 && names.every((name) => calls(old, name) > 0 && calls(old, name) === calls(next, name));
}

/** Decorators by which a route or a field is asked for less: `@Public()`, `@SkipThrottle()`, `@IsOptional()`. */
const opens = /^@(?:Is)?(?:Public|Skip|Allow|Anonymous|Optional|Unsafe|NoAuth|Without|Bypass|Disable)/;

/** Checks, refusals, routes and options that are gone or weaker. */
function lost(old: Reading, next: Reading, absent: string | null): MeaningFinding[] {
  const goneBy = (rule: string): string[] => missing(old.facts, next.facts, rule);
  const cameBy = (rule: string): string[] => missing(next.facts, old.facts, rule);
  const textsOf = (by: typeof goneBy) => ({ calls: by('guard-call'), names: by('guard-name') });
  const renamed = renamedIn(textsOf(goneBy), textsOf(cameBy), absent);
  const gone = (rule: string): string[] => goneBy(rule).map((each) => inItsName(each, renamed));
  const came = cameBy;
  const found: MeaningFinding[] = [];
  const say = (rule: string, words: readonly string[], how: string): void => {
    for (const word of words) found.push({ rule, detail: `${how} \`${word}\`` });
  };
  // `requires('x')` that became `require('x')` speaks of no access.
  const loads = came('root').includes('require');
  const asks = (word: string): boolean => !(loads && /^requires\b/.test(word)) && !isImportedNow(word, old, next);
  say('removed-check', unpaired(gone('guard-name').filter(asks), came('guard-name')), 'loses the check');
  say('weakened-check', unpaired(gone('guard-call').filter(asks), came('guard-call')), 'changes the check');
  say('weakened-check', unpaired(gone('guard-test'), came('guard-test')), 'changes the condition');
  say('weakened-check', unpaired(gone('guard-verdict'), came('guard-verdict')), 'changes the verdict');
  say('weakened-check', came('guard-grant'), 'adds a way past');
  // `@Gett('/best')` that became `@Get('/best')` checked nothing.
  const routed = came('route').filter((route) => gone('unrouted').some((each) => isRespelling(each, route)));
  const names = routed.map((route) => route.split('(')[0] ?? '');
  const checked = gone('decorator').filter((each) => !names.some((name) => isRespelling(each, name)));
  say('removed-check', unpaired(checked, came('decorator')), 'loses the decorator');
  say(
    'weakened-check',
    came('decorator').filter((name) => opens.test(name)),
    'adds the decorator',
  );
  say('removed-throw', gone('removed-throw'), 'loses a');
  say('removed-4xx', gone('removed-4xx'), 'loses the answer');
  say('route', gone('route'), 'loses or changes the route');
  const given = came('middleware');
  const lostMiddleware = unpaired(gone('middleware'), given).filter(
    (one) => !given.some((each) => isHandlerOf(one, each)),
  );
  say('removed-middleware', lostMiddleware, 'loses the middleware');
  say('security-option', gone('security-option'), 'no longer');
  if (found.length === 0 && depth(next.facts) > depth(old.facts) && sameGuards(old.facts, next.facts)) {
    found.push({ rule: 'weakened-check', detail: 'puts a check under a condition or into a try' });
  }
  return found;
}

function missing(from: Facts, than: Facts, wanted: string): string[] {
  const found: string[] = [];
  for (const [key, count] of from) {
    const [rule, detail = ''] = key.split(separator);
    if (rule === wanted && count > (than.get(key) ?? 0)) found.push(detail);
  }
  return found;
}

/** Leaves out what only lost a spelling mistake, the same words but for one name that is a keystroke or two off, and what is awaited now. */
function unpaired(gone: readonly string[], came: readonly string[]): string[] {
  const left = [...came];
  return gone.filter((one) => {
    const twin = left.findIndex(
      (other) => isRespelling(one, other) || isAwaited(one, other) || isReparametered(one, other),
    );
    if (twin >= 0) left.splice(twin, 1);
    return twin < 0;
  });
}

/** `app.use(router)` that became `app.use(router.routes())`: of what speaks of no access, in the word of Koa's router. */
function isHandlerOf(one: string, other: string): boolean {
  return !guardName.test(one) && other === `${one}.routes`;
}

function depth(facts: Facts): number {
  let sum = 0;
  for (const [key, count] of facts) {
    const [rule, , conditions] = key.split(separator);
    if (rule === 'guard-depth') sum += Number(conditions) * count;
  }
  return sum;
}

function sameGuards(old: Facts, next: Facts): boolean {
  const count = (facts: Facts): number =>
    [...facts].reduce((sum, [key, times]) => (key.startsWith(`guard-depth${separator}`) ? sum + times : sum), 0);
  return count(old) === count(next);
}

/**
 * Routes and middleware that are in both must come in the same order. A middleware for all paths may come earlier, where it
 * runs for more requests, unless by its name it answers some itself: those would be answered before what guards them.
 */
function reordered(old: Reading, next: Reading): MeaningFinding[] {
  const a = old.order.filter((one) => next.order.includes(one));
  const b = next.order.filter((one) => old.order.includes(one));
  if (a.length !== b.length) return [];
  const overtakes = b.filter((one, index) =>
    a.slice(0, a.indexOf(one)).some((other) => !b.slice(0, index).includes(other)),
  );
  const may = overtakes.every((one) => one.startsWith('use ') && !one.startsWith('use /') && !answers.test(one));
  return may ? [] : [{ rule: 'route', detail: 'registers its routes or middleware in another order' }];
}

const answers = /rout|static|serve|file|upload|multer|handler|controller|notfound|proxy|graphql|api|=>|function/i;

/** The old text did not parse: what the new one has is compared with the words of the old. */
function readFromBroken(texts: { before: string; after: string }, next: Reading): Meaning {
  const words = countWords(texts.before);
  const findings: MeaningFinding[] = [];
  for (const [key] of next.facts) {
    const [rule = '', detail = ''] = key.split(separator);
    if (!gains.has(rule) || rule === 'route') continue;
    const telling = (/`([^`]*)`/.exec(detail)?.[1] ?? '').match(/[\p{L}\p{N}_$]+/gu) ?? [];
    if (telling.some((one) => !words.has(one))) findings.push({ rule, detail });
  }
  const after = countWords(texts.after);
  for (const [one, count] of words) {
    const telling = guardName.test(one) || one === 'throw' || /^4\d\d$/.test(one);
    if (telling && count > (after.get(one) ?? 0)) findings.push({ rule: 'removed-check', detail: `loses \`${one}\`` });
  }
  const plain = merged(texts.before);
  const { count, added } = changedLines(plain, texts.after);
  // Of a side that is somebody's, two lines.
  if (count - added.length > added.length + (plain === texts.before ? 3 : 2))
    findings.push({ rule: 'removed-code', detail: 'loses more lines than a repair of syntax would' });
  return { guardOnly: false, findings };
}

/** Marks of a merge, and what stood there before both sides, are no loss; nor is a second side that is the same, or that only imports. */
function merged(text: string): string {
  const conflict = /^<{7}[^\n]*\n([\s\S]*?)(?:^\|{7}[^\n]*\n[\s\S]*?)?^={7}[^\n]*\n([\s\S]*?)^>{7}[^\n]*(?:\n|$)/gm;
  const isEqual = (ours: string, theirs: string): boolean => ours === theirs || importing.test(ours + theirs);
  return text.replace(conflict, (_, ours: string, theirs: string) => (isEqual(ours, theirs) ? ours : ours + theirs));
}

const importing = /^(?:import\b[^;()=]*;?\r?\n|const [^=;()]*= require\([^()]*\);?\r?\n)+$/;

function countWords(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [one] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) found.set(one, (found.get(one) ?? 0) + 1);
  return found;
}

/** Static config is read as values; what nobody can read off a tree is asked for. */
function readOther({ path, before, after }: TextChange): Meaning {
  if (/\.ya?ml$/i.test(path) && saysTheSame(before ?? '', after ?? '')) return { guardOnly: false, findings: [] };
  if (/\.sql$/i.test(path) && respellsSql(before ?? '', after ?? '')) return { guardOnly: false, findings: [] };
  // Says where code comes from, and does nothing.
  if (/\.[cm]?js\.map$/.test(path)) return { guardOnly: false, findings: [] };
  if (template.test(path) && respellsCode(path, before ?? '', after ?? '')) return { guardOnly: false, findings: [] };
  const isSet = setsPlainly(path, before ?? '', after ?? '');
  if (!isSet && !/\.(json|jsonc|json5|ini)$/i.test(path)) {
    return { guardOnly: false, findings: [{ rule: 'unread', detail: 'is no code and no JSON, so a person reads it' }] };
  }
  const urls = new Set(after?.match(/\b(?:https?|wss?|ftp):\/\/[^\s'"]*|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi));
  const fresh = [...urls].filter((url) => before?.includes(url) !== true);
  return { guardOnly: false, findings: fresh.map((url) => ({ rule: 'url', detail: `names \`${url}\`` })) };
}

const template = /\.(?:html?|txt|md|ejs|eta|pug|jade|hbs|handlebars|mustache|njk|nunjucks|liquid|tpl|xml|svg)$/i;
const codeMarks = /<%(?!%)[^]*?%>|\{[{%][^]*?[%}]\}|\$\{[^}]*\}/g;
/** What goes out without being escaped. */
const unescaping = /^(?:safe|raw|unescaped?|safestring)$/i;

/** `<% }) %>`, `{{/each}}`. */
const blockEnd = /\s*(?:<%[-_]?\s*\}\)?;?\s*[-_]?%>|\{\{\/([\w-]+)\}\})/g;
/** What a template takes in, from one folder above at most, so that none of another project is: `../` and `partials/` of `include('partials/work')`, `{% extends "layouts/page.njk" %}`, `{{> parts/foot}}`. */
const included =
  /(?<=<%-?\s*include\(\s*['"]|\{%-?\s*(?:include|extends|import|from)\s+['"]|\{\{~?>\s*)(?:\.\.\/)?(?:\w[\w-]*\/)*[\w.-]+(?=['"\s}])/g;

/** Nothing but names in the code of a template lost a spelling mistake (`{{custmer}}` became `{{customer}}`), tags of EJS, blocks or sections were closed, or another file is taken in. */
function respellsCode(path: string, before: string, after: string): boolean {
  const unclosed = (text: string): string => text.replace(/\s*%>/g, '');
  // `<% } >` had half of its end.
  const halfClosed = (text: string): string => text.replace(/%>/g, '>');
  // The space before the end was there already.
  const endless = (text: string): string => text.replaceAll('%>', '');
  const isClosing = [unclosed, halfClosed, endless].some((without) => without(before) === without(after));
  const open = (text: string): number => countOf(text, '<%') - countOf(text, '%>');
  if (isClosing && before !== after) return open(before) > 0 && open(after) === 0;
  if (balancesCode(before, after)) return true;
  if (closesMustache(before, after)) return true;
  const isEjs = /\.(?:ejs|eta)$/i.test(path);
  if (path.includes('/') && before.replace(included, '') === after.replace(included, '')) return true;
  const ends = [...after.matchAll(blockEnd)].filter(([, section]) =>
    section === undefined ? isEjs : isClosed(after, section),
  );
  const without = ends.map(({ index, 0: end }) => after.slice(0, index) + after.slice(index + end.length));
  if (without.some((text) => text.replace(/\s+/g, '') === before.replace(/\s+/g, ''))) return true;
  const [old, next] = [[...before.matchAll(word)], [...after.matchAll(word)]];
  const isEqual = before.replace(word, '') === after.replace(word, '');
  const code = /\.(?:pug|jade)$/i.test(path) ? null : [...before.matchAll(codeMarks)];
  const isCode = (at: number): boolean =>
    code === null || code.some(({ index, 0: tag }) => index < at && at < index + tag.length);
  if (!isEqual || old.length !== next.length) return false;
  return old.every((one, at) => {
    const is = next[at]?.[0] ?? '';
    return one[0] === is || (isCode(one.index) && !unescaping.test(is) && isRespelling(one[0], is));
  });
}

/**
 * One bracket came to the end of a tag of EJS, or a brace to its beginning, where one had been without its like and now none is: `<% if (rows.length) { %>`,
 * `<% } else { %>`. Within a condition it could regroup it, and a head without its brace guards nothing.
 */
function balancesCode(before: string, after: string): boolean {
  const [old, next] = [before, after].map((text) => [...text.matchAll(ejsTags)].map(([tag]) => tag));
  if (old === undefined || old.length !== next?.length || before.replace(ejsTags, '') !== after.replace(ejsTags, ''))
    return false;
  const isBalanced = (tags: readonly string[]): boolean =>
    ['()', '{}', '[]'].every(([open = '', close = '']) => countOf(tags.join(), open) === countOf(tags.join(), close));
  const changed = old.flatMap((tag, at) => (tag === next[at] ? [] : [[tag, next[at] ?? ''] as const]));
  const [only, more] = changed;
  return (
    only !== undefined &&
    more === undefined &&
    !isBalanced(old) &&
    isBalanced(next) &&
    getsBracket(only[0], only[1]) &&
    !next.some((tag) => openHead.test(tag))
  );
}

const ejsTags = /<%(?!%)[^]*?%>/g;

/** `<% if (admin) %>`, `<% } else %>`, `<% if (admin) {} %>` */
const openHead = /^<%[-_]?\s*\}?\s*(?:if|else|for|while)\b[^{]*(?:\{\s*\}\s*)?[-_]?%>$/;

function getsBracket(before: string, after: string): boolean {
  const [old, next] = [before, after].map((tag) => tag.replace(/\s+/g, ''));
  if (old === undefined || next?.length !== old.length + 1) return false;
  const tail = /[(){}[\];]*[-_]?%>$/;
  const isAtEnd = old.replace(tail, '') === next.replace(tail, '');
  return isAtEnd || next.replace(/^(<%[-_]?)\}/, '$1') === old;
}

/** `{{kiln.name}` that became `{{kiln.name}}`. */
function closesMustache(before: string, after: string): boolean {
  const open = (text: string): number => countOf(text, '{{') - countOf(text, '}}');
  const isClosing = before.replaceAll('}', '') === after.replaceAll('}', '') && after.length === before.length + 1;
  return isClosing && open(before) > 0 && open(after) === 0;
}

/** As often as it is opened. */
function isClosed(text: string, section: string): boolean {
  const opened = text.match(new RegExp(`\\{\\{\\s*[#^]\\s*${escapeRegExp(section)}(?![\\w-])`, 'g'));
  return opened?.length === countOf(text, `{{/${section}}}`);
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
