export interface Costume {
  id: number;
  code: string;
  title: string;
  size: string | null;
  tags?: string[];
  fee: number;
  deposit?: number;
  care?: { wash: string; days: number } | null;
  measures?: { chest: number; waist: number };
}

export interface Member {
  id: number;
  name: string;
  email?: string;
  joined: string;
  contact?: { phone: string; city: string } | null;
  discount?: number;
}

export interface Loan {
  id: number;
  costumeId: number;
  memberId: number;
  from: string;
  due: string;
  returned: string | null;
  notes?: string[];
}

export interface Settings {
  currency: string;
  today: string;
  lateFeePerDay: number;
  sizes: string[];
  branches: Record<string, { name: string; opens?: string }>;
}

export class Table<T extends { id: number }> {
  private readonly rows = new Map<number, T>();

  constructor(rows: T[]) {
    for (const row of rows) this.rows.set(row.id, row);
  }

  all(): T[] {
    return [...this.rows.values()];
  }

  get(id: number): T | undefined {
    return this.rows.get(id);
  }

  find(test: (row: T) => boolean): T | undefined {
    return this.all().find(test);
  }

  insert(row: Omit<T, 'id'>): T {
    const id = Math.max(0, ...this.rows.keys()) + 1;
    const saved = { ...row, id } as T;
    this.rows.set(id, saved);
    return saved;
  }

  update(id: number, changes: Partial<T>): T | undefined {
    const row = this.rows.get(id);
    if (!row) return undefined;
    const saved = { ...row, ...changes };
    this.rows.set(id, saved);
    return saved;
  }
}

export interface Store {
  costumes: Table<Costume>;
  members: Table<Member>;
  loans: Table<Loan>;
  settings: Settings;
}
