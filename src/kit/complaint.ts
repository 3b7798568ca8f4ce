/** What a compiler refuses, as tsc, ts-node, Nest's command and esbuild print it: the first complaint, and where. */

export interface Complaint {
  /** All of it as it was printed, without colours. */
  readonly text: string;
  /** `TS2551`; null of esbuild, which has no codes. */
  readonly code: string | null;
  readonly message: string;
  /** As printed: most often relative to the project. */
  readonly file: string;
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** `src/a.ts(4,83): error TS2551: …` and, for eyes, `src/a.ts:4:83 - error TS2551: …`. */
const typed =
  /^(?:ERROR in )?(?:\.\/)?([^\s:(][^\n:(]{0,500}?\.[cm]?tsx?)(?:\((\d{1,9}),(\d{1,9})\):|:(\d{1,9}):(\d{1,9}) -) error (TS\d{4,5}): (.{1,2000})$/gm;
/** Of its own settings: `tsconfig.json(7,5): error TS5023: …`, or without a place where a name of theirs leads nowhere. */
const ofSettings =
  /^(?:(?:\.\/)?([^\s:(]{0,500}tsconfig[\w.-]{0,60}\.json)\((\d{1,9}),(\d{1,9})\): )?error (TS\d{4,5}): (.{1,2000})$/m;
/** `✘ [ERROR] Expected ")" but found ";"`, and the place two lines below. */
const bundled = /^(?:✘|X) \[ERROR\] ([^\n]{1,2000})\n\n {4}([^\s:][^\n:]{0,500}?\.[cm]?[jt]sx?):(\d{1,9}):(\d{1,9}):$/m;

/** swc: `x Expected ',', got 'const'`, and under it a drawing with the place. */
const drawn =
  /^(?:Error: {1,4})?[ \t]{0,4}[x×] ([^\n]{1,2000})\n[ \t]{0,4}[,╭][-─]\[([^\]\n]{1,500}?\.[cm]?[jt]sx?):(\d{1,9}):(\d{1,9})\]$/m;

export function readComplaint(printed: string): Complaint | null {
  // oxlint-disable-next-line no-control-regex -- colour codes are control characters
  const plain = printed.replace(/\u001b\[[\d;]{0,20}m/g, '');
  const [text, file = '', line, column, lineSeen, columnSeen, code, message = ''] = firstOf(plain) ?? [];
  if (text !== undefined && code !== undefined)
    return { text, code, message, file, line: Number(line ?? lineSeen), column: Number(column ?? columnSeen) };
  const [said, config = 'tsconfig.json', row, from, number, told = ''] = ofSettings.exec(plain) ?? [];
  if (said !== undefined && number !== undefined)
    return { text: said, code: number, message: told, file: config, line: Number(row ?? 1), column: Number(from ?? 1) };
  const isDrawn = !bundled.test(plain);
  const [all, words = '', place = '', at, after] = (isDrawn ? drawn : bundled).exec(plain) ?? [];
  if (all === undefined) return null;
  const column0 = isDrawn ? 0 : 1; // esbuild counts columns from 0
  return { text: all, code: null, message: words, file: place, line: Number(at), column: Number(after) + column0 };
}

const readMax = 50;

/** The first that is no mere consequence: what has no name has no type either (`implicitly has an 'any' type`), and is told of first where it stands to the right of it. */
function firstOf(plain: string): RegExpExecArray | undefined {
  const found: RegExpExecArray[] = [];
  for (const match of plain.matchAll(typed)) if (found.push(match) >= readMax) break;
  const isUntyped = ({ 6: code, 7: message = '' }: RegExpExecArray): boolean =>
    code?.startsWith('TS70') === true && message.includes('implicitly');
  return found.find((each) => !isUntyped(each)) ?? found[0];
}
