import { EventEmitter } from 'node:events';

export class Store<T extends { id: number }> extends EventEmitter {
  private readonly items = new Map<number, T>();
  private last = 0;

  constructor(rows: T[] = []) {
    super();
    for (const row of rows) this.put(structuredClone(row));
  }

  private put(item: T) {
    this.items.set(item.id, item);
    this.last = Math.max(this.last, item.id);
  }

  async all(): Promise<T[]> {
    return [...this.items.values()];
  }

  async get(id: number): Promise<T | undefined> {
    return this.items.get(id);
  }

  async find(test: (item: T) => boolean): Promise<T | undefined> {
    for (const item of this.items.values()) if (test(item)) return item;
    return undefined;
  }

  async add(fields: Omit<T, 'id'>): Promise<T> {
    const item = { ...fields, id: this.last + 1 } as T;
    this.put(item);
    this.emit('added', item);
    return item;
  }

  async change(id: number, fields: Partial<T>): Promise<T | undefined> {
    const item = this.items.get(id);
    if (!item) return undefined;
    const changed = { ...item, ...fields };
    this.items.set(id, changed);
    this.emit('changed', changed, item);
    return changed;
  }
}
