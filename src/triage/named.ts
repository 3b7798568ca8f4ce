/** Lifts what an error names (module, property, path, port, column …) out of its wording, once. */
import type { Named } from '../incident/nouns.ts';
import type { ParsedError } from './parse.ts';
import { plainPath } from './frames.ts';

type Draft = { -readonly [K in keyof Named]?: Named[K] };

/** What the errors of a chain name; the outermost that names a thing wins. */
export function nameThings(chain: readonly ParsedError[]): Named {
  const named: Draft = {};
  for (const error of chain) Object.assign(named, { ...namedBy(error), ...named });
  return named;
}

/** EJS puts the place in the template, with the lines around it, before what was thrown. */
const inTemplate = /^(?:[^\n]{1,1000}:\d{1,7}\n(?:(?: >>|   ) ?\d{1,7}\|[^\n]*\n){1,9}\n){1,6}/;

function namedBy(error: ParsedError): Draft {
  const message = error.message.slice(0, 4096).replace(inTemplate, '');
  return {
    ...compact({ code: codeOf(message, error) }),
    ...fromModules(message, error),
    ...fromValues(message),
    ...fromSystem(message, error.fields),
    ...fromDatabase(message, error),
    ...fromUnopened(message),
    // V8's own words for a name that is not declared are those of many a check, too.
    ...(error.name === 'ReferenceError' ? {} : fromEnvironment(message)),
  };
}

/** A logger that tells no more than the message drops the code; what a child ended with is none. */
function codeOf(message: string, { code }: ParsedError): string | undefined {
  return message.startsWith('Command failed: ') ? undefined : (code ?? ofFile.exec(message)?.[1]);
}

/** `ENOENT: no such file or directory, open '/x'`, also behind the words of who tells it. */
const ofFile = /^(?:[^\n:]{0,60}: ){0,2}(E[A-Z]{2,15}): [^,\n]{1,200}, (\w+)(?: '([^'\n]{1,1000})')?/;

function fromModules(message: string, error: ParsedError): Draft {
  const missing =
    /Cannot find (?:module|package) '([^'\n]{1,1000})'(?: imported from ([^\n]{1,1000}))?/.exec(message) ??
    /Could not resolve "([^"\n]{1,1000})"/.exec(message) ??
    /Invalid module "([^"\n]{1,1000})" is not a valid package name imported from ([^\n]{1,1000})/.exec(message) ??
    /(?:Directory import|No such built-in module:|Package subpath) '?([^'\n]{1,1000}?)'?(?: is not (?:supported|defined by "exports" in \S+)[^\n]*?)?(?: imported from ([^\n]{1,1000}))?$/m.exec(
      message,
    );
  const required = /Require stack:\n- ([^\n]{1,1000})/.exec(message);
  const link =
    /requested module '([^'\n]{1,1000})' does not provide an export named '([^'\n]{1,200})'/.exec(message) ??
    swap(/Named export '([^'\n]{1,200})' not found\. The requested module '([^'\n]{1,1000})'/.exec(message)) ??
    /^Module '"([^"\n]{1,1000})"' (?:has no exported member|declares) '([^'\n]{1,200})'/.exec(message) ??
    /^'"([^"\n]{1,1000})"' has no exported member named '([^'\n]{1,200})'/.exec(message) ??
    /^Module '"([^"\n]{1,1000})"' has no (default) export\./.exec(message) ??
    /^No matching export in "([^"\n]{1,1000})" for import "([^"\n]{1,200})"/.exec(message);
  const importer = missing?.[2] ?? required?.[1] ?? (link === null ? undefined : error.header?.file);
  return compact({
    module: unUrl(link?.[1] ?? missing?.[1]),
    exportName: link?.[2],
    importer: importer === undefined ? undefined : plainPath(importer.trim()),
  });
}

function swap(match: RegExpExecArray | null): readonly (string | undefined)[] | null {
  return match === null ? null : [match[0], match[2], match[1]];
}

function unUrl(specifier: string | undefined): string | undefined {
  return specifier?.startsWith('file://') === true ? plainPath(specifier) : specifier;
}

/** The wordings of V8 for values that are not what the code takes them for. */
function fromValues(message: string): Draft {
  const access =
    /Cannot (?:read|set) properties of (undefined|null)(?: \((?:reading|setting) '([^\n]{1,200}?)'\))?/.exec(message);
  if (access !== null) return compact({ nullish: nullish(access[1]), property: access[2] });
  const destructured =
    /Cannot destructure (?:property '([^'\n]{1,200})' of )?'([^'\n]{1,300})' as it is (undefined|null)/.exec(message);
  if (destructured !== null) {
    return compact({ property: destructured[1], receiver: destructured[2], nullish: nullish(destructured[3]) });
  }
  const called = /^([^\n]{1,300}?) is not (?:a function|a constructor|iterable|async iterable)\b/.exec(message);
  if (called !== null) return calleeOf(called[1] ?? '');
  const typed =
    /^Property '([^'\n]{1,200})' does not exist on type /.exec(message) ??
    /^Object literal may only specify known properties, (?:and|but) '([^'\n]{1,200})' does not exist in type /.exec(
      message,
    );
  if (typed !== null) return compact({ property: typed[1] });
  const search = /Cannot use 'in' operator to search for '([^'\n]{1,200})' in/.exec(message);
  if (search !== null) return compact({ property: search[1] });
  const name =
    /^([\p{L}_$][\p{L}\p{N}_$]{0,100}) is not defined/u.exec(message) ??
    /^Cannot find (?:name|namespace) '([^'\n]{1,100})'/.exec(message) ??
    /^'([\w$]{1,100})' cannot be used as a value because it was (?:im|ex)ported using /.exec(message) ??
    /^No value exists in scope for the shorthand property '([^'\n]{1,100})'/.exec(message) ??
    /Cannot access '([^'\n]{1,100})' before initialization/.exec(message) ??
    /Class constructor (\S{1,100}) cannot be invoked without 'new'/.exec(message);
  return compact({ identifier: name?.[1] });
}

