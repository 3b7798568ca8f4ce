import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(process.cwd(), 'data');

@Injectable()
export class Store {
  private readonly tables = new Map<string, Promise<unknown[]>>();

  /** The rows of a file in `data`, read once and kept in memory from then on. */
  table<T>(name: string): Promise<T[]> {
    let rows = this.tables.get(name);
    if (rows === undefined) {
      rows = readFile(join(folder, `${name}.json`), 'utf8').then((text) => JSON.parse(text));
      this.tables.set(name, rows);
    }
    return rows as Promise<T[]>;
  }
}
