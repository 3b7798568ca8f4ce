import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mend } from '../../mending/syntax-repair.ts';

const whole = `import type { Source } from './source';

export enum Part {
  Low = 'low',
  High = 'high',
}

export interface Row {
  id: number;
  tags?: string[];
}

const ranges = {
  [Part.Low]: ['C4', 'A5'],
  [Part.High]: ['G3', 'E5'],
} satisfies Record<Part, [string, string]>;

type Handler = (row: Row) => Promise<void>;

@Injectable()
export class Store<T extends Row> implements Source<T> {
  private readonly rows = new Map<string, Array<T>>();

  private count = 0;

  @Get(':id')
  async find(id: string): Promise<Array<T> | undefined> {
    return this.rows.get(id);
  }

  late(rows: T[]) {
    return { rows, at: this.now() };
  }

  public static load<R extends Row>(file: string): Store<R> {
    return new Store<R>(file);
  }
}

export const weekday = (iso: string): number => new Date(iso).getDay();
export const pick = <K extends keyof Row>(row: Row, key: K): Row[K] => row[key];
`;

/** [name, a part of the file, what stands there instead]. */
const slips: readonly (readonly [string, string, string])[] = [
  ['`>` behind a list of types', '[string, string]>;', '[string, string];'],
  ['`>` behind another one', 'Map<string, Array<T>>()', 'Map<string, Array<T>()'],
  ['`>` at the end, and not further in', 'Promise<Array<T> | undefined> {', 'Promise<Array<T> | undefined {'],
  ['`>` twice', 'Promise<void>;', 'Promise<void>>;'],
  ['`>` three times', 'Array<T>>()', 'Array<T>>>()'],
  ['`<` before what a function takes types by', '= <K extends keyof', '= K extends keyof'],
  ['a colon before the type of a parameter, which is no second one', '(iso: string): number', '(iso string): number'],
  ['a colon before what is given back, which is no second arrow', '(iso: string): number', '(iso: string) number'],
  ['`satisfies`', 'satisfies Record', 'satisifes Record'],
  ['`keyof`', 'extends keyof', 'extends kyeof'],
  ['`type`', 'type Handler =', 'tpye Handler ='],
  ['`static`', 'public static load', 'public statc load'],
  ['`async`', 'async find', 'asnyc find'],
  ['`type` before a list of names', 'import type {', 'import tpye {'],
  ['`?` behind its colon', 'tags?: string[];', 'tags:? string[];'],
  ['`?` behind the type', 'tags?: string[];', 'tags: string[]?;'],
  ['`@` before a decorator', "  @Get(':id')", "  Get(':id')"],
  ['a colon before a value', 'private count = 0;', 'private count: = 0;'],
  ['a brace behind an object, of which nothing is called', 'this.now() };', 'this.now() ;'],
];

for (const [name, part, instead] of slips)
  test(`REP-2 a sign or word of TypeScript: ${name}`, () => {
    const text = whole.replace(part, () => instead);
    assert.notEqual(text, whole);
    const [first] = mend({ path: 'store.ts', text, kind: 'module', line: null, lastGood: null });
    assert.deepEqual([first?.text, first?.guess === true], [whole, false]);
  });

test('REP-2 a colon for `=` in an enum is no comma before a second name', () => {
  const text = whole.replace("Low = 'low'", "Low: 'low'");
  const [first, second] = mend({ path: 'store.ts', text, kind: 'module', line: null, lastGood: null });
  assert.match(first?.text ?? '', /Low= 'low'/);
  assert.ok((second?.cost ?? Infinity) > (first?.cost ?? 0) + 1);
});

test('REP-2 a quote that a route lost: what begins with a colon is no code that became a text', () => {
  const text = "class Rooms {\n  @Get(':slug/beds')\n  beds() {\n    return [];\n  }\n}\n";
  const broken = text.replace("beds')", 'beds)');
  const [first] = mend({ path: 'rooms.ts', text: broken, kind: 'module', line: null, lastGood: null });
  assert.deepEqual([first?.text, first?.guess === true], [text, false]);
});

test('REP-2 a quote that a route lost: the handler behind it was no part of the text', () => {
  const text = "app.get('/lots', list);\napp.get('/lots/:id', show);\n";
  const broken = text.replace(":id'", ':id');
  const [first, second] = mend({ path: 'app.js', text: broken, kind: 'module', line: null, lastGood: null });
  assert.equal(first?.text, text);
  assert.ok((second?.cost ?? Infinity) > (first?.cost ?? 0) + 0.6, 'and has no rival');
});
