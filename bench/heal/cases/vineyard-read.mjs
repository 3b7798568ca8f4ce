/** What went wrong when the vineyard was run for the record, and was read. */
import vineyard from './vineyard.mjs';

export default {
  ...vineyard,
  half: 'dev',
  cases: [
    {
      id: 'vineyard-schema-field-lost',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'src/config/schema.ts', find: '    minOechsle: z.record(z.string(), z.number()),\n', replace: '' }],
      trigger: { requests: ['POST /loads {"plot":"P4","date":"2025-10-06","kg":400,"oechsle":73}'] },
    },
  ],
};
