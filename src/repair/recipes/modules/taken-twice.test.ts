/** A member that is taken at the import and once more where it is used. */
import { check } from '../cases.test-helper.ts';
import { importExport } from './import-export.ts';

const noFunction = (member: string) => ({
  class: 'type' as const,
  message: `TypeError: semver.${member} is not a function`,
  named: { receiver: 'semver', property: member },
});
const outside = {
  'node_modules/semver/package.json': '{ "main": "index.js" }',
  'node_modules/semver/index.js':
    "module.exports = { satisfies: require('./satisfies'), valid: require('./valid'), coerce: require('./coerce') };\n",
};
const manifest = { 'package.json': '{ "dependencies": { "semver": "7" } }' };
const uses = 'exports.fits = (one) => semver.valid(one) && semver.satisfies(one, ">=2");\n';
const at = [['a.js', 'semver.‸satisfies(one']] as const;
const taken = "const semver = require('semver').satisfies;\n";
const prices = {
  'prices.js': 'export const fees = { adult: 1 };\nexport const rebate = (n) => n / 2;\n',
};

check(importExport, [
  {
    ...noFunction('satisfies'),
    name: 'behind require',
    files: { ...manifest, 'a.js': taken + uses },
    outside,
    at,
    first: { 'a.js': "const semver = require('semver');\n" + uses },
  },
  {
    ...noFunction('satisfies'),
    name: 'in braces under another name',
    files: { ...manifest, 'a.js': "const { satisfies: semver } = require('semver');\n" + uses },
    outside,
    at,
    first: { 'a.js': "const semver = require('semver');\n" + uses },
  },
  {
    class: 'type',
    message: 'TypeError: prices.rebate is not a function',
    named: { receiver: 'prices', property: 'rebate' },
    name: 'an ES module of the project, in TypeScript',
    files: {
      ...prices,
      'a.ts':
        "import { fees as prices } from './prices.js';\nexport const all = (n: number) => prices.rebate(n) + prices.fees.adult;\n",
    },
    at: [['a.ts', 'prices.‸rebate']],
    first: {
      'a.ts':
        "import * as prices from './prices.js';\nexport const all = (n: number) => prices.rebate(n) + prices.fees.adult;\n",
    },
  },
  {
    ...noFunction('satisfies'),
    name: 'the part is called by itself, too: one of the uses is wrong',
    files: { ...manifest, 'a.js': `${taken}${uses}exports.old = (one) => semver(one, '<2');\n` },
    outside,
    at,
    first: null,
  },
  {
    ...noFunction('satisfies'),
    name: 'a use of what the module does not have',
    files: { ...manifest, 'a.js': `${taken}${uses}exports.length = semver.length;\n` },
    outside,
    at,
    first: null,
  },
]);
