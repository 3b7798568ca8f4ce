import { check } from '../cases.test-helper.ts';
import { unkeptParameter } from './unkept-parameter.ts';

const undef = {
  class: 'type',
  message: "Cannot read properties of undefined (reading 'yard')",
  named: { property: 'yard', nullish: 'undefined' },
} as const;
const typed = (parameter: string): string =>
  `export class Boats {\n  constructor(\n    @Inject(ROWS) private readonly rows: Rows,\n    ${parameter},\n  ) {}\n\n  free() {\n    return this.settings.yard.berths;\n  }\n}\n`;
const plain = (parameters: string, body: string): string =>
  `class Boats {\n  constructor(${parameters}) {\n${body}  }\n\n  free() {\n    return this.settings.yard.berths;\n  }\n}\nmodule.exports = { Boats };\n`;
const at = (file: string) => [[file, 'this.settings.‸yard']] as const;

check(unkeptParameter, [
  {
    name: 'the only parameter of a constructor that does nothing',
    ...undef,
    files: {
      'boats.ts':
        'export class Boats {\n  constructor(settings: Settings) {}\n  free() {\n    return this.settings.yard.berths;\n  }\n}\n',
    },
    at: at('boats.ts'),
    first: { 'boats.ts': /constructor\(private readonly settings: Settings\) \{\}/ },
  },
  {
    name: 'the same without types',
    ...undef,
    files: { 'boats.js': plain('settings', '') },
    at: at('boats.js'),
    first: { 'boats.js': /constructor\(settings\) \{ this\.settings = settings; \}/ },
  },
  {
    name: 'a constructor that does nothing and is given something else',
    ...undef,
    files: { 'boats.js': plain('{ settings }', '') },
    at: at('boats.js'),
    first: null,
  },
  {
    name: 'a parameter without the words of its sibling',
    ...undef,
    files: { 'boats.ts': typed('settings: Settings') },
    at: at('boats.ts'),
    first: { 'boats.ts': typed('private readonly settings: Settings') },
  },
  {
    name: 'a line that is missing beside the others',
    ...undef,
    files: { 'boats.js': plain('rows, settings', '    this.rows = rows;\n') },
    at: at('boats.js'),
    first: { 'boats.js': plain('rows, settings', '    this.rows = rows;\n    this.settings = settings;\n') },
  },
  {
    name: 'what is taken out of one object',
    ...undef,
    files: { 'boats.js': plain('{ rows, settings }', '    this.rows = rows;\n') },
    at: at('boats.js'),
    first: { 'boats.js': plain('{ rows, settings }', '    this.rows = rows;\n    this.settings = settings;\n') },
  },
  {
    name: 'what the constructor makes use of is not forgotten',
    ...undef,
    files: { 'boats.js': plain('rows, settings', '    this.rows = rows;\n    settings.check();\n') },
    at: at('boats.js'),
    first: null,
  },
  {
    name: 'what something else of the class sets is not its matter',
    ...undef,
    files: {
      'boats.js': plain('rows, settings', '    this.rows = rows;\n').replace(
        '  free() {',
        '  open(it) {\n    this.settings = it;\n  }\n\n  free() {',
      ),
    },
    at: at('boats.js'),
    first: null,
  },
]);
