/** What a compiler refused, as tsc, ts-node, Nest's command and esbuild print it: the first of its complaints is the failure, and says where. */
import type { FailureClass } from '../incident/nouns.ts';
import type { Parsed, ParsedError } from './parse.ts';

/** `src/a.ts(4,83): error TS2551: …` and, for eyes, `src/a.ts:4:83 - error TS2551: …`. */
const complaint =
  /^(?:ERROR in )?(?:\.\/)?([^\s:(][^\n:(]{0,500}?\.[cm]?tsx?)(?:\((\d{1,9}),(\d{1,9})\):|:(\d{1,9}):(\d{1,9}) -) error (TS\d{4,5}): (.{1,2000})$/m;

const esbuild = 'esbuild';
/** `✘ [ERROR] Expected ")" but found ";"`, and the place two lines below. */
const bundlers =
  /^(?:✘|X) \[ERROR\] ([^\n]{1,2000})\n\n {4}([^\s:][^\n:]{0,500}?\.[cm]?[jt]sx?):(\d{1,9}):(\d{1,9}):$/m;

/** The complaint in place of what the tool that started the compiler throws or says of it; an error with a stack of the project's own stays. */
export function compiled(parsed: Parsed, text: string): Parsed {
  const [error] = parsed.chain;
  const isTool = error === undefined || error.name === 'TSError' || error.frames.length === 0;
  const said = isTool && parsed.fatal === null ? readComplaint(`${error?.message ?? ''}\n${text}`) : null;
  return said === null ? parsed : { ...parsed, chain: [said] };
}

function readComplaint(text: string): ParsedError | null {
  // oxlint-disable-next-line no-control-regex -- colour codes are control characters
  const plain = text.replace(/\u001b\[[\d;]{0,20}m/g, '');
  const typed = complaint.exec(plain);
  if (typed !== null) {
    const [, file = '', line, column, lineSeen, columnSeen, code = '', message = ''] = typed;
    return errorAt({ name: code, message, code }, file, [Number(line ?? lineSeen), Number(column ?? columnSeen)]);
  }
  const bundled = bundlers.exec(plain);
  if (bundled === null) return null;
  const [, message = '', file = '', line, column] = bundled;
  return errorAt({ name: esbuild, message, code: null }, file, [Number(line), Number(column) + 1]); // it counts columns from 0
}

function errorAt(
  said: Pick<ParsedError, 'name' | 'message' | 'code'>,
  file: string,
  [line, column]: readonly [line: number, column: number],
): ParsedError {
  const place = { file, line, column };
  return { ...said, fields: {}, frames: [{ fn: null, ...place }], header: place };
}

/** The class that the same slip has where no compiler looks first. */
export function classOfComplaint({ name, code, message }: ParsedError): FailureClass | null {
  if (name === esbuild)
    return /^Could not resolve /.test(message)
      ? 'missing_module'
      : /^No matching export in /.test(message)
        ? 'import_export'
        : 'syntax';
  const number = Number(/^TS(\d{4,5})$/.exec(code ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return null;
  if (number === 1192 || number === 1259) return 'import_export';
  if (number < 2000) return 'syntax';
  return kinds.find(([, codes]) => codes.includes(number))?.[0] ?? 'type';
}

const kinds: readonly (readonly [FailureClass, readonly number[]])[] = [
  ['missing_module', [2307, 2792, 2834, 2835, 7016]],
  ['import_export', [2305, 2459, 2460, 2497, 2595, 2613, 2614, 2616, 2724]],
  ['reference', [2304, 2448, 2503, 2552, 2580, 2582, 2584, 2591, 2662, 2663, 18004]],
];
