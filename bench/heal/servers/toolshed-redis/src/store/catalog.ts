import { readYaml } from '../config';
import { Tool, type Category, type ToolRecord } from '../model/tool';

export class Catalog implements Iterable<Tool> {
  readonly #tools = new Map<string, Tool>();

  static load(): Catalog {
    return new Catalog(readYaml<ToolRecord[]>('data', 'tools.yml'));
  }

  constructor(records: ToolRecord[]) {
    for (const record of records) this.#tools.set(record.code, new Tool(record));
  }

  *[Symbol.iterator](): Iterator<Tool> {
    yield* this.#tools.values();
  }

  find(code: string): Tool | undefined {
    return this.#tools.get(code.toUpperCase());
  }

  search({ word, category }: { word?: string; category?: Category }): Tool[] {
    return [...this].filter(
      (tool) => (word === undefined || tool.matches(word)) && (category === undefined || tool.category === category),
    );
  }
}
