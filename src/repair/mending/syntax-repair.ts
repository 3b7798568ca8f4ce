/** Finds the one token whose change makes a text parse, preferring the result a person would have laid out that way. */
import { disorder, gaps, lex } from '../code/lexer.ts';
import { prototypeMembers } from '../code/members.ts';
import { cutsOff, idle, isOdd } from './idle.ts';
import { print } from './print.ts';
import { slips } from './slips.ts';
import { all, keyName, parseSource, syntaxErrors } from '../code/syntax.ts';
import type { Node } from '../code/syntax.ts';
import { changesFor, focus } from './syntax-changes.ts';
import type { Broken } from './syntax-changes.ts';
import type { Change } from './change.ts';
import { escapeRegExp } from '../../kit/text.ts';
import { isTypeScript } from '../../kit/typescript.ts';

export interface Mended {
  readonly text: string;
  readonly what: string;
  /** Lower is likelier. */
  readonly cost: number;
  /** True where another sign could have been meant as well. */
  readonly guess?: boolean;
}

/** Bytes parsed at most while looking: about two seconds. */
const bytesMax = 60_000_000;

/** Mendings that parse, likeliest first; equal trees count once. [] where no single or double change does. */
export function mend(broken: Broken): Mended[] {
  const named = slips(broken).map((each, index) => ({ ...each, cost: index / 10 }));
  if (isDoubled(broken) || (named.length > 0 && !isPattern(broken))) return named;
  // A slash that a quote is missing before reads as the beginning of a pattern.
  const changes = changesFor(broken).filter(({ by }) => named.length === 0 || /^['"`]$/.test(by));
  const single = [...named.map((each) => ({ ...each, cost: each.cost + 0.5 })), ...parsing(broken, changes)];
  if (single.length > 0) return distinct(broken, single);
  for (const better of furtherAlong(broken).slice(0, 5)) {
    const next = { ...broken, text: better.text, line: null };
    const found = parsing(next, changesFor(next)).map((each) => ({
      ...each,
      what: `${better.what}, ${each.what}`,
      cost: each.cost + better.prior,
      // Two new quotes make a text of what was code.
      guess:
        each.guess === true ||
        better.guess === true ||
        better.what.startsWith('`;` should') ||
        [better, each].every(({ what }) => /^missing ['"`]/.test(what)),
    }));
    if (found.length > 0) return distinct(broken, found);
  }
  return [];
}

/** The text parses, and one of its names means two things: no sign mends that. */
function isDoubled(broken: Broken): boolean {
  const [error] = syntaxErrors(broken.path, broken.text, broken.kind);
  return error !== undefined && /already been declared|redeclar/i.test(error.message);
}

function isPattern(broken: Broken): boolean {
  return /regular expression/.test(syntaxErrors(broken.path, broken.text, broken.kind)[0]?.message ?? '');
}

function parses(broken: Broken, text: string): boolean {
  return syntaxErrors(broken.path, text, broken.kind).length === 0;
}

function errorAt(broken: Broken, text: string): number {
  const error = syntaxErrors(broken.path, text, broken.kind)[0];
  return error === undefined ? Infinity : Math.max(...error.labels.slice(0, 1).map((label) => label.start), 0);
}

function apply(text: string, change: Change): string {
  if (change.by === '' && aloneOnLine(text, change)) {
    const start = text.lastIndexOf('\n', change.start - 1) + 1;
    const next = text.indexOf('\n', change.end);
    return text.slice(0, start) + (next < 0 ? '' : text.slice(next + 1));
  }
  const at = gapAt(text, change);
  return text.slice(0, at) + change.by + text.slice(at + change.end - change.start);
}

/** Two blanks in a row, or one before a closing sign: the sign that is missing stood between them. */
function gapAt(text: string, { start, end }: Change): number {
  if (start !== end) return start;
  if (/^ {2}\S|^ [)\],;]/.test(text.slice(start, start + 3))) return start + 1;
  return /\S {2}$/.test(text.slice(Math.max(0, start - 3), start)) ? start - 1 : start;
}

function aloneOnLine(text: string, change: Change): boolean {
  const start = text.lastIndexOf('\n', change.start - 1) + 1;
  const next = text.indexOf('\n', change.end);
  return (
    text.slice(start, change.start).trim() === '' && text.slice(change.end, next < 0 ? text.length : next).trim() === ''
  );
}

function parsing(broken: Broken, changes: readonly Change[]): (Mended & { change: Change })[] {
  const base = disorder(broken.text);
  const where = focus(broken);
  const found: (Mended & { change: Change })[] = [];
  let budget = bytesMax;
  for (const change of changes) {
    const text = apply(broken.text, change);
    budget -= text.length;
    if (budget < 0) break;
    const odd = implausible(broken, change);
    if (odd >= 3 || swallows(text, change) || !parses(broken, text)) continue;
    const away = Math.min(...where.map((offset) => Math.abs(offset - change.start)), 2000);
    found.push({
      text,
      change,
      guess: change.guess === true && text !== broken.lastGood,
      what: `${change.what} ${placeOf(text, change.start)}`,
      cost:
        change.prior +
        (change.guess === true ? 1 : 0) +
        odd +
        disorder(text) -
        Math.min(base, 0) +
        away / 500 +
        strangeness(text, change) +
        farFrom(broken, text) +
        0.7 * gaps(text),
    });
  }
  return found;
}

/** `on line 3 behind `res.end(`: two repairs of the same kind must not read the same. */
function placeOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return `on line ${text.slice(0, offset).split('\n').length}, column ${offset - start + 1}`;
}

/** A new quote that makes code at the left margin part of a text. */
function swallows(text: string, change: Change): boolean {
  if (!change.by.includes('`')) return false;
  const code = /\n(?:const|let|var|function|async|class|import|export|module|exports|app|router|server)\b/;
  return lex(text).some(
    (each) => each.kind === 'template' && each.end > change.start && each.start <= change.start && code.test(each.text),
  );
}

/** What a call of one of these gives, to tell which bracket was lost: `Number(x).trim()` makes no sense. */
const resultOf: readonly (readonly [RegExp, string])[] = [
  [/^(?:Number|parseInt|parseFloat|Number\.\w+|Math\.\w+|Date\.now)$/, 'Number'],
  [/^(?:String|JSON\.stringify|encodeURIComponent|decodeURIComponent)$/, 'String'],
  [/^(?:Object\.(?:keys|values|entries)|Array\.(?:from|of))$/, 'Array'],
  [/^(?:Boolean|isNaN|Array\.isArray|require)$/, 'none'],
  [/\.(?:localeCompare|indexOf|lastIndexOf|charCodeAt|getTime)$/, 'Number'],
  [/\.(?:to(?:Fixed|UpperCase|LowerCase|ISOString)|trim|padStart|padEnd|join|repeat|replaceAll?)$/, 'String'],
  [/\.(?:includes|startsWith|endsWith|has|some|every|test)$/, 'none'],
  // An answer is sent, and only more of the answer can follow.
  [/^(?:res|response|reply)\.(?:json|send|end)$/, 'none'],
];

/** What gives a list. */
const giving = /\.(?:map|flatMap|filter|slice|concat|flat|sort|toSorted|reverse|splice)$/;

/** What is called where a text ends in the middle of what it is given. */
function calleeOf(before: string): string {
  let open = 0;
  for (let at = before.length - 1; at >= 0 && before[at] !== '\n'; at--) {
    if (before[at] === ')') open++;
    if (before[at] === '(' && open-- === 0) return /[\w$.]+$/.exec(before.slice(0, at))?.[0] ?? '';
  }
  return '';
}

/** Nobody hands these on without calling them. */
const uncalled =
  /\.(?:toString|trim|toLowerCase|toUpperCase|toISOString|getTime|pop|shift|cwd|uptime|values|entries)\)*$/;

