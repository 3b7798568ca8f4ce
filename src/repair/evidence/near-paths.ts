/** Which file was meant by a path that leads nowhere: its ending, case, one slip, or the folder. */
import { slip } from '../code/names.ts';

export const bareEnding = (file: string): string =>
  file.replace(/\.(?:[cm]?[jt]sx?|json)$/, '').replace(/\/index$/, '');

/** Lower is nearer; null = another file. */
export function cost(wanted: string, file: string): number | null {
  const [a, b] = [bareEnding(wanted), bareEnding(file)];
  if (a === b) return 0;
  if (a.toLowerCase() === b.toLowerCase()) return 0.3;
  const [left, right] = [a.split('/'), b.split('/')];
  const differs = left.filter((part, index) => part !== right[index]);
  const at = left.findIndex((part, index) => part !== right[index]);
  const near = left.length === right.length && differs.length === 1 ? slip(left[at] ?? '', right[at] ?? '') : null;
  if (near !== null) return near;
  const index =
    /\bindex\.[^/.]+$/.test(file) && left.slice(0, -1).join('/') === b ? slip(left.at(-1) ?? '', 'index') : null;
  if (index !== null) return index; // `routes/idex.js`
  const [name, other] = [left.at(-1) ?? '', right.at(-1) ?? ''];
  if (name === other && name !== 'index') return 2.2;
  const plural = slip(name, other);
  return plural !== null && plural <= 1 && left.length !== right.length ? 3.2 : null;
}
