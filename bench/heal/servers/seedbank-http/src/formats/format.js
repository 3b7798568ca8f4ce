export class Format {
  static type = 'text/plain; charset=utf-8';
  extension = 'txt';

  head() {
    return '';
  }

  row() {
    throw new Error(`${this.constructor.name} has no row()`);
  }

  foot() {
    return '';
  }

  async *write(rows) {
    yield this.head();
    let index = 0;
    for (const row of rows) yield this.row(row, index++);
    yield this.foot();
  }

  get fileName() {
    return `seedbank.${this.extension}`;
  }
}
