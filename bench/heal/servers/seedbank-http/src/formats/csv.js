import { toCell } from '../core/csv.js';
import { Format } from './format.js';

const columns = ['number', 'name', 'family', 'country', 'seeds', 'viability'];

export default class CsvFormat extends Format {
  static type = 'text/csv; charset=utf-8';
  extension = 'csv';

  head() {
    return `${columns.join(',')}\n`;
  }

  row(accession) {
    const plain = accession.toJSON();
    return `${columns.map((column) => toCell(plain[column])).join(',')}\n`;
  }
}
