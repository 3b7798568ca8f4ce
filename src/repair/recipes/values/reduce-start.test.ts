import { check } from '../cases.test-helper.ts';
import { reduceStart } from './reduce-start.ts';

const reduced = (call: string) => ({
  class: 'type' as const,
  message: 'Reduce of empty array with no initial value',
  files: { 'a.js': `exports.of = (list) =>\n  list.filter(Boolean).${call};\n` },
  at: [['a.js', '‸reduce']] as const,
});

check(reduceStart, [
  {
    name: 'a best one that is asked for null',
    ...reduced('reduce((best, one) => (best === null || one.at > best.at ? one : best))'),
    first: { 'a.js': /\? one : best\), null\);/ },
    ask: null,
  },
  {
    name: 'a field of each is added up',
    ...reduced('reduce((sum, one) => sum + one.cents)'),
    first: { 'a.js': /sum \+ one\.cents, 0\);/ },
    ask: null,
  },
  { name: 'texts that are put together', ...reduced('reduce((text, one) => text + one.name)'), first: null },
  { name: 'a largest one of none is nobody’s', ...reduced('reduce((a, b) => (a.at > b.at ? a : b))'), first: null },
  { name: 'one that has a start', ...reduced('reduce((sum, one) => sum + one.cents, 0)'), first: null },
]);
