import { appendFile } from 'node:fs/promises';

export interface Entry {
  action: string;
  number: string;
  by: string;
}

export class Journal {
  private readonly recent: Entry[] = [];

  constructor(private readonly file: string | null) {}

  async write(entry: Entry): Promise<void> {
    if (this.file !== null) await appendFile(this.file, `${JSON.stringify(entry)}\n`);
    this.recent.push(entry);
  }

  of(number: string): Entry[] {
    return this.recent.filter((entry) => entry.number === number);
  }
}
