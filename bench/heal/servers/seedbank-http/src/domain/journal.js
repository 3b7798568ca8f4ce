class Journal {
  #entries = [];

  constructor() {
    this.record = this.record.bind(this);
  }

  record(entry) {
    this.#entries.push({ seq: this.#entries.length + 1, ...entry });
  }

  *[Symbol.iterator]() {
    yield* this.#entries;
  }

  byKind() {
    const groups = {};
    for (const entry of this) (groups[entry.kind] ??= []).push(entry);
    return groups;
  }
}

export const journal = new Journal();
export default Journal;
