import { check } from '../cases.test-helper.ts';
import { coercion } from './coercion.ts';

const store = (read: string, parse = ''): string =>
  `const { readFileSync } = require('fs');\nconst read = (name) => ${read};\nconst keyed = (list, key) => new Map(list.map((one) => [one[key], one]));\nexports.open = () => ({ centre: ${parse}read('centre')${parse === '' ? '' : ')'}, sites: keyed(${parse}read('sites')${parse === '' ? '' : ')'}, 'slug') });\n`;
const text = "readFileSync(`data/${name}.json`, 'utf8')";
const unparsed = {
  class: 'type' as const,
  message: 'list.map is not a function',
  at: [['store.js', 'list.‸map']] as const,
  facts: { list: { type: 'string', preview: '"[{\\"slug\\":\\"a\\"}]"' } } as const,
};

check(coercion, [
  {
    name: 'the text of a file that a helper reads for several: it is parsed where it is read',
    ...unparsed,
    files: { 'store.js': store(text) },
    first: { 'store.js': store(`JSON.parse(${text})`) },
  },
  {
    name: 'the text of a file that the callers of a helper parse',
    ...unparsed,
    facts: { list: { type: 'object', className: 'Object' } },
    files: { 'store.js': store(text, 'JSON.parse(') },
    first: null,
  },
]);
