/** What a compiler refused is the failure: the first of its complaints, whose place and name recipes know what to do with. */
import type { FailureClass } from '../incident/nouns.ts';
import { readComplaint, type Complaint } from '../kit/complaint.ts';
import type { Parsed, ParsedError } from './parse.ts';

const esbuild = 'esbuild';

/** The complaint in place of what the tool that started the compiler throws or says of it; an error with a stack of the project's own stays. */
export function compiled(parsed: Parsed, text: string): Parsed {
  const [error] = parsed.chain;
  const isTool =
    error === undefined ||
    error.name === 'TSError' ||
    error.frames.length === 0 ||
    /[\\/]@swc[\\/]core[\\/]/.test(error.frames[0]?.file ?? '');
  const said = isTool && parsed.fatal === null ? readComplaint(`${error?.message ?? ''}\n${text}`) : null;
  return said === null ? parsed : { ...parsed, chain: [errorOf(said)] };
}

function errorOf({ code, message, file, line, column }: Complaint): ParsedError {
  const place = { file, line, column };
  return { name: code ?? esbuild, message, code, fields: {}, frames: [{ fn: null, ...place }], header: place };
}

/** The class that the same slip has where no compiler looks first. */
export function classOfComplaint({ name, code, message, header }: ParsedError): FailureClass | null {
  if (/^TS\d/.test(code ?? '') && header?.file.endsWith('.json') === true) return 'config';
  if (name === esbuild)
    return /^Could not resolve /.test(message)
      ? 'missing_module'
      : /^No matching export in /.test(message)
        ? 'import_export'
        : 'syntax';
  const number = Number(/^TS(\d{4,5})$/.exec(code ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return null;
  if (number === 1192 || number === 1259) return 'import_export';
  if (number === 1361 || number === 1362) return 'reference'; // a type alone was imported
  if (number < 2000) return 'syntax';
  return kinds.find(([, codes]) => codes.includes(number))?.[0] ?? 'type';
}

const kinds: readonly (readonly [FailureClass, readonly number[]])[] = [
  ['missing_module', [2307, 2792, 2834, 2835, 5097, 7016]],
  ['import_export', [2305, 2459, 2460, 2497, 2595, 2613, 2614, 2616, 2724]],
  ['reference', [2304, 2448, 2503, 2552, 2580, 2582, 2584, 2591, 2662, 2663, 18004]],
];
