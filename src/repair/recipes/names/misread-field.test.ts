import { check, value } from '../cases.test-helper.ts';
import { misreadField } from './misread-field.ts';

const refused = { class: 'database', message: 'NOT NULL constraint failed: boats.length_m' } as const;
const add = (read: string): string =>
  `exports.add = (rows, dto) => rows.add({ name: dto.name, lengthM: dto.${read}, berth: 3 });\n`;
const seen = (keys: readonly string[]) => ({ dto: value({ className: 'BoatDto', keys }) });

check(misreadField, [
  {
    name: 'an object that has the field under the name by which it is handed on',
    ...refused,
    files: { 'a.js': add('length') },
    at: [['a.js', 'rows.‸add']],
    facts: seen(['name', 'lengthM']),
    first: { 'a.js': add('lengthM') },
  },
  {
    name: 'an object that has what is read of it',
    ...refused,
    files: { 'a.js': add('length') },
    at: [['a.js', 'rows.‸add']],
    facts: seen(['name', 'length', 'lengthM']),
    first: null,
  },
  {
    name: 'an object that has neither',
    ...refused,
    files: { 'a.js': add('length') },
    at: [['a.js', 'rows.‸add']],
    facts: seen(['name']),
    first: null,
  },
]);