/** A closing bracket where nobody would have put one: it cuts a chain that is used as such, or leaves a call of a call. */
function implausible(broken: Broken, change: Change): number {
  const [before, behind] = [broken.text.slice(0, change.start).trimEnd(), broken.text.slice(change.end)];
  if (change.by.trim() === '{' && /^\s*\}/.test(behind)) return 3;
  if (change.by.trim() === '}' && before.endsWith('{')) return 2;
  // `{ view(loan) }` is a call, and no key.
  if (change.by === ':' && /[\w$]$/.test(broken.text.slice(0, change.start)) && /^\((?![^()]*\)\s*=>)/.test(behind))
    return 3;
  // `(iso string)`, `(iso: string) number =>`: nothing is called by the name of a type.
  if (
    /^(?:,| =>)$/.test(change.by) &&
    isTypeScript(broken.path) &&
    /^ ?(?:string|number|boolean|unknown|void|Promise<)/.test(behind)
  )
    return 2;
  if (change.by === '(' && /\bfunction\s+[\w$]+$/.test(before) && /^\s*\)/.test(behind)) return 2;
  if (change.by === '(' && /^\s*\)/.test(behind) && !/[\w$]$/.test(before)) return 2;
  // `const diet - row.diet`: one sign for another.
  if (change.by === ' =' && /^\s*[-+*/%]\s/.test(behind)) return 2;
  // `(,'')`: as likely the comma was the text.
  if (change.by === '' && /\($/.test(before) && /^(?:''|"")/.test(behind)) return 0.7;
  // `'utf8)'`: the bracket stands within the text.
  if (change.by === ')' && /(['"])[^'"(]*\)\1$/.test(before)) return 1.5;
  // `page( - 1)`: what is called is not reckoned with before it is called.
  if (change.by === '(' && /[\w$]$/.test(before) && /^\s*[-+*/<>=&|?]\s/.test(behind)) return 2;
  // `private: count = 0`: a word of the language became the name.
  if (change.by.startsWith(':') && /\b(?:private|protected|public|readonly)$/.test(before)) return 3;
  // `Low, 'low'` of an enum: a value, and no second name.
  if (
    change.by === ',' &&
    isTypeScript(broken.path) &&
    /\benum [\w$]+ \{[^{}]*$/.test(before) &&
    /^ ?['"]/.test(behind)
  )
    return 2;
  const isNew = change.start === change.end;
  if (isNew && /^\s*async\s*$/.test(change.by) && !/^\s*(?:\(|function\b)/.test(behind)) return 3;
  // `return( name)`: nobody puts a lone name in brackets.
  const isCall = /[\w$)\]]$/.test(before) && !/\b(?:return|await|typeof|case|of|in|throw|yield)$/.test(before);
  if (change.by === '(' && !isCall && /^\s*(?:[\w$.]+|'[^'\n]*'|"[^"\n]*")\s*\)(?!\s*=>)/.test(behind)) return 2;
  // `a || []).map(…)`: what stands there was put in brackets on purpose.
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isGroup =
    broken.text[change.start] === ')' && /^\s*\??[.[]/.test(behind) && /(?:\|\||\?\?|&&|\bawait\b)[^()]*$/.test(line);
  if (change.by === '' && (isGroup || (broken.text[change.start] === ')' && uncalled.test(before)))) return 2;
  // `${req.params}.id` of what elsewhere is `req.params.id`.
  if (change.by === '}' && isSplit(broken, before, behind)) return 1.5;
  if (change.by !== ')' && change.by !== ']') return 0;
  if (/^\)+\(/.test(behind) || (/\b__dirname$/.test(before) && /^\s*\+/.test(behind))) return 1.5;
  if (/^\s*[({[]/.test(behind) && !/^\s*\{\s*\n/.test(behind)) return 2;
  if (change.by === ')' && /(?:^|[^\w$)\]])\(\s*(?:[\w$.]+|'[^']*'|"[^"]*")$/.test(before)) {
    if (!/\b(?:if|while|for|switch|catch)\s*\(\s*[\w$.]+$/.test(before)) return 1.5;
  }
  const member = /^\??\.([\w$]+)/.exec(behind)?.[1];
  if (member === undefined) return 0;
  if (change.by === ')' && giving.test(calleeOf(before)) && !prototypeMembers('Array').includes(member)) return 2;
  const callee = /([\w$.]+)\([^()]*$/.exec(before)?.[1] ?? '';
  const result = resultOf.find(([pattern]) => pattern.test(callee))?.[1];
  if (change.by === ')' && result !== undefined && !prototypeMembers(result).includes(member)) return 2;
  const chain = /[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.exec(before)?.[0];
  if (chain === undefined) return 0;
  // The very call stands elsewhere; what a request carries is text and has no such method.
  const call = /[\w$.]+\([^()\n]*$/.exec(before)?.[0];
  if (call !== undefined && change.by === ')' && broken.text.includes(`${call})`)) return -1;
  if (/^(?:req|request)\.(?:params|query|headers)\.[\w$]+$/.test(chain) && !prototypeMembers('String').includes(member))
    return 0;
  if (/^(?:req|request|ctx|c|context|res|reply|process|this)\./.test(`${chain}.`)) return 1.5;
  return isSplit(broken, before, behind) ? 1.5 : 0;
}

/** Two parts of a chain that stands whole elsewhere. */
function isSplit(broken: Broken, before: string, behind: string): boolean {
  const member = /^\??\.([\w$]+)/.exec(behind)?.[1];
  const chain = /[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.exec(before)?.[0];
  if (member === undefined || chain === undefined) return false;
  const whole = new RegExp(`(?<![\\w$.])${escapeRegExp(chain)}\\.${escapeRegExp(member)}(?![\\w$])`, 'g');
  const seen = [broken.text, broken.lastGood ?? ''].reduce((sum, text) => sum + (text.match(whole)?.length ?? 0), 0);
  return seen > 1 || (broken.beside?.some((text) => text.search(whole) >= 0) ?? false);
}

/** Lines and top-level names that the last good text has and this one has not. */
function farFrom(broken: Broken, text: string): number {
  if (broken.lastGood === null) return 0;
  if (text === broken.lastGood) return -20;
  const good = new Set(broken.lastGood.split('\n').map((line) => line.trim()));
  const strange = text.split('\n').filter((line) => !good.has(line.trim())).length;
  return Math.min(strange, 10) * 0.8 + (shape(broken.path, text) === shape(broken.path, broken.lastGood) ? 0 : 2);
}

/** The kinds and names of the statements at the top: what a wrong bracket moves about. */
function shape(path: string, text: string): string {
  const source = parseSource(path, text);
  return source === null
    ? ''
    : source.program.body.map((each) => each.type + ('id' in each && each.id ? keyName(each.id as Node) : '')).join();
}

/** Strings that swallow code, and brackets that stand alone. */
function strangeness(text: string, change: Change): number {
  if (change.by === ']')
    return /(?:[^=!<>]=[^=>]|[=!]==?|&&|\|\||[<>?;])/.test(
      text.slice(text.lastIndexOf('[', change.start), change.start),
    )
      ? 1
      : 0;
  if (change.by === '}') {
    const rest = lex(text).find((each) => each.kind === 'template' && each.start === change.start);
    const inner = rest?.text.slice(1).replace(/\$\{$/, '') ?? '';
    const space = rest !== undefined && /\s/.test(text[change.start - 1] ?? '') ? 1 : 0;
    return space + (inner.match(/[(){}[\]]/g) ?? []).length;
  }
  if (!/['"`]/.test(change.by)) return 0;
  const touched = lex(text).filter(
    (each) =>
      (each.kind === 'string' || each.kind === 'template') &&
      each.start <= change.start + 1 &&
      each.end >= change.start,
  );
  return touched.reduce((sum, each) => {
    const inner = each.text.slice(1, -1);
    const isWhole = change.what.endsWith('changed places') && /^[^()[\]{}]*(?:\([^()]*\)[^()[\]{}]*)*$/.test(inner);
    const brackets = isWhole ? 0 : [...inner].filter((char) => '()[]{};'.includes(char)).length;
    // `'sales, 0'`: the number was an argument of its own.
    const argument = /^[^\s,]+,(?:[^,]*,)* ?-?\d+(?:\.\d+)?(?:,|$)/.test(inner) ? 1.5 : 0;
    // `'sign, sign'`, `'/lots/:id, show'`: so was the name.
    const name = /^[\w/:.*-]+, [\w$.]+$/.test(inner) ? 0.8 : 0;
    const operators = /\|\||&&|\?\?|=>|===|process\.env| \+ \w|, [A-Za-z_$][\w$]*: /.test(inner) ? 1 : 0;
    // `'GET ' + path`: a blank there belongs to the text.
    const [before, behind] = [text.slice(0, each.start), text.slice(each.end)];
    const isEdged =
      /^[,;)]|[,;(]$/.test(inner) ||
      (/^\s/.test(inner) && !/\+\s*$/.test(before)) ||
      (/\s$/.test(inner) && !/^\s*\+/.test(behind));
    // Nobody leaves a blank there: `(',' )`, `('', )`.
    const loose = /^,? [)\],;]/.test(behind) ? 0.5 : 0;
    // A quote that ends a line within a template was to end the text.
    const over = each.kind === 'template' && /['"][,;)\]}]*\n/.test(inner) ? 1.5 : 0;
    const edges = argument + name + operators + loose + over + (isEdged ? 1 : 0);
    return sum + Math.min(brackets, 4) + edges + (inner === '' ? 1.5 : 0);
  }, 0);
}

/** One of each set of equal trees, likeliest first. */
function distinct(broken: Broken, found: readonly (Mended & { readonly change?: Change })[]): Mended[] {
  const nearest = [...found].sort((a, b) => a.cost - b.cost).slice(0, 60);
  const parsed = nearest.flatMap((each) => {
    const source = parseSource(broken.path, each.text);
    if (source === null) return { ...each, tree: each.text };
    if (isNoCode(source.program)) return [];
    const odd = idle(source.program);
    const commas = all(source.program, 'SequenceExpression').some(
      (one) => one.parent?.type !== 'ForStatement' && isNear(each, one),
    );
    // `${minutes}padStart(2)}`: what was code is a part of the text now.
    const spilt = all(source.program, 'TemplateElement').some(
      ({ value: { raw } }) => raw.split('}').length > raw.split('{').length,
    );
    const isStrange = each.change !== undefined && isOdd(source.program, each.text, each.change);
    const isCut = commas || spilt || isStrange || cutsOff(source.program, each.change);
    const guess = each.guess === true || (isCut && each.text !== broken.lastGood);
    return { ...each, tree: print(source.program, source.text), cost: each.cost + odd + (isStrange ? 1 : 0), guess };
  });
  const seen = new Set<string>();
  const kept: Mended[] = [];
  for (const each of parsed.sort((a, b) => a.cost - b.cost)) {
    if (!seen.has(each.tree))
      kept.push({ text: each.text, what: each.what, cost: each.cost, guess: each.guess === true });
    seen.add(each.tree);
    if (kept.length >= 6) break;
  }
  return kept;
}

/** A text as a statement: what was code is one now; a text that is called. */
function isNoCode(program: Node): boolean {
  return (
    all(program, 'ExpressionStatement').some(({ expression }) => expression.type === 'TemplateLiteral') ||
    all(program, 'CallExpression').some(({ callee }) =>
      /^(?:Literal|TemplateLiteral|ObjectExpression|ArrayExpression)$/.test(callee.type),
    )
  );
}

/** A list of commas that the change may have made: one that holds it, or stands beside it; where it was not one change, any. */
function isNear({ change }: { readonly change?: Change }, { start, end }: Node): boolean {
  return change === undefined || (start - 1 <= change.start && change.start <= end + 1 + change.by.length);
}

/** Changes after which the parser gets further, for texts with two faults. */
function furtherAlong(broken: Broken): (Change & { text: string })[] {
  const now = errorAt(broken, broken.text);
  const found: (Change & { text: string; at: number })[] = [];
  let budget = bytesMax / 4;
  for (const change of changesFor(broken)) {
    const text = apply(broken.text, change);
    budget -= text.length;
    if (budget < 0) break;
    const at = errorAt(broken, text);
    if (at > now + 2 + change.by.length) found.push({ ...change, text, at });
  }
  return found.sort((a, b) => b.at - a.at || a.prior - b.prior);
}
