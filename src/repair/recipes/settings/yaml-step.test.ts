/** Keys of YAML that lost their step in, and stand beside the key that they belong to. */
import { check } from '../cases.test-helper.ts';
import { yamlFile } from './yaml-file.ts';

const ofNull = {
  class: 'type' as const,
  message: "Cannot read properties of null (reading 'cat')",
  named: { property: 'cat', nullish: 'null' as const },
  at: [['a.js', 'fees.perKilo‸[kind]']] as const,
};
const files = (yaml: string, more = '') => ({
  'config/site.yml': yaml,
  'a.js': `const { fees } = YAML.parse(fs.readFileSync('config/site.yml', 'utf8'));\nexports.fee = (kind) => fees.perKilo[kind] * 2;\n${more}`,
});

check(yamlFile, [
  {
    ...ofNull,
    name: 'all that stands behind an empty key',
    files: files('fees:\n  perKilo:\n  cat: 1.5\n  # large ones\n  dog: 0.8\nname: x\n'),
    first: { 'config/site.yml': 'fees:\n  perKilo:\n    cat: 1.5\n    # large ones\n    dog: 0.8\nname: x\n' },
  },
  {
    ...ofNull,
    name: 'what is read beside the empty key stays beside it',
    files: files('fees:\n  perKilo:\n  cat: 1.5\n  base: 8\n', 'exports.base = () => fees.base;\n'),
    first: { 'config/site.yml': 'fees:\n  perKilo:\n    cat: 1.5\n  base: 8\n' },
  },
  {
    ...ofNull,
    name: 'a section at the top whose keys are read of it',
    at: [['b.js', 'site.tickets‸.full']],
    message: "Cannot read properties of null (reading 'full')",
    named: { property: 'full', nullish: 'null' },
    files: {
      'config/site.yml': 'title: x\ntickets:\nfull: 18\nreduced: 9\n',
      'a.js': "exports.site = YAML.parse(fs.readFileSync('config/site.yml', 'utf8'));\n",
      'b.js': 'exports.price = (less) => (less ? site.tickets.reduced : site.tickets.full);\n',
    },
    first: { 'config/site.yml': 'title: x\ntickets:\n  full: 18\n  reduced: 9\n' },
  },
  {
    ...ofNull,
    name: 'a key that says itself that it has nothing',
    files: files('fees:\n  perKilo: null\n  cat: 1.5\n'),
    first: null,
  },
]);

const zones = (indent: string) =>
  `zones:\n  quiet:\n    hourly: 450\n    daily: 2600\n  studio:\n    hourly: 900\n${indent}daily: 5400\nextras:\n  locker: 150\n`;

check(yamlFile, [
  {
    name: 'a key that each record beside has, in a record',
    class: 'config',
    message: 'YAMLParseError: All mapping items must start at the same column at line 6, column 5',
    files: { 'config/tariffs.yaml': zones('   '), 'a.js': 'exports.daily = (zone) => zones[zone].daily;\n' },
    first: { 'config/tariffs.yaml': zones('    ') },
    ask: null,
  },
]);
