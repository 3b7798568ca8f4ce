'use strict';

const { Transform } = require('stream');
const { badRequest } = require('./errors');

class CsvReader extends Transform {
  constructor() {
    super({ readableObjectMode: true });
    this.rest = '';
    this.columns = null;
    this.lineNumber = 0;
  }

  _transform(chunk, encoding, done) {
    try {
      const lines = (this.rest + chunk.toString('utf8')).split(/\r?\n/);
      this.rest = lines.pop();
      for (const line of lines) this.readLine(line);
      done();
    } catch (error) {
      done(error);
    }
  }

  _flush(done) {
    try {
      if (this.rest) this.readLine(this.rest);
      done();
    } catch (error) {
      done(error);
    }
  }

  readLine(line) {
    this.lineNumber += 1;
    if (line.trim() === '') return;
    const cells = line.split(';').map((cell) => cell.trim());
    if (!this.columns) {
      this.columns = cells;
      return;
    }
    if (cells.length !== this.columns.length) {
      throw badRequest(`Line ${this.lineNumber} has ${cells.length} cells`, { line: this.lineNumber });
    }
    this.push(Object.fromEntries(this.columns.map((column, i) => [column, cells[i]])));
  }
}

class CsvWriter extends Transform {
  constructor({ columns, separator }) {
    super({ writableObjectMode: true });
    this.columns = columns;
    this.separator = separator;
    this.isFirst = true;
  }

  _transform(row, encoding, done) {
    if (this.isFirst) this.push(`${this.columns.join(this.separator)}\n`);
    this.isFirst = false;
    this.push(`${this.columns.map((column) => this.cell(row[column])).join(this.separator)}\n`);
    done();
  }

  cell(value) {
    if (value === null || value === undefined) return '';
    if (value instanceof Date) return value.toISOString();
    const text = String(value);
    return text.includes(this.separator) ? `"${text}"` : text;
  }
}

module.exports = { CsvReader, CsvWriter };
