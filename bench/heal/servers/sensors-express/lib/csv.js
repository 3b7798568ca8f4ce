'use strict';

function parseCsv(text) {
  const [head, ...lines] = text.trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i].trim()]));
  });
}

function toCsvLine(values) {
  return `${values.join(',')}\n`;
}

module.exports = { parseCsv, toCsvLine };
