import { readFile } from 'node:fs/promises';

export class Collection<T extends { id: string }> {
  readonly #file: URL;
  #rows: Promise<Map<string, T>> | null = null;

  constructor(name: string) {
    this.#file = new URL(`../../data/${name}.json`, import.meta.url);
  }

  #load(): Promise<Map<string, T>> {
    this.#rows ??= readFile(this.#file, 'utf8').then(
      (text) => new Map((JSON.parse(text) as T[]).map((row) => [row.id, row])),
    );
    return this.#rows;
  }

  async all(): Promise<T[]> {
    return [...(await this.#load()).values()];
  }

  async get(id: string): Promise<T | undefined> {
    return (await this.#load()).get(id);
  }

  async where(test: (row: T) => boolean): Promise<T[]> {
    return (await this.all()).filter(test);
  }
}
