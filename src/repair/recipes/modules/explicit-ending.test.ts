import { check } from '../cases.test-helper.ts';
import { importPath } from './import-path.ts';

const manifest = '{ "type": "module" }';
const wanted = {
  class: 'missing_module' as const,
  message:
    "TS2835: Relative import paths need explicit file extensions in ECMAScript imports when '--moduleResolution' is 'node16' or 'nodenext'. Did you mean './pricing.js'?",
  named: { module: './pricing' },
};
const unwanted = {
  class: 'missing_module' as const,
  message: "TS5097: An import path can only end with a '.ts' extension when 'allowImportingTsExtensions' is enabled.",
};
const pricing = 'export const priceOf = (days: number) => days * 5;\n';

check(importPath, [
  {
    name: 'the ending that the compiler asks for, wherever it is not written',
    ...wanted,
    files: {
      'package.json': manifest,
      'src/routes.ts': "import { priceOf } from './pricing';\nimport { Pass } from './passes';\nimport x from 'x';\n",
      'src/app.mts': "import { priceOf } from './pricing.js';\nconst y = await import('./routes');\n",
      'src/passes/index.ts': "export type { Day } from '../pricing';\n",
      'src/pricing.ts': pricing,
      'src/pricing.test.ts': "import { priceOf } from './pricing';\n",
    },
    at: [['src/routes.ts', "‸'./pricing'"]],
    first: {
      'src/routes.ts':
        "import { priceOf } from './pricing.js';\nimport { Pass } from './passes/index.js';\nimport x from 'x';\n",
      'src/app.mts': "import { priceOf } from './pricing.js';\nconst y = await import('./routes.js');\n",
      'src/passes/index.ts': "export type { Day } from '../pricing.js';\n",
    },
  },
  {
    name: 'a path without an ending that leads nowhere is corrected as any other',
    ...wanted,
    files: {
      'package.json': manifest,
      'src/routes.ts': "import { priceOf } from './pricin';\n",
      'src/pricing.ts': pricing,
    },
    at: [['src/routes.ts', "‸'./pricin'"]],
    first: { 'src/routes.ts': "import { priceOf } from './pricing';\n" },
  },
  {
    name: 'the ending of a source, where others write that of what is built',
    ...unwanted,
    files: {
      'package.json': manifest,
      'src/routes.ts': "import { priceOf } from './pricing.ts';\nimport { config } from './config.js';\n",
      'src/pricing.ts': pricing,
      'src/config.ts': 'export const config = {};\n',
    },
    at: [['src/routes.ts', "‸'./pricing.ts'"]],
    first: { 'src/routes.ts': "import { priceOf } from './pricing.js';\nimport { config } from './config.js';\n" },
  },
  {
    name: 'the ending of a source, where nobody writes an ending',
    ...unwanted,
    files: {
      'src/routes.ts': "import { priceOf } from './pricing.ts';\nimport { config } from './config';\n",
      'src/pricing.ts': pricing,
      'src/config.ts': 'export const config = {};\n',
    },
    at: [['src/routes.ts', "‸'./pricing.ts'"]],
    first: { 'src/routes.ts': "import { priceOf } from './pricing';\nimport { config } from './config';\n" },
  },
]);
