import { check } from '../cases.test-helper.ts';
import { firstPage } from './first-page.ts';

const negative = { class: 'database' as const, message: 'error: OFFSET must not be negative' };
const helper = (bound: string, zero: string, formula = '(page - 1) * size'): string =>
  `function whole(text, fallback) {\n  if (text === undefined) return fallback;\n  const value = Number(text);\n  if (value < ${bound}) throw new Error('too low');\n  return value;\n}\nfunction pageOf(query) {\n  const page = whole(query.page, ${zero});\n  const size = whole(query.size, 20);\n  return { page, size, offset: ${formula} };\n}\nmodule.exports = { pageOf };\n`;
const one = (from: string, to: string | null, more: object = {}) => ({
  ...negative,
  files: { 'a.ts': from },
  first: to === null ? null : { 'a.ts': to },
  ...more,
});
const sized = (params: string, formula = '(page - 1) * size', check = ''): string =>
  `export function list(db: Db, ${params}: Query) {\n${check}  return db.find(size, ${formula});\n}\n`;
const refuses = "  if (page < 1) throw new Error('no such page');\n";
const fastify = (zero: number, least: number): string =>
  `const query = { page: { type: 'integer', minimum: ${least}, default: ${zero} } };\napp.get('/', { schema: { query } }, ({ query: { page, size } }) => list({ offset: (page - 1) * size }));\n`;
const zod = (zero: number): string =>
  `const Query = z.object({ page: z.coerce.number().int().positive().default(${zero}) });\nexport const skip = (url, size) => {\n  const { page } = Query.parse(url);\n  return (page - 1) * size;\n};\n`;

check(firstPage, [
  { name: 'what a helper refuses is no default of it', ...one(helper('1', '0'), helper('1', '1')) },
  {
    name: 'a default of a parameter that its function refuses (MySQL)',
    ...one(sized('{ page = 0, size = 20 }', undefined, refuses), sized('{ page = 1, size = 20 }', undefined, refuses), {
      message:
        "You have an error in your SQL syntax; check the manual for the right syntax to use near '-20' at line 1",
    }),
  },
  {
    name: 'a schema whose default is below its minimum (Prisma)',
    ...one(fastify(0, 1), fastify(1, 1), {
      message: 'Invalid value for skip argument: Value can only be positive, found: -20',
    }),
  },
  {
    name: 'a chain of a schema (MongoDB)',
    ...one(zod(0), zod(1), { message: "MongoServerError: BSON field 'skip' value must be >= 0, actual value '-20'" }),
  },
  {
    name: 'as another function has it',
    ...one(
      sized('{ page = 0, size = 20 }') + 'export const link = ({ page = 1 }) => `?page=${page + 1}`;\n',
      sized('{ page = 1, size = 20 }') + 'export const link = ({ page = 1 }) => `?page=${page + 1}`;\n',
    ),
  },
  { name: 'pages that are counted from 0', ...one(helper('0', '0'), helper('0', '0', 'page * size')) },
  {
    name: 'nothing tells where pages begin',
    ...one(sized('{ page = 0, size = 20 }'), sized('{ page = 1, size = 20 }'), { ask: /counted from 0 or from 1/ }),
  },
]);

check(firstPage, [
  { name: 'a page that was asked for', ...one(helper('1', '0'), null, { request: { url: '/books?page=0' } }) },
  { name: 'a page that begins at 1', ...one(helper('1', '1'), null) },
  { name: 'pages that are counted from 0 all along', ...one(helper('0', '0', 'page * size'), null) },
  { name: 'one less that is no page', ...one(sized('{ page = 0, size = 20 }', 'page - 1'), null) },
  { name: 'another failure', ...one(helper('1', '0'), null, { message: 'error: LIMIT must not be negative' }) },
]);
