import Ajv from 'ajv';
import { bill, usage } from './bills.mjs';
import { household, tariffNames } from './households.mjs';
import { last, record } from './readings.mjs';

const ajv = new Ajv({ allErrors: true });

const id = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, month: { type: 'string' } } };
const reading = {
  type: 'object',
  required: ['meter', 'date', 'value'],
  properties: { meter: { type: 'string' }, date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }, value: { type: 'number' } },
};

export const methods = {
  'household.get': { schema: id, run: ({ id }) => household(id) },
  'household.usage': { schema: id, run: async ({ id, month }) => ({ used: await usage(id, month) }) },
  'household.contact': {
    schema: id,
    run: ({ id }) => {
      const { name, mail } = household(id);
      return { name, domain: mail ? mail.split('@')[1] : null };
    },
  },
  'bill.make': { schema: id, run: ({ id, month }) => bill(id, month) },
  'tariff.list': { schema: { type: 'object' }, run: () => tariffNames() },
  'reading.add': {
    schema: reading,
    run: async ({ meter, date, value, note }) => ({ count: await record({ meter, date, value, note: note ?? null }) }),
  },
  'reading.last': {
    schema: { type: 'object', required: ['meter'] },
    run: async ({ meter }) => {
      const found = await last(meter);
      return { meter, value: found ? found.value.toFixed(2) : null, note: found?.note?.trim() ?? '' };
    },
  },
};

const checks = new Map(Object.entries(methods).map(([name, { schema }]) => [name, ajv.compile(schema)]));

/** `{status, body}` of one call. */
export async function call({ method, params = {} }) {
  const check = checks.get(method);
  if (!check) return { status: 404, body: { error: `no method ${method}` } };
  if (!check(params)) return { status: 400, body: { error: check.errors.map(({ message }) => message).join(', ') } };
  return { status: 200, body: { result: await methods[method].run(params) } };
}
