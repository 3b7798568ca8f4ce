/** Circles of ES modules that something closes which nobody needs. */
import { check } from '../cases.test-helper.ts';
import { importCycle } from './import-cycle.ts';

const early = {
  class: 'reference' as const,
  message: "Cannot access 'HttpError' before initialization",
  named: { identifier: 'HttpError' },
  at: [['respond.js', 'new ‸HttpError(']] as const,
};
const files = (way: string) => ({
  'errors.js': `${way}export class HttpError extends Error {}\n`,
  'respond.js':
    "import { HttpError } from './errors.js';\n\nexport const gone = new HttpError('gone');\nexport class Reply {}\n",
  'main.js':
    "import { HttpError } from './errors.js';\nimport { Reply } from './respond.js';\nserve(HttpError, Reply);\n",
});
const handsOn = "export { Reply } from './respond.js';\n";

check(importCycle, [
  {
    name: 'what is handed on and nobody takes closes the circle',
    ...early,
    files: files(handsOn),
    first: { 'errors.js': 'export class HttpError extends Error {}\n' },
  },
  {
    name: 'what is imported and never read closes the circle',
    ...early,
    files: files("import { Reply } from './respond.js';\n"),
    first: { 'errors.js': 'export class HttpError extends Error {}\n' },
  },
  {
    name: 'what somebody takes from there stays',
    ...early,
    files: { ...files(handsOn), 'more.js': "import { Reply } from './errors.js';\nserve(Reply);\n" },
    first: null,
  },
]);
