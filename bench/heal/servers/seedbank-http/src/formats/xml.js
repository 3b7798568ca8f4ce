import { Format } from './format.js';

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text) => String(text).replace(/[&<>"]/g, (char) => entities[char]);

export default class XmlFormat extends Format {
  static type = 'application/xml; charset=utf-8';
  extension = 'xml';

  constructor({ indent = 2 } = {}) {
    super();
    this.pad = ' '.repeat(indent);
  }

  head() {
    return '<accessions>\n';
  }

  row({ number, taxon, seeds }, index) {
    return `${this.pad}<accession n="${index + 1}" number="${number}" seeds="${seeds}">${escapeXml(taxon.name)}</accession>\n`;
  }

  foot() {
    return '</accessions>\n';
  }
}
