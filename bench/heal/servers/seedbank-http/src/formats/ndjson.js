import { Format } from './format.js';

export default class NdjsonFormat extends Format {
  static type = 'application/x-ndjson';
  extension = 'ndjson';

  row(accession) {
    return `${JSON.stringify(accession)}\n`;
  }
}
