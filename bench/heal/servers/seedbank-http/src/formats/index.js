import { HttpError } from '../core/errors.js';

const makers = {
  csv: () => import('./csv.js'),
  ndjson: () => import('./ndjson.js'),
  xml: () => import('./xml.js'),
};

export const formatNames = Object.keys(makers);

export async function createFormat(name, options) {
  if (!Object.hasOwn(makers, name)) throw new HttpError(406, `formats are ${new Intl.ListFormat('en').format(formatNames)}`);
  const { default: FormatClass } = await makers[name]();
  return new FormatClass(options);
}
