import { createRequire } from 'node:module';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { HttpError } from './http.js';

const require = createRequire(import.meta.url);
const ajv = new Ajv({ allErrors: true, useDefaults: true });
addFormats(ajv);

for (const name of ['hive', 'inspection', 'harvest']) {
  ajv.addSchema(require(`#schemas/${name}.json`), name);
}

export function validate(name, value) {
  const check = ajv.getSchema(name);
  if (!check(value)) {
    throw new HttpError(422, `Not a valid ${name}`, check.errors.map((error) => `${error.instancePath || '/'} ${error.message}`));
  }
  return value;
}