/** `db.users.find` → receiver `db.users`, property `find`; a bare word is an identifier. V8 says `this[#users].find` of what is written `this.#users.find`. */
function calleeOf(text: string): Draft {
  const plain = text.replace(/^(?:Class extends value|Found non-callable) /, '').replaceAll(/\[(#[\w$]+)\]/g, '.$1');
  if (plain === 'undefined' || plain === 'null') return compact({ nullish: nullish(plain) });
  const dot = plain.lastIndexOf('.');
  if (dot > 0 && /^[\p{L}_$#][\p{L}\p{N}_$]*$/u.test(plain.slice(dot + 1))) {
    return { receiver: plain.slice(0, dot), property: plain.slice(dot + 1) };
  }
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(plain) ? { identifier: plain } : {};
}

function nullish(word: string | undefined): 'undefined' | 'null' | undefined {
  return word === 'undefined' || word === 'null' ? word : undefined;
}

/** Node's system errors: `ENOENT: no such file or directory, open './x'`, `connect ECONNREFUSED 127.0.0.1:5432`. */
/** libsql names the database file that SQLite cannot open (its code 14): the file, or the folder that it is to lie in, is not there. */
export const unopenedFile = /^ConnectionFailed\("Unable to open connection to local database (.{1,300}): 14"\)$/;

function fromUnopened(message: string): Draft {
  const path = unopenedFile.exec(message)?.[1];
  return path === undefined ? {} : { code: 'ENOENT', syscall: 'open', path };
}

function fromSystem(message: string, fields: Readonly<Record<string, string>>): Draft {
  const file = ofFile.exec(message);
  const net =
    /\b(connect|listen|bind|send|read|write) E[A-Z]{2,15}(?::[^\n]{0,80}?)?(?: ((?:\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*\]?|[\w.*-]+):(\d{1,5})|\/\S{1,300}))?(?: |$|\n)/.exec(
      message,
    );
  const answered = /^([\w.-]+):(\d{1,5}) answered \d{3}$/.exec(message);
  const dns = /\b(getaddrinfo|query\w{0,10}) E[A-Z_]{2,15} (\S{1,253})/.exec(message);
  const option = /^node: (\S{1,300}): not found$/m.exec(message); // of --env-file
  const spawn = /^spawn (\S{1,500}) E[A-Z]{2,15}/.exec(message);
  const address = net?.[3] === undefined ? undefined : net[2]?.slice(0, -(net[3].length + 1)).replace(/^\[|\]$/g, '');
  const port = Number(fields['port'] ?? net?.[3] ?? answered?.[2]);
  return compact({
    syscall:
      fields['syscall']?.split(' ')[0] ?? file?.[2] ?? net?.[1] ?? dns?.[1] ?? (spawn === null ? undefined : 'spawn'),
    // A logger may put the path of the request beside it.
    path:
      (file?.[3] === undefined || message.includes(`'${fields['path']}'`) ? fields['path'] : undefined) ??
      file?.[3] ??
      spawn?.[1] ??
      option?.[1] ??
      (net?.[2]?.startsWith('/') === true ? net[2] : undefined),
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined,
    host:
      fields['hostname'] ??
      dns?.[2] ??
      answered?.[1] ??
      fields['address'] ??
      (address === '' || address === '*' ? undefined : address),
  });
}

/** Columns and tables, in the words of SQLite, PostgreSQL, MySQL and Prisma. */
function fromDatabase(message: string, error: ParsedError): Draft {
  const q = '["\'`]?';
  const column =
    new RegExp(`no such column: ${q}([\\w.$]{1,128})${q}`).exec(message)?.[1] ??
    /has no column named (\S{1,128})/.exec(message)?.[1] ??
    /column "?([\w.$]{1,128})"? (?:of relation "[^"\n]{1,128}" )?does not exist/i.exec(message)?.[1] ??
    /Unknown column '([^'\n]{1,128})'/.exec(message)?.[1] ??
    /The column `([^`\n]{1,128})` does not exist/.exec(message)?.[1];
  const table =
    new RegExp(`no such table: ${q}([\\w.$]{1,128})${q}`).exec(message)?.[1] ??
    /table (\S{1,128}) has no column named/.exec(message)?.[1] ??
    /relation "([^"\n]{1,128})" does not exist/.exec(message)?.[1] ??
    /of relation "([^"\n]{1,128})" does not exist/.exec(message)?.[1] ??
    /Table '([^'\n]{1,128})' doesn't exist/.exec(message)?.[1] ??
    /The table `([^`\n]{1,128})` does not exist/.exec(message)?.[1];
  const last = (name: string | undefined) => name?.split('.').at(-1);
  // Printed by a driver that sets all of them: `table: undefined`.
  const said = (name: string) => (error.fields[name] === 'undefined' ? undefined : error.fields[name]);
  return compact({
    column: last(column) ?? (said('table') === undefined ? undefined : said('column')),
    table: last(table) ?? said('table'),
  });
}

/** Names of environment variables that a check at start says are missing. */
const environmentWordings: readonly RegExp[] = [
  /(?:missing|required|undefined|unset|invalid)\b[^\n]{0,30}\benv(?:ironment)?(?:[ -]?var(?:iable)?s?)?\b[^\n]{0,20}?[:'"` ]\s*([A-Z][A-Z0-9_]{2,80})\b/gi,
  /\benv(?:ironment)?[ -]?var(?:iable)?s?:?[^\n]{0,12}?[\s'"`(]([A-Z][A-Z0-9_]{2,80})['"`)]?[^\n]{0,20}? (?:is|was|are|were|must|has|not|required|missing)\b/g,
  /\b([A-Z][A-Z0-9_]{2,80})['"`]? (?:env(?:ironment)?[ -]?(?:var(?:iable)?)?) [^\n]{0,20}?(?:is|was|must|not|required|missing|unset)\b/g,
  /\b[Ee]nvironment variable not found: ([A-Z][A-Z0-9_]{2,80})/g,
  /process\.env\.([A-Z][A-Z0-9_]{2,80}) (?:is|was|must|not|required|missing)\b/g,
  /[Mm]issing (?:required )?(?:env(?:ironment)?(?: variable)?s?|config(?:uration)?)[^\n]{0,20}:\s*\n?\s*['"`[]*([A-Z][A-Z0-9_]{2,80})\b/g,
  /(?:not|n't) present in the environment:\s*([A-Z][A-Z0-9_]{2,80})/g,
  /[Cc]onfig validation error: "([A-Z][A-Z0-9_]{2,80})" is required/g,
  /\bpath"?:\s*\[\s*["']([A-Z][A-Z0-9]*_[A-Z0-9_]{1,80})["']/g,
  /\b([A-Z][A-Z0-9]*_[A-Z0-9_]{1,80})['"`]? (?:is (?:required|missing|not set|not defined|undefined|unset)|must be (?:set|provided|defined))\b/g,
  /^(?:Missing|Undefined|No) (?:required )?['"`]?([A-Z][A-Z0-9]*_[A-Z0-9_]{1,80})['"`]?(?: (?:in|from) (?:the )?env\w*)?[.!]?$/gm,
];

export function environmentKey(message: string): string | null {
  if (!/[A-Z][A-Z0-9_]{2}/.test(message)) return null; // before a dozen patterns are compiled
  for (const wording of environmentWordings) {
    for (const [, key = ''] of message.slice(0, 4096).matchAll(wording)) if (key === key.toUpperCase()) return key;
  }
  return null;
}

function fromEnvironment(message: string): Draft {
  return compact({ envKey: environmentKey(message) ?? undefined });
}

function compact<T extends Record<string, unknown>>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in record) {
    const value = record[key];
    if (value !== undefined) kept[key] = value as Exclude<T[typeof key], undefined>;
  }
  return kept;
}
