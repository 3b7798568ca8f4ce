import { check } from '../cases.test-helper.ts';
import { cutImport } from './cut-import.ts';

const failed = { class: 'syntax' as const, message: 'SyntaxError: Unexpected token' };
const files = {
  'package.json': '{ "type": "module" }',
  'src/money.js': 'export const cents = (value) => value * 100;\nexport const euros = (value) => value / 100;\n',
  'src/dates.js': 'export const dayOf = (date) => date.slice(0, 10);\n',
};
const text = (line: string): string =>
  `import { dayOf } from './dates.js';\n${line}\n\nexport const show = (row) => euros(cents(row.price)) + dayOf(row.at);\n`;
const whole = text("import { euros, cents } from './money.js';");

function cut(name: string, line: string, first: string | null) {
  const all = { ...files, 'src/show.js': text(line) };
  return {
    ...{ name, ...failed, files: all },
    at: [['src/show.js', '‸import { dayOf }'] as const],
    first: first === null ? null : { 'src/show.js': first },
  };
}

check(cutImport, [
  cut('within a name', 'import { euros, cen', whole),
  cut('behind its names', 'import { euros, cents }', whole),
  cut('its first half', "ts } from './money.js';", whole),
  cut('what ends like another one', "ts } from './prices.js';", null),
  {
    ...{ name: 'of types', ...failed },
    files: {
      'src/types.ts': 'export interface Plugin {\n  name: string;\n}\nexport type Config = { port: number };\n',
      'src/other.ts': 'export type Config = string;\n',
      'src/plugins.ts': 'import type { Config, Plugin }\n\nexport const make = (config: Config): Plugin[] => [];\n',
    },
    at: [['src/plugins.ts', '‸import type']],
    first: { 'src/plugins.ts': /^import type \{ Config, Plugin \} from '\.\/types(?:\.\w+)?';\n/ },
  },
]);
