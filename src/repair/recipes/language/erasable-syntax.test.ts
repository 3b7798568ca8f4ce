/** Enums and parameter properties where Node only takes the types away. */
import { check } from '../cases.test-helper.ts';
import { erasableSyntax } from './erasable-syntax.ts';

const refused = (what: string) => ({
  class: 'syntax' as const,
  message: `TypeScript ${what} is not supported in strip-only mode`,
});

check(erasableSyntax, [
  {
    name: 'an enum of texts',
    ...refused('enum'),
    files: { 'main.ts': "export enum Size {\n  Small = 's',\n  Large = 'l',\n}\nconsole.log(Size.Small);\n" },
    first: {
      'main.ts':
        "export const Size = {\n  Small: 's',\n  Large: 'l',\n} as const;\nexport type Size = (typeof Size)[keyof typeof Size];\nconsole.log(Size.Small);\n",
    },
  },
  {
    name: 'an enum of numbers, which leads back to its names',
    ...refused('enum'),
    files: { 'main.ts': 'enum Size {\n  Small,\n  Large,\n}\nconsole.log(Size[0]);\n' },
    first: null,
  },
  {
    name: 'an enum whose member is a type',
    ...refused('enum'),
    files: { 'main.ts': "enum Size {\n  Small = 's',\n}\nconst small: Size.Small = Size.Small;\n" },
    first: null,
  },
  {
    name: 'parameter properties, one with a default, beside a parameter',
    ...refused('parameter property'),
    files: {
      'main.ts':
        'class Shop {\n  constructor(private readonly name: string, count: number, public size = 3) {\n    console.log(count);\n  }\n}\n',
    },
    first: {
      'main.ts':
        'class Shop {\n  private readonly name: string;\n  public size;\n\n  constructor(name: string, count: number, size = 3) {\n    this.name = name;\n    this.size = size;\n    console.log(count);\n  }\n}\n',
    },
  },
  {
    name: 'a parameter property of a class that extends another one, without a line of its own',
    ...refused('parameter property'),
    files: {
      'main.ts':
        "class Gone extends Error {\n  constructor(readonly status: number) {\n    super('gone');\n  }\n}\nclass Shop {\n  constructor(readonly name: string) {}\n}\n",
    },
    first: {
      'main.ts':
        "class Gone extends Error {\n  readonly status: number;\n\n  constructor(status: number) {\n    super('gone');\n    this.status = status;\n  }\n}\nclass Shop {\n  readonly name: string;\n\n  constructor(name: string) {\n    this.name = name;\n  }\n}\n",
    },
  },
  {
    name: 'a parameter property that another field is made of',
    ...refused('parameter property'),
    files: {
      'main.ts': 'class Shop {\n  title = this.name;\n\n  constructor(readonly name: string) {}\n}\n',
    },
    first: null,
  },
  {
    name: 'a parameter property that a class cannot set at once',
    ...refused('parameter property'),
    files: {
      'main.ts':
        "class Gone extends Error {\n  constructor(readonly status: number) {\n    const text = 'gone';\n    super(text);\n  }\n}\n",
    },
    first: null,
  },
]);
