import { check } from '../cases.test-helper.ts';
import { envNumber } from './env-number.ts';

const schema = (size: string, checked = 'process.env'): string =>
  `import { z } from 'zod';\nconst schema = z.object({ PORT: z.coerce.number(), PAGE_SIZE: ${size}.int() });\nexport const env = schema.parse(${checked});\n`;
const refused = (received: string) => ({
  class: 'env_missing' as const,
  message: `ZodError: ${JSON.stringify([{ expected: 'number', code: 'invalid_type', path: ['PAGE_SIZE'], message: `Invalid input: expected number, received ${received}` }], null, 2)}`,
  at: [['env.ts', 'schema.‸parse(']] as const,
});

check(envNumber, [
  {
    name: 'a number that is wanted of a variable',
    ...refused('string'),
    files: { 'env.ts': schema('z.number()') },
    first: { 'env.ts': schema('z.coerce.number()') },
    ask: null,
  },
  {
    name: 'a variable that is not set',
    ...refused('undefined'),
    files: { 'env.ts': schema('z.number()') },
    first: null,
  },
  {
    name: 'what others send may rightly be refused',
    ...refused('string'),
    files: { 'env.ts': schema('z.number()', 'req.body') },
    first: null,
  },
]);
