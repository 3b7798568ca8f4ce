import { NotFoundError } from '#lib/errors';

export class Table {
  #rows;
  #nextId;

  constructor(name, rows) {
    this.name = name;
    this.#rows = rows;
    this.#nextId = Math.max(0, ...rows.map((row) => row.id)) + 1;
  }

  count(where = {}) {
    return this.findMany({ where }).length;
  }

  findMany({ where = {}, orderBy } = {}) {
    const rows = this.#rows.filter((row) => Object.entries(where).every(([key, value]) => row[key] === value));
    return orderBy === undefined ? rows : rows.toSorted((a, b) => (a[orderBy] < b[orderBy] ? -1 : 1));
  }

  findUnique({ where }) {
    return this.findMany({ where })[0] ?? null;
  }

  findUniqueOrThrow({ where }) {
    const row = this.findUnique({ where });
    if (row === null) throw new NotFoundError(this.name, Object.values(where)[0]);
    return row;
  }

  create({ data }) {
    const row = { id: this.#nextId++, ...data };
    this.#rows.push(row);
    return row;
  }

  delete({ where }) {
    const row = this.findUniqueOrThrow({ where });
    this.#rows.splice(this.#rows.indexOf(row), 1);
    return row;
  }
}
