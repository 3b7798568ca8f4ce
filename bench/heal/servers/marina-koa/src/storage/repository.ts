import { NotFound } from '#domain';
import { db, fromRow, type Row } from './database.ts';

export class Repository<T extends { id: number }> {
  protected readonly table: string;
  readonly label: string;

  constructor(table: string, label: string) {
    this.table = table;
    this.label = label;
  }

  all(): T[] {
    return this.query(`SELECT * FROM ${this.table} ORDER BY id`);
  }

  find(id: number): T | undefined {
    return this.query(`SELECT * FROM ${this.table} WHERE id = ?`, id)[0];
  }

  require(id: number): T {
    const found = this.find(id);
    if (!found) throw new NotFound(this.label, id);
    return found;
  }

  protected query(sql: string, ...values: unknown[]): T[] {
    return db
      .prepare(sql)
      .all(...values)
      .map((row: unknown) => fromRow<T>(row as Row));
  }
}
