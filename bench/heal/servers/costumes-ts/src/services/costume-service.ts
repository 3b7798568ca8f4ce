import { Conflict, NotFound } from '../http/errors.ts';
import { money } from '../lib/money.ts';
import type { Costume, Store } from '../store/store.ts';

interface Filter {
  tag?: string;
  size?: string;
  sort?: string;
}

export class CostumeService {
  constructor(private readonly store: Store) {}

  list({ tag, size, sort }: Filter) {
    const rows = this.store.costumes
      .all()
      .filter((costume) => !tag || (costume.tags ?? []).includes(tag))
      .filter((costume) => !size || costume.size === size.toUpperCase());
    if (sort === 'fee') rows.sort((a, b) => a.fee - b.fee);
    return rows.map((costume) => this.summary(costume));
  }

  summary(costume: Costume) {
    const { id, code, title } = costume;
    return { id, code, title, size: costume.size ?? 'one size', tags: costume.tags ?? [] };
  }

  require(id: number): Costume {
    const costume = this.store.costumes.get(id);
    if (!costume) throw new NotFound('costume', id);
    return costume;
  }

  byCode(code: string) {
    const costume = this.store.costumes.find((row) => row.code === code.toUpperCase());
    if (!costume) throw new NotFound('costume', code);
    return this.summary(costume);
  }

  details(id: number) {
    const costume = this.require(id);
    const { currency } = this.store.settings;
    return {
      ...this.summary(costume),
      fee: money(costume.fee, currency),
      deposit: money(costume.deposit ?? 0, currency),
      chest: costume.measures?.chest ?? null,
    };
  }

  care(id: number) {
    const costume = this.require(id);
    return { title: costume.title, wash: costume.care?.wash ?? 'none', days: costume.care?.days ?? 0 };
  }

  tags() {
    const counts = new Map<string, number>();
    for (const costume of this.store.costumes.all()) {
      for (const tag of costume.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    return [...counts].map(([tag, count]) => ({ tag, count }));
  }

  add(fields: { code: string; title: string; size?: string; tags?: string[]; fee?: number }) {
    const code = fields.code.toUpperCase();
    if (this.store.costumes.find((row) => row.code === code)) throw new Conflict(`${code} is taken`);
    const costume = this.store.costumes.insert({
      code,
      title: fields.title,
      size: fields.size ?? null,
      tags: fields.tags ?? [],
      fee: fields.fee ?? 0,
    });
    return this.details(costume.id);
  }
}
